import { embedSamples, topOfBoth, type WithinRows, withinRowSpectrum } from '../embedding/spectrum.js'
import { uniformWeights } from '../embedding/weight-objective.js'
import { weightedEmbedding } from '../embedding/weighted-embedding.js'
import type { LabelTable } from '../ensemble/label-table.js'
import type { BlockOperator } from '../numeric/subspace.js'
import { blockWidth, type TopEigenpairs, topEigenpairs } from '../numeric/top-eigenpairs.js'
import { type ClusterProduct, createClusterProduct } from '../similarity/cluster-product.js'
import { NWCA_LAMBDA } from '../similarity/cluster-weights.js'
import type { CoAssociation } from '../similarity/co-association.js'
import { anchorCheck } from './anchor-check.js'
import { ALPHA_GRID, chooseAlpha } from './choose-alpha.js'
import { coverageFactors, solverNamed } from './gpec.js'
import { labelsFromEmbedding } from './labels-from-embedding.js'
import type { Method, MethodContext, MethodOptions, MethodResult } from './method.js'
import { type SecondOrderSource, secondOrderSource } from './second-order-source.js'

const DEFAULTS = {
  alpha: 0.1,
  lambda: NWCA_LAMBDA,
  solver: 'fixed-point' as const,
  weights: 'uniform' as const,
  restarts: 10,
}

/**
 * Balanced GPEC, Chorale's default: both terms of the objective degree-normalised, so that they are of one scale.
 *
 *   Z = top-k eigenvectors of 2 Kn + Σₜ cₜ K̂⁽ᵗ⁾
 *   Kn = G^-1/2 K̃ G^-1/2,  G = row sums of K̃
 *   K̂⁽ᵗ⁾ = Δ^-1/2 B⁽ᵗ⁾ diag(e_c / |c|) B⁽ᵗ⁾' Δ^-1/2,  Δ_ii = Σₜ cₜ e_{c_t(i)},  cₜ = 1/m
 *
 * (Paper: K̃ as it is, 100 to 10,000 times larger than K^w. Here: both with spectrum in [0, 1], because the theory's
 * K* is an expectation of degree-normalised matrices.) Without Kn and with ECI in place of NECI this is LWGP.
 */
export const balanced: Method = async ({ labelings, preparation }, options, context) => {
  const { alpha, lambda } = { ...DEFAULTS, ...options }
  context.report('similarity', 0, 1)
  const similarity = preparation.similarity(lambda)
  const smallest = alpha === 'auto' ? ALPHA_GRID[0] : alpha
  const width = blockWidth(Math.min(options.clusterCount, preparation.table.rowCount))
  const sourceOf = (draw: number) =>
    secondOrderSource('balanced', preparation, similarity, smallest, width, options, context, draw)
  const source = await sourceOf(0)
  const run = async (from: SecondOrderSource): Promise<BalancedRun & Pick<MethodResult, 'alphaSearch'>> => {
    if (alpha !== 'auto') {
      return { ...(await balancedAt(similarity, from, alpha, null, options, context, 0, 1)), alphaSearch: null }
    }
    const { best, search } = await chooseAlpha<BalancedRun>(labelings, (value, previous) => {
      const [done, total] = [ALPHA_GRID.indexOf(value as never), ALPHA_GRID.length]
      return balancedAt(similarity, from, value, previous, options, context, done, total)
    })
    return { ...best, alphaSearch: search }
  }
  const result = await run(source)
  const again = (chosen: number) => async (other: SecondOrderSource) =>
    (await balancedAt(similarity, other, chosen, null, options, context, 0, 1)).labels
  return { ...result, ...(await anchorCheck(source, result, () => sourceOf(1), again(result.alpha))) }
}

type BalancedRun = Awaited<ReturnType<typeof balancedAt>>

async function balancedAt(
  similarity: CoAssociation,
  source: SecondOrderSource,
  alpha: number,
  previous: { found: TopEigenpairs } | null,
  options: MethodOptions,
  context: MethodContext,
  done: number,
  total: number,
) {
  const { clusterCount, restarts } = { ...DEFAULTS, ...options }
  const { kernels, breath, seed, report } = context
  const { table } = similarity
  const width = blockWidth(Math.min(clusterCount, table.rowCount))

  report('similarity', done, total)
  const secondOrder = await source.at(alpha)
  const degrees = secondOrder.degrees()

  report('embedding', done, total)
  const inside = secondOrder.withinRows.map((value, r) => (value > 0 ? (2 * value) / degrees[r] : 0))
  const within = withinRowSpectrum(table, inside, clusterCount + 1)
  const normalised = secondOrder.operator({ scale: 2, degrees })
  const learned = await balancedWeights(table, normalised, within, options, context)
  const found = await topEigenpairs(
    plusBaseTerm(normalised, similarity, learned.weights, createClusterProduct(kernels, table, width)),
    {
      count: Math.min(clusterCount, table.rowCount),
      ...{ kernels, seed, breath },
      start: previous === null ? undefined : startFrom(previous.found),
    },
  )
  // The eigenvalue that follows is one only while there are more rows than wanted ones.
  const across = table.rowCount > clusterCount ? Float64Array.of(...found.values, found.next) : found.values
  const top = topOfBoth(across, within, clusterCount)
  const embedding = embedSamples(table, found.vectors, top, within)

  report('labels', done, total)
  const collapsed = top.acrossCount === clusterCount
  const clusters = labelsFromEmbedding(embedding, table, collapsed, { clusterCount, restarts }, context)
  report('labels', done + 1, total)
  const objective = top.values.reduce((sum, value) => sum + value, 0)
  return {
    ...{ labels: clusters.labels, inertia: clusters.inertia, weights: learned.weights, embedding },
    ...{ objective, objectiveTrace: learned.objectiveTrace ?? [objective], iterations: learned.iterations },
    ...{ eigenvalues: top.values, eigengap: top.values[clusterCount - 1] - top.next, alpha },
    converged: learned.converged && found.converged,
    warnings: [] as string[],
    ...{ found, uncoveredShare: secondOrder.uncoveredShare ?? 0 },
  }
}

/** cₜ: equal, or the w that minimises the same objective with 2 Kn + m Σ wₜ² K⁽ᵗ⁾. */
async function balancedWeights(
  table: LabelTable,
  normalised: BlockOperator,
  within: WithinRows,
  options: MethodOptions,
  { kernels, seed, breath, onStep }: MethodContext,
) {
  const { clusterCount, solver, weights } = { ...DEFAULTS, ...options }
  if (weights === 'uniform') {
    return { weights: uniformWeights(table.ensembleSize), objectiveTrace: null, iterations: 0, converged: true }
  }
  return weightedEmbedding(table, normalised, within, {
    ...{ clusterCount, kernels, seed, breath, onStep },
    solver: solverNamed(solver),
    factors: coverageFactors(table).map(factor => factor * table.ensembleSize),
  })
}

/** normalised + Σₜ cₜ K̂⁽ᵗ⁾. */
function plusBaseTerm(
  normalised: BlockOperator,
  similarity: CoAssociation,
  weights: Float64Array,
  product: ClusterProduct,
): BlockOperator {
  const { table, clusterWeights } = similarity
  const { ensembleSize: m, rowCount, clusters, clusterStarts, clusterSizes, multiplicity } = table
  const clusterFactor = new Float64Array(clusterSizes.length)
  const degrees = new Float64Array(rowCount)
  for (let t = 0; t < m; t++) {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      clusterFactor[c] = (weights[t] * clusterWeights[c]) / clusterSizes[c]
    }
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c >= 0) degrees[r] += weights[t] * clusterWeights[c]
    }
  }
  const rowScale = multiplicity.map((mu, r) => Math.sqrt(mu / degrees[r]))
  return {
    size: normalised.size,
    applyInto(y, x, width) {
      normalised.applyInto(y, x, width)
      product.add(y, x, rowScale, clusterFactor)
    },
  }
}

function startFrom({ vectors, values }: TopEigenpairs) {
  return { values: vectors, columns: values.length }
}
