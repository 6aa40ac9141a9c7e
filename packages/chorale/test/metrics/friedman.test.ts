import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { friedmanTest } from '../../src/metrics/friedman.js'
import { chiSquareTail, fTail } from '../../src/numeric/tail-probability.js'

const matrix = (rows: number[][]) => ({
  rowCount: rows.length,
  columnCount: rows[0]?.length ?? 0,
  values: Float64Array.from(rows.flat()),
})

/** Areas under the curve of four variants of C4.5 on 14 datasets: Demšar (2006), Table 6. */
const DEMSAR = matrix([
  [0.763, 0.768, 0.771, 0.798],
  [0.599, 0.591, 0.59, 0.569],
  [0.954, 0.971, 0.968, 0.967],
  [0.628, 0.661, 0.654, 0.657],
  [0.882, 0.888, 0.886, 0.898],
  [0.936, 0.931, 0.916, 0.931],
  [0.661, 0.668, 0.609, 0.685],
  [0.583, 0.583, 0.563, 0.625],
  [0.775, 0.838, 0.866, 0.875],
  [1, 1, 1, 1],
  [0.94, 0.962, 0.965, 0.962],
  [0.619, 0.666, 0.614, 0.669],
  // Equal to the printed digits, but ranked 2 and 3 there.
  [0.972, 0.981, 0.9751, 0.975],
  [0.957, 0.978, 0.946, 0.97],
])

describe('friedmanTest', () => {
  it('rejects fewer than two datasets or methods, and scores that are no numbers', () => {
    expect(() => friedmanTest(matrix([[1, 2]]))).toThrow(
      new InputError('friedmanTest: scores must have at least 2 rows (datasets); got 1'),
    )
    expect(() => friedmanTest(matrix([[1], [2]]))).toThrow(/at least 2 columns \(methods\); got 1/)
    expect(() =>
      friedmanTest(
        matrix([
          [1, 2],
          [2, Number.NaN],
        ]),
      ),
    ).toThrow(/finite numbers; got NaN/)
  })

  it('gives the ranks, statistics and critical difference of the textbook example', () => {
    const test = friedmanTest(DEMSAR)
    expect(test.meanRanks.map(rank => rank.toFixed(3))).toEqual(['3.143', '2.000', '2.893', '1.964'])
    expect(test.chiSquare).toBeCloseTo(9.28, 2)
    expect(test.fStatistic).toBeCloseTo(3.69, 2)
    expect(test.criticalDifference).toBeCloseTo(1.25, 2)
    expect(test.datasetCount).toBe(14)
    // Demšar: the critical value of F(3, 39) at 0.05 is 2.85, so the null hypothesis is rejected.
    expect(test.fP).toBeLessThan(0.05)
    // 3.143 - 1.964 = 1.18 is not above 1.25: the post-hoc test is not powerful enough.
    expect(test.groups).toEqual([[3, 1, 2, 0]])
  })

  it('finds nothing where all methods are equal', () => {
    const test = friedmanTest(
      matrix([
        [1, 1, 1],
        [0.5, 0.5, 0.5],
      ]),
    )
    expect(test).toMatchObject({ meanRanks: [2, 2, 2], chiSquare: 0, chiSquareP: 1, fStatistic: 0, fP: 1 })
  })

  it('has F infinite and p 0 where all datasets rank alike', () => {
    const test = friedmanTest(
      matrix([
        [3, 2, 1],
        [30, 20, 10],
        [0.3, 0.2, 0.1],
      ]),
    )
    expect(test).toMatchObject({ meanRanks: [1, 2, 3], chiSquare: 6, fStatistic: Number.POSITIVE_INFINITY, fP: 0 })
    expect(test.chiSquareP).toBeCloseTo(Math.exp(-3), 12)
  })

  it('does not depend on the order of datasets or on increasing changes of the scores', () => {
    const { rowCount, columnCount, values } = DEMSAR
    const rows = Array.from({ length: rowCount }, (_, at) => [
      ...values.subarray(at * columnCount, (at + 1) * columnCount),
    ])
    const { meanRanks, chiSquare } = friedmanTest(matrix(rows.reverse().map(row => row.map(value => value ** 3 - 7))))
    expect(chiSquare).toBeCloseTo(friedmanTest(DEMSAR).chiSquare, 9)
    meanRanks.forEach((rank, j) => {
      expect(rank).toBeCloseTo(friedmanTest(DEMSAR).meanRanks[j], 9)
    })
  })

  it('joins only methods that are within the critical difference, in the largest sets', () => {
    const rows = Array.from({ length: 30 }, (_, at) => [4, at % 2 ? 3 : 2.5, at % 2 ? 2.5 : 3, 1])
    const { meanRanks, criticalDifference, groups } = friedmanTest(matrix(rows))
    expect(meanRanks.map(rank => Math.round(rank * 1e9) / 1e9)).toEqual([1, 2.5, 2.5, 4])
    expect(criticalDifference).toBeLessThan(1)
    expect(groups).toEqual([[1, 2]])
  })

  it('takes q from the distribution of the studentised range', () => {
    for (let k = 2; k <= 20; k++) {
      const scores = matrix([Array.from({ length: k }, (_, j) => j), Array.from({ length: k }, (_, j) => -j)])
      const q = friedmanTest(scores).criticalDifference! / Math.sqrt((k * (k + 1)) / 12)
      expect(rangeTail(q * Math.SQRT2, k)).toBeCloseTo(0.05, 5)
    }
    const many = matrix([Array.from({ length: 21 }, (_, j) => j), Array.from({ length: 21 }, (_, j) => -j)])
    expect(friedmanTest(many)).toMatchObject({ criticalDifference: null, groups: [] })
  })
})

/** P(range of k standard normal numbers > q) = 1 - k ∫ φ(z) [Φ(z) - Φ(z - q)]^(k-1) dz. */
function rangeTail(q: number, k: number): number {
  const step = 0.01
  let sum = 0
  for (let z = -8; z <= 14; z += step) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
    sum += density * (normal(z) - normal(z - q)) ** (k - 1) * step
  }
  return 1 - k * sum
}

/** Φ(z), from P(X² ≥ z²) of one degree of freedom. */
function normal(z: number): number {
  const tail = chiSquareTail(z * z, 1) / 2
  return z < 0 ? tail : 1 - tail
}

describe('tail probabilities', () => {
  it('agree with known values', () => {
    // χ² of 2 degrees of freedom is exponential; 3.841459 and 18.307038 are the 0.05 points of 1 and 10.
    expect(chiSquareTail(6, 2)).toBeCloseTo(Math.exp(-3), 14)
    expect(chiSquareTail(3.841458820694124, 1)).toBeCloseTo(0.05, 13)
    expect(chiSquareTail(18.307038053275146, 10)).toBeCloseTo(0.05, 13)
    expect(chiSquareTail(400, 3) / 2.2138865931011112e-86).toBeCloseTo(1, 9)
    // F(2, d): (1 + 2 x / d)^(-d / 2).
    expect(fTail(3.5, 2, 8)).toBeCloseTo((1 + 7 / 8) ** -4, 14)
    expect(fTail(0.2, 2, 30)).toBeCloseTo((1 + 0.4 / 30) ** -15, 14)
    expect(fTail(2.845067805279349, 3, 39)).toBeCloseTo(0.05, 9)
  })

  it('are 1 at 0 and fall from there', () => {
    let before = 1
    for (let x = 0; x < 60; x += 0.25) {
      const tail = chiSquareTail(x, 7)
      expect(tail).toBeLessThanOrEqual(before)
      before = tail
    }
    expect(chiSquareTail(0, 3)).toBe(1)
    expect(fTail(0, 3, 4)).toBe(1)
    expect(fTail(Number.POSITIVE_INFINITY, 3, 4)).toBe(0)
  })
})
