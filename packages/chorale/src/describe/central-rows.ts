import { writeSample } from '../base/distance.js'
import type { Labels, Samples } from '../types.js'

/** The rows in the middle of a cluster. */
export interface ClusterCentre {
  readonly cluster: number
  readonly size: number
  /** The row with the least mean squared distance to the rows of its cluster. */
  readonly medoid: number
  /** The rows nearest to the mean of the cluster, nearest first; the medoid is the first. */
  readonly central: Int32Array
}

/**
 * The most central rows of every cluster. The sum of the squared distances from a row to all rows of its cluster is least
 * for the row nearest to their mean, so the medoid needs no distances of pairs. O(n d).
 */
export function centralRows(samples: Samples, labels: Labels, count: number): ClusterCentre[] {
  const { sampleCount: n, featureCount: d } = samples
  const { sizes, means } = clusterMeans(samples, labels)
  const found = Array.from(sizes, (): { row: number; square: number }[] => [])
  const row = new Float64Array(d)
  for (let i = 0; i < n; i++) {
    if (labels[i] < 0) continue
    writeSample(row, samples, i)
    const from = labels[i] * d
    let square = 0
    for (let f = 0; f < d; f++) square += (row[f] - means[from + f]) ** 2
    const nearest = found[labels[i]]
    if (nearest.length === count && square >= nearest[count - 1].square) continue
    let at = nearest.length
    while (at > 0 && square < nearest[at - 1].square) at--
    nearest.splice(at, 0, { row: i, square })
    if (nearest.length > count) nearest.pop()
  }
  return found.flatMap((nearest, cluster) => {
    const central = Int32Array.from(nearest, each => each.row)
    return sizes[cluster] === 0 ? [] : [{ cluster, size: sizes[cluster], medoid: central[0], central }]
  })
}

/** The mean of every cluster, and its number of rows. Rows of no cluster do not count. */
export function clusterMeans(samples: Samples, labels: Labels): { sizes: Int32Array; means: Float64Array } {
  const { sampleCount: n, featureCount: d } = samples
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), -1) + 1
  const sizes = new Int32Array(clusterCount)
  const means = new Float64Array(clusterCount * d)
  const row = new Float64Array(d)
  for (let i = 0; i < n; i++) {
    if (labels[i] < 0) continue
    sizes[labels[i]]++
    writeSample(row, samples, i)
    const from = labels[i] * d
    for (let f = 0; f < d; f++) means[from + f] += row[f]
  }
  for (let at = 0; at < means.length; at++) means[at] /= Math.max(1, sizes[Math.floor(at / d)])
  return { sizes, means }
}
