import type { LabelTable } from '../../labelings/label-table.js'
import type { BlockOperator } from '../../numeric/subspace.js'
import { firstColumns, topEigenpairs } from '../../numeric/top-eigenpairs.js'
import type { Matrix } from '../../types.js'
import { atThresholds, type Threshold } from '../at-thresholds.js'
import { coverageFactors } from '../coverage-factors.js'
import { embedSamples, topOfBoth, type WithinRows, withinRowSpectrum } from '../embedding/spectrum.js'
import { uniformWeights } from '../embedding/weight-objective.js'
import type { WeightedEmbedding } from '../embedding/weighted-embedding.js'
import { type EmbeddingLabels, labelsFromEmbedding } from '../labels-from-embedding.js'
import { defineMethod, type MethodContext, type MethodFindings, type SettingsOf, SOLVERS } from '../method.js'
import { FRACTION_OR_AUTO, oneOf, POSITIVE, TRUE_OR_FALSE, wholeNumber } from '../option-rules.js'
import { spectralRule } from '../rules/spectral.js'
import { BALANCING_WEIGHTS, EMBEDDED, LINKS, STABLE } from '../step-words.js'

const OPTIONS = {
  alpha: FRACTION_OR_AUTO,
  lambda: POSITIVE,
  solver: oneOf(SOLVERS),
  restarts: wholeNumber(1, 10_000),
  unitRows: TRUE_OR_FALSE,
  diversity: TRUE_OR_FALSE,
}

const DEFAULTS = {
  alpha: 'auto' as const,
  lambda: 1,
  solver: 'fixed-point' as const,
  restarts: 10,
  unitRows: true,
  diversity: true,
}

type Settings = SettingsOf<typeof OPTIONS, typeof DEFAULTS>

/**
 * GPEC, the algorithm of the paper. Its steps: confident links of the weighted co-association, their second-order
 * similarity as an estimate of the expectation, weights that minimise J, spectral embedding, k-means.
 *
 *   J(w) = sum of the k largest eigenvalues of 2 K̃ + Σₜ wₜ² K⁽ᵗ⁾,   min over w >= 0, Σ w = 1   (Sec. 5)
 *
 * Xu Zhang, Haoye Qiu, Weixuan Liang, Hui Liu, Junhui Hou, Yuheng Jia: Generalization performance of ensemble
 * clustering: from theory to algorithm, ICML 2025. The result is exact, but no n x n matrix is stored: memory grows
 * with the number of confident links between distinct label rows. If the links do not fit, it is fitted on a sample of the rows.
 */
export const gpec = defineMethod({
  name: 'gpec',
  summary:
    'Compares samples by the confident links they share and weights the base clusterings so that none dominates.',
  options: OPTIONS,
  defaults: DEFAULTS,
  alternatives: ['lwgp', 'sec'],
  samplesRows: true,
  weightsMeaning: BALANCING_WEIGHTS,
  steps: threshold => [
    `${LINKS}; ${STABLE}.${threshold} Compared samples by the links they share.`,
    'Weighted the base clusterings so that none of them dominates (method gpec).',
    EMBEDDED,
  ],
  run: (input, settings, context) =>
    atThresholds<GpecRun>(input, settings, context, {
      standard: DEFAULTS.alpha,
      runAt: threshold => gpecAt(input.table, threshold, settings, context),
    }),
})

type GpecRun = ReturnType<typeof resultOf> & Pick<MethodFindings, 'prediction'>

/** GPEC at one threshold. */
async function gpecAt(
  table: LabelTable,
  { alpha, similarity, secondOrder, previous, report }: Threshold<GpecRun>,
  settings: Settings,
  context: MethodContext,
): Promise<GpecRun> {
  const { clusterCount, solver, restarts, unitRows, diversity } = settings
  const { loops, pauser, seed, tolerance, onStep } = context
  const { learnedEmbedding } = await import('../learned-embedding.js')
  report('embedding')
  const inside = secondOrder.withinRows.map(value => 2 * value)
  const within = withinRowSpectrum(table, inside, clusterCount + 1)
  const fixed = secondOrder.operator({ scale: 2 })
  const start = previous === null ? undefined : startFrom(previous.found)
  const found = diversity
    ? await learnedEmbedding(table, fixed, within, {
        clusterCount,
        loops,
        seed,
        pauser,
        tolerance,
        onStep,
        start,
        solver,
        factors: coverageFactors(table),
      })
    : await biasEmbedding(table, fixed, within, clusterCount, start, context)
  const embedding = embedSamples(table, found.vectors, found.top, within)

  report('labels')
  const collapsed = found.top.acrossCount === clusterCount
  const clusters = await labelsFromEmbedding(embedding, table, collapsed, { clusterCount, restarts, unitRows }, context)
  return { ...resultOf(found, embedding, clusters, alpha), prediction: predictionOf() }

  /** How to embed new samples; null when K̃ has no reference rows to compare them with. */
  function predictionOf(): MethodFindings['prediction'] {
    const { references } = secondOrder
    if (references === undefined) return null
    const rule = spectralRule({
      similarity,
      alpha,
      references,
      vectors: found.vectors,
      centres: clusters.centres,
      stride: found.top.acrossCount,
      columns: found.top.acrossCount,
      degrees: null,
      clusterDegrees: null,
      rowScale: table.multiplicity.map(Math.sqrt),
      clusterFactor: kernelFactors(table, diversity ? found.weights : new Float64Array(table.ensembleSize)),
      unitRows,
    })
    return { rule, rows: references.rows }
  }
}

/** wₜ² fₜ / |c| for every cluster, so that Σₜ wₜ² fₜ K⁽ᵗ⁾ = B diag(factors) B'. */
function kernelFactors(table: LabelTable, weights: Float64Array): Float64Array {
  const { clusterStarts, clusterSizes, ensembleSize } = table
  const coverage = coverageFactors(table)
  const factors = new Float64Array(clusterSizes.length)
  for (let t = 0; t < ensembleSize; t++) {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      factors[c] = (weights[t] * weights[t] * coverage[t]) / clusterSizes[c]
    }
  }
  return factors
}

/** The embedding of 2 K̃ alone, with uniform weights: nothing is learned. */
async function biasEmbedding(
  table: LabelTable,
  fixed: BlockOperator,
  within: WithinRows,
  clusterCount: number,
  start: ReturnType<typeof startFrom>,
  { loops, pauser, seed }: MethodContext,
): Promise<WeightedEmbedding> {
  const count = Math.min(clusterCount, table.rowCount)
  const { values, vectors, next, converged } = await topEigenpairs(fixed, { count, loops, seed, pauser, start })
  const across = table.rowCount > clusterCount ? Float64Array.of(...values, next) : values
  const top = topOfBoth(across, within, clusterCount)
  const objective = top.values.reduce((sum, value) => sum + value, 0)
  return {
    weights: uniformWeights(table.ensembleSize),
    top,
    objective,
    objectiveTrace: [objective],
    iterations: 0,
    converged,
    vectors: firstColumns(vectors, count, top.acrossCount),
  }
}

/** The part of the result that a weighted embedding determines. */
function resultOf(found: WeightedEmbedding, embedding: Matrix, clusters: EmbeddingLabels, alpha: number) {
  const { top, weights, objective, objectiveTrace, iterations, converged } = found
  return {
    labels: clusters.labels,
    inertia: clusters.inertia,
    eigenvalues: top.values,
    eigengap: top.values[top.values.length - 1] - top.next,
    warnings: [] as string[],
    weights,
    embedding,
    objective,
    objectiveTrace,
    iterations,
    converged,
    alpha,
    found,
  }
}

function startFrom({ vectors, top }: WeightedEmbedding) {
  return top.acrossCount > 0 ? { values: vectors, columns: top.acrossCount } : undefined
}
