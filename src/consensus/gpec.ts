import { solveByFixedPoint } from '../embedding/fixed-point.js'
import { solveByReducedGradient } from '../embedding/reduced-gradient.js'
import { embedSamples, withinRowSpectrum } from '../embedding/spectrum.js'
import type { Solver } from '../embedding/weight-objective.js'
import { type WeightedEmbedding, weightedEmbedding } from '../embedding/weighted-embedding.js'
import type { LabelTable } from '../ensemble/label-table.js'
import { blockWidth } from '../numeric/top-eigenpairs.js'
import { type CoAssociation, coAssociation } from '../similarity/co-association.js'
import { confidentLinks } from '../similarity/confident-links.js'
import { secondOrderSimilarity, secondOrderWithinRows } from '../similarity/second-order.js'
import { type SimilarityRows, similarityRows } from '../similarity/similarity-rows.js'
import type { Matrix } from '../types.js'
import { ALPHA_GRID, chooseAlpha } from './choose-alpha.js'
import { type EmbeddingLabels, labelsFromEmbedding } from './labels-from-embedding.js'
import type { Method, MethodContext, MethodOptions, SolverName } from './method.js'

const DEFAULTS = { alpha: 'auto' as const, lambda: 1, solver: 'fixed-point' as const, restarts: 10 }

/**
 * GPEC, the paper's algorithm: confident links of the weighted co-association, their second-order similarity as
 * the stand-in for the expectation, weights that minimise J, spectral embedding, k-means.
 *
 *   J(w) = sum of the k largest eigenvalues of 2 K̃ + Σₜ wₜ² K⁽ᵗ⁾,   min over w >= 0, Σ w = 1   (Sec. 5)
 *
 * Xu Zhang, Haoye Qiu, Weixuan Liang, Hui Liu, Junhui Hou, Yuheng Jia: Generalization performance of ensemble
 * clustering: from theory to algorithm, ICML 2025. Exact, without any n x n matrix: memory grows with the number of
 * confident links between distinct label rows.
 */
export const gpec: Method = async ({ table, labelings }, options, context) => {
  const { alpha, lambda } = { ...DEFAULTS, ...options }
  context.report('similarity', 0, 1)
  const similarity = coAssociation(table, { kind: 'nwca', lambda })
  const rows = await similarityRows(similarity, context.breath)
  if (alpha !== 'auto')
    return { ...(await gpecAt(similarity, rows, alpha, null, options, context, 0, 1)), alphaSearch: null }

  const { best, search } = await chooseAlpha<GpecRun>(labelings, (value, previous) =>
    gpecAt(similarity, rows, value, previous, options, context, ALPHA_GRID.indexOf(value as never), ALPHA_GRID.length),
  )
  return { ...best, alphaSearch: search }
}

type GpecRun = Awaited<ReturnType<typeof gpecAt>>

/** GPEC at one threshold; `previous` is the run at the threshold before, whose embedding is a good start. */
async function gpecAt(
  similarity: CoAssociation,
  rows: SimilarityRows,
  alpha: number,
  previous: { found: WeightedEmbedding } | null,
  options: MethodOptions,
  context: MethodContext,
  done: number,
  total: number,
) {
  const { clusterCount, solver, restarts } = { ...DEFAULTS, ...options }
  const { kernels, breath, seed, report, onStep } = context
  const { table } = similarity

  report('similarity', done, total)
  const links = await confidentLinks(similarity, { rows, alpha, width: blockWidth(clusterCount), kernels, breath })

  report('embedding', done, total)
  const within = withinRowSpectrum(
    ...([table, secondOrderWithinRows(links).map(value => 2 * value), clusterCount + 1] as const),
  )
  const found = await weightedEmbedding(table, secondOrderSimilarity(links, { scale: 2 }), within, {
    ...{ clusterCount, kernels, seed, breath, onStep },
    solver: solverNamed(solver),
    factors: coverageFactors(table),
    start: previous === null ? undefined : startFrom(previous.found),
  })
  const embedding = embedSamples(table, found.vectors, found.top, within)

  report('labels', done, total)
  const collapsed = found.top.acrossCount === clusterCount
  const clusters = labelsFromEmbedding(embedding, table, collapsed, { clusterCount, restarts }, context)
  report('labels', done + 1, total)
  return { ...resultOf(found, embedding, clusters, alpha), found }
}

/** The part of a result that follows from a weighted embedding. */
export function resultOf(found: WeightedEmbedding, embedding: Matrix, clusters: EmbeddingLabels, alpha: number) {
  const { top, weights, objective, objectiveTrace, iterations, converged } = found
  return {
    labels: clusters.labels,
    inertia: clusters.inertia,
    eigenvalues: top.values,
    eigengap: top.values[top.values.length - 1] - top.next,
    warnings: [] as string[],
    ...{ weights, embedding, objective, objectiveTrace, iterations, converged, alpha },
  }
}

export function solverNamed(name: SolverName): Solver {
  return name === 'reduced-gradient' ? solveByReducedGradient : solveByFixedPoint
}

/**
 * What K⁽ᵗ⁾ is multiplied by: one over the share of samples that labeling t covers. Without it w ~ 1/s would give
 * almost all weight to the labeling that covers least. Our rule; 1 where nothing is missing.
 */
export function coverageFactors(table: LabelTable): Float64Array {
  return table.coverage.map(covered => table.sampleCount / covered)
}

function startFrom({ vectors, top }: WeightedEmbedding) {
  return top.acrossCount > 0 ? { values: vectors, columns: top.acrossCount } : undefined
}
