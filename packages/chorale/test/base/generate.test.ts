import { describe, expect, it } from 'vitest'
import { assignSamples } from '../../src/base/assign-samples.js'
import { type BuildEnsembleOptions, buildEnsemble } from '../../src/base/generate.js'
import { FIT_LIMIT, FIT_SIZE } from '../../src/base/k-means.js'
import { GENERATORS } from '../../src/base/k-means-options.js'
import { drawClusterCount, largestClusterCount } from '../../src/base/random-k.js'
import { InputError } from '../../src/errors.js'
import { randomFor } from '../../src/numeric/random.js'
import { type SampleShapeOptions, type Shape, sampleShape } from '../../src/sample-shape.js'
import type { Ensemble, Progress, Samples } from '../../src/types.js'

const samplesOf = (shape: Shape, options: SampleShapeOptions = {}): Samples => {
  const { sampleCount, featureCount, values } = sampleShape(shape, options)
  return { sampleCount, featureCount, values }
}

const blobs = samplesOf('blobs', { sampleCount: 120, featureCount: 6 })
const small = { ensembleSize: 12 }

/** The options that make each generator run. */
const every = GENERATORS.map(generator => ({
  generator,
  ...small,
  ...(generator === 'fixed-k' ? { clusterCount: 4 } : {}),
}))

describe('buildEnsemble: bad input', () => {
  const bad: [BuildEnsembleOptions, string][] = [
    [{ ensembleSize: 1 }, 'buildEnsemble: ensembleSize must be an integer from 2 to 10000; got 1'],
    [{ seed: 1.5 }, 'buildEnsemble: seed must be an integer from 0 to 4294967295; got 1.5'],
    [{ maxClusterCount: 1 }, 'buildEnsemble: maxClusterCount must be an integer from 2 to 120; got 1'],
    [{ maxClusterCount: 121 }, 'buildEnsemble: maxClusterCount must be an integer from 2 to 120; got 121'],
    [{ generator: 'fixed-k' }, 'buildEnsemble: clusterCount must be an integer for generator fixed-k; got undefined'],
    [{ generator: 'fixed-k', clusterCount: 1 }, 'buildEnsemble: clusterCount must be an integer from 2 to 120; got 1'],
    [
      { clusterCount: 3 },
      'buildEnsemble: clusterCount must be left out for generator random-k, which does not use it; got 3',
    ],
    [
      { generator: 'subspace', sampleShare: 0.5 },
      'buildEnsemble: sampleShare must be left out for generator subspace, which does not use it; got 0.5',
    ],
    [
      { generator: 'fixed-k', clusterCount: 3, maxClusterCount: 9 },
      'buildEnsemble: maxClusterCount must be left out for generator fixed-k, which does not use it; got 9',
    ],
    [
      { generator: 'subsample', sampleShare: 1.2 },
      'buildEnsemble: sampleShare must be a number above 0 and at most 1; got 1.2',
    ],
    [
      { generator: 'subspace', featureShare: 0 },
      'buildEnsemble: featureShare must be a number above 0 and at most 1; got 0',
    ],
    [
      { generator: 'subsample', sampleShare: 0.05, ensembleSize: 10 },
      'buildEnsemble: sampleShare must be large enough for 10 base clusterings to cover all 120 samples, each with at least 2; got 0.05',
    ],
  ]
  it.each(bad)('rejects %o', async (options, message) => {
    await expect(buildEnsemble(blobs, options)).rejects.toThrow(new InputError(message))
  })

  it('rejects a generator that does not exist, and names those that do', async () => {
    const options = { generator: 'bagging' } as unknown as BuildEnsembleOptions
    await expect(buildEnsemble(blobs, options)).rejects.toThrow(/generator must be one of random-k, .*; got bagging/)
  })

  it('rejects a seeding that does not exist, and has others with plain k-means++', async () => {
    const options = { seeding: 'random' } as unknown as BuildEnsembleOptions
    await expect(buildEnsemble(blobs, options)).rejects.toThrow(/seeding must be one of greedy, plain; got random/)
    const [greedy, plain] = await Promise.all(
      (['greedy', 'plain'] as const).map(seeding => buildEnsemble(blobs, { ensembleSize: 20, seeding })),
    )
    expect((await buildEnsemble(blobs, { ensembleSize: 20 })).labelings).toEqual(greedy.labelings)
    expect(plain.clusterCounts).toEqual(greedy.clusterCounts)
    expect(plain.labelings).not.toEqual(greedy.labelings)
  })

  it('rejects a value that is not finite and says where it is', async () => {
    const values = blobs.values.slice()
    values[7] = Number.POSITIVE_INFINITY
    await expect(buildEnsemble({ ...blobs, values })).rejects.toThrow(/got Infinity at row 1, column 1/)
  })

  it('rejects one sample, and samples that are all equal, by name', async () => {
    const one = { sampleCount: 1, featureCount: 2, values: Float64Array.of(1, 2) }
    await expect(buildEnsemble(one)).rejects.toThrow(new InputError('buildEnsemble: samples must be at least 2; got 1'))
    const equal = { sampleCount: 5, featureCount: 2, values: new Float64Array(10).fill(3) }
    await expect(buildEnsemble(equal)).rejects.toThrow(
      new InputError('buildEnsemble: samples must differ in at least one feature; all 5 samples are equal'),
    )
  })
})

describe('buildEnsemble: corners', () => {
  it.each(every)('splits two different samples with $generator', async options => {
    const two = { sampleCount: 2, featureCount: 1, values: Float64Array.of(0, 5) }
    const { labelings } = await buildEnsemble(two, {
      ...options,
      ...('clusterCount' in options ? { clusterCount: 2 } : {}),
    })
    for (const labels of labelings) expect([...labels]).toEqual([0, 1])
  })

  it.each(every)('finds two clusters where one sample of many differs, with $generator', async options => {
    const values = new Float64Array(120)
    values[80] = 1
    const { clusterCounts, labelings } = await buildEnsemble({ sampleCount: 40, featureCount: 3, values }, options)
    labelings.forEach((labels, t) => {
      if (labels.length !== 40 || labels[26] < 0) return
      expect(clusterCounts[t]).toBe(2)
    })
  })

  it('draws subspaces from the features that vary', async () => {
    const values = Float64Array.from({ length: 60 * 5 }, (_, at) => (at % 5 === 2 || at % 5 === 4 ? at % 7 : 1))
    const samples = { sampleCount: 60, featureCount: 5, values }
    const { models, clusterCounts } = await buildEnsemble(samples, {
      generator: 'subspace',
      ...small,
      featureShare: 0.1,
    })
    for (const model of models) expect('features' in model && [...model.features!]).toEqual([2, 4])
    expect(Math.min(...clusterCounts)).toBeGreaterThanOrEqual(2)
  })
})

describe('buildEnsemble: defaults', () => {
  it.each([
    [120, 20],
    [2500, 50],
  ])('makes for %i samples %i base clusterings of random-k', async (sampleCount, size) => {
    const ensemble = await buildEnsemble(samplesOf('blobs', { sampleCount }))
    expect(ensemble.labelings.length).toBe(size)
    expect(ensemble.generator).toBe('random-k')
    expect(ensemble.seed).toBe(1)
    expect(Math.max(...ensemble.clusterCounts)).toBeLessThanOrEqual(Math.floor(Math.sqrt(sampleCount)))
  })

  it('draws k uniformly from 2 to √n, at most 100', () => {
    const random = randomFor(1, 0)
    const draws = Array.from({ length: 5000 }, () => drawClusterCount(12, random))
    expect(Math.min(...draws)).toBe(2)
    expect(Math.max(...draws)).toBe(12)
    const twelves = draws.filter(k => k === 12).length
    expect(twelves / draws.length).toBeCloseTo(1 / 11, 1)
    expect([2, 3, 8, 9, 150, 5456, 10_000, 1_000_000].map(largestClusterCount)).toEqual([2, 2, 2, 3, 12, 73, 100, 100])
  })
})

describe('buildEnsemble: laws', () => {
  it.each(every)('numbers the clusters of $generator by first appearance, 0 to k - 1', async options => {
    const ensemble = await buildEnsemble(blobs, options)
    expectWellNumbered(ensemble)
    expect(ensemble.labelings.length).toBe(12)
    expect(new Set(ensemble.names).size).toBe(12)
    expect(Math.min(...ensemble.clusterCounts)).toBeGreaterThanOrEqual(2)
  })

  it.each(every)('gives the same labels for the same seed and others for another, with $generator', async options => {
    const first = await buildEnsemble(blobs, { ...options, seed: 5 })
    expect(await buildEnsemble(blobs, { ...options, seed: 5 })).toEqual(first)
    const other = await buildEnsemble(blobs, { ...options, seed: 6 })
    expect(other.labelings).not.toEqual(first.labelings)
  })

  it.each(every)('gives the same labels in SIMD and in plain TypeScript, with $generator', async options => {
    const simd = await buildEnsemble(blobs, { ...options, loops: 'simd' })
    expect(await buildEnsemble(blobs, { ...options, loops: 'plain' })).toEqual(simd)
  })

  it.each(every)('leaves its input as it was, with $generator', async options => {
    const before = blobs.values.slice()
    await buildEnsemble(blobs, options)
    expect(blobs.values).toEqual(before)
  })

  it('does not change a base clustering when others are added', async () => {
    const few = await buildEnsemble(blobs, { ensembleSize: 5 })
    const many = await buildEnsemble(blobs, { ensembleSize: 9 })
    expect(many.labelings.slice(0, 5)).toEqual(few.labelings)
  })

  it.each([0.8, 0.5, 0.3])(
    'leaves exactly the stated share of samples out of each subsample: %d',
    async sampleShare => {
      const { labelings } = await buildEnsemble(blobs, { generator: 'subsample', sampleShare, ...small })
      for (const labels of labelings) {
        expect(labels.filter(label => label < 0).length).toBe(120 - Math.round(sampleShare * 120))
      }
    },
  )

  it('covers every sample with small subsamples too', async () => {
    const { labelings } = await buildEnsemble(blobs, { generator: 'subsample', sampleShare: 0.1, ensembleSize: 10 })
    for (let i = 0; i < 120; i++) expect(labelings.some(labels => labels[i] >= 0)).toBe(true)
  })

  it('gives fixed-k the k that was asked for', async () => {
    const { clusterCounts } = await buildEnsemble(blobs, { generator: 'fixed-k', clusterCount: 7, ...small })
    expect(new Set(clusterCounts)).toEqual(new Set([7]))
  })

  it('mixes four kinds in turn', async () => {
    const { models } = await buildEnsemble(blobs, { generator: 'mixed', ensembleSize: 5 })
    expect(models.map(({ kind }) => kind)).toEqual(['random-k', 'subsample', 'subspace', 'projection', 'random-k'])
  })

  it('reports each finished base clustering', async () => {
    const seen: Progress[] = []
    await buildEnsemble(blobs, { ensembleSize: 3, onProgress: progress => seen.push(progress) })
    expect(seen).toEqual([0, 1, 2, 3].map(done => ({ phase: 'ensemble', done, total: 3 })))
  })

  it('stops before the work is done, with the reason of the signal', async () => {
    const reason = new Error('enough')
    await expect(buildEnsemble(blobs, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const done: number[] = []
    const work = buildEnsemble(samplesOf('noise', { sampleCount: 20_000, featureCount: 20 }), {
      ensembleSize: 20,
      signal: controller.signal,
      onProgress: progress => done.push(progress.done),
    })
    setTimeout(() => controller.abort(reason), 60)
    await expect(work).rejects.toBe(reason)
    expect(Math.max(...done)).toBeLessThan(20)
  })
})

describe('assignSamples', () => {
  it.each(every)('gives the samples of the ensemble their own labels back, with $generator', async options => {
    const { labelings, models } = await buildEnsemble(blobs, options)
    const again = await assignSamples(models, blobs)
    labelings.forEach((labels, t) => {
      labels.forEach((label, i) => {
        if (label >= 0) expect(again[t][i]).toBe(label)
      })
    })
  })

  it('labels the samples that a subsample left out', async () => {
    const { models } = await buildEnsemble(blobs, { generator: 'subsample', ...small })
    for (const labels of await assignSamples(models, blobs)) expect(Math.min(...labels)).toBeGreaterThanOrEqual(0)
  })

  it('rejects samples with another number of features', async () => {
    const { models } = await buildEnsemble(blobs, small)
    const narrow = { sampleCount: 2, featureCount: 3, values: new Float64Array(6) }
    await expect(assignSamples(models, narrow)).rejects.toThrow(
      new InputError('assignSamples: samples must have the features of the ensemble (6); got 3'),
    )
  })
})

describe('buildEnsemble: many samples', () => {
  it('computes centres from some of them, gives all a label, and says so', async () => {
    const sampleCount = FIT_LIMIT + 1000
    const many = samplesOf('blobs', { sampleCount })
    const ensemble = await buildEnsemble(many, { generator: 'mixed', ensembleSize: 4, maxClusterCount: 4 })
    expectWellNumbered(ensemble)
    expect(ensemble.models.map(model => 'fittedCount' in model && model.fittedCount)).toEqual([
      FIT_SIZE,
      160_800,
      FIT_SIZE,
      FIT_SIZE,
    ])
    expect(ensemble.notes[1]).toBe(
      `Computed the centres from ${FIT_SIZE} of the ${sampleCount} samples, then assigned every sample to its nearest centre.`,
    )
    expect(ensemble.labelings[0].indexOf(-1)).toBe(-1)
    expect((await assignSamples(ensemble.models.slice(0, 1), many))[0]).toEqual(ensemble.labelings[0])
  })
})

function expectWellNumbered({ sampleCount, labelings, clusterCounts }: Ensemble): void {
  labelings.forEach((labels, t) => {
    expect(labels.length).toBe(sampleCount)
    let next = 0
    for (const label of labels) {
      if (label > next || label < -1) expect.unreachable(`label ${label} before ${next} in labeling ${t}`)
      if (label === next) next++
    }
    expect(clusterCounts[t]).toBe(next)
  })
}
