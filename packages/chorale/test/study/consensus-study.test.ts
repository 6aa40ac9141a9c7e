import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deltaAreas, InputError, Pauser, randomFor, sampleShape } from '../../src/internal.js'
import { consensusStudy, studyRun } from '../../src/study/consensus-study.js'
import { medoidLabels } from '../../src/study/medoids.js'
import { productKMeans } from '../../src/study/product-k-means.js'
import { profileDistance, profileProducts, type StudyDistance } from '../../src/study/profile-distance.js'
import { countPairs, drawExtents, partOf, type StudyAlgorithm } from '../../src/study/resampled-consensus.js'

interface Golden {
  samples: number[][]
  studies: {
    algorithm: StudyAlgorithm
    distance: StudyDistance
    resamples: { rows: number[]; columns: number[] | null }[]
    areas: number[]
    delta: number[]
    runs: {
      k: number
      labels: number[]
      order: number[]
      consensus: number[]
      cdf: number[]
      clusters: (number | null)[]
      items: (number | null)[]
    }[]
  }[]
}

/** Made by consensus-cluster-plus.R. */
const golden = JSON.parse(readFileSync(new URL('consensus-cluster-plus.json', import.meta.url), 'utf8')) as Golden
const samplesOf = (rows: number[][]) => ({
  sampleCount: rows.length,
  featureCount: rows[0].length,
  values: Float64Array.from(rows.flat()),
})
const pauser = new Pauser()
const numbers = (values: (number | null)[]) => values.map(value => value ?? Number.NaN)
const ALL = { rows: null, columns: null }

/** Three groups of samples in many features. */
const BLOBS = sampleShape('blobs', { sampleCount: 45, clusterCount: 3, featureCount: 12, seed: 4 })
const rowsOf = ({ sampleCount, featureCount: d, values }: typeof BLOBS) =>
  Array.from({ length: sampleCount }, (_, i) => values.slice(i * d, (i + 1) * d))

describe('consensusStudy', () => {
  it('names a parameter that breaks its rule', async () => {
    const rows = rowsOf(BLOBS)
    const fault = async (options: object) => consensusStudy(rows, options).catch(error => error)
    for (const [parameter, value] of [
      ['algorithm', 'ward'],
      ['distance', 'cosine'],
      ['resamples', 0],
      ['sampleShare', 1.1],
      ['featureShare', 0],
      ['clusterCounts', [1]],
      ['clusterCounts', [36]],
      ['clusterCounts', []],
      ['seed', -1],
    ] as const) {
      const error = await fault({ [parameter]: value })
      expect(error).toBeInstanceOf(InputError)
      expect(error.parameter).toBe(parameter)
    }
    expect((await fault({ repeats: 3 })).code).toBe('unknown-option')
  })

  it('says which sample has no correlation', async () => {
    const rows = [
      [1, 2, 3],
      [2, 2, 2],
      [3, 1, 2],
      [1, 1, 2],
      [4, 3, 3],
    ]
    await expect(consensusStudy(rows, { clusterCounts: [2], resamples: 3 })).rejects.toThrow(
      /^sample 2 has the same value/,
    )
    const { runs } = await consensusStudy(rows, { clusterCounts: [2], resamples: 3, distance: 'euclidean' })
    expect(runs[0].labels).toHaveLength(5)
  })

  it('leaves numbers of clusters out of the default that a resample cannot have', async () => {
    const study = await consensusStudy(rowsOf(BLOBS).slice(0, 8), { resamples: 4 })
    expect(study.runs.map(run => run.clusterCount)).toEqual([2, 3, 4, 5])
    expect(study.drawnSamples).toBe(6)
  })

  it.each(golden.studies)(
    'has the numbers of ConsensusClusterPlus for the same resamples: $algorithm, $distance',
    async study => {
      const { algorithm, distance, resamples, areas, delta, runs } = study
      const extents = resamples.map(({ rows, columns }) => ({
        rows: Int32Array.from(rows),
        columns: columns === null ? null : Int32Array.from(columns),
      }))
      const clusterCounts = runs.map(({ k }) => k)
      const samples = samplesOf(golden.samples)
      const { drawn, together } = await countPairs(samples, extents, {
        clusterCounts,
        algorithm,
        distance,
        seed: 1,
        pauser,
        onDone: () => {},
      })
      for (const [at, run] of runs.entries()) {
        const consensus = Float64Array.from(together[at], (count, pair) => count / drawn[pair])
        expect([...consensus]).toEqual(run.consensus)
        const found = await studyRun(consensus, 20, run.k)
        expect([...found.labels]).toEqual(run.labels)
        expect([...found.order]).toEqual(run.order)
        expect([...found.cdf]).toEqual(run.cdf)
        expect(found.area).toBeCloseTo(areas[at], 12)
        for (const [ours, theirs] of [
          [found.clusterConsensus, numbers(run.clusters)],
          [found.itemConsensus, numbers(run.items)],
        ] as const) {
          expect(ours).toHaveLength(theirs.length)
          theirs.forEach((value, place) => {
            if (Number.isNaN(value)) expect(ours[place]).toBeNaN()
            else expect(ours[place]).toBeCloseTo(value, 12)
          })
        }
      }
      expect(deltaAreas(areas)).toEqual(delta.map(value => expect.closeTo(value, 12)))
    },
  )

  it.each(['hc', 'km', 'pam'] as const)(
    'finds groups that are far apart with %s, the same for the same seed',
    async algorithm => {
      const options = { clusterCounts: [2, 3], algorithm, distance: 'euclidean', resamples: 40, seed: 3 } as const
      const study = await consensusStudy(rowsOf(BLOBS), options)
      const [, three] = study.runs
      const pairs = new Set(Array.from(three.labels, (label, i) => `${label} ${BLOBS.truth[i]}`))
      expect(pairs.size).toBe(3)
      // A single start of k-means does not always find all three.
      expect(three.pac).toBeLessThan(algorithm === 'km' ? 0.1 : 1e-9)
      if (algorithm !== 'km') expect([...three.clusterConsensus]).toEqual([1, 1, 1])
      expect(await consensusStudy(rowsOf(BLOBS), options)).toEqual(study)
      const other = await consensusStudy(rowsOf(BLOBS), { ...options, seed: 4, resamples: 3, clusterCounts: [5] })
      const same = await consensusStudy(rowsOf(BLOBS), { ...options, resamples: 3, clusterCounts: [5] })
      expect(other.runs[0].consensus).not.toEqual(same.runs[0].consensus)
    },
  )

  it('draws genes too, so that a resample sees only some of them', async () => {
    const rows = rowsOf(BLOBS)
    const options = { clusterCounts: [4], distance: 'euclidean', resamples: 10, sampleShare: 1 } as const
    const whole = await consensusStudy(rows, options)
    const part = await consensusStudy(rows, { ...options, featureShare: 0.3 })
    expect(part.drawnFeatures).toBe(3)
    // Without chance, every resample is the same.
    expect(new Set(whole.runs[0].consensus)).toEqual(new Set([0, 1]))
    expect(part.runs[0].pac).toBeGreaterThan(0)
  })

  it('stops when it is asked to, and tells its progress', async () => {
    const controller = new AbortController()
    let steps = 0
    const onProgress = ({ done, total }: { done: number; total: number }) => {
      expect(total).toBe(201)
      expect(done).toBe(++steps)
      if (done === 5) controller.abort(new Error('enough'))
    }
    const options = { clusterCounts: [2], resamples: 200, signal: controller.signal, onProgress }
    await expect(consensusStudy(rowsOf(BLOBS), options)).rejects.toThrow('enough')
    expect(steps).toBe(5)
  })

  it('counts what was drawn: 0.3 of 10 is 3', () => {
    expect(partOf(10, 0.3)).toBe(3)
    expect(partOf(9, 0.8)).toBe(7)
    const shares = { resamples: 3, sampleShare: 0.8, featureShare: 0.5, seed: 1 }
    const extents = drawExtents(BLOBS, shares)
    expect(extents.map(({ rows, columns }) => [rows?.length, columns?.length])).toEqual([
      [36, 6],
      [36, 6],
      [36, 6],
    ])
  })
})

describe('studyRun', () => {
  it('is the hand-worked example', async () => {
    // Pairs 01, 02, 03, 12, 13, 23. 0 and 1 are always together, 3 with 2 in half of the cases, 2 with 1 in a fourth.
    const run = await studyRun(Float64Array.of(1, 0, 0, 0.25, 0, 0.5), 4, 2)
    expect([...run.labels]).toEqual([0, 0, 1, 1])
    expect([...run.tree.heights]).toEqual([0, 0.5, (1 + 1 + 0.75 + 1) / 4])
    expect([...run.order]).toEqual([0, 1, 2, 3])
    expect([...run.clusterConsensus]).toEqual([1, 0.5])
    expect([...run.itemConsensus]).toEqual([1, 0, 1, 0.125, 0.125, 0.5, 0, 0.5])
    expect(run.pac).toBeCloseTo(2 / 6, 12)
    // Three of six pairs up to .24, four up to .49, five up to .99, all at 1.
    expect(run.area).toBeCloseTo((24 * 3 + 25 * 4 + 50 * 5 + 6) / 600, 12)
  })

  it('has no mean for a cluster of one sample', async () => {
    const run = await studyRun(Float64Array.of(1, 0, 0), 3, 2)
    expect([...run.clusterConsensus]).toEqual([1, Number.NaN])
    expect([...run.itemConsensus]).toEqual([1, 0, 1, 0, 0, Number.NaN])
  })
})

describe('profileProducts', () => {
  it('are the hand-worked distances', () => {
    const samples = samplesOf([
      [1, 2, 3, 10],
      [2, 4, 6, 8],
      [4, 3, 2, 1],
    ])
    const distance = (name: StudyDistance, i: number, j: number) =>
      profileDistance(profileProducts(samples, name, ALL), i, j)
    expect(distance('spearman', 0, 1)).toBeCloseTo(0, 14)
    expect(distance('spearman', 0, 2)).toBeCloseTo(2, 14)
    // Deviations (-3, -2, -1, 6) and (-3, -1, 1, 3): 28 / sqrt(50 20).
    expect(distance('pearson', 0, 1)).toBeCloseTo(1 - 28 / Math.sqrt(1000), 14)
    expect(distance('euclidean', 0, 1)).toBeCloseTo(Math.sqrt(1 + 4 + 9 + 4), 12)
    const part = { rows: Int32Array.of(0, 2), columns: Int32Array.of(1, 3) }
    expect(profileDistance(profileProducts(samples, 'euclidean', part), 0, 1)).toBeCloseTo(Math.sqrt(82), 12)
  })

  it('gives equal samples the distance 0, and equal values the mean of their ranks', () => {
    const equal = samplesOf([
      [0.1, 0.7, 0.2],
      [5, 1, 1],
      [0.1, 0.7, 0.2],
      [3, 1, 2],
      [2, 2, 9],
    ])
    expect(profileDistance(profileProducts(equal, 'euclidean', ALL), 0, 2)).toBe(0)
    // Ranks (3, 1.5, 1.5) and (3, 1, 2): 1.5 / sqrt(1.5 2).
    expect(profileDistance(profileProducts(equal, 'spearman', ALL), 1, 3)).toBeCloseTo(1 - 1.5 / Math.sqrt(3), 14)
  })

  it('equal plain sums for any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2100 }), fc.integer(), (n, d, seed) => {
        const random = randomFor(seed >>> 0, 0)
        const samples = { sampleCount: n, featureCount: d, values: Float64Array.from({ length: n * d }, random) }
        const products = profileProducts(samples, 'euclidean', ALL)
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            let square = 0
            for (let f = 0; f < d; f++) square += (samples.values[i * d + f] - samples.values[j * d + f]) ** 2
            expect(profileDistance(products, i, j)).toBeCloseTo(Math.sqrt(square), 5)
          }
        }
      }),
      { numRuns: 25 },
    )
  })
})

/** Distances of points on a line. */
function lineDistances(places: number[]): Float64Array {
  return Float64Array.from(places.flatMap(a => places.map(b => Math.abs(a - b))))
}

describe('medoidLabels', () => {
  it('is the hand-worked example: the greedy start is exchanged', () => {
    // The first medoid is 5 (sum 19), the second 20; the best pair is 1 and 6.
    const places = [0, 1, 2, 5, 6, 7, 20]
    expect([...medoidLabels(lineDistances(places), 7, 3)]).toEqual([0, 0, 0, 1, 1, 1, 2])
  })

  it('gives every sample its own medoid where there are as many', () => {
    expect(new Set(medoidLabels(lineDistances([3, 1, 2]), 3, 3)).size).toBe(3)
  })
})

describe('productKMeans', () => {
  const products = (places: number[]) => Float64Array.from(places.flatMap(a => places.map(b => a * b)))

  it('ends where no single move shortens the sum of squares', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 4, maxLength: 14 }),
        fc.integer({ min: 2, max: 4 }),
        fc.nat(),
        (places, k, seed) => {
          const labels = productKMeans(products(places), places.length, k, randomFor(seed, 0))
          const inertia = (given: ArrayLike<number>) => {
            let sum = 0
            for (let c = 0; c < k; c++) {
              const own = places.filter((_, i) => given[i] === c)
              const mean = own.reduce((total, place) => total + place, 0) / own.length
              for (const place of own) sum += (place - mean) ** 2
            }
            return sum
          }
          expect(new Set(labels).size).toBe(k)
          const least = inertia(labels)
          places.forEach((_, i) => {
            for (let c = 0; c < k; c++) {
              const moved = Int32Array.from(labels)
              moved[i] = c
              if (new Set(moved).size === k) expect(inertia(moved)).toBeGreaterThanOrEqual(least - 1e-6)
            }
          })
        },
      ),
    )
  })
})
