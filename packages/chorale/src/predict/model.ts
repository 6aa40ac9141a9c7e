import type { BaseModel } from '../base/base-clustering.js'
import type { Distance } from '../base/distance.js'
import type { ConsensusResult } from '../consensus/consensus.js'
import type { MethodName } from '../consensus/methods/index.js'
import type { ConsensusModel } from '../consensus/rules/consensus-model.js'
import { checkOptionNames } from '../errors.js'
import type { FeatureReading } from '../tables/features/read-features.js'
import type { Ensemble } from '../types.js'
import type { KnownRows } from './known-rows.js'
import type { NoiseModel } from './noise.js'

/** Everything that is needed to assign new samples to clusters. `saveModel` writes it and `loadModel` reads it. */
export interface Model {
  readonly method: MethodName
  /** The requested k. */
  readonly clusterCount: number
  /** The options of the run, for information only. */
  readonly options: Readonly<Record<string, string | number | boolean>>
  /** The column of sample names, if there was one. */
  readonly idName: string | null
  readonly consensus: ConsensusModel
  /** How the base clusterings label samples; null if the labelings were given. */
  readonly base: BaseLabeling | null
}

/** How base clusterings that were built from features label samples. */
export interface BaseLabeling {
  /** How a table becomes features; null if the samples did not come from a table. */
  readonly reading: FeatureReading | null
  /** The distance between samples. */
  readonly distance: Distance
  readonly models: readonly BaseModel[]
  /** The rows of the fit, where the models do not label them as the fit did; otherwise null. */
  readonly known: KnownRows | null
  /** What tells rows of no cluster; null if every row gets a cluster. */
  readonly noise: NoiseModel | null
}

/** The parts of a model other than the result. */
export interface CreateModelOptions {
  /** The ensemble of the consensus. With an ensemble from `buildEnsemble`, new samples are labeled from their features. */
  ensemble?: Ensemble & { readonly models?: readonly BaseModel[]; readonly distance?: Distance }
  /** The dataset that the ensemble was built from. New tables are then read the same way. */
  dataset?: { readonly reading: FeatureReading; readonly idName: string | null }
  idName?: string | null
  /** Rows that keep their labels. */
  known?: KnownRows | null
  /** What tells rows of no cluster. */
  noise?: NoiseModel | null
  /** Options to store for information; undefined ones are omitted. */
  options?: Readonly<Record<string, unknown>>
}

const OPTIONS = {
  ensemble: true,
  dataset: true,
  idName: true,
  known: true,
  noise: true,
  options: true,
} satisfies Record<keyof CreateModelOptions, true>

/**
 * Creates a model from a consensus, to label new samples.
 *
 * @example
 * ```ts
 * import { buildEnsemble, consensus, createModel, predict, toDataset } from 'chorale'
 *
 * const dataset = toDataset([[1, 1], [1.2, 0.9], [0.9, 1.1], [5, 5], [5.1, 4.8], [4.9, 5.2]])
 * const ensemble = await buildEnsemble(dataset, { ensembleSize: 10 })
 * const result = await consensus(ensemble, { clusterCount: 2 })
 * const model = createModel(result, { ensemble, dataset })
 * const { labels } = await predict(model, [[5.3, 5], [1.1, 1]])
 * console.log(labels.join()) // 1,0
 * ```
 *
 * @group Predict
 */
export function createModel(result: ConsensusResult, given: CreateModelOptions = {}): Model {
  checkOptionNames('createModel', given, Object.keys(OPTIONS))
  const { ensemble, dataset } = given
  const options = Object.entries(given.options ?? {}).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  return {
    method: result.method,
    clusterCount: result.clusterCount,
    options: Object.fromEntries(options) as Model['options'],
    idName: given.idName ?? dataset?.idName ?? null,
    consensus: result.model,
    base:
      ensemble?.models === undefined
        ? null
        : {
            reading: dataset?.reading ?? null,
            distance: ensemble.distance ?? 'euclidean',
            models: ensemble.models,
            known: given.known ?? null,
            noise: given.noise ?? null,
          },
  }
}
