import type { RowLinks } from '../../numeric/loops/row-links.js'

/** An undirected graph of rows: every link is stored at both ends. */
export interface LinkGraph {
  readonly rowCount: number
  readonly starts: Int32Array
  readonly links: Int32Array
  readonly weights: Float64Array
}

/** Links of rows to their nearest rows, n x count: weight 1 if both are near each other, 1/2 if one of them is. */
export function linkGraph(nearest: Int32Array, rowCount: number): LinkGraph {
  const count = nearest.length / rowCount
  const starts = new Int32Array(rowCount + 1)
  for (let i = 0; i < rowCount; i++) starts[i + 1] += count
  for (const row of nearest) starts[row + 1]++
  for (let i = 0; i < rowCount; i++) starts[i + 1] += starts[i]
  const next = starts.slice()
  const all = new Int32Array(starts[rowCount])
  for (let i = 0; i < rowCount; i++) {
    for (let at = i * count; at < (i + 1) * count; at++) {
      all[next[i]++] = nearest[at]
      all[next[nearest[at]]++] = i
    }
  }
  return merged(all, starts, rowCount)
}

/** The same links, ascending, those that occur twice as one of weight 1. */
function merged(all: Int32Array, from: Int32Array, rowCount: number): LinkGraph {
  const starts = new Int32Array(rowCount + 1)
  const links = new Int32Array(all.length)
  const weights = new Float64Array(all.length)
  let e = 0
  for (let i = 0; i < rowCount; i++) {
    const own = all.subarray(from[i], from[i + 1]).sort()
    for (let at = 0; at < own.length; at++) {
      if (at > 0 && own[at] === own[at - 1]) weights[e - 1] = 1
      else {
        links[e] = own[at]
        weights[e++] = 0.5
      }
    }
    starts[i + 1] = e
  }
  return { rowCount, starts, links: links.slice(0, e), weights: weights.slice(0, e) }
}

/** The links as weights that sum to 1 in each row. */
export function walkOf({ rowCount, starts, links, weights }: LinkGraph): RowLinks {
  const shares = new Float32Array(weights.length)
  for (let i = 0; i < rowCount; i++) {
    let degree = 0
    for (let e = starts[i]; e < starts[i + 1]; e++) degree += weights[e]
    for (let e = starts[i]; e < starts[i + 1]; e++) shares[e] = weights[e] / degree
  }
  return { starts, links, weights: shares }
}

/** The weights of the links between clusters: k x k. */
export function linksBetween(
  { rowCount, starts, links, weights }: LinkGraph,
  labels: Int32Array,
  clusterCount: number,
): Float64Array {
  const sums = new Float64Array(clusterCount * clusterCount)
  for (let i = 0; i < rowCount; i++) {
    const own = labels[i] * clusterCount
    for (let e = starts[i]; e < starts[i + 1]; e++) sums[own + labels[links[e]]] += weights[e]
  }
  return sums
}
