import { type Description, invalid, type Labels } from 'chorale/internal'

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

/** Columns with more values, such as names and comments, say nothing about clusters. */
const MOST_DISTINCT = 50

/**
 * How the values of text columns distribute over the clusters, the columns that depend most on the cluster first. Columns
 * with one value or with more than 50 are left out.
 *
 * @example
 * ```ts
 * import { cluster } from 'chorale'
 * import { categoryShares } from 'chorale-report'
 *
 * const shops = [{ size: 1, city: 'Bern' }, { size: 1.2, city: 'Bern' }, { size: 5, city: 'Lyon' }, { size: 5.1, city: 'Lyon' }]
 * const { dataset, labels } = await cluster(shops, { clusterCount: 2 })
 * const [city] = categoryShares(dataset.descriptions, labels)
 * console.log(city.values.join(), city.counts.join()) // Bern,Lyon 2,0,0,2
 * ```
 */
export function categoryShares(descriptions: readonly Description[], labels: Labels): CategoryShares[] {
  const uneven = descriptions.find(({ codes }) => codes.length !== labels.length)
  if (uneven !== undefined) {
    throw invalid(
      'categoryShares',
      'labels',
      `have one entry per sample of the descriptions (${uneven.codes.length})`,
      labels.length,
    )
  }
  return descriptions
    .filter(({ values }) => values.length <= MOST_DISTINCT)
    .map(description => sharesOf(description, labels))
    .filter(({ values }) => values.length > 1)
    .sort((a, b) => b.association - a.association)
}

function sharesOf({ column, values: names, codes }: Description, labels: Labels): CategoryShares {
  const clusters = Array.from(new Set(labels))
    .filter(label => label >= 0)
    .sort((a, b) => a - b)
  const rowOf = new Map(clusters.map((cluster, row) => [cluster, row]))
  // The missing value is the last one.
  const frequency = new Float64Array(names.length + 1)
  const valueAt = (i: number) => (codes[i] < 0 ? names.length : codes[i])
  for (let i = 0; i < codes.length; i++) if (labels[i] >= 0) frequency[valueAt(i)]++
  const ranked = [...frequency.keys()]
    .filter(value => frequency[value] > 0)
    .sort((a, b) => frequency[b] - frequency[a] || a - b)
  const shown = ranked.length > MOST_VALUES + 1 ? ranked.slice(0, MOST_VALUES) : ranked
  const texts = shown.map(value => names[value] ?? MISSING_VALUE)
  const values = shown.length < ranked.length ? [...texts, OTHER_VALUES] : texts
  const columnOf = new Map(ranked.map((value, at) => [value, Math.min(at, values.length - 1)]))
  const counts = new Float64Array(clusters.length * values.length)
  for (let i = 0; i < codes.length; i++) {
    if (labels[i] < 0) continue
    counts[rowOf.get(labels[i])! * values.length + columnOf.get(valueAt(i))!]++
  }
  const clusterSizes = clusters.map((_, row) =>
    counts.subarray(row * values.length, (row + 1) * values.length).reduce((a, b) => a + b, 0),
  )
  return {
    name: column,
    clusters,
    values,
    counts,
    clusterSizes,
    association: cramersV(counts, values.length, clusterSizes),
  }
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
