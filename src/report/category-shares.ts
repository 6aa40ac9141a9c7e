import type { Labels } from '../types.js'

/** A text column that describes the samples and was not used for the clustering. */
export interface Description {
  readonly name: string
  /** The value of every sample; null if it is missing. */
  readonly values: readonly (string | null)[]
}

/** How the values of a text column distribute over the clusters. */
export interface CategoryShares {
  readonly name: string
  readonly clusters: readonly number[]
  /** The values, the most frequent first; the last may stand for all others. */
  readonly values: readonly string[]
  /** Samples of each cluster with each value, clusters x values. */
  readonly counts: Float64Array
  readonly clusterSizes: readonly number[]
  /** Cramér's V: how far cluster and value depend on each other, from 0 to 1. */
  readonly association: number
}

/** More values than this are summed up as the last one. */
const MOST_VALUES = 7
const OTHER_VALUES = 'other values'
const MISSING_VALUE = 'missing'

/** The values of text columns by cluster, the columns that depend most on the cluster first. */
export function categoryShares(descriptions: readonly Description[], labels: Labels, most = 8): CategoryShares[] {
  return descriptions
    .map(description => sharesOf(description, labels))
    .filter(({ values }) => values.length > 1)
    .sort((a, b) => b.association - a.association)
    .slice(0, most)
}

function sharesOf({ name, values: given }: Description, labels: Labels): CategoryShares {
  const clusters = Array.from(new Set(labels)).sort((a, b) => a - b)
  const rowOf = new Map(clusters.map((cluster, row) => [cluster, row]))
  const texts = given.map(value => value ?? MISSING_VALUE)
  const frequency = new Map<string, number>()
  for (const text of texts) frequency.set(text, (frequency.get(text) ?? 0) + 1)
  const ranked = [...frequency].sort((a, b) => b[1] - a[1]).map(([text]) => text)
  const shown = ranked.length > MOST_VALUES + 1 ? ranked.slice(0, MOST_VALUES) : ranked
  const values = shown.length < ranked.length ? [...shown, OTHER_VALUES] : shown
  const columnOf = new Map(ranked.map((text, at) => [text, Math.min(at, values.length - 1)]))
  const counts = new Float64Array(clusters.length * values.length)
  texts.forEach((text, i) => {
    counts[rowOf.get(labels[i])! * values.length + columnOf.get(text)!]++
  })
  const clusterSizes = clusters.map((_, row) =>
    counts.subarray(row * values.length, (row + 1) * values.length).reduce((a, b) => a + b, 0),
  )
  return { name, clusters, values, counts, clusterSizes, association: cramersV(counts, values.length, clusterSizes) }
}

/** V = √(χ² / (n (min(rows, columns) - 1))) */
function cramersV(counts: Float64Array, width: number, rowSizes: readonly number[]): number {
  const n = rowSizes.reduce((a, b) => a + b, 0)
  const smaller = Math.min(width, rowSizes.length)
  if (smaller < 2) return 0
  let square = 0
  for (let column = 0; column < width; column++) {
    let size = 0
    for (let row = 0; row < rowSizes.length; row++) size += counts[row * width + column]
    for (let row = 0; row < rowSizes.length; row++) {
      const expected = (rowSizes[row] * size) / n
      square += (counts[row * width + column] - expected) ** 2 / expected
    }
  }
  return Math.sqrt(square / n / (smaller - 1))
}
