import { describe, expect, it } from 'vitest'
import { describeWithData } from '../../../../test/reference-data.js'
import { alternate } from '../../src/consensus/alternating-weights.js'
import { consensus } from '../../src/consensus/consensus.js'
import { type KernelGramObjective, kernelGramObjective } from '../../src/consensus/embedding/kernel-gram.js'
import { type KernelEvaluation, KernelSpectrum } from '../../src/consensus/embedding/kernel-spectrum.js'
import { solveByReducedGradient } from '../../src/consensus/embedding/reduced-gradient.js'
import type { WeightEvaluation } from '../../src/consensus/embedding/weight-objective.js'
import { minMaxWeights } from '../../src/consensus/min-max-weights.js'
import type { LabelTable } from '../../src/labelings/label-table.js'
import { PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { symmetricEigen } from '../../src/numeric/loops/symmetric-eigen.js'
import { Pauser } from '../../src/pause.js'
import { expectClose } from '../ensembles.js'
import { columnsOf, expectMatrix, HAND, POOLS, poolVectors, tableOf, type Vectors } from './vectors.js'

const context = { loops: PLAIN_KERNELS, pauser: new Pauser() }

/** An entry of Z Z' for samples. */
function projection({ rowOf, multiplicity }: LabelTable, found: KernelEvaluation) {
  const vectors = found.vectors()
  const k = found.values.length
  return (i: number, j: number) => {
    let dot = 0
    for (let q = 0; q < k; q++) dot += vectors[rowOf[i] * k + q] * vectors[rowOf[j] * k + q]
    return dot / Math.sqrt(multiplicity[rowOf[i]] * multiplicity[rowOf[j]])
  }
}

const placeAt = (start: Float64Array) => ({ start })

/** The same objective, and the weights of every evaluation along a line. */
function observed(objective: KernelGramObjective) {
  const placeOf = new Map<WeightEvaluation, Float64Array>()
  const along: KernelGramObjective['along'] = (weights, direction) => {
    const evaluate = objective.along(weights, direction)
    return step => {
      const evaluation = evaluate(step)
      placeOf.set(
        evaluation,
        weights.map((weight, t) => weight + step * direction[t]),
      )
      return evaluation
    }
  }
  return { objective: { ...objective, along }, placeOf }
}

function itMatchesTheVectors(name: string, vectors: () => Vectors): void {
  it(`${name}: smkkm follows the reference evaluation by evaluation`, async () => {
    const golden = vectors()
    for (const [key, run] of Object.entries(golden.SMKKM)) {
      const k = run.k ?? Number(key.slice(2))
      const table = tableOf(columnsOf(golden, run.columns_1based))
      const spectrum = new KernelSpectrum(PLAIN_KERNELS, table, k)
      const { objective, placeOf } = observed(kernelGramObjective(spectrum))
      const solution = await solveByReducedGradient(objective)
      expectClose(solution.weights, run.weights, 1e-10)
      expectClose(solution.objectiveTrace, run.objective_history, 1e-10)
      // The start is not counted there. In one case it is stationary, and the count falls to rounding.
      if (table.ensembleSize > 2) expect(solution.evaluations - 1).toBe(run.line_search_evaluations)
      if (run.HHt === undefined) continue
      // The reference's Z belongs to its last trial, ours to the final weights: no closer than the search stops.
      const atLastTrial = spectrum.evaluate(placeAt(placeOf.get(solution.lastTrial)!))
      expectMatrix(projection(table, atLastTrial), golden.input.n, run.HHt, 1e-10)
      expectMatrix(projection(table, spectrum.evaluate(placeAt(solution.weights))), golden.input.n, run.HHt, 1e-4)
    }
  })

  it(`${name}: mkkm has the reference's first iteration, and all of them where it does not collapse`, async () => {
    const { nondegenerate_subset: subset, ...runs } = vectors().MKKM
    for (const [key, run] of Object.entries(runs)) {
      if (run.a_iter1 === undefined) continue
      const found = await alternate(tableOf(columnsOf(vectors())), Number(key.slice(2)), context)
      expectClose(found.misfits[0], run.a_iter1, 1e-10)
      expectClose([found.objectiveTrace[0]], [run.objective_iter1], 1e-10)
      if (run.degenerate) expect(found.winner + 1).toBe(run.winner_1based)
      else {
        expectClose(found.weights, run.reference_final_weights, 1e-10)
        expectClose(found.objectiveTrace, run.reference_objective_history, 1e-10)
      }
    }
    if (subset === undefined) return
    const table = tableOf(columnsOf(vectors(), subset.columns_1based))
    const found = await alternate(table, subset.k, context)
    expectClose(found.weights, subset.weights, 1e-10)
    expectClose(found.objectiveTrace, subset.objective_history, 1e-10)
    expectMatrix(projection(table, found.found), vectors().input.n, subset.HHt, 1e-9)
  })

  it(`${name}: mkkc has the reference's weights and embedding`, async () => {
    const { MKKC_Bang: golden, input } = vectors()
    const table = tableOf(columnsOf(vectors()))
    const run = await minMaxWeights(table, golden.k, context)
    expect(run.thetas).toHaveLength(golden.iterations)
    expectClose(run.thetas[run.thetas.length - 1], golden.weights_l2_normalised, 1e-10)
    golden.weights_history_from_port.forEach((theta, at) => {
      expectClose(run.thetas[at], theta, 1e-10)
    })
    expectMatrix(projection(table, run.found), input.n, golden.HHt, 1e-9)
  })
}

describe('KernelSpectrum', () => {
  it('agrees with a dense eigensolver for any weights, in any order', () => {
    const table = tableOf(columnsOf(HAND))
    const { rowCount, ensembleSize: m, clusters, clusterSizes, multiplicity } = table
    const spectrum = new KernelSpectrum(PLAIN_KERNELS, table, 3)
    for (const coefficients of [
      [0.25, 0.25, 0.25, 0.25],
      [1, 0, 0, 2],
      [0, 0.1, 0, 0],
      [0.3, 0.1, 0.2, 0.4],
    ]) {
      const dense = new Float64Array(rowCount * rowCount)
      for (let t = 0; t < m; t++) {
        for (let r = 0; r < rowCount; r++) {
          for (let q = 0; q < rowCount; q++) {
            const c = clusters[t * rowCount + r]
            if (c !== clusters[t * rowCount + q]) continue
            dense[r * rowCount + q] +=
              (coefficients[t] * Math.sqrt(multiplicity[r] * multiplicity[q])) / clusterSizes[c]
          }
        }
      }
      const { values } = symmetricEigen(dense, rowCount)
      const found = spectrum.evaluate(placeAt(Float64Array.from(coefficients, Math.sqrt)))
      expectClose(found.values, values.subarray(0, 3), 1e-13)
      expect(found.next).toBeCloseTo(Math.max(0, values[3]), 10)
    }
  })
})

const ROUNDING = 1e-14

describeWithData('KernelSpectrum on a line', () => {
  it('encloses the sum of eigenvalues in its bounds, and narrows them down to it', () => {
    const table = tableOf(columnsOf(poolVectors('ecoli10')))
    const m = table.ensembleSize
    const spectrum = new KernelSpectrum(PLAIN_KERNELS, table, 8)
    const start = new Float64Array(m).fill(1 / m)
    const direction = start.map((_, t) => (t % 2 === 0 ? 1 : -1) / m)
    for (const step of [0.9, 0.1, 0.5, 0.49, 0, 0.7]) {
      const place = { start, direction, step }
      const exact = new KernelSpectrum(PLAIN_KERNELS, table, 8).evaluate(
        placeAt(start.map((x, t) => x + step * direction[t])),
      )
      const sum = exact.values.reduce((a, b) => a + b, 0)
      let bounds = spectrum.bounds(place)
      for (let round = 0; bounds.low < bounds.high; round++) {
        expect(bounds.low).toBeLessThanOrEqual(sum + ROUNDING)
        expect(bounds.high).toBeGreaterThanOrEqual(sum - ROUNDING)
        expect(round).toBeLessThan(20)
        bounds = spectrum.narrow(place)
      }
      expect(bounds.low).toBeCloseTo(sum, 13)
      expectClose(spectrum.spans(place), exact.spans, 1e-9)
    }
  })
})

describe('smkkm, mkkm and mkkc', () => {
  itMatchesTheVectors('hand12', () => HAND)

  it('mkkm says which base clustering took all the weight', async () => {
    const result = await consensus(columnsOf(HAND), { clusterCount: 3, method: 'mkkm' })
    expect([...result.weights].filter(weight => weight > 0)).toEqual([1])
    expect(result.warnings.join()).toMatch(/The weights collapsed to base clustering \d/)
  })

  it('mkkm can end as the published code does: the winner and noise, without an embedding to trust', async () => {
    const options = { clusterCount: 3, method: 'mkkm', collapse: 'reference' } as const
    const result = await consensus(columnsOf(HAND), options)
    expect(result.embedding).toBeNull()
    expect(result.labels).toEqual((await consensus(columnsOf(HAND), options)).labels)
  })

  it('mkkc weights sum to 1', async () => {
    const { weights } = await consensus(columnsOf(HAND), { clusterCount: 3, method: 'mkkc' })
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14)
  })
})

describeWithData('smkkm, mkkm and mkkc on the golden pools', () => {
  for (const pool of POOLS) itMatchesTheVectors(pool, () => poolVectors(pool))
})
