import { InputError } from '../check.js'
import type { Dataset } from '../load/features/to-dataset.js'
import type { Labels } from '../types.js'

/** How the values of a column that is not a feature distribute over the clusters. */
export interface ClusterDescription {
  readonly column: string
  /** The values, the most common first. */
  readonly values: readonly string[]
  /** counts[cluster][value]: the number of samples. Samples without a value do not count. */
  readonly counts: readonly (readonly number[])[]
}

/** Columns with more values, such as names and comments, say nothing about clusters. */
const MOST_VALUES = 50

/**
 * For every text column that is not a feature, how its values distribute over the clusters. Columns with more than 50
 * values are left out.
 *
 * @example
 * ```ts
 * import { cluster } from 'chorale'
 * import { clusterDescriptions } from 'chorale/report'
 *
 * const shops = [{ size: 1, city: 'Bern' }, { size: 1.2, city: 'Bern' }, { size: 5, city: 'Lyon' }, { size: 5.1, city: 'Lyon' }]
 * const { dataset, labels } = await cluster(shops, { clusterCount: 2 })
 * const [city] = clusterDescriptions(dataset, labels)
 * console.log(city.values.join(), JSON.stringify(city.counts)) // Bern,Lyon [[2,0],[0,2]]
 * ```
 */
export function clusterDescriptions(dataset: Dataset, labels: Labels): ClusterDescription[] {
  const { sampleCount, descriptions } = dataset
  if (labels.length !== sampleCount) {
    throw new InputError(
      `clusterDescriptions: labels must have one entry per sample of the dataset (${sampleCount}); got ${labels.length}`,
    )
  }
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), -1) + 1
  return descriptions
    .filter(({ values }) => values.length <= MOST_VALUES)
    .map(({ column, values, codes }) => {
      const totals = new Float64Array(values.length)
      const counts = Array.from({ length: clusterCount }, () => new Float64Array(values.length))
      for (let i = 0; i < sampleCount; i++) {
        if (codes[i] < 0 || labels[i] < 0) continue
        totals[codes[i]]++
        counts[labels[i]][codes[i]]++
      }
      const order = [...values.keys()].sort((a, b) => totals[b] - totals[a] || a - b)
      return {
        column,
        values: order.map(value => values[value]),
        counts: counts.map(inCluster => order.map(value => inCluster[value])),
      }
    })
}
