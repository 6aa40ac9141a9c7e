import { contentHash } from '../../numeric/content-hash.js'
import { sampleRows } from '../../numeric/sample-rows.js'
import type { Samples } from '../../types.js'
import type { FeatureReading } from './read-features.js'

/** Rows that give their values, as in scikit-learn's KNNImputer. */
const NEIGHBOURS = 5
/** With more rows, the nearest are looked for among so many of them. */
const MOST_DONORS = 2000
const STREAM = 26
/** The order of the rows changes the last digits of the scaling; equal distances differ by no more. */
const SAME = 1 + 1e-9

/** Of a dataset, what filling needs. */
interface Filled extends Samples {
  readonly filled: readonly { readonly column: string; readonly samples: Int32Array }[]
  readonly reading: Pick<FeatureReading, 'columns'>
}

/**
 * The values of a dataset with every filled cell taken from the nearest rows: the mean of their numbers, or the text that
 * most of them have. Near in the features that both rows have,
 *
 *   distance² = d / #{features of both} Σ (difference)²
 *
 * over features as they are scaled. Rows that are as near as the fifth count, too, so that the order of the rows does not
 * matter. A cell that no row can fill keeps its value. `some`: the rows to fill, all by default. O(rows filled · 2000 · d).
 */
export function nearestFill(dataset: Filled, some: Int32Array | null = null): Float64Array {
  const { sampleCount: n, featureCount: d, values, filled, reading } = dataset
  const found = values.slice()
  const isMissing = new Uint8Array(n * d)
  const columns = filled.flatMap(({ column, samples }) => {
    const read = reading.columns.find(each => each.column === column)
    const features = read?.features.filter(f => f >= 0) ?? []
    if (features.length === 0) return []
    for (const i of samples) for (const f of features) isMissing[i * d + f] = 1
    return [{ first: features[0], texts: read?.values ? textFeatures(dataset, features) : null }]
  })
  if (columns.length === 0) return found
  const incomplete = new Set(filled.flatMap(({ samples }) => [...samples]))
  const donors = sampleRows(n, { count: MOST_DONORS, seed: STREAM, hashOf: contentHash(dataset) })
  const distances = new Float64Array(donors.length)
  for (const i of some ?? [...incomplete].sort((a, b) => a - b)) {
    if (!incomplete.has(i)) continue
    donors.forEach((j, at) => {
      let [square, count] = [0, 0]
      for (let f = 0; f < d; f++) {
        if (isMissing[i * d + f] === 1 || isMissing[j * d + f] === 1) continue
        square += (values[i * d + f] - values[j * d + f]) ** 2
        count++
      }
      distances[at] = j === i || count === 0 ? Number.POSITIVE_INFINITY : (square * d) / count
    })
    for (const { first, texts } of columns) {
      if (isMissing[i * d + first] === 0) continue
      const givers = nearestGivers(donors, distances, j => isMissing[j * d + first] === 0)
      if (givers.length === 0) continue
      if (texts === null) found[i * d + first] = meanOf(givers.map(j => values[j * d + first]))
      else fillText(found, i, texts, givers, dataset)
    }
  }
  return found
}

/** The rows that have a value and are nearest, with all that are as near as the last. */
function nearestGivers(donors: Int32Array, distances: Float64Array, has: (row: number) => boolean): number[] {
  const able = [...donors.keys()].filter(at => distances[at] < Number.POSITIVE_INFINITY && has(donors[at]))
  if (able.length === 0) return []
  const sorted = Float64Array.from(able, at => distances[at]).sort()
  const limit = sorted[Math.min(NEIGHBOURS, sorted.length) - 1]
  return able.filter(at => distances[at] <= limit * SAME).map(at => donors[at])
}

/** The mean, in an order of its own: it does not depend on the order of the rows. */
function meanOf(values: readonly number[]): number {
  return Float64Array.from(values)
    .sort()
    .reduce((sum, value) => sum + value / values.length, 0)
}

/** Sets the features of the text that most of the givers have; of equals the first of the column. */
function fillText(
  found: Float64Array,
  i: number,
  { features, absent, present }: TextFeatures,
  givers: readonly number[],
  { featureCount: d, values }: Samples,
): void {
  const votes = features.map((f, at) => givers.filter(j => values[j * d + f] === present[at]).length)
  const winner = votes.indexOf(Math.max(...votes))
  features.forEach((f, at) => {
    found[i * d + f] = at === winner ? present[at] : absent[at]
  })
}

/** The features of a column of texts. */
interface TextFeatures {
  readonly features: readonly number[]
  /** What each has for its own text, and for any other. */
  readonly present: readonly number[]
  readonly absent: readonly number[]
}

function textFeatures({ values, featureCount: d }: Filled, features: readonly number[]): TextFeatures {
  const columns = features.map(f => Float64Array.from({ length: values.length / d }, (_, i) => values[i * d + f]))
  const least = columns.map(column => column.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY))
  const most = columns.map(column => column.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY))
  return { features, present: most, absent: least }
}
