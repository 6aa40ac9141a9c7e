import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { type KMeansOptions, type KMeansResult, kMeans, kMeansRuns } from '../../src/numeric/k-means.js'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../src/numeric/random.js'
import type { Matrix } from '../../src/types.js'

let simd: HotLoops
beforeAll(async () => {
  simd = await loadHotLoops('simd')
})

const matrix = (rows: number[][]): Matrix => ({
  rowCount: rows.length,
  columnCount: rows[0]?.length ?? 0,
  values: Float64Array.from(rows.flat()),
})

const cluster = (points: Matrix, options: Partial<KMeansOptions> & { clusterCount: number }): KMeansResult =>
  kMeans(points, { seed: 1, loops: simd, ...options })

const squaredDistance = (points: Matrix, i: number, centres: Matrix, c: number): number => {
  const d = points.columnCount
  let total = 0
  for (let j = 0; j < d; j++) total += (points.values[i * d + j] - centres.values[c * d + j]) ** 2
  return total
}

const inertiaOf = (points: Matrix, { labels, centres }: KMeansResult, weights?: Float64Array): number =>
  [...labels].reduce((sum, c, i) => sum + (weights?.[i] ?? 1) * squaredDistance(points, i, centres, c), 0)

/** Uniform points; on a grid of `levels` values per coordinate when asked, so that ties and repeated points occur. */
const scatter = (rowCount: number, columnCount: number, seed: number, levels = 0): Matrix => {
  const random = randomFor(seed, 99)
  const draw = () => (levels > 0 ? Math.floor(random() * levels) : 10 * random() - 3)
  return { rowCount, columnCount, values: Float64Array.from({ length: rowCount * columnCount }, draw) }
}

const tables = fc.record({
  rowCount: fc.integer({ min: 1, max: 60 }),
  columnCount: fc.integer({ min: 1, max: 6 }),
  seed: fc.nat(1e6),
  levels: fc.constantFrom(0, 0, 2, 4, 30),
})

describe('kMeans: bad input', () => {
  const points = matrix([[0], [1], [2]])
  it.each([
    [{ clusterCount: 0 }, 'kMeans: clusterCount must be an integer from 1 to the number of samples (3); got 0'],
    [{ clusterCount: 4 }, 'kMeans: clusterCount must be an integer from 1 to the number of samples (3); got 4'],
    [{ clusterCount: 1.5 }, 'kMeans: clusterCount must be an integer from 1 to the number of samples (3); got 1.5'],
    [{ clusterCount: 2, restarts: 0 }, 'kMeans: restarts must be an integer from 1 to 1000000; got 0'],
    [{ clusterCount: 2, maxIterations: 0 }, 'kMeans: maxIterations must be an integer from 1 to 1000000; got 0'],
    [{ clusterCount: 2, seed: -1 }, 'kMeans: seed must be an integer from 0 to 4294967295; got -1'],
    [
      { clusterCount: 2, weights: Float64Array.of(1, 1) },
      'kMeans: weights must have one value per point (3); got 2 values',
    ],
    [
      { clusterCount: 2, weights: Float64Array.of(1, 0, 1) },
      'kMeans: weights must be finite numbers above 0; got 0 at 1',
    ],
  ])('rejects %o', (options, message) => {
    expect(() => cluster(points, options)).toThrow(new InputError(message))
  })

  it('rejects a value that is not finite and says where it is', () => {
    expect(() =>
      cluster(
        matrix([
          [0, 1],
          [2, Number.NaN],
        ]),
        { clusterCount: 1 },
      ),
    ).toThrow(
      new InputError('kMeans: points must be finite numbers of size at most 1e+150; got NaN at row 1, column 1'),
    )
  })

  it('rejects a matrix without rows, and one whose values do not fill it', () => {
    expect(() => cluster(matrix([]), { clusterCount: 1 })).toThrow(/at least one row and one column; got 0 x 0/)
    const short = { rowCount: 2, columnCount: 2, values: new Float64Array(3) }
    expect(() => cluster(short, { clusterCount: 1 })).toThrow(/rowCount x columnCount values \(4\); got 3/)
  })
})

describe('kMeans: corners', () => {
  it('returns the mean for k = 1', () => {
    const { labels, centres, inertia } = cluster(matrix([[0], [1], [5]]), { clusterCount: 1 })
    expect([...labels]).toEqual([0, 0, 0])
    expect(centres.values[0]).toBeCloseTo(2, 12)
    expect(inertia).toBeCloseTo(14, 10)
  })

  it('gives every point its own cluster for k = n', () => {
    const { labels, inertia, filledCount } = cluster(matrix([[0], [3], [4], [9]]), { clusterCount: 4 })
    expect(new Set(labels).size).toBe(4)
    expect(inertia).toBe(0)
    expect(filledCount).toBe(4)
  })

  it('accepts one sample', () => {
    const result = cluster(matrix([[7, 8]]), { clusterCount: 1 })
    expect([...result.labels]).toEqual([0])
    expect([...result.centres.values]).toEqual([7, 8])
    expect(result.converged).toBe(true)
  })

  it('puts identical samples into one cluster and says that only one is filled', () => {
    const result = cluster(matrix([[2], [2], [2], [2]]), { clusterCount: 3 })
    expect([...result.labels]).toEqual([0, 0, 0, 0])
    expect(result.filledCount).toBe(1)
    expect(result.inertia).toBe(0)
    expect(result.converged).toBe(true)
  })

  it('fills as many clusters as there are distinct points', () => {
    const result = cluster(matrix([[0], [0], [5], [5], [9]]), { clusterCount: 4 })
    expect(result.filledCount).toBe(3)
    expect(result.inertia).toBe(0)
  })

  it('tells points apart that are equal in f32', () => {
    const result = cluster(matrix([[1], [1 + 1e-10], [-1], [-1 + 1e-10]]), { clusterCount: 4 })
    expect(result.filledCount).toBe(4)
    expect(new Set(result.labels).size).toBe(4)
  })

  it('moves an emptied centre to the point that is farthest from its own', () => {
    // In f32 there are two places, so the third centre starts on another one and stays without points.
    const points = matrix([[1], [1 + 1e-10], [-1], [-1 + 3e-10]])
    for (let seed = 0; seed < 10; seed++) {
      const { labels, inertia } = cluster(points, { clusterCount: 3, seed })
      expect(labels[0]).toBe(labels[1])
      expect(labels[2]).not.toBe(labels[3])
      expect(inertia).toBeLessThan(6e-21)
    }
  })

  it('gives a tie to the lowest centre', () => {
    // Starts at 0 and 2 or the reverse: 1 lies between, and stays with whichever centre comes first.
    for (let seed = 0; seed < 20; seed++) {
      const { labels, centres } = cluster(matrix([[0], [1], [2]]), { clusterCount: 2, maxIterations: 1, seed })
      const [to0, to1] = [0, 1].map(c => Math.abs(1 - centres.values[c])) as [number, number]
      if (to0 === to1) expect(labels[1]).toBe(0)
    }
  })

  it('stops at maxIterations and says so; the labels belong to the centres', () => {
    const points = scatter(200, 2, 3)
    const result = cluster(points, { clusterCount: 12, maxIterations: 1 })
    expect(result.iterations).toBe(1)
    expect(result.converged).toBe(false)
    expectNearest(points, result)
  })

  it('works far from zero, where f32 alone would see one point', () => {
    const points = matrix([[1e9], [1e9 + 1], [1e9 + 10], [1e9 + 11]])
    const { labels, inertia } = cluster(points, { clusterCount: 2 })
    expect([...labels].map(label => label === labels[0])).toEqual([true, true, false, false])
    expect(inertia).toBeCloseTo(1, 6)
  })

  it('splits tight groups that lie far apart', () => {
    // Two groups a million apart, each of two halves one apart: in f32 the halves coincide.
    const points = matrix([[0], [0.1], [1], [1.1], [1e6], [1e6 + 0.1], [1e6 + 1], [1e6 + 1.1]])
    const { inertia } = cluster(points, { clusterCount: 4, restarts: 10 })
    expect(inertia).toBeCloseTo(0.02, 6)
  })

  it.each([1e-200, 1e-30, 1e30, 1e140])('gives the same labels for data times %d', factor => {
    const points = scatter(80, 3, 5)
    const scaled = { ...points, values: points.values.map(value => value * factor) }
    expect(cluster(scaled, { clusterCount: 5 }).labels).toEqual(cluster(points, { clusterCount: 5 }).labels)
  })
})

describe('kMeans: hand-worked value', () => {
  it('finds two pairs: centres 0.5 and 10.5, inertia 4 · 0.25', () => {
    const { labels, centres, inertia, iterations } = cluster(matrix([[0], [1], [10], [11]]), { clusterCount: 2 })
    expect([...centres.values].sort((a, b) => a - b)).toEqual([0.5, 10.5])
    expect(inertia).toBe(1)
    expect(labels[0]).toBe(labels[1])
    expect(labels[2]).toBe(labels[3])
    expect(iterations).toBeLessThanOrEqual(3)
  })

  it('weighs a point by its multiplicity: the mean of 0, 0, 0 and 4 is 1', () => {
    const { centres, inertia } = cluster(matrix([[0], [4]]), { clusterCount: 1, weights: Float64Array.of(3, 1) })
    expect([...centres.values]).toEqual([1])
    expect(inertia).toBe(12)
  })
})

describe('kMeans: invariants', () => {
  it('returns the inertia of its labels and centres', () => {
    fc.assert(
      fc.property(tables, fc.nat(), (table, pick) => {
        const points = scatter(table.rowCount, table.columnCount, table.seed, table.levels)
        const result = cluster(points, { clusterCount: 1 + (pick % points.rowCount), seed: table.seed })
        expect(result.inertia).toBeCloseTo(inertiaOf(points, result), 8)
      }),
    )
  })

  it('gives every point to a nearest centre', () => {
    fc.assert(
      fc.property(tables, fc.nat(), (table, pick) => {
        const points = scatter(table.rowCount, table.columnCount, table.seed, table.levels)
        expectNearest(points, cluster(points, { clusterCount: 1 + (pick % points.rowCount), seed: table.seed }))
      }),
    )
  })

  it('places every centre at the mean of its points when it has converged', () => {
    fc.assert(
      fc.property(tables, fc.nat(), (table, pick) => {
        const points = scatter(table.rowCount, table.columnCount, table.seed, table.levels)
        const { labels, centres, converged } = cluster(points, { clusterCount: 1 + (pick % points.rowCount) })
        if (!converged) return
        for (let c = 0; c < centres.rowCount; c++) {
          const members = [...labels.keys()].filter(i => labels[i] === c)
          if (members.length === 0) continue
          for (let j = 0; j < points.columnCount; j++) {
            const mean = members.reduce((s, i) => s + points.values[i * points.columnCount + j], 0) / members.length
            expect(centres.values[c * points.columnCount + j]).toBeCloseTo(mean, 9)
          }
        }
      }),
    )
  })

  it('never raises the inertia with a further iteration', () => {
    fc.assert(
      fc.property(tables, fc.nat(), (table, pick) => {
        const points = scatter(table.rowCount, table.columnCount, table.seed, table.levels)
        let previous = Infinity
        for (let maxIterations = 1; maxIterations <= 6; maxIterations++) {
          const { inertia } = cluster(points, { clusterCount: 1 + (pick % points.rowCount), maxIterations })
          expect(inertia).toBeLessThanOrEqual(previous * (1 + 1e-9) + 1e-9)
          previous = inertia
        }
      }),
    )
  })

  it('fills every cluster as long as there are enough distinct points', () => {
    fc.assert(
      fc.property(tables, fc.nat(), (table, pick) => {
        const points = scatter(table.rowCount, table.columnCount, table.seed, table.levels)
        const d = points.columnCount
        const rows = Array.from({ length: points.rowCount }, (_, i) => `${points.values.slice(i * d, (i + 1) * d)}`)
        const clusterCount = 1 + (pick % points.rowCount)
        const { filledCount, labels } = cluster(points, { clusterCount })
        expect(filledCount).toBe(Math.min(clusterCount, new Set(rows).size))
        expect(new Set(labels).size).toBe(filledCount)
      }),
    )
  })

  it('treats a weight as that many equal points', () => {
    fc.assert(
      fc.property(tables, fc.nat(), (table, pick) => {
        const points = scatter(table.rowCount, table.columnCount, table.seed, table.levels)
        const random = randomFor(table.seed, 7)
        const weights = Float64Array.from({ length: points.rowCount }, () => 1 + Math.floor(random() * 3))
        const origin = [...weights].flatMap((weight, i) => new Array<number>(weight).fill(i))
        const rows = origin.map(i => [...points.values.slice(i * points.columnCount, (i + 1) * points.columnCount)])
        const options = { clusterCount: 1 + (pick % points.rowCount), seed: table.seed }
        const weighted = cluster(points, { ...options, weights })
        const repeated = cluster(matrix(rows), options)
        expect(origin.map(i => weighted.labels[i])).toEqual([...repeated.labels])
        expect(weighted.iterations).toBe(repeated.iterations)
        expect(weighted.inertia).toBeCloseTo(repeated.inertia, 8)
      }),
    )
  })

  it('gives the same result for the same seed, in SIMD and in plain TypeScript, to the bit', () => {
    fc.assert(
      fc.property(tables, fc.nat(), (table, pick) => {
        const points = scatter(table.rowCount, table.columnCount, table.seed, table.levels)
        const options = { clusterCount: 1 + (pick % points.rowCount), seed: table.seed, restarts: 3 }
        const result = cluster(points, options)
        expect(cluster(points, options)).toEqual(result)
        expect(cluster(points, { ...options, loops: PLAIN_KERNELS })).toEqual(result)
      }),
    )
  })

  it.each([
    [3000, 8, 40],
    [2001, 3, 17],
    [1500, 30, 6],
  ])('leaves out only points that keep their centre (%i x %i, k = %i)', (rowCount, columnCount, clusterCount) => {
    const points = scatter(rowCount, columnCount, 5)
    const found = cluster(points, { clusterCount })
    expect(found.iterations).toBeGreaterThan(10)
    // The plain version compares all points with all centres in every iteration.
    expect(found).toEqual(cluster(points, { clusterCount, loops: PLAIN_KERNELS }))
  })

  it('keeps the best of its restarts and leaves its input as it was', () => {
    const points = scatter(300, 2, 11)
    const before = points.values.slice()
    const options = { clusterCount: 15, seed: 5 }
    const one = cluster(points, options)
    const ten = cluster(points, { ...options, restarts: 10 })
    expect(ten.inertia).toBeLessThan(one.inertia)
    expect(points.values).toEqual(before)
  })

  it('can be stopped at least at every centre and iteration', () => {
    const options = { clusterCount: 7, seed: 1, loops: PLAIN_KERNELS }
    const steps = kMeansRuns(scatter(100, 2, 1), options)
    let count = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) count++
    expect(count).toBeGreaterThanOrEqual(6 + step.value.iterations)
    expect(step.value).toEqual(kMeans(scatter(100, 2, 1), options))
  })
})

function expectNearest(points: Matrix, { labels, centres }: KMeansResult): void {
  for (let i = 0; i < points.rowCount; i++) {
    const own = squaredDistance(points, i, centres, labels[i])
    for (let c = 0; c < centres.rowCount; c++) {
      expect(own).toBeLessThanOrEqual(squaredDistance(points, i, centres, c) * (1 + 1e-9) + 1e-12)
    }
  }
}
