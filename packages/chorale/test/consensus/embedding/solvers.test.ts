import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solveByFixedPoint } from '../../../src/consensus/embedding/fixed-point.js'
import { type KernelGramObjective, kernelGramObjective } from '../../../src/consensus/embedding/kernel-gram.js'
import { KernelSpectrum } from '../../../src/consensus/embedding/kernel-spectrum.js'
import { solveByReducedGradient } from '../../../src/consensus/embedding/reduced-gradient.js'
import type { Solver, WeightObjective, WeightStep } from '../../../src/consensus/embedding/weight-objective.js'
import { PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { Pauser } from '../../../src/pause.js'
import { anyEnsemble, expectClose, type Labelings, plantedEnsemble, unstructuredEnsemble } from '../../ensembles.js'
import { HAND12, labelingsOf } from '../../golden-vectors.js'
import { tableOf } from '../similarity/samples.js'

const SOLVERS: { name: string; solve: Solver; tolerance: number }[] = [
  { name: 'solveByFixedPoint', solve: solveByFixedPoint, tolerance: 1e-9 },
  { name: 'solveByReducedGradient', solve: solveByReducedGradient, tolerance: 1e-5 },
]

const objectiveOf = (labelings: Labelings, k: number) =>
  kernelGramObjective(new KernelSpectrum(PLAIN_KERNELS, tableOf(labelings), k))

/** How far the weights are from wₜ ∝ 1/sₜ: at most this much in any of them. */
function distanceFromOptimum(objective: KernelGramObjective, weights: Float64Array): number {
  const { spans } = objective.evaluate(weights)
  const total = spans.reduce((sum, span) => sum + 1 / span, 0)
  return Math.max(...spans.map((span, t) => Math.abs(1 / span / total - weights[t])))
}

describe.each(SOLVERS)('$name', ({ solve, tolerance }) => {
  it('stops when the signal is aborted', async () => {
    const abort = new AbortController()
    const pauser = new Pauser(abort.signal)
    pauser.pause = async () => pauser.check()
    const onStep = ({ iteration }: WeightStep) => {
      if (iteration === 1) abort.abort(new Error('enough'))
    }
    const objective = objectiveOf(labelingsOf(HAND12), 3)
    await expect(solve(objective, { pauser, onStep })).rejects.toThrow('enough')
  })

  it('gives all weight to a single labeling, at once', async () => {
    const constant: WeightObjective = {
      ensembleSize: 1,
      evaluate: ([weight]) => ({ objective: 2 * weight * weight, spans: Float64Array.of(2) }),
    }
    const solution = await solve(constant, {})
    expect(solution).toMatchObject({ weights: Float64Array.of(1), objective: 2, converged: true, evaluations: 1 })
  })

  it('gives equal weights to labelings that say the same', async () => {
    const same = [0, 0, 1, 1, 2, 2]
    const { weights, converged } = await solve(objectiveOf([same, same, same], 2), {})
    expectClose(weights, [1 / 3, 1 / 3, 1 / 3], 1e-12)
    expect(converged).toBe(true)
  })

  it('finds the hand-worked optimum of complete spans: wₜ ∝ 1/kₜ', async () => {
    // With k = n every labeling is spanned whole: sₜ = kₜ = 2 and 4, J = 2 (2/3)² + 4 (1/3)² = 4/3.
    const objective = objectiveOf(
      [
        [0, 0, 1, 1],
        [0, 1, 2, 3],
      ],
      4,
    )
    const { weights, objective: J, converged } = await solve(objective, {})
    expectClose(weights, [2 / 3, 1 / 3], tolerance)
    expect(J).toBeCloseTo(4 / 3, 9)
    expect(converged).toBe(true)
  })

  it('never lets the objective rise, and tells every step', async () => {
    await fc.assert(
      fc.asyncProperty(anyEnsemble, fc.integer({ min: 1, max: 5 }), async (labelings, k) => {
        const steps: WeightStep[] = []
        const { objectiveTrace, iterations, weights, objective } = await solve(objectiveOf(labelings, k), {
          onStep: step => steps.push(step),
        })
        expect(steps.map(step => step.iteration)).toEqual(Array.from({ length: iterations + 1 }, (_, i) => i))
        expect(steps.map(step => step.objective)).toEqual(objectiveTrace)
        expect(steps[iterations].weights).toEqual(weights)
        expect(objectiveTrace[iterations]).toBe(objective)
        for (const step of steps) {
          expect(step.weights.every(weight => weight >= 0)).toBe(true)
          expect(step.weights.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
        }
        for (let i = 0; i < iterations; i++) {
          expect(objectiveTrace[i + 1]).toBeLessThanOrEqual(objectiveTrace[i] * (1 + 1e-12))
        }
      }),
      { numRuns: 25 },
    )
  })

  it('ends on planted ensembles with wₜ sₜ the same for all labelings', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const planted = { sampleCount: 25, ensembleSize: 4 + (seed % 3), clusterCount: 3, noise: 0.1 }
      const objective = objectiveOf(plantedEnsemble(seed, planted).labelings, 3)
      const { weights, converged } = await solve(objective, { tolerance: tolerance / 10 })
      expect(converged).toBe(true)
      expect(distanceFromOptimum(objective, weights)).toBeLessThan(2 * tolerance)
    }
  })
})

describe('solveByFixedPoint', () => {
  it('starts where it is told to, and is done at once at the optimum', async () => {
    const objective = objectiveOf(labelingsOf(HAND12), 3)
    const { weights } = await solveByFixedPoint(objective)
    const again = await solveByFixedPoint(objective, { start: weights })
    expect(again).toMatchObject({ iterations: 0, evaluations: 1, converged: true, weights })
  })

  it('takes far fewer evaluations than the reduced gradient', async () => {
    const objective = objectiveOf(labelingsOf(HAND12), 3)
    const quick = await solveByFixedPoint(objective)
    const patient = await solveByReducedGradient(objective)
    expect(quick.evaluations * 10).toBeLessThan(patient.evaluations)
  })

  it('says that it did not converge where eigenvalues k and k + 1 meet', async () => {
    // Two labelings that cross each other: J(w) = w₁² + w₂² + max(w₁², w₂²) has its least value at its kink, w = 1/2.
    const crossing = objectiveOf(
      [
        [0, 0, 1, 1],
        [0, 1, 0, 1],
      ],
      2,
    )
    // Push the start off the kink, so that the search runs into it.
    const solution = await solveByFixedPoint(crossing, { start: Float64Array.of(0.7, 0.3) })
    expect(solution.converged).toBe(false)
    expect(solution.objective).toBeLessThan(0.7 ** 2 + 0.3 ** 2 + 0.7 ** 2)
  })
})

describe('both solvers', () => {
  it('reach the same optimum: J to 1e-9, or the fixed point the lower one where J has a kink', async () => {
    let smooth = 0
    for (let seed = 0; seed < 24; seed++) {
      const labelings =
        seed % 2 === 0
          ? plantedEnsemble(seed, { sampleCount: 24, ensembleSize: 3 + (seed % 4), clusterCount: 3, noise: 0.2 })
              .labelings
          : unstructuredEnsemble(seed, { sampleCount: 20, ensembleSize: 3 + (seed % 4), missing: seed % 3 ? 0 : 0.2 })
      const objective = objectiveOf(labelings, 1 + (seed % 5))
      const quick = await solveByFixedPoint(objective)
      const patient = await solveByReducedGradient(objective, { tolerance: 1e-7 })
      expect(quick.objective).toBeLessThan(patient.objective + 1e-9)
      if (!quick.converged) continue
      smooth++
      expect(Math.abs(quick.objective - patient.objective)).toBeLessThan(1e-9)
      expectClose(quick.weights, patient.weights, 1e-4)
    }
    expect(smooth).toBeGreaterThan(18)
  })
})

describe('solveByReducedGradient on hand12', () => {
  it.each(Object.entries(HAND12.SMKKM))('repeats the trajectory of SimpleMKKM: %s', async (name, golden) => {
    const all = labelingsOf(HAND12)
    const labelings = golden.columns_1based?.map(t => all[t - 1]) ?? all
    const solution = await solveByReducedGradient(objectiveOf(labelings, golden.k ?? Number(name.slice(2))))
    expectClose(solution.weights, golden.weights, 1e-10)
    expectClose(solution.objectiveTrace, golden.objective_history, 1e-10)
    // The start is not counted there. At a stationary start the count is up to rounding; its note says so.
    if (golden.note === undefined) expect(solution.evaluations - 1).toBe(golden.line_search_evaluations)
  })
})
