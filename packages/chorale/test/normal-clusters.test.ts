import { describe, expect, it } from 'vitest'
import { normalClusters } from '../src/cluster/normal-clusters.js'
import { contestOf, outcomeOf } from '../src/cluster/rival.js'
import { cluster } from '../src/index.js'
import { adjustedRandIndex } from '../src/metrics/adjusted-rand-index.js'
import { drawGaussian } from '../src/numeric/gaussian.js'
import { type Random, randomFor } from '../src/numeric/random.js'

function samplesOf(rows: number[][]) {
  return { sampleCount: rows.length, featureCount: rows[0].length, values: Float64Array.from(rows.flat()) }
}

function drawn(n: number, row: (i: number, random: Random) => number[], seed = 3) {
  const random = randomFor(seed, 0)
  return samplesOf(Array.from({ length: n }, (_, i) => row(i, random)))
}

describe('normalClusters', () => {
  it('is the formula, worked by hand', () => {
    // Two clusters of ten in one feature: half of each at -1 and 1 around its mean; scatter 10, pooled variance 1.
    const values = Float64Array.from({ length: 20 }, (_, i) => (i < 10 ? 0 : 8) + (i % 2 === 0 ? -1 : 1))
    const labels = Int32Array.from({ length: 20 }, (_, i) => (i < 10 ? 0 : 1))
    const found = normalClusters({ sampleCount: 20, featureCount: 1, values }, labels, 2)!
    // Σ = (10 + 2) / 12 = 1; ln(1/2) - 1/2 - ln √(2π). Kurtosis 1 / 3, times 11 / 9.
    expect(found.likelihood).toBeCloseTo(Math.log(0.5) - 0.5 - Math.log(Math.sqrt(2 * Math.PI)), 5)
    expect(found.kurtosis).toBeCloseTo(11 / 27, 5)
    // All four shapes have this likelihood; the one with the fewest parameters, one width for all, has 2 means, 1 share, 1 width.
    expect(found.criterion).toBeCloseTo(found.likelihood - 4 / 20, 5)
  })

  it('has the kurtosis 1 for normal clusters, less for rings, more for heavy tails', () => {
    const labels = new Int32Array(4000)
    const kurtosisOf = (row: (i: number, random: Random) => number[]) =>
      normalClusters(drawn(4000, row), labels, 1)!.kurtosis
    expect(kurtosisOf((_, random) => [drawGaussian(random), 5 * drawGaussian(random)])).toBeCloseTo(1, 1)
    expect(
      kurtosisOf((_, random) => {
        const angle = 2 * Math.PI * random()
        return [Math.cos(angle), Math.sin(angle)]
      }),
    ).toBeCloseTo(0.5, 2)
    expect(
      kurtosisOf((_, random) => {
        const scale = 1 / Math.sqrt(random() + 0.05)
        return [scale * drawGaussian(random), scale * drawGaussian(random)]
      }),
    ).toBeGreaterThan(1.5)
  })

  it('compares partitions in the same way in other coordinates', () => {
    const samples = drawn(600, (i, random) => [(i % 3) * 4 + drawGaussian(random), drawGaussian(random)])
    const sheared = { ...samples, values: samples.values.slice() }
    for (let i = 0; i < 600; i++) {
      const [x, y] = [samples.values[2 * i], samples.values[2 * i + 1]]
      sheared.values[2 * i] = 3 * x + y + 5
      sheared.values[2 * i + 1] = 0.5 * y - x
    }
    const right = Int32Array.from({ length: 600 }, (_, i) => i % 3)
    const wrong = Int32Array.from({ length: 600 }, (_, i) => i % 2)
    const gainIn = (data: typeof samples) =>
      normalClusters(data, right, 3)!.likelihood - normalClusters(data, wrong, 2)!.likelihood
    expect(gainIn(samples)).toBeGreaterThan(0.3)
    expect(gainIn(sheared)).toBeCloseTo(gainIn(samples), 3)
  })

  it('is null where nothing can be said: constant features only, or clusters of a few samples', () => {
    expect(normalClusters(samplesOf([[1], [1], [1]]), Int32Array.of(0, 0, 1), 2)).toBeNull()
    expect(normalClusters(samplesOf([[1], [2], [3], [4]]), Int32Array.of(0, 0, 1, 1), 2)).toBeNull()
  })
})

describe('the rival of the default', () => {
  /** 20 round clusters in two features, some of which overlap. */
  const data = drawn(
    2000,
    (() => {
      const places = randomFor(8, 1)
      const centres = Array.from({ length: 20 }, () => [9 * drawGaussian(places), 9 * drawGaussian(places)])
      return (i, random) => centres[i % 20].map(centre => centre + drawGaussian(random))
    })(),
  )
  const truth = Int32Array.from({ length: 2000 }, (_, i) => i % 20)

  it('is asked where clusters look normal, and only then', async () => {
    const { plan } = await cluster(data, { clusterCount: 20, review: false })
    const [run] = plan.runs
    const contest = contestOf(run, data, truth, {})
    expect(contest?.rival.base).toMatchObject({
      family: 'votes',
      ensembleSize: 10,
      clusterCounts: { from: 20, to: 20 },
    })
    expect(contestOf(run, data, truth, { ensembleSize: 20 })).toBeNull()
    const cut = Int32Array.from({ length: 2000 }, (_, i) => Math.floor(20 * ((Math.sin(i) + 1) / 2.0001)))
    expect(contestOf(run, data, cut, {})).toBeNull()
    const arcs = drawn(2000, (i, random) => {
      const angle = Math.PI * random()
      return [(i % 20) * 5 + Math.cos(angle), Math.sin(angle)]
    })
    expect(contestOf(run, arcs, truth, {})).toBeNull()
  })

  it('wins by its criterion, and a close end between different clusters is a warning', async () => {
    const { plan } = await cluster(data, { clusterCount: 20, review: false })
    const contestWith = (labels: Int32Array) => contestOf(plan.runs[0], data, labels, {})!
    // Every tenth sample in the next cluster.
    const worse = truth.map((label, i) => (i % 10 === 0 ? (label + 1) % 20 : label))
    const shapesOf = (labels: Int32Array) => normalClusters(data, labels, 20)!
    expect(shapesOf(worse).criterion).toBeLessThan(shapesOf(truth).criterion)
    expect(outcomeOf(contestWith(truth), data, truth, worse)).toEqual({ isBetter: false, closeAgreement: null })
    const same = outcomeOf(contestWith(truth), data, truth, truth)
    expect(same).toEqual({ isBetter: false, closeAgreement: 1 })
    const normal = { ...shapesOf(truth), criterion: shapesOf(truth).criterion - 0.01 }
    expect(outcomeOf({ ...contestWith(truth), normal }, data, worse, truth)).toEqual({
      isBetter: true,
      closeAgreement: adjustedRandIndex(worse, truth),
    })
  }, 60_000)

  it('wins on some draws of round clusters, where it is better, with a note', async () => {
    const gains: number[] = []
    for (const seed of [1, 2, 3, 4, 5]) {
      const places = randomFor(seed, 1)
      const centres = Array.from({ length: 8 }, () => [5 * drawGaussian(places), 5 * drawGaussian(places)])
      const draw = drawn(800, (i, random) => centres[i % 8].map(centre => centre + drawGaussian(random)), seed)
      const classes = Int32Array.from({ length: 800 }, (_, i) => i % 8)
      const { labels, ensemble } = await cluster(draw, { clusterCount: 8, review: false })
      // The same base clusterings, which the caller asks for.
      const planned = await cluster(draw, { clusterCount: 8, review: false, ensembleSize: 128 })
      expect(planned.ensemble.bases).not.toContain('k-means')
      if (!ensemble.bases.includes('k-means')) {
        expect(labels).toEqual(planned.labels)
        continue
      }
      expect(ensemble.notes.at(-1)).toContain('the clusters look like normal distributions')
      gains.push(adjustedRandIndex(labels, classes) - adjustedRandIndex(planned.labels, classes))
    }
    expect(gains.length).toBeGreaterThan(0)
    expect(Math.min(...gains)).toBeGreaterThan(-0.03)
    expect(gains.reduce((sum, gain) => sum + gain, 0)).toBeGreaterThan(0)
  }, 60_000)
})
