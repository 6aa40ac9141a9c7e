import type { Dataset, Labels } from 'chorale/internal'
import { clusterSplits, featureDistributions, featureEffects, silhouetteBars } from 'chorale-report/data'
import type { Chart } from 'chorale-report/internal'
import type { ClusterNames } from './label-files.js'
import type { DrawnChart, FeatureCharts } from './messages.js'

/** Features in the list of the most telling ones. */
const MOST_RANKED = 20

/** The charts of the features; their code loads on demand. */
export async function featureCharts(dataset: Dataset, labels: Labels, names: ClusterNames): Promise<FeatureCharts> {
  const { effectsChart, PAGE_THEME, silhouetteChart } = await import('chorale-report/internal')
  const theme = { ...PAGE_THEME, names }
  const effects = featureEffects(dataset, labels, MOST_RANKED)
  return {
    effects: drawn(effectsChart({ effects }, theme)),
    silhouettes: drawn(silhouetteChart({ silhouettes: silhouetteBars(dataset, labels) }, theme)),
    ranked: (effects?.features ?? []).map(({ feature, name, separation }) => ({ feature, name, separation })),
  }
}

/** The distribution of one feature by cluster. */
export async function distributionOf(
  dataset: Dataset,
  labels: Labels,
  feature: number,
  names: ClusterNames,
): Promise<DrawnChart | null> {
  const { distributionChart, PAGE_THEME } = await import('chorale-report/internal')
  const effect = featureEffects(dataset, labels, dataset.featureCount)?.features.find(each => each.feature === feature)
  if (effect === undefined) return null
  const [distribution] = featureDistributions(dataset, labels, [effect], 1)
  return distribution === undefined ? null : drawn(distributionChart(distribution, { ...PAGE_THEME, names }))
}

/** How clusters split as their number grows. */
export async function splitsOf(
  runs: readonly { readonly clusterCount: number; readonly labels: Labels }[],
  names: ClusterNames,
): Promise<DrawnChart | null> {
  const { PAGE_THEME, splitsChart } = await import('chorale-report/internal')
  return drawn(splitsChart({ splits: clusterSplits(runs) }, { ...PAGE_THEME, names }))
}

function drawn(chart: Chart | null): DrawnChart | null {
  if (chart === null) return null
  const { title, description, width, height, content } = chart
  return { title, description, width, height, content: content.text }
}
