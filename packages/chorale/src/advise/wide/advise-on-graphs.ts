import type { Distance } from '../../base/distance.js'
import { chooseDistance, comparedRows } from '../../base/graphs/choose-distance.js'
import { loadHotLoops } from '../../numeric/loops/hot-loops.js'
import { Pauser } from '../../pause.js'
import type { LongWork, Samples } from '../../types.js'
import type { ClusterCountEvidence } from '../choose-cluster-count.js'
import { refinements } from '../grid.js'
import { graphLimits } from '../limits.js'
import { samplesAt } from '../look.js'
import { bandOf, type StructureTest } from '../structure-test.js'
import { type GraphEvidence, type GraphSurvey, surveyGraphs } from './survey-graphs.js'

/** The evidence for every k of a table with many features. */
export interface GraphAdvice {
  readonly survey: GraphSurvey
  readonly found: readonly GraphEvidence[]
  readonly evidence: readonly ClusterCountEvidence[]
  /** The evidence without one of the looks. */
  readonly evidenceWithout: readonly (readonly ClusterCountEvidence[])[]
}

/** Rows of about so many clusters are expected where the distance is chosen. */
const USUAL_CLUSTERS = 10

/**
 * Gathers the evidence for the numbers of clusters of a table with many features, in the graphs of the default of such
 * tables. `distance` null: the better one is chosen, as `cluster` does.
 */
export async function adviseOnGraphs(
  samples: Samples,
  clusterCounts: readonly number[],
  {
    distance,
    isRefined,
    resamples,
    signal,
    onProgress,
  }: { distance: Distance | null; isRefined: boolean; resamples: number | undefined } & Pick<
    LongWork,
    'signal' | 'onProgress'
  >,
): Promise<GraphAdvice> {
  const loops = await loadHotLoops('auto')
  const pauser = new Pauser(signal)
  const { sampleCount: n } = samples
  let used = distance
  if (used === null) {
    const count = Math.min(n, comparedRows(samples))
    const some = samplesAt(
      samples,
      Int32Array.from({ length: count }, (_, at) => Math.floor((at * n) / count)),
    )
    used = (await pauser.run(chooseDistance(some, Math.min(USUAL_CLUSTERS, count - 1), loops))).distance
  }
  const mostClusters = Math.max(...clusterCounts)
  const survey = await pauser.run(surveyGraphs(samples, { distance: used, mostClusters, resamples, loops, onProgress }))
  let counts = [...clusterCounts]
  let found = await pauser.run(survey.evidence(counts))
  while (isRefined) {
    const tried = found.map(({ clusterCount, quality }) => ({ clusterCount, ambiguity: -quality }))
    const more = refinements(tried)
    if (more.length === 0) break
    counts = [...counts, ...more].sort((a, b) => a - b)
    found = await pauser.run(survey.evidence(counts))
  }
  const evidence = found.map(each => evidenceOf(each, n))
  const evidenceWithout = Array.from({ length: survey.lookCount }, (_, left) =>
    found.map((each, at) => ({
      ...evidence[at],
      graphs: { ...evidence[at].graphs!, quality: each.qualityWithout[left] },
    })),
  )
  return { survey, found, evidence, evidenceWithout }
}

function evidenceOf(
  { clusterCount, overlap, stability, agreement, linkScore, quality, consensus, reference }: GraphEvidence,
  sampleCount: number,
): ClusterCountEvidence {
  const { pac: pacOfNulls, rcsi, p } = reference
  return {
    clusterCount,
    overlap,
    stability,
    agreement,
    ambiguity: consensus.pac,
    roundAmbiguity: null,
    smallestShare: null,
    graphs: { linkScore, quality, pacOfNulls, rcsi, p },
    silhouette: null,
    silhouetteOfNulls: null,
    mixing: null,
    limits: graphLimits(pacOfNulls, sampleCount),
  }
}

/** The comparison of the chosen k with random data as a test. */
export function structureOfGraphs({ survey, evidence }: GraphAdvice, leading: number): StructureTest {
  const { ambiguity, graphs } = evidence.find(({ clusterCount }) => clusterCount === leading)!
  const pBand = bandOf(graphs!.p)
  const { sampleCount, drawCount: runs } = survey
  const nulls = [{ name: 'gaussian' as const, typical: graphs!.pacOfNulls, pBand, runs, bands: [] }]
  return { pBand, statistic: 'ambiguity', observed: ambiguity, nulls, sampleCount }
}
