import type { BuildEnsembleOptions } from '../base/generate.js'
import type { ConsensusOptions } from '../consensus/consensus.js'
import type { ToDatasetOptions } from '../tables/features/to-dataset.js'

/**
 * Options of {@link cluster} and {@link planCluster}: those of {@link toDataset} (how to read the data),
 * {@link buildEnsemble} (how to build base clusterings) and {@link consensus} (how to combine them). The plan has the
 * value of every option that you leave out, with the reason.
 */
export interface ClusterOptions
  extends ToDatasetOptions,
    Omit<BuildEnsembleOptions, 'clusterCount' | 'executor'>,
    Omit<ConsensusOptions, 'clusterCount'> {
  /**
   * The number of clusters, k; 'auto' for the number that {@link advise} finds; or several numbers, of which the result
   * is the clearest. Default: the number of classes, if a column has the truth.
   */
  clusterCount?: number | 'auto' | readonly number[]
  /** With clusterCount 'auto': cluster into the best candidate even if there is no evidence of clusters. Default: false. */
  force?: boolean
  /**
   * Whether rows that belong to no cluster get the label -1. The result then has an outlier score for every row. Default:
   * false, so that every row is in a cluster.
   */
  noise?: boolean
  /** Whether to check how far the result can be trusted (see {@link reviewResult}). Default: true. */
  review?: boolean
  /**
   * The number of rows that the clustering is fitted to, a random sample, or 'all'. The fit labels the other rows.
   * Default: at most 20,000.
   */
  fitRows?: number | 'all'
}
