import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeWithData, firstColumns, poolColumns } from '../../../../test/reference-data.js'
import { agreementWithLabelings } from '../../src/consensus/choose-alpha.js'
import { type ConsensusOptions, type ConsensusResult, consensus } from '../../src/consensus/consensus.js'
import type { WeightStep } from '../../src/consensus/embedding/weight-objective.js'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import type { Matrix, Progress } from '../../src/types.js'
import {
  anyEnsemble,
  expectClose,
  expectSamePartition,
  type Labelings,
  plantedEnsemble,
  shuffledIndices,
  unstructuredEnsemble,
} from '../ensembles.js'

const VARIANTS: Partial<ConsensusOptions>[] = [
  { method: 'gpec', alpha: 0.1 },
  { method: 'gpec', alpha: 0.4, solver: 'reduced-gradient' },
  { method: 'balanced' },
  { method: 'balanced', weights: 'learned', alpha: 0.3 },
]

const LOOSE = unstructuredEnsemble(11, { sampleCount: 40, ensembleSize: 6, largest: 4, repeated: 0.3 })
const HOLED = unstructuredEnsemble(12, { sampleCount: 40, ensembleSize: 6, largest: 4, missing: 0.15 })
const PLANTED = plantedEnsemble(13, { sampleCount: 150, ensembleSize: 8, clusterCount: 4, noise: 0.1 })

/** All but what the clusters of the labelings were called. */
const withoutNames = (result: ConsensusResult) => ({ ...result, model: { ...result.model, clusterNames: null } })

/** All numbers of Z Z', for samples in the given order. */
function projection({ columnCount: k, values }: Matrix, order: number[]): Float64Array {
  const n = order.length
  const out = new Float64Array(n * n)
  order.forEach((i, row) => {
    order.forEach((j, column) => {
      let dot = 0
      for (let q = 0; q < k; q++) dot += values[i * k + q] * values[j * k + q]
      out[row * n + column] = dot
    })
  })
  return out
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

afterEach(() => {
  vi.restoreAllMocks()
})

describe.each(VARIANTS)('consensus %o', variant => {
  const run = (labelings: Parameters<typeof consensus>[0], more: Partial<ConsensusOptions> = {}) =>
    consensus(labelings, { clusterCount: 4, ...variant, ...more })

  /** A solver that stops when no weight moves by 1e-6 is that exact, no more. */
  const tolerance = variant.solver === 'reduced-gradient' ? 1e-5 : 1e-9

  function expectSameNumbers(actual: ConsensusResult, expected: ConsensusResult, order: number[]): void {
    expect(Math.abs(actual.objective! - expected.objective!)).toBeLessThan(1e-9)
    expect(actual.eigengap).toBeGreaterThan(1e-3)
    const samples = range(order.length)
    expectClose(projection(actual.embedding!, samples), projection(expected.embedding!, order), tolerance)
  }

  it('does not depend on how clusters are numbered, to the bit', async () => {
    for (const labelings of [LOOSE, HOLED]) {
      const renumbered = labelings.map((labels, t) => labels.map(label => (label < 0 ? -1 : (5 * label + t) % 23)))
      expect(withoutNames(await run(renumbered))).toEqual(withoutNames(await run(labelings)))
    }
  })

  it('gives the same for numbers, strings, typed arrays, null, NaN and an adopted ensemble', async () => {
    const expected = await run(HOLED)
    const asStrings = HOLED.map(labels => labels.map(label => (label < 0 ? '' : `cluster ${label}`)))
    const asTyped = HOLED.map(labels => Int32Array.from(labels))
    const asNull = HOLED.map(labels => labels.map(label => (label < 0 ? null : label)))
    const asNaN = HOLED.map(labels => Float64Array.from(labels, label => (label < 0 ? Number.NaN : label + 0.5)))
    for (const input of [asStrings, asTyped, asNull, asNaN, adoptLabelings(HOLED)]) {
      expect(withoutNames(await run(input))).toEqual(withoutNames(expected))
    }
  })

  it('has w permuted and J and Z Z as before when the labelings come in another order', async () => {
    const order = shuffledIndices(8, 3)
    const expected = await run(PLANTED.labelings)
    const actual = await run(order.map(t => PLANTED.labelings[t]))
    expectClose(
      actual.weights,
      order.map(t => expected.weights[t]),
      tolerance,
    )
    expectSameNumbers(actual, expected, range(150))
    expectSamePartition(actual.labels, expected.labels)
  })

  it('has w and J as before, Z Z permuted, and the same clusters when the samples come in another order', async () => {
    const order = shuffledIndices(150, 4)
    const expected = await run(PLANTED.labelings)
    const actual = await run(PLANTED.labelings.map(labels => order.map(i => labels[i])))
    expectClose(actual.weights, expected.weights, tolerance)
    expectSameNumbers(actual, expected, order)
    expectSamePartition(
      actual.labels,
      order.map(i => expected.labels[i]),
    )
    expectClose(
      actual.confidence,
      order.map(i => expected.confidence[i]),
      1e-12,
    )
  })

  it('puts samples with the same labels into one cluster, and keeps the clusters when every sample comes twice', async () => {
    const { labels } = await run(PLANTED.labelings)
    const twice = await run(PLANTED.labelings.map(column => [...column, ...column]))
    expect([...twice.labels.subarray(150)]).toEqual([...twice.labels.subarray(0, 150)])
    expectSamePartition(twice.labels.subarray(0, 150), labels)
  })

  it('finds the planted clusters, with and without gaps', async () => {
    const clear = { sampleCount: 60, ensembleSize: 8, clusterCount: 4, noise: 0.02 }
    for (const missing of [0, 0.15]) {
      const { labelings, truth } = plantedEnsemble(21, { ...clear, missing })
      expectSamePartition((await run(labelings)).labels, truth)
    }
  })

  it('repeats for the same seed, and another seed may only change the labels', async () => {
    const once = await run(LOOSE, { seed: 7 })
    expect(await run(LOOSE, { seed: 7 })).toEqual(once)
    const other = await run(LOOSE, { seed: 8 })
    expectClose(other.weights, once.weights, tolerance)
    expect(Math.abs(other.objective! - once.objective!)).toBeLessThan(1e-9)
  })

  it('has the same bits with SIMD and in plain TypeScript', async () => {
    for (const labelings of [LOOSE, HOLED, PLANTED.labelings]) {
      expect(await run(labelings, { loops: 'plain' })).toEqual(await run(labelings, { loops: 'simd' }))
    }
  })

  it('leaves its input alone', async () => {
    const input = HOLED.map(labels => Int32Array.from(labels))
    const ensemble = adoptLabelings(input)
    const copies = structuredClone({ input, ensemble })
    const options = { clusterCount: 4, ...variant }
    const given = { ...options }
    await consensus(input, options)
    await consensus(ensemble, options)
    expect({ input, ensemble }).toEqual(copies)
    expect(options).toEqual(given)
  })

  it('never asks Math.random, nor the date', async () => {
    vi.spyOn(Math, 'random').mockImplementation(() => {
      throw new Error('Math.random was called')
    })
    vi.spyOn(Date, 'now').mockImplementation(() => {
      throw new Error('Date.now was called')
    })
    expect((await run(LOOSE)).labels).toHaveLength(40)
  })

  it('never lets the objective rise', async () => {
    await fc.assert(
      fc.asyncProperty(anyEnsemble, fc.integer({ min: 1, max: 3 }), async (labelings, clusterCount) => {
        const { objectiveTrace, iterations } = await run(labelings, { clusterCount })
        expect(objectiveTrace).toHaveLength(iterations + 1)
        for (let i = 1; i < objectiveTrace.length; i++) {
          expect(objectiveTrace[i]).toBeLessThanOrEqual(objectiveTrace[i - 1] * (1 + 1e-12))
        }
      }),
      { numRuns: 15 },
    )
  })

  it('has orthonormal columns in Z, k eigenvalues in descending order, and weights on the simplex', async () => {
    await fc.assert(
      fc.asyncProperty(anyEnsemble, fc.integer({ min: 1, max: 3 }), async (labelings, clusterCount) => {
        const { embedding, eigenvalues, eigengap, weights } = await run(labelings, { clusterCount })
        const { rowCount: n, columnCount: k, values } = embedding!
        expect([n, k]).toEqual([labelings[0].length, clusterCount])
        for (let p = 0; p < k; p++) {
          for (let q = 0; q <= p; q++) {
            let dot = 0
            for (let i = 0; i < n; i++) dot += values[i * k + p] * values[i * k + q]
            expect(dot).toBeCloseTo(p === q ? 1 : 0, 9)
          }
        }
        expect([...eigenvalues!]).toEqual([...eigenvalues!].sort((a, b) => b - a))
        expect(eigengap).toBeGreaterThan(-1e-9)
        expect(weights.every(weight => weight >= 0)).toBe(true)
        expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
      }),
      { numRuns: 15 },
    )
  })
})

describeWithData('consensus on published pools', () => {
  // A regression: the weights depended on the order of the samples by 2e-7 and 5e-8 here.
  it.each([
    ['MF', 10, 0.1],
    ['SPF', 7, 0.7],
  ])('has the weights of %s for any order of the samples', async (pool, clusterCount, alpha) => {
    const labelings = poolColumns(pool, firstColumns(20))
    const order = shuffledIndices(labelings[0].length, 5)
    const run = (input: Labelings) => consensus(input, { clusterCount, method: 'gpec', alpha, restarts: 1 })
    const expected = await run(labelings)
    const actual = await run(labelings.map(labels => order.map(i => labels[i])))
    expectClose(actual.weights, expected.weights, 1e-9)
    expect(Math.abs(actual.objective! - expected.objective!)).toBeLessThan(1e-9)
  })
})

describe('consensus: what it leaves out and what it warns of', () => {
  const methods = ['gpec', 'balanced'] as const

  it.each(methods)('%s leaves out labelings of one cluster, with weight 0, and says so', async method => {
    const constant = new Array<number>(40).fill(3)
    const [first, ...others] = LOOSE
    const expected = await consensus(LOOSE, { clusterCount: 4, method, alpha: 0.1 })
    const actual = await consensus([first, constant, ...others], { clusterCount: 4, method, alpha: 0.1 })
    expect([...actual.weights]).toEqual([expected.weights[0], 0, ...expected.weights.subarray(1)])
    expect(actual.labels).toEqual(expected.labels)
    expect(actual.warnings[0]).toBe("Skipped 'labeling 2' (weight 0): it puts all samples into one cluster.")
  })

  it.each(methods)('%s takes more clusters than there are distinct rows, and says so', async method => {
    // A regression: the default method failed on NaN here.
    const same = [0, 0, 1, 1]
    const { labels, embedding, warnings } = await consensus([same, same], { clusterCount: 3, method, alpha: 0.1 })
    expect([...labels]).toEqual([0, 0, 1, 1])
    expect(embedding!.values.every(Number.isFinite)).toBe(true)
    expect(warnings).toContain(
      'The base clusterings distinguish only 2 groups of samples, fewer than the 3 requested clusters.',
    )
  })

  it.each(methods)('%s says when eigenvalues k and k + 1 are equal', async method => {
    // Three groups that no labeling prefers to each other: the second and third eigenvalue are the same.
    const groups = [0, 0, 1, 1, 2, 2]
    const { warnings } = await consensus([groups, groups], { clusterCount: 2, method, alpha: 0.1 })
    expect(warnings).toContain(
      'Eigenvalues 2 and 3 are equal, so the embedding is not unique. Try another number of clusters.',
    )
  })

  it.each(methods)('%s has nothing to say about a planted ensemble', async method => {
    const { warnings, converged } = await consensus(PLANTED.labelings, { clusterCount: 4, method })
    expect(warnings).toEqual([])
    expect(converged).toBe(true)
  })

  it('puts all samples into one cluster for k = 1', async () => {
    for (const method of methods) {
      const { labels, eigengap } = await consensus(PLANTED.labelings, { clusterCount: 1, method, alpha: 0.1 })
      expect(new Set(labels)).toEqual(new Set([0]))
      expect(eigengap).toBeGreaterThan(0)
    }
  })
})

describe('consensus: defaults', () => {
  /** An ensemble on which every one of the other options shows, the number of starts included. */
  async function tellingEnsemble(options: ConsensusOptions, others: Partial<ConsensusOptions>[]): Promise<Labelings> {
    for (let seed = 0; seed < 300; seed++) {
      const labelings = unstructuredEnsemble(seed, { sampleCount: 40, ensembleSize: 6, largest: 4 })
      const shown = JSON.stringify(await consensus(labelings, options))
      const differs = async (other: Partial<ConsensusOptions>) =>
        JSON.stringify(await consensus(labelings, { ...options, ...other })) !== shown
      let telling = true
      for (const other of others) telling = telling && (await differs(other))
      if (telling) return labelings
    }
    throw new Error('no ensemble tells all these options apart')
  }

  it('are the balanced method, alpha 0.1, lambda 0.09, uniform weights, 10 restarts and seed 1', async () => {
    const options: ConsensusOptions = {
      clusterCount: 6,
      method: 'balanced',
      alpha: 0.1,
      lambda: 0.09,
      weights: 'uniform',
      restarts: 10,
      seed: 1,
    }
    const labelings = await tellingEnsemble(options, [
      { restarts: 9 },
      { restarts: 12 },
      { seed: 2 },
      { alpha: 0.2 },
      { lambda: 0.1 },
      { weights: 'learned' },
    ])
    expect(await consensus(labelings, { clusterCount: 6 })).toEqual(await consensus(labelings, options))
  })

  it('of gpec are lambda 1, the fixed point, 10 restarts and seed 1', async () => {
    const options: ConsensusOptions = {
      clusterCount: 6,
      method: 'gpec',
      alpha: 0.3,
      lambda: 1,
      solver: 'fixed-point',
      restarts: 10,
      seed: 1,
    }
    const labelings = await tellingEnsemble(options, [
      { restarts: 9 },
      { restarts: 12 },
      { seed: 2 },
      { lambda: 0.09 },
      { solver: 'reduced-gradient' },
    ])
    const actual = await consensus(labelings, { clusterCount: 6, method: 'gpec', alpha: 0.3 })
    expect(actual).toEqual(await consensus(labelings, options))
  })

  it('of gpec choose alpha automatically', async () => {
    const options = { clusterCount: 4, method: 'gpec' } as const
    expect(await consensus(LOOSE, options)).toEqual(await consensus(LOOSE, { ...options, alpha: 'auto' }))
  })

  it('stand for options that are left undefined', async () => {
    const names = ['method', 'alpha', 'lambda', 'solver', 'weights', 'restarts', 'seed', 'loops', 'signal'] as const
    const nothing = Object.fromEntries(names.map(name => [name, undefined]))
    const expected = await consensus(LOOSE, { clusterCount: 3 })
    expect(await consensus(LOOSE, { clusterCount: 3, ...nothing })).toEqual(expected)
  })
})

describe("consensus: alpha 'auto'", () => {
  it.each(['gpec', 'balanced'] as const)(
    '%s keeps the first best of the grid by mean NMI to the labelings',
    async method => {
      for (const labelings of [LOOSE, HOLED]) {
        const result = await consensus(labelings, { clusterCount: 4, method, alpha: 'auto' })
        const search = result.alphaSearch!
        expect(search.map(({ alpha }) => alpha)).toEqual([0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
        const best = Math.max(...search.map(({ agreement }) => agreement))
        expect(result.alpha).toBe(search.find(({ agreement }) => agreement === best)!.alpha)
        const bases = adoptLabelings(labelings).labelings
        expect(agreementWithLabelings(result.labels, bases)).toBe(best)
      }
    },
  )

  it.each(['gpec', 'balanced'] as const)('%s gives what the chosen alpha alone gives', async method => {
    const auto = await consensus(PLANTED.labelings, { clusterCount: 4, method, alpha: 'auto' })
    const alone = await consensus(PLANTED.labelings, { clusterCount: 4, method, alpha: auto.alpha! })
    expectSamePartition(auto.labels, alone.labels)
    expectClose(auto.weights, alone.weights, 1e-9)
    expect(alone.alphaSearch).toBeNull()
  })

  it('measures agreement on the samples that a labeling covers', () => {
    const labels = Int32Array.of(0, 0, 1, 1, 2)
    // The same partition of its samples; one that says nothing about labels of its two samples.
    const bases = [Int32Array.of(0, 0, 1, -1, -1), Int32Array.of(0, 1, 0, 1, -1)]
    expect(agreementWithLabelings(labels, bases.slice(0, 1))).toBe(1)
    expect(agreementWithLabelings(labels, bases)).toBe(0.5)
  })
})

describe('consensus: stopping and watching', () => {
  it('does not begin when the signal is aborted', async () => {
    const reason = new Error('not today')
    const onProgress = vi.fn()
    const signal = AbortSignal.abort(reason)
    await expect(consensus(LOOSE, { clusterCount: 3, signal, onProgress })).rejects.toBe(reason)
    expect(onProgress).not.toHaveBeenCalled()
  })

  it.each(['gpec', 'balanced'] as const)('%s stops in the middle, with the reason of the signal', async method => {
    const abort = new AbortController()
    const reason = new Error('enough')
    const seen: Progress[] = []
    const stopped = consensus(LOOSE, {
      clusterCount: 3,
      method,
      alpha: 'auto',
      signal: abort.signal,
      onProgress: progress => {
        seen.push(progress)
        if (progress.done === 2) abort.abort(reason)
      },
    })
    await expect(stopped).rejects.toBe(reason)
    expect(Math.max(...seen.map(({ done }) => done))).toBe(2)
  })

  it('lets timers run, and stops by them, while it works', async () => {
    const { labelings } = plantedEnsemble(31, { sampleCount: 1500, ensembleSize: 12, clusterCount: 8, noise: 0.6 })
    const abort = new AbortController()
    setTimeout(() => abort.abort(new Error('time is up')), 20)
    const run = consensus(labelings, { clusterCount: 8, method: 'gpec', restarts: 100, signal: abort.signal })
    await expect(run).rejects.toThrow('time is up')
  })

  it.each([...VARIANTS, { alpha: 'auto' } as const])(
    'tells its phases in order, from nothing to all: %o',
    async variant => {
      const seen: Progress[] = []
      await consensus(LOOSE, { clusterCount: 3, ...variant, onProgress: progress => seen.push(progress) })
      const parts = variant.alpha === 'auto' ? 10 : 1
      const phases = seen.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1])
      expect(phases).toEqual(new Array(parts).fill(['similarity', 'embedding', 'labels']).flat())
      expect(seen[0].done).toBe(0)
      expect(seen.at(-1)).toEqual({ phase: 'labels', done: parts, total: parts })
      const shares = seen.map(({ done, total }) => done / total)
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    },
  )

  it('shows every step of the weight search, up to the weights of the result', async () => {
    for (const variant of VARIANTS) {
      const steps: WeightStep[] = []
      const result = await consensus(LOOSE, { clusterCount: 3, ...variant, onStep: step => steps.push(step) })
      if (variant.method === 'balanced' && variant.weights !== 'learned') {
        expect(steps).toEqual([])
        continue
      }
      expect(steps.map(({ iteration }) => iteration)).toEqual(range(result.iterations + 1))
      expect(steps.map(({ objective }) => objective)).toEqual(result.objectiveTrace)
      expectClose(steps[0].weights, new Array(6).fill(1 / 6), 1e-15)
      expect(steps.at(-1)!.weights).toEqual(result.weights)
    }
  })
})

describe('more clusters than distinct label rows', () => {
  it.each(['balanced', 'gpec', 'ceam'] as const)('does not upset the block solvers: %s', async method => {
    // 12 distinct rows, 60 samples, k far beyond a block of eigenvectors.
    const rows = Array.from({ length: 12 }, (_, r) => [r % 2, r % 3, r % 4])
    const labelings = [0, 1, 2].map(t => Array.from({ length: 60 }, (_, i) => rows[i % 12][t]))
    const { labels, warnings } = await consensus(labelings, { clusterCount: 40, method })
    expect(labels).toHaveLength(60)
    expect(warnings.join()).toContain('fewer than the 40 requested clusters')
  })
})
