import type { ConsensusStudy } from 'chorale/internal'
import { CLUSTER_COLOURS } from './cluster-marks.js'

/** Colours of clusters and of categories on paper: those of the report, and as many again for studies of many clusters. */
export const STUDY_COLOURS: readonly string[] = [
  ...CLUSTER_COLOURS.light,
  '#8fd0b1',
  '#f2a58e',
  '#8b1e5a',
  '#c9c04a',
  '#8a8f94',
  '#6b4226',
  '#b3a7f0',
]

/**
 * The colour of every cluster for every number of clusters, as an index: a cluster has the colour of the one that it shares
 * most samples with for the number of clusters before, and a new one if another cluster has more of it.
 */
export function studyColours({ runs }: Pick<ConsensusStudy, 'runs'>): Int32Array[] {
  const all: Int32Array[] = []
  let used = 0
  for (const [at, { labels, clusterCount }] of runs.entries()) {
    const colours = new Int32Array(clusterCount).fill(-1)
    const before = runs[at - 1]
    if (before !== undefined) {
      for (const [cluster, other] of byOverlap(labels, clusterCount, before)) {
        const colour = all[at - 1][other]
        if (colours[cluster] === -1 && !colours.includes(colour)) colours[cluster] = colour
      }
    }
    for (let c = 0; c < clusterCount; c++) if (colours[c] === -1) colours[c] = used++
    all.push(colours)
  }
  return all
}

/** Pairs of a cluster and a cluster before that share samples, the largest share first. */
function byOverlap(
  labels: Int32Array,
  clusterCount: number,
  before: Pick<ConsensusStudy['runs'][number], 'labels' | 'clusterCount'>,
): [cluster: number, other: number][] {
  const shared = new Int32Array(clusterCount * before.clusterCount)
  for (const [i, label] of labels.entries()) shared[label * before.clusterCount + before.labels[i]]++
  return Array.from(shared.keys())
    .filter(pair => shared[pair] > 0)
    .sort((a, b) => shared[b] - shared[a] || a - b)
    .map(pair => [Math.floor(pair / before.clusterCount), pair % before.clusterCount])
}
