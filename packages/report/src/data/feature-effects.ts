import type { Dataset, Labels } from 'chorale/internal'
import { clusterSums, inFileUnits, separations } from './cluster-sums.js'

/** How the most telling features differ between the clusters. */
export interface FeatureEffects {
  readonly clusters: readonly number[]
  /** The features that separate the clusters best, in this order. */
  readonly features: readonly FeatureEffect[]
  /** The number of all features. */
  readonly featureCount: number
}

/** One feature in all clusters. */
export interface FeatureEffect {
  readonly name: string
  /** The index of the feature in the dataset. */
  readonly feature: number
  /** η²: the share of its variance that lies between the clusters, from 0 to 1. */
  readonly separation: number
  /** For each cluster, mean inside minus mean of all other samples, in standard deviations over all samples. */
  readonly effects: readonly number[]
  /** For each cluster, the mean in the original units. */
  readonly means: readonly number[]
}

/** The features with the largest share of variance between the clusters. Null with fewer than two clusters. O(n d). */
export function featureEffects(dataset: Dataset, labels: Labels, most = 20): FeatureEffects | null {
  const sums = clusterSums(dataset, labels)
  const d = dataset.featureCount
  const n = sums.sizes.reduce((a, b) => a + b, 0)
  const clusters = Array.from(sums.sizes.keys()).filter(cluster => sums.sizes[cluster] > 0)
  if (clusters.length < 2) return null
  const separation = separations(sums)
  const ranked = Array.from(separation.keys())
    .filter(j => sums.deviations[j] > 0)
    .sort((a, b) => separation[b] - separation[a] || a - b)
  const features = ranked.slice(0, most).map(j => {
    const inside = (cluster: number) => sums.sums[cluster * d + j] / sums.sizes[cluster]
    const outside = (cluster: number) => (sums.totals[j] - sums.sums[cluster * d + j]) / (n - sums.sizes[cluster])
    return {
      name: dataset.featureNames[j],
      feature: j,
      separation: separation[j],
      effects: clusters.map(cluster => (inside(cluster) - outside(cluster)) / sums.deviations[j]),
      means: clusters.map(cluster => inFileUnits(dataset, j, inside(cluster))),
    }
  })
  return { clusters, features, featureCount: d }
}
