import { invalid, type Labels } from 'chorale/internal'

/** The number of samples by cluster and class. */
export interface TruthTable {
  readonly clusters: readonly number[]
  /** Classes, ordered so that each is near the cluster that contains most of it. */
  readonly classes: readonly string[]
  /** clusters x classes counts, row by row. */
  readonly counts: Float64Array
  readonly clusterSizes: readonly number[]
  readonly classSizes: readonly number[]
}

/**
 * Counts the samples of every class in every cluster.
 *
 * @example
 * ```ts
 * import { truthTable } from 'chorale-report'
 *
 * const { clusters, classes, counts } = truthTable(Int32Array.of(0, 0, 1, 1), ['a', 'a', 'a', 'b'])
 * console.log(clusters.join(), classes.join(), counts.join()) // 0,1 a,b 2,0,1,1
 * ```
 */
export function truthTable(labels: Labels, truth: readonly string[]): TruthTable {
  if (truth.length !== labels.length) {
    throw invalid('truthTable', 'truth', `be as long as labels (${labels.length})`, truth.length)
  }
  const clusters = Array.from(new Set(labels)).sort((a, b) => a - b)
  const rowOf = new Map(clusters.map((cluster, row) => [cluster, row]))
  const found = Array.from(new Set(truth))
  const columnOf = new Map(found.map((name, column) => [name, column]))
  const width = found.length
  const counts = new Float64Array(clusters.length * width)
  for (let i = 0; i < labels.length; i++) counts[rowOf.get(labels[i])! * width + columnOf.get(truth[i])!]++

  const order = found.map((_, column) => column)
  const home = order.map(column => homeOf(counts, width, column))
  const sizes = order.map(column => sumOfColumn(counts, width, column))
  order.sort((a, b) => home[a] - home[b] || sizes[b] - sizes[a] || a - b)
  return {
    clusters,
    classes: order.map(column => found[column]),
    counts: Float64Array.from(counts, (_, at) => counts[at - (at % width) + order[at % width]]),
    clusterSizes: clusters.map((_, row) => counts.subarray(row * width, (row + 1) * width).reduce((a, b) => a + b, 0)),
    classSizes: order.map(column => sizes[column]),
  }
}

/** The row with the largest value of a column; ties go to the first. */
function homeOf(counts: Float64Array, width: number, column: number): number {
  let home = 0
  for (let row = 1; row * width < counts.length; row++) {
    if (counts[row * width + column] > counts[home * width + column]) home = row
  }
  return home
}

function sumOfColumn(counts: Float64Array, width: number, column: number): number {
  let sum = 0
  for (let at = column; at < counts.length; at += width) sum += counts[at]
  return sum
}
