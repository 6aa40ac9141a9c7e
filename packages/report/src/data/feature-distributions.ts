import type { Dataset, Labels } from 'chorale/internal'
import { inFileUnits } from './cluster-sums.js'
import type { FeatureEffect } from './feature-effects.js'

/** The distribution of a feature in every cluster. */
export interface FeatureDistribution {
  readonly name: string
  /** η²: the share of its variance that lies between the clusters. */
  readonly separation: number
  readonly boxes: readonly DistributionBox[]
}

/** The distribution of a feature in one cluster, in the original units. */
export interface DistributionBox {
  readonly cluster: number
  /** Quantiles: 5 %, 25 %, 50 %, 75 %, 95 %. */
  readonly quantiles: readonly [number, number, number, number, number]
}

const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95] as const

/** Quantiles of features by cluster. Features that encode a text column are left out. */
export function featureDistributions(
  dataset: Dataset,
  labels: Labels,
  effects: readonly FeatureEffect[],
  most = 6,
): FeatureDistribution[] {
  const encoded = new Set(dataset.encodings.flatMap(({ features }) => features))
  const members = membersOf(labels)
  const { featureCount: d, values } = dataset
  return effects
    .filter(({ feature }) => !encoded.has(feature))
    .slice(0, most)
    .map(({ name, separation, feature }) => ({
      name,
      separation,
      boxes: members.map(({ cluster, samples }) => {
        const sorted = Float64Array.from(samples, i => values[i * d + feature]).sort()
        const [a, b, c, e, f] = SHARES.map(share => inFileUnits(dataset, feature, quantile(sorted, share)))
        return { cluster, quantiles: [a, b, c, e, f] as const }
      }),
    }))
}

function membersOf(labels: Labels): { cluster: number; samples: number[] }[] {
  const members = new Map<number, number[]>()
  labels.forEach((label, i) => {
    const samples = members.get(label)
    if (samples === undefined) members.set(label, [i])
    else samples.push(i)
  })
  return Array.from(members, ([cluster, samples]) => ({ cluster, samples })).sort((a, b) => a.cluster - b.cluster)
}

/** Linear between the values at the two nearest ranks. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (at - below) * (sorted[above] - sorted[below])
}
