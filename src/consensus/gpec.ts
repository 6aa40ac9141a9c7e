import { solveByFixedPoint } from '../embedding/fixed-point.js'
import { solveByReducedGradient } from '../embedding/reduced-gradient.js'
import { embedSamples, withinRowSpectrum } from '../embedding/spectrum.js'
import type { Solver } from '../embedding/weight-objective.js'
import { type WeightedEmbedding, weightedEmbedding } from '../embedding/weighted-embedding.js'
import type { LabelTable } from '../ensemble/label-table.js'
import { blockWidth } from '../numeric/top-eigenpairs.js'
import type { Matrix } from '../types.js'
import { anchorCheck } from './anchor-check.js'
import { ALPHA_GRID, chooseAlpha } from './choose-alpha.js'
import { type EmbeddingLabels, labelsFromEmbedding } from './labels-from-embedding.js'
import type { Method, MethodContext, MethodOptions, MethodResult, SolverName } from './method.js'
import { type SecondOrderSource, secondOrderSource } from './second-order-source.js'

const DEFAULTS = { alpha: 'auto' as const, lambda: 1, solver: 'fixed-point' as const, restarts: 10 }

/**
 * GPEC, the paper's algorithm: confident links of the weighted co-association, their second-order similarity as
 * the stand-in for the expectation, weights that minimise J, spectral embedding, k-means.
 *
 *   J(w) = sum of the k largest eigenvalues of 2 K̃ + Σₜ wₜ² K⁽ᵗ⁾,   min over w >= 0, Σ w = 1   (Sec. 5)
 *
 * Xu Zhang, Haoye Qiu, Weixuan Liang, Hui Liu, Junhui Hou, Yuheng Jia: Generalization performance of ensemble
 * clustering: from theory to algorithm, ICML 2025. Exact, without any n x n matrix: memory grows with the number of
 * confident links between distinct label rows. Where these would not fit, K̃ is approximated through anchors.
 */
export const gpec: Method = async ({ table, labelings, preparation }, options, context) => {
  const { alpha, lambda } = { ...DEFAULTS, ...options }
  context.report('similarity', 0, 1)
  const similarity = preparation.similarity(lambda)
  const smallest = alpha === 'auto' ? ALPHA_GRID[0] : alpha
  const width = blockWidth(Math.min(options.clusterCount, preparation.table.rowCount))
  const sourceOf = (draw: number) =>
    secondOrderSource('gpec', preparation, similarity, smallest, width, options, context, draw)
  const source = await sourceOf(0)
  const run = async (from: SecondOrderSource): Promise<GpecRun & Pick<MethodResult, 'alphaSearch'>> => {
    if (alpha !== 'auto')
      return { ...(await gpecAt(table, from, alpha, null, options, context, 0, 1)), alphaSearch: null }
    const { best, search } = await chooseAlpha<GpecRun>(labelings, (value, previous) =>
      gpecAt(table, from, value, previous, options, context, ALPHA_GRID.indexOf(value as never), ALPHA_GRID.length),
    )
    return { ...best, alphaSearch: search }
  }
  const result = await run(source)
  const again = (chosen: number) => async (other: SecondOrderSource) =>
    (await gpecAt(table, other, chosen, null, options, context, 0, 1)).labels
  return { ...result, ...(await anchorCheck(source, result, () => sourceOf(1), again(result.alpha))) }
}

type GpecRun = Awaited<ReturnType<typeof gpecAt>>

/** GPEC at one threshold; `previous` is the run at the threshold before, whose embedding is a good start. */
async function gpecAt(
  table: LabelTable,
  source: SecondOrderSource,
  alpha: number,
  previous: { found: WeightedEmbedding } | null,
  options: MethodOptions,
  context: MethodContext,
  done: number,
  total: number,
) {
  const { clusterCount, solver, restarts } = { ...DEFAULTS, ...options }
  const { kernels, breath, seed, report, onStep } = context

  report('similarity', done, total)
  const secondOrder = await source.at(alpha)

  report('embedding', done, total)
  const inside = secondOrder.withinRows.map(value => 2 * value)
  const within = withinRowSpectrum(table, inside, clusterCount + 1)
  const found = await weightedEmbedding(table, secondOrder.operator({ scale: 2 }), within, {
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
  return { ...resultOf(found, embedding, clusters, alpha), found, uncoveredShare: secondOrder.uncoveredShare ?? 0 }
}

/** The part of a result that follows from a weighted embedding. */
function resultOf(found: WeightedEmbedding, embedding: Matrix, clusters: EmbeddingLabels, alpha: number) {
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
