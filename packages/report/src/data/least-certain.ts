import type { Ensemble, Labels } from 'chorale/internal'

/** A sample with low confidence. */
export interface UncertainSample {
  readonly sample: number
  readonly cluster: number
  readonly confidence: number
  /** The other cluster with which the base clusterings group it most often; null if there is none. */
  readonly nextCluster: number | null
}

/** The `count` samples with the lowest confidence; ties in the order of the samples. O(n m) for each. */
export function leastCertain(
  ensemble: Ensemble,
  labels: Labels,
  confidence: Float64Array,
  count = 10,
): UncertainSample[] {
  return indicesOfSmallest(confidence, count).map(sample => ({
    sample,
    cluster: labels[sample],
    confidence: confidence[sample],
    nextCluster: nextCluster(ensemble, labels, sample),
  }))
}

/** Indices of the `count` smallest values in ascending order; ties in the order of the values. One pass. */
export function indicesOfSmallest(values: Float64Array, count: number): number[] {
  const found: number[] = []
  for (let i = 0; i < values.length; i++) {
    if (found.length === count && values[i] >= values[found[count - 1]]) continue
    let at = found.length
    while (at > 0 && values[i] < values[found[at - 1]]) at--
    found.splice(at, 0, i)
    found.length = Math.min(found.length, count)
  }
  return found
}

/** The other cluster with the largest share of agreeing pairs, as in the confidence; ties go to the lowest number. */
function nextCluster({ labelings }: Ensemble, labels: Labels, sample: number): number | null {
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const agreeing = new Float64Array(clusterCount)
  const pairs = new Float64Array(clusterCount)
  for (const labeling of labelings) {
    const own = labeling[sample]
    if (own < 0) continue
    for (let j = 0; j < labels.length; j++) {
      if (labeling[j] < 0) continue
      pairs[labels[j]]++
      if (labeling[j] === own) agreeing[labels[j]]++
    }
  }
  let next: number | null = null
  let best = 0
  for (let cluster = 0; cluster < clusterCount; cluster++) {
    if (cluster === labels[sample] || pairs[cluster] === 0) continue
    const share = agreeing[cluster] / pairs[cluster]
    if (share <= best) continue
    best = share
    next = cluster
  }
  return next
}
