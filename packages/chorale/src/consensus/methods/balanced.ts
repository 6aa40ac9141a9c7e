import type { LabelTable } from '../../labelings/label-table.js'
import type { BlockOperator } from '../../numeric/subspace.js'
import { type TopEigenpairs, topEigenpairs } from '../../numeric/top-eigenpairs.js'
import { evenness, isArbitraryCut } from '../arbitrary-cut.js'
import { atThresholds, type Threshold } from '../at-thresholds.js'
import { coverageFactors } from '../coverage-factors.js'
import { embedSamples, topOfBoth, type WithinRows, withinRowSpectrum } from '../embedding/spectrum.js'
import { uniformWeights } from '../embedding/weight-objective.js'
import { labelsFromEmbedding } from '../labels-from-embedding.js'
import {
  defineMethod,
  type MethodContext,
  type MethodFindings,
  type MethodInput,
  type SettingsOf,
  SOLVERS,
} from '../method.js'
import { FRACTION_OR_AUTO, oneOf, POSITIVE, wholeNumber } from '../option-rules.js'
import { spectralRule } from '../rules/spectral.js'
import { type ClusterProduct, createClusterProduct } from '../similarity/cluster-product.js'
import { NWCA_LAMBDA } from '../similarity/cluster-weights.js'
import type { CoAssociation } from '../similarity/co-association.js'
import { BALANCING_WEIGHTS, EMBEDDED, LINKS, STABLE } from '../step-words.js'

const OPTIONS = {
  alpha: FRACTION_OR_AUTO,
  lambda: POSITIVE,
  weights: oneOf(['uniform', 'learned']),
  solver: { ...oneOf(SOLVERS), onlyWith: { option: 'weights', value: 'learned' } as const },
  restarts: wholeNumber(1, 10_000),
}

const DEFAULTS = {
  alpha: 0.1,
  lambda: NWCA_LAMBDA,
  weights: 'uniform' as const,
  solver: 'fixed-point' as const,
  restarts: 10,
}

type Settings = SettingsOf<typeof OPTIONS, typeof DEFAULTS>

/**
 * Balanced GPEC, the default method of Chorale. Both terms of the objective are degree-normalised, so that they have
 * the same order of magnitude.
 *
 *   Z = top-k eigenvectors of 2 Kn + Σₜ cₜ K̂⁽ᵗ⁾
 *   Kn = G^-1/2 K̃ G^-1/2,  G = row sums of K̃
 *   K̂⁽ᵗ⁾ = Δ^-1/2 B⁽ᵗ⁾ diag(e_c / |c|) B⁽ᵗ⁾' Δ^-1/2,  Δ_ii = Σₜ cₜ e_{c_t(i)},  cₜ = 1/m
 *
 * (Paper: K̃ is not normalised and is 100 to 10,000 times larger than K^w. Here: both have a spectrum in [0, 1],
 * because K* of the theory is an expectation of degree-normalised matrices.) Without Kn, and with ECI instead of NECI,
 * this is LWGP.
 *
 * Where this embedding cuts off small pieces of weakly connected samples, a coarser view may replace it: see
 * {@link isArbitraryCut} and {@link coarseView}.
 */
export const balanced = defineMethod({
  name: 'balanced',
  summary: 'Combines confident links between samples with the base clusterings, both normalized to the same size.',
  options: OPTIONS,
  defaults: DEFAULTS,
  alternatives: ['lwgp', 'sec'],
  samplesRows: true,
  weightsMeaning: BALANCING_WEIGHTS,
  steps: threshold => [
    `${LINKS}; ${STABLE}.${threshold} Compared samples by the links they share.`,
    'Combined these similarities with the base clusterings, both normalized to the same size (method balanced).',
    EMBEDDED,
  ],
  async run(input, settings, context) {
    const found = await runWithRidge(input, settings, context, 0)
    const { alpha, lambda, weights, clusterCount } = settings
    const isStandard = alpha === DEFAULTS.alpha && lambda === DEFAULTS.lambda && weights === DEFAULTS.weights
    if (!isStandard || found.eigenvalues === null || found.eigengap === null) return found
    // The operator has a spectrum in [0, 3].
    const last = found.eigenvalues[found.eigenvalues.length - 1] / 3
    const next = last - found.eigengap / 3
    const { labels } = found
    if (!isArbitraryCut(input.preparation.store, { labels, clusterCount, last, next })) return found
    const coarse = await coarseView(input, settings, context)
    return evenness(coarse.labels, clusterCount) > evenness(labels, clusterCount) ? coarse : found
  },
})

/** λ of the coarser view, which weights all clusters nearly equally, and r as a share of the mean cluster size. */
const COARSE_LAMBDA = 1
const RIDGE_SHARE = 0.3

/**
 * The same with regularised degrees: pieces much smaller than a cluster no longer count as separate.
 *
 *   2 (G + r)^-1/2 K̃ (G + r)^-1/2 + Σₜ cₜ Δ^-1/2 B⁽ᵗ⁾ diag(e_c / (|c| + r)) B⁽ᵗ⁾' Δ^-1/2,   r = 0.3 n / k
 */
function coarseView(input: MethodInput, settings: Settings, context: MethodContext): Promise<MethodFindings> {
  const ridge = (RIDGE_SHARE * input.preparation.store.sampleCount) / settings.clusterCount
  return runWithRidge(input, { ...settings, lambda: COARSE_LAMBDA }, context, ridge)
}

function runWithRidge(
  input: MethodInput,
  settings: Settings,
  context: MethodContext,
  ridge: number,
): Promise<MethodFindings> {
  return atThresholds<BalancedRun>(input, settings, context, {
    standard: DEFAULTS.alpha,
    runAt: threshold => balancedAt(threshold, settings, context, ridge),
  })
}

interface BalancedRun extends Omit<MethodFindings, 'alphaSearch'> {
  readonly alpha: number
  readonly found: TopEigenpairs
}

/** Balanced GPEC at one threshold. */
async function balancedAt(
  { alpha, similarity, secondOrder, width, previous, report }: Threshold<BalancedRun>,
  settings: Settings,
  context: MethodContext,
  ridge: number,
): Promise<BalancedRun> {
  const { clusterCount, restarts } = settings
  const { loops, pauser, seed, tolerance } = context
  const { table } = similarity
  const degrees = secondOrder.degrees().map(degree => degree + ridge)

  report('embedding')
  const inside = secondOrder.withinRows.map((value, r) => (value > 0 ? (2 * value) / degrees[r] : 0))
  const within = withinRowSpectrum(table, inside, clusterCount + 1)
  const normalised = secondOrder.operator({ scale: 2, degrees })
  const learned = await balancedWeights(table, normalised, within, settings, context)
  const base = baseTerm(similarity, learned.weights, ridge)
  const found = await topEigenpairs(plusBaseTerm(normalised, base, createClusterProduct(loops, table, width)), {
    count: Math.min(clusterCount, table.rowCount),
    loops,
    seed,
    pauser,
    tolerance,
    start: previous === null ? undefined : startFrom(previous.found),
  })
  // The next eigenvalue exists only when there are more rows than requested clusters.
  const across = table.rowCount > clusterCount ? Float64Array.of(...found.values, found.next) : found.values
  const top = topOfBoth(across, within, clusterCount)
  const embedding = embedSamples(table, found.vectors, top, within)

  report('labels')
  const collapsed = top.acrossCount === clusterCount
  const clusters = await labelsFromEmbedding(embedding, table, collapsed, { clusterCount, restarts }, context)
  const objective = top.values.reduce((sum, value) => sum + value, 0)
  return {
    labels: clusters.labels,
    weights: learned.weights,
    embedding,
    objective,
    objectiveTrace: learned.objectiveTrace ?? [objective],
    iterations: learned.iterations,
    eigenvalues: top.values,
    eigengap: top.values[clusterCount - 1] - top.next,
    alpha,
    converged: learned.converged && found.converged,
    warnings: [],
    found,
    prediction: predictionOf(),
  }

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
      stride: found.values.length,
      columns: top.acrossCount,
      degrees,
      ridge,
      ...base,
    })
    return { rule, rows: references.rows }
  }
}

/** cₜ: uniform, or the weights w that minimise the same objective with 2 Kn + m Σ wₜ² K⁽ᵗ⁾. */
async function balancedWeights(
  table: LabelTable,
  normalised: BlockOperator,
  within: WithinRows,
  { clusterCount, solver, weights }: Settings,
  { loops, seed, pauser, tolerance, onStep }: MethodContext,
) {
  if (weights === 'uniform') {
    return { weights: uniformWeights(table.ensembleSize), objectiveTrace: null, iterations: 0, converged: true }
  }
  // Loaded on demand: uniform weights are the default.
  const { learnedEmbedding } = await import('../learned-embedding.js')
  return learnedEmbedding(table, normalised, within, {
    clusterCount,
    loops,
    seed,
    pauser,
    tolerance,
    onStep,
    solver,
    factors: coverageFactors(table).map(factor => factor * table.ensembleSize),
  })
}

/** Σₜ cₜ K̂⁽ᵗ⁾ on the distinct rows: R B diag(f) B' R. */
interface BaseTerm {
  /** R = √(μ / Δ) */
  readonly rowScale: Float64Array
  /** f = cₜ e_c / (|c| + r) */
  readonly clusterFactor: Float64Array
  /** cₜ e_c, the contribution of each cluster to Δ. */
  readonly clusterDegrees: Float64Array
}

function baseTerm({ table, clusterWeights }: CoAssociation, weights: Float64Array, ridge: number): BaseTerm {
  const { ensembleSize: m, rowCount, clusters, clusterStarts, clusterSizes, multiplicity } = table
  const clusterDegrees = new Float64Array(clusterSizes.length)
  const degrees = new Float64Array(rowCount)
  for (let t = 0; t < m; t++) {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) clusterDegrees[c] = weights[t] * clusterWeights[c]
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c >= 0) degrees[r] += clusterDegrees[c]
    }
  }
  return {
    rowScale: multiplicity.map((mu, r) => Math.sqrt(mu / degrees[r])),
    clusterFactor: clusterDegrees.map((degree, c) => degree / (clusterSizes[c] + ridge)),
    clusterDegrees,
  }
}

/** normalised + Σₜ cₜ K̂⁽ᵗ⁾. */
function plusBaseTerm(normalised: BlockOperator, base: BaseTerm, product: ClusterProduct): BlockOperator {
  return {
    size: normalised.size,
    *applySteps(y, x, width) {
      yield* normalised.applySteps(y, x, width)
      yield* product.addSteps(y, x, base.rowScale, base.clusterFactor)
    },
  }
}

function startFrom({ vectors, values }: TopEigenpairs) {
  return { values: vectors, columns: values.length }
}
