import { checkOptionNames, type Dataset, invalid, type Labels } from 'chorale/internal'
import { clusterSums, inFileUnits } from './cluster-sums.js'
import { contrastText, percentText } from './number-text.js'

/** Options of {@link clusterProfiles}. */
export interface ClusterProfilesOptions {
  /** Maximum number of features per cluster. */
  count?: number
}

const DEFAULTS = { count: 3 }

/** Smaller differences, in standard deviations, are not worth showing. */
export const LEAST_DIFFERENCE = 0.2

/** How a cluster differs from the others. */
export interface ClusterProfile {
  readonly cluster: number
  readonly size: number
  /** The features that differ most, the largest difference first. */
  readonly differences: readonly FeatureDifference[]
}

/** The difference of one feature between a cluster and all other samples. */
export interface FeatureDifference {
  readonly name: string
  /** Means in the original units: of the cluster, and of all other samples. */
  readonly inside: number
  readonly outside: number
  /** inside - outside in standard deviations of the feature over all samples. */
  readonly standardised: number
  /** Whether the means are shares of samples with a value of a text column. */
  readonly isShare: boolean
}

/**
 * For every cluster, the features whose mean differs most from the mean of all other samples.
 *
 *   difference = (mean inside - mean outside) / standard deviation over all samples
 *
 * For a text column only the value that differs most is listed.
 * With one cluster there are no other samples, and no profile. O(n d).
 *
 * @example
 * ```ts
 * import { cluster } from 'chorale'
 * import { clusterProfiles } from 'chorale-report'
 *
 * const flowers = [{ length: 1, width: 3 }, { length: 1.2, width: 2.9 }, { length: 5, width: 3.1 }, { length: 5.1, width: 3 }]
 * const { dataset, labels } = await cluster(flowers, { clusterCount: 2 })
 * const [first] = clusterProfiles(dataset, labels, { count: 1 })
 * console.log(first.size, first.differences[0].name) // 2 length
 * ```
 */
export function clusterProfiles(
  dataset: Dataset,
  labels: Labels,
  options: ClusterProfilesOptions = {},
): ClusterProfile[] {
  checkOptionNames('clusterProfiles', options, ['count'] satisfies (keyof ClusterProfilesOptions)[])
  const { count } = { ...DEFAULTS, ...options }
  const { sampleCount: n, featureCount: d } = dataset
  if (labels.length !== n) {
    throw invalid('clusterProfiles', 'labels', `have one entry per sample of the dataset (${n})`, labels.length)
  }
  const { sizes, sums, totals, deviations } = clusterSums(dataset, labels)
  const texts = textFeatures(dataset)
  const clustered = sizes.reduce((a, b) => a + b, 0)
  const used = Array.from(sizes.keys()).filter(cluster => sizes[cluster] > 0)
  if (used.length < 2) return []

  return used.map(cluster => {
    const size = sizes[cluster]
    const inside = (j: number) => sums[cluster * d + j] / size
    const outside = (j: number) => (totals[j] - sums[cluster * d + j]) / (clustered - size)
    const differences = Float64Array.from(deviations, (sd, j) => (sd > 0 ? (inside(j) - outside(j)) / sd : 0))
    return {
      cluster,
      size,
      differences: largest(differences, count, j => texts.get(j)?.column).map(j => ({
        name: texts.get(j)?.name ?? dataset.featureNames[j],
        inside: inFileUnits(dataset, j, inside(j)),
        outside: inFileUnits(dataset, j, outside(j)),
        standardised: differences[j],
        isShare: texts.has(j),
      })),
    }
  })
}

/** `petal length 5.6 against 3.1 elsewhere`, or, for a text column, `colour red 80 % against 12 % elsewhere`. */
export function differenceText({ inside, outside, isShare }: FeatureDifference): string {
  const [here, there] = isShare ? [percentText(inside), percentText(outside)] : contrastText(inside, outside)
  return `${here} against ${there} elsewhere`
}

/** The features that encode a value of a text column. */
function textFeatures({ encodings }: Dataset): Map<number, { column: string; name: string }> {
  return new Map(
    encodings.flatMap(({ column, values, features }) =>
      features.map((feature, at) => [feature, { column, name: `${column} = ${values[at]}` }] as const),
    ),
  )
}

/**
 * Indices of the values farthest from 0; ties go to the positive value, then to the first. Columns with several
 * features are listed once. Compared in single precision, because the two values of a text column differ only by rounding.
 */
function largest(values: Float64Array, count: number, columnOf: (j: number) => string | undefined): number[] {
  const sizes = Float32Array.from(values, Math.abs)
  const ranked = Array.from(values.keys()).sort(
    (a, b) => sizes[b] - sizes[a] || Math.sign(values[b]) - Math.sign(values[a]) || a - b,
  )
  const found: number[] = []
  const seen = new Set<string>()
  for (const j of ranked) {
    if (found.length === count) break
    const column = columnOf(j)
    if (column !== undefined && seen.has(column)) continue
    if (column !== undefined) seen.add(column)
    found.push(j)
  }
  return found
}
