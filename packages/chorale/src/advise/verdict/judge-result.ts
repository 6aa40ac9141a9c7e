import type { Dataset } from '../../tables/features/to-dataset.js'
import type { Labels, Samples } from '../../types.js'
import type { Advice } from '../advise.js'
import { type Explanation, explainClusters } from '../explain/explain.js'
import type { Review } from '../review/review-result.js'
import { type ClusterVerdict, judgeClusters } from './judge-clusters.js'
import { compareWithRandomData } from './random-data.js'

/** A result, and what is known about it. */
export interface Judgement {
  /** The clusters of the rows of the fit. */
  readonly labels: Labels
  readonly foundClusterCount: number
  /** The rows of the fit; null for given labelings. */
  readonly dataset: Dataset | null
  /** Their places among all rows; null if they are all rows. */
  readonly places: Int32Array | null
  /** The samples of the consensus; null for given labelings. */
  readonly samples: Samples | null
  readonly review: Review | null
  readonly advice: Advice | null
  /** The numbers of clusters that were compared. */
  readonly tried: readonly number[]
  readonly fitAgreement: number | null
  readonly signal?: AbortSignal
}

/** What explains the clusters of a result, and the verdict about it. */
export async function judgeResult(
  given: Judgement,
): Promise<{ readonly verdict: ClusterVerdict; readonly explanation: readonly Explanation[] }> {
  const { labels, foundClusterCount, dataset, places, samples, review, advice, tried, fitAgreement, signal } = given
  const explanation = explainClusters(dataset, labels, places)
  const random = samples === null ? null : await compareWithRandomData(samples, labels, signal)
  const clusterCount = foundClusterCount
  const verdict = judgeClusters({ clusterCount, tried, advice, review, random, fitAgreement, explanation })
  return { verdict, explanation }
}
