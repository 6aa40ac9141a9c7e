import { isWide } from '../tables/features/wide.js'
import type { Data } from '../tables/to-table.js'
import type { Ensemble, Samples } from '../types.js'
import { adviceFacts } from './advice-words.js'
import { type Advice, type AdviseOptions, advise, LEAST_SAMPLES, MOST_SAMPLES, mostClusters } from './advise.js'
import type { ClusterCountChoice } from './choose-cluster-count.js'
import { clusterCountGrid } from './grid.js'
import { judgeChoice } from './judge-choice.js'

/** The choice among some of the numbers of clusters that an advice has tried, by the same rule on the same evidence. */
export function adviceAmong(
  { criteria, structure }: Advice,
  clusterCounts: readonly number[],
): ClusterCountChoice & { readonly facts: readonly string[] } {
  const some = criteria.filter(({ clusterCount }) => clusterCounts.includes(clusterCount))
  const evidence = some.length === 0 ? criteria : some
  const choice = judgeChoice(evidence, structure)
  return { ...choice, facts: adviceFacts(choice, evidence, structure) }
}

/**
 * The advice for a choice among some numbers of clusters: the same evidence that `advise` gathers, with these numbers among
 * it. Null for a single number, and for too few samples.
 */
export async function adviceOnSeveral(
  source: (Data | Ensemble) & Pick<Samples, 'sampleCount'>,
  clusterCounts: readonly number[],
  options: Omit<AdviseOptions, 'clusterCounts'>,
): Promise<Advice | null> {
  const { sampleCount } = source
  const known = clusterCounts.filter(count => count >= 2 && count <= mostClusters(sampleCount))
  if (known.length < 2 || sampleCount < LEAST_SAMPLES) return null
  const looked = Math.min(sampleCount, MOST_SAMPLES)
  const grid = clusterCountGrid(looked, { isWide: 'featureCount' in source && isWide(source as Samples) })
  const isInGrid = known.every(count => grid.includes(count))
  return advise(source, { ...options, clusterCounts: isInGrid ? undefined : [...grid, ...known] })
}
