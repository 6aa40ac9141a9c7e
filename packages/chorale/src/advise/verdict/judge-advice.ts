import { datasetRows } from '../../tables/features/dataset-rows.js'
import type { Dataset } from '../../tables/features/to-dataset.js'
import type { Advice } from '../advise.js'
import { type Explanation, explainClusters } from '../explain/explain.js'
import { type ClusterVerdict, judgeClusters } from './judge-clusters.js'

/**
 * The verdict about the best candidate of an advice, in the words that a result has, and what explains its clusters. Null
 * stands for given labelings.
 */
export function judgeAdvice(
  advice: Advice,
  dataset: Dataset | null,
): { readonly verdict: ClusterVerdict; readonly explanation: readonly Explanation[] } {
  const { leading, looked, criteria } = advice
  const { labels } = looked.partitions.find(({ clusterCount }) => clusterCount === leading)!
  const isAll = dataset?.sampleCount === looked.samples.length
  const part = dataset === null || isAll ? dataset : datasetRows(dataset, looked.samples)
  const explanation = dataset === null ? [] : explainClusters(part, labels, isAll ? null : looked.samples)
  const verdict = judgeClusters({
    clusterCount: leading,
    tried: criteria.map(({ clusterCount }) => clusterCount),
    advice,
    review: null,
    random: null,
    fitAgreement: null,
    explanation,
    isAdvice: true,
  })
  return { verdict, explanation }
}
