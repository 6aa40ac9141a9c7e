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
  /**
   * The two clusters with the next lower and the next higher mean, by their numbers, if the cluster lies clearly between them and the mean of all
   * others hides that; otherwise null.
   */
  readonly between: readonly [number, number] | null
}

/**
 * For every cluster, the features whose mean differs most from the mean of all other samples; a cluster that lies in the middle
 * of a feature is compared with its two neighbours there, because the mean of all others may be the same.
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
    const neighbours = differences.map((difference, j) =>
      texts.has(j) ? difference : toldDifference(difference, distanceToNeighbours(cluster, j)),
    )
    return {
      cluster,
      size,
      differences: largest(neighbours, count, j => texts.get(j)?.column).map(j => ({
        name: texts.get(j)?.name ?? dataset.featureNames[j],
        inside: inFileUnits(dataset, j, inside(j)),
        outside: inFileUnits(dataset, j, outside(j)),
        standardised: differences[j],
        isShare: texts.has(j),
        between: neighbours[j] === differences[j] ? null : neighboursOf(cluster, j),
      })),
    }
  })

  /** The clusters whose mean is next below and next above; null at the ends. */
  function neighboursOf(cluster: number, j: number): [number, number] | null {
    const mean = (other: number) => sums[other * d + j] / sizes[other]
    const own = mean(cluster)
    const below = used.filter(other => mean(other) < own).sort((a, b) => mean(b) - mean(a))
    const above = used.filter(other => mean(other) > own).sort((a, b) => mean(a) - mean(b))
    if (below.length === 0 || above.length === 0) return null
    return [Math.min(below[0], above[0]), Math.max(below[0], above[0])]
  }

  /** In standard deviations, how far the nearer of the two neighbours is; 0 at the ends. */
  function distanceToNeighbours(cluster: number, j: number): number {
    const neighbours = neighboursOf(cluster, j)
    if (neighbours === null || deviations[j] === 0) return 0
    const own = sums[cluster * d + j] / sizes[cluster]
    return Math.min(...neighbours.map(other => Math.abs(sums[other * d + j] / sizes[other] - own))) / deviations[j]
  }
}

/** From this distance to both neighbours, a cluster is told by them if the mean of all others is nearer. */
const LEAST_BETWEEN = 0.5

function toldDifference(difference: number, toNeighbours: number): number {
  return toNeighbours >= LEAST_BETWEEN && toNeighbours > Math.abs(difference) ? toNeighbours : difference
}

/** The features of a cluster that are worth a line. */
export function tellingDifferences(differences: readonly FeatureDifference[]): FeatureDifference[] {
  return differences.filter(
    ({ standardised, between }) => between !== null || Math.abs(standardised) >= LEAST_DIFFERENCE,
  )
}

/**
 * `petal length 5.6 against 3.1 elsewhere`, for a text column `colour red 80 % against 12 % elsewhere`, and for a cluster in the
 * middle `4.3, between clusters 0 and 2`.
 */
export function differenceText({ inside, outside, isShare, between }: FeatureDifference): string {
  if (between !== null) return `${contrastText(inside, outside)[0]}, between clusters ${between.join(' and ')}`
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
