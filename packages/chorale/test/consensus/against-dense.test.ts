import { describe, expect, it } from 'vitest'
import { type ConsensusOptions, type ConsensusResult, consensus } from '../../src/consensus/consensus.js'
import { randomFor } from '../../src/numeric/random.js'
import type { Matrix } from '../../src/types.js'
import { expectSamePartition, type Labelings, plantedEnsemble, unstructuredEnsemble } from '../ensembles.js'
import {
  type DenseBalanced,
  denseBalanced,
  denseGpec,
  denseInertia,
  denseKMeans,
  unitRows,
} from '../reference/dense.js'
import { type Dense, jacobiEigen } from '../reference/jacobi.js'

/**
 * The fast methods against full matrices, on 200 seeded ensembles with ties, gaps, repeated samples and labelings of
 * one cluster. The reference gives the similarities; M(w) is built here for the very w that the fast code found, so that
 * its optimality and its eigenvectors can be checked to the last digits, free of where another search would stop.
 */

const ALPHAS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]

/** Eigenvectors are compared where the gap behind them is above this share of the largest eigenvalue. */
const SMALLEST_GAP = 1e-5

interface Case {
  seed: number
  labelings: Labelings
  options: { clusterCount: number; alpha: number; lambda: number }
}

// Not the standard λ, with which a guard may replace the operator of `balanced`.
const CASES = Array.from({ length: 200 }, (_, seed): Case => {
  const sampleCount = 8 + ((seed * 7) % 53)
  const labelings = unstructuredEnsemble(seed, {
    sampleCount,
    ensembleSize: 2 + (seed % 9),
    largest: 2 + (seed % 5),
    missing: seed % 4 === 1 ? 0.2 : 0,
    repeated: seed % 3 === 0 ? 0.6 : 0,
    oneCluster: seed % 5 === 2 ? 0.3 : 0,
  })
  const options = { clusterCount: 1 + (seed % 6), alpha: ALPHAS[(seed * 3) % 11], lambda: seed % 2 === 0 ? 1 : 0.08 }
  return { seed, labelings, options }
})

const isInformative = (labels: number[]) => new Set(labels.filter(label => label >= 0)).size > 1

/** The similarities of the reference; uniform weights spare it the search. */
const terms = new Map<number, DenseBalanced>()
function denseTerms({ seed, labelings, options }: Case): DenseBalanced {
  const found = terms.get(seed) ?? denseBalanced(labelings, options)
  terms.set(seed, found)
  return found
}

/** Entries of two samples within rounding of the threshold, but not on it, may fall on either side of it. */
function isDecidedByRounding({ coAssociation }: DenseBalanced, alpha: number): boolean {
  return coAssociation.some((row, i) =>
    row.some((value, j) => i !== j && value !== alpha && Math.abs(value - alpha) < 1e-12),
  )
}

const sized = (n: number, entry: (i: number, j: number) => number): Dense =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(i, j)))

/** Kₜ divided by the share of samples that labeling t covers. */
function baseKernel(labels: number[]): Dense {
  const sizeOf = (label: number) => labels.filter(other => other === label).length
  const share = labels.filter(label => label >= 0).length / labels.length
  return sized(labels.length, (i, j) => (labels[i] >= 0 && labels[i] === labels[j] ? 1 / sizeOf(labels[i]) / share : 0))
}

/** fixed + Σ wₜ² factor Kₜ over the labelings that say something. */
function weightedOperator(fixed: Dense, loops: Dense[], weights: number[], factor: number): Dense {
  return sized(fixed.length, (i, j) =>
    loops.reduce((sum, K, t) => sum + weights[t] ** 2 * factor * K[i][j], 2 * fixed[i][j]),
  )
}

/** Σ cₜ K̂ₜ of balanced GPEC for given c. */
function baseTerm(labelings: Labelings, clusterWeights: Map<number, number>[], c: number[]): Dense {
  const n = labelings[0].length
  const weightAt = (t: number, i: number) => (labelings[t][i] < 0 ? 0 : c[t] * clusterWeights[t].get(labelings[t][i])!)
  const degrees = Array.from({ length: n }, (_, i) => labelings.reduce((sum, _, t) => sum + weightAt(t, i), 0))
  return sized(n, (i, j) => {
    let sum = 0
    labelings.forEach((labels, t) => {
      if (labels[i] < 0 || labels[i] !== labels[j]) return
      sum += weightAt(t, i) / labels.filter(label => label === labels[i]).length
    })
    return sum / Math.sqrt(degrees[i] * degrees[j])
  })
}

/** The k largest eigenpairs of a dense operator and what follows. */
function topOf(M: Dense, k: number) {
  const { values, vectors } = jacobiEigen(M)
  const gap = values[k - 1] - (values[k] ?? Number.NEGATIVE_INFINITY)
  return { values: values.slice(0, k), vectors: vectors.slice(0, k), isClear: gap > SMALLEST_GAP * values[0] }
}

/**
 * How far w is from the optimum wₜ ∝ 1/sₜ: the largest step d that a weight would still move, and the share of J
 * that its slope -g along d promises. The search stops when either is within its rounding.
 */
function distanceFromOptimum(loops: Dense[], weights: number[], { vectors, values }: ReturnType<typeof topOf>) {
  const spans = loops.map(K =>
    vectors.reduce(
      (sum, z) => sum + K.reduce((dot, row, i) => dot + z[i] * row.reduce((a, value, j) => a + value * z[j], 0), 0),
      0,
    ),
  )
  const total = spans.reduce((sum, span) => sum + 1 / span, 0)
  const d = spans.map((span, t) => 1 / span / total - weights[t])
  const g = 2 * d.reduce((sum, step, t) => sum + weights[t] * spans[t] * step, 0)
  return { step: Math.max(...d.map(Math.abs)), slope: -g / values.reduce((a, b) => a + b) }
}

function expectOptimal(distance: ReturnType<typeof distanceFromOptimum>, name: string): void {
  expect(distance.step, name).toBeLessThan(1e-5)
  expect(Math.min(distance.slope / 2e-14, distance.step / 1e-7), name).toBeLessThan(1)
}

/** Largest difference of Z Z' from V V'. */
function projectionError({ columnCount: k, values }: Matrix, vectors: Dense): number {
  const n = vectors[0].length
  let largest = 0
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let difference = 0
      for (let q = 0; q < k; q++) difference += values[i * k + q] * values[j * k + q] - vectors[q][i] * vectors[q][j]
      largest = Math.max(largest, Math.abs(difference))
    }
  }
  return largest
}

/** Largest entry of M Z - Z diag(values), which must be small whatever the gap. */
function residualOf(M: Dense, { columnCount: k, values: Z }: Matrix, values: Float64Array): number {
  let largest = 0
  for (let q = 0; q < k; q++) {
    M.forEach((row, i) => {
      const image = row.reduce((sum, value, j) => sum + value * Z[j * k + q], 0)
      largest = Math.max(largest, Math.abs(image - values[q] * Z[i * k + q]))
    })
  }
  return largest
}

/** Largest entry of Z'Z - I. */
function unorthogonality({ rowCount, columnCount: k, values }: Matrix): number {
  let largest = 0
  for (let p = 0; p < k; p++) {
    for (let q = 0; q <= p; q++) {
      let dot = p === q ? -1 : 0
      for (let i = 0; i < rowCount; i++) dot += values[i * k + p] * values[i * k + q]
      largest = Math.max(largest, Math.abs(dot))
    }
  }
  return largest
}

/** Embedding and eigenvalues of a result against the dense operator they belong to; whether Z Z' was compared. */
function expectEmbedding(result: ConsensusResult, M: Dense, top: ReturnType<typeof topOf>, seed: number): boolean {
  const embedding = result.embedding!
  const largest = top.values[0]
  expect(unorthogonality(embedding), `Z'Z of ensemble ${seed}`).toBeLessThan(1e-10)
  expect(residualOf(M, embedding, result.eigenvalues!), `M Z of ensemble ${seed}`).toBeLessThan(1e-9 * largest)
  top.values.forEach((value, q) => {
    expect(Math.abs(result.eigenvalues![q] - value), `eigenvalue ${q} of ensemble ${seed}`).toBeLessThan(1e-9 * largest)
  })
  if (!top.isClear) return false
  expect(projectionError(embedding, top.vectors), `Z Z' of ensemble ${seed}`).toBeLessThan(1e-8)
  return true
}

const run = ({ labelings, options }: Case, more: Partial<ConsensusOptions>) =>
  consensus(labelings, { ...options, ...more, restarts: 1 })

describe('gpec against full matrices', () => {
  it('finds weights at the optimum as far as J can tell, J to 1e-8 and Z Z to 1e-8 on 200 ensembles', async () => {
    let [optimal, clear] = [0, 0]
    for (const each of CASES) {
      const dense = denseTerms(each)
      if (isDecidedByRounding(dense, each.options.alpha)) continue
      const { labelings, seed } = each
      const result = await run(each, { method: 'gpec' })
      const informative = labelings.filter(isInformative)
      const weights = Array.from(result.weights).filter((_, t) => isInformative(labelings[t]))
      expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
      const loops = informative.map(baseKernel)
      const M = weightedOperator(dense.secondOrder, loops, weights, 1)
      const top = topOf(M, each.options.clusterCount)
      const J = top.values.reduce((a, b) => a + b)
      expect(Math.abs(result.objective! - J), `J of ensemble ${seed}`).toBeLessThan(1e-8)
      if (expectEmbedding(result, M, top, seed)) clear++
      if (!result.converged) continue
      optimal++
      expectOptimal(distanceFromOptimum(loops, weights, top), `w of ensemble ${seed}`)
    }
    // What is left has equal eigenvalues k and k + 1, for all w or at the optimum.
    expect(optimal).toBeGreaterThan(180)
    expect(clear).toBeGreaterThan(180)
  })

  it('embeds by 2 K̃ alone and weighs all alike when diversity is left out', async () => {
    let clear = 0
    for (const each of CASES.filter(({ seed }) => seed % 3 === 0)) {
      const dense = denseTerms(each)
      if (isDecidedByRounding(dense, each.options.alpha)) continue
      const result = await run(each, { method: 'gpec', diversity: false })
      const M = dense.secondOrder.map(row => row.map(value => 2 * value))
      if (expectEmbedding(result, M, topOf(M, each.options.clusterCount), each.seed)) clear++
      const weights = result.weights.filter(weight => weight > 0)
      expect(weights.every(weight => Math.abs(weight - 1 / weights.length) < 1e-15)).toBe(true)
    }
    expect(clear).toBeGreaterThan(40)
  })

  it('has the w and J of the dense search to 1e-8 where that takes ten steps, and is never above its J', async () => {
    let [compared, apart] = [0, 0]
    for (const each of CASES.filter(({ labelings }) => labelings[0].length <= 32)) {
      const { seed } = each
      if (isDecidedByRounding(denseTerms(each), each.options.alpha)) continue
      const dense = denseGpec(each.labelings, each.options)
      const result = await run(each, { method: 'gpec' })
      expect(result.objective!, `J of ensemble ${seed}`).toBeLessThan(dense.objective + 1e-8)
      // After ten plain steps the fast search extrapolates, and the dense one swings on.
      if (dense.iterations > 10) continue
      compared++
      expect(Math.abs(result.objective! - dense.objective), `J of ensemble ${seed}`).toBeLessThan(1e-8)
      const distance = Math.max(...dense.weights.map((weight, t) => Math.abs(result.weights[t] - weight)))
      expect(distance, `w of ensemble ${seed}`).toBeLessThan(1e-6)
      if (distance >= 1e-8) apart++
    }
    expect(compared).toBeGreaterThan(50)
    // Both stop where the slope is within the rounding of J; now and then rounding decides on one step more.
    expect(apart).toBeLessThan(0.03 * compared)
  })
})

describe('balanced against full matrices', () => {
  it('finds eigenvalues, J and Z Z to 1e-8 on 200 ensembles with equal weights', async () => {
    let clear = 0
    for (const each of CASES) {
      const dense = denseTerms(each)
      if (isDecidedByRounding(dense, each.options.alpha)) continue
      const result = await run(each, { weights: 'uniform' })
      const { normalisedSecondOrder: Kn, baseTerm: base } = dense
      const M = sized(Kn.length, (i, j) => 2 * Kn[i][j] + base[i][j])
      expect(Array.from(result.weights)).toEqual(dense.weights)
      expect(Math.abs(result.objective! - dense.eigenvalues.reduce((a, b) => a + b))).toBeLessThan(1e-8)
      if (expectEmbedding(result, M, topOf(M, each.options.clusterCount), each.seed)) clear++
    }
    expect(clear).toBeGreaterThan(180)
  })

  it('learns the optimal c and finds the Z Z that belongs to it to 1e-8', async () => {
    let [optimal, clear] = [0, 0]
    for (const each of CASES) {
      const dense = denseTerms(each)
      if (isDecidedByRounding(dense, each.options.alpha)) continue
      const { labelings, seed } = each
      const { clusterCount } = each.options
      const result = await run(each, { weights: 'learned' })
      const informative = labelings.filter(isInformative)
      const weights = Array.from(result.weights).filter((_, t) => isInformative(labelings[t]))
      const loops = informative.map(baseKernel)
      const { normalisedSecondOrder: Kn } = dense
      const base = baseTerm(informative, dense.clusterWeights, weights)
      const M = sized(Kn.length, (i, j) => 2 * Kn[i][j] + base[i][j])
      if (expectEmbedding(result, M, topOf(M, clusterCount), seed)) clear++
      if (!result.converged) continue
      optimal++
      const weighted = topOf(weightedOperator(Kn, loops, weights, informative.length), clusterCount)
      const scaled = loops.map(K => K.map(row => row.map(value => informative.length * value)))
      expectOptimal(distanceFromOptimum(scaled, weights, weighted), `c of ensemble ${seed}`)
    }
    expect(optimal).toBeGreaterThan(160)
    expect(clear).toBeGreaterThan(180)
  })
})

describe('labels against a dense k-means', () => {
  const METHODS: Partial<ConsensusOptions>[] = [
    { method: 'gpec' },
    { method: 'balanced' },
    { method: 'balanced', weights: 'learned' },
  ]
  const denseOf = (labelings: Labelings, more: Partial<ConsensusOptions>, options: Case['options']) =>
    more.method === 'gpec'
      ? denseGpec(labelings, options)
      : denseBalanced(labelings, { ...options, weights: more.weights })

  it.each(METHODS)('are the same partition on planted ensembles: %o', async more => {
    for (let seed = 0; seed < 8; seed++) {
      const clusterCount = 2 + (seed % 3)
      const planted = { sampleCount: 20 + 3 * seed, ensembleSize: 6, clusterCount, noise: 0.05 }
      const { labelings, truth } = plantedEnsemble(seed, { ...planted, missing: seed % 2 ? 0.1 : 0 })
      const options = { clusterCount, alpha: [0.1, 0.3][seed % 2], lambda: 1 }
      const { labels } = await consensus(labelings, { ...options, ...more })
      const dense = denseOf(labelings, more, options)
      expectSamePartition(labels, denseKMeans(unitRows(dense.embedding), clusterCount, 10, randomFor(seed, 0)).labels)
      // Little noise: nearly all samples are with their group.
      expect(
        denseInertia(
          truth.map(group => [group]),
          labels,
        ),
      ).toBeLessThan(0.1 * truth.length)
    }
  })

  it.each(METHODS)('have an inertia within a hundredth of it on unstructured ensembles: %o', async more => {
    for (let seed = 300; seed < 316; seed++) {
      const labelings = unstructuredEnsemble(seed, { sampleCount: 16 + (seed % 20), ensembleSize: 5, largest: 4 })
      const options = { clusterCount: 2 + (seed % 4), alpha: [0.1, 0.3, 0.5][seed % 3], lambda: 1 }
      const { labels, embedding } = await consensus(labelings, { ...options, ...more, restarts: 150 })
      const { rowCount, columnCount: k, values } = embedding!
      const points = unitRows(Array.from({ length: rowCount }, (_, i) => Array.from(values.subarray(i * k, i * k + k))))
      const { inertia } = denseKMeans(points, options.clusterCount, 150, randomFor(seed, 0))
      expect(denseInertia(points, labels)).toBeLessThan(1.01 * inertia)
    }
  })
})
