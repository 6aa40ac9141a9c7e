import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFor, toDataset } from '../../src/internal.js'
import { chiSquareTail, normalTails } from '../../src/numeric/tail-probability.js'
import { clusterMarkers, markersOfSeveral } from '../../src/study/cluster-markers.js'
import { fisherExact } from '../../src/study/fisher-exact.js'
import { logRankTest } from '../../src/study/log-rank.js'
import { adjustedPValues, kruskalWallis, rankSumTest, rankValues } from '../../src/study/rank-tests.js'

const random = () => randomFor(1, 0)
const relative = (found: number, expected: number) => Math.abs(found - expected) / expected

describe('normalTails', () => {
  it('has the values of R', () => {
    // 2 * pnorm(-z)
    const values = [
      [0, 1],
      [1e-3, 0.9992021155721779],
      [0.3, 0.7641771556220947],
      [0.66, 0.5092538293426724],
      [0.7, 0.48392730444614596],
      [1.5, 0.13361440253771614],
      [2.5, 0.01241933065155227],
      [4, 0.00006334248366623985],
      [5.6, 2.143518051662186e-8],
      [5.7, 1.1980742802127056e-8],
      [9, 2.2571768119076816e-19],
      [20, 5.5072482372124675e-89],
      [37, 1.1451142445049154e-299],
    ]
    for (const [z, expected] of values) {
      expect(relative(normalTails(z), expected)).toBeLessThan(1e-13)
      expect(normalTails(-z)).toBe(normalTails(z))
    }
    expect(normalTails(40)).toBe(0)
  })

  it('is the tail of χ² with one degree of freedom at z²', () => {
    for (let z = 0.01; z < 12; z += 0.07) expect(relative(normalTails(z), chiSquareTail(z * z, 1))).toBeLessThan(1e-11)
  })
})

describe('fisherExact', () => {
  it('is the hand-worked example', () => {
    // Margins 4, 4: tables by n11 with probabilities 1, 16, 36, 16, 1 of 70.
    expect(
      fisherExact(
        [
          [3, 1],
          [1, 3],
        ],
        random(),
      ).p,
    ).toBeCloseTo((1 + 16 + 16 + 1) / 70, 14)
    expect(
      fisherExact(
        [
          [4, 0],
          [0, 4],
        ],
        random(),
      ).p,
    ).toBeCloseTo(2 / 70, 14)
    expect(
      fisherExact(
        [
          [2, 2],
          [2, 2],
        ],
        random(),
      ),
    ).toEqual({ p: expect.closeTo(1, 12), simulated: 0 })
  })

  it('has the values of R, exactly', () => {
    const tables = [
      {
        table: [
          [1, 11],
          [9, 3],
        ],
        p: 0.002759456185220086,
      },
      {
        table: [
          [4, 1, 0],
          [0, 5, 2],
          [2, 3, 6],
        ],
        p: 0.017347439207716246,
      },
      {
        table: [
          [2, 4, 2, 1],
          [3, 1, 0, 2],
          [0, 5, 3, 2],
        ],
        p: 0.22264631928235057,
      },
      {
        table: [
          [10, 2],
          [3, 15],
          [8, 1],
        ],
        p: 0.000049437962145445667,
      },
    ]
    for (const { table, p } of tables) {
      const found = fisherExact(table, random())
      expect(found.simulated).toBe(0)
      expect(relative(found.p, p)).toBeLessThan(1e-12)
      const transposed = table[0].map((_, j) => table.map(row => row[j]))
      expect(relative(fisherExact(transposed, random()).p, p)).toBeLessThan(1e-12)
    }
  })

  it('simulates large tables, the same for the same seed', () => {
    const independent = [
      [40, 30, 50],
      [42, 28, 52],
      [39, 31, 49],
    ]
    const found = fisherExact(independent, random())
    expect(found.simulated).toBe(10_000)
    expect(found.p).toBeGreaterThan(0.9)
    expect(fisherExact(independent, random())).toEqual(found)
    expect(
      fisherExact(
        [
          [90, 10, 20],
          [20, 80, 20],
          [10, 20, 80],
        ],
        random(),
      ).p,
    ).toBe(1 / 10_001)
  })

  it('simulates close to the exact value', () => {
    const table = [
      [30, 22, 18],
      [20, 25, 31],
      [24, 28, 22],
    ]
    const { p, simulated } = fisherExact(table, random())
    expect(simulated).toBeGreaterThan(0)
    // fisher.test: 0.1918; the standard error of the simulation is 0.004.
    expect(Math.abs(p - 0.1918484)).toBeLessThan(0.015)
  })

  it('is 1 where there is nothing to test', () => {
    expect(
      fisherExact(
        [
          [3, 4],
          [0, 0],
        ],
        random(),
      ).p,
    ).toBe(1)
    expect(fisherExact([[3], [4]], random()).p).toBe(1)
  })
})

describe('kruskalWallis', () => {
  it('is the hand-worked example', () => {
    // Ranks 1 2 3 | 4 5 6: 12 (36/3 + 225/3) / 42 - 21.
    const { statistic, degreesOfFreedom, p } = kruskalWallis([1, 2, 3, 7, 8, 9], [0, 0, 0, 1, 1, 1], 2)
    expect(statistic).toBeCloseTo((12 * 87) / 42 - 21, 12)
    expect(degreesOfFreedom).toBe(1)
    expect(p).toBeCloseTo(0.04953461, 8)
  })

  it('has the values of R with ties', () => {
    const values = [
      -0.8, 2.2, -0.1, 0.1, 2.5, 0.6, -0.5, 0.2, 0.9, 0.1, 2, 0.4, -1.1, 0.6, 0.1, -0.1, 0.2, -1, 0.2, 0.5, 2.1, 0.9,
      2.3, 1.9,
    ]
    const found = kruskalWallis(
      values,
      values.map((_, i) => i % 3),
      3,
    )
    expect(relative(found.statistic, 8.557175622542594)).toBeLessThan(1e-12)
    expect(relative(found.p, 0.013862224347404419)).toBeLessThan(1e-11)
    // A group without values does not count.
    expect(
      kruskalWallis(
        values,
        values.map((_, i) => 2 * (i % 3)),
        6,
      ),
    ).toEqual(found)
  })

  it('is 1 for equal values', () => {
    expect(kruskalWallis([3, 3, 3, 3], [0, 0, 1, 1], 2).p).toBe(1)
  })
})

describe('logRankTest', () => {
  it('is the hand-worked example', () => {
    // Groups: 1, 3+ and 2, 4. Events at 1 (2 of 4), 2 (1 of 3), 4 (0 of 1): expected 0.5 + 1/3; variance 1/4 + 2/9.
    const { statistic, degreesOfFreedom } = logRankTest([1, 3, 2, 4], [1, 0, 1, 1], [0, 0, 1, 1], 2)
    expect(statistic).toBeCloseTo((1 - 5 / 6) ** 2 / (1 / 4 + 2 / 9), 12)
    expect(degreesOfFreedom).toBe(1)
  })

  it('has the values of survdiff with ties', () => {
    const times = [
      5.9, 1.3, 4.1, 1.3, 3.2, 4.1, 7.2, 3.6, 6.5, 14.8, 1.2, 5.9, 6.8, 0.5, 1.9, 4.3, 8.2, 2.2, 39.2, 0.1, 3, 6.5,
      10.4, 8.5, 7.3, 2.8, 3.3, 2.2, 2.1, 3.5,
    ]
    const events = [...'111011110010011111110111111110'].map(Number)
    const three = logRankTest(
      times,
      events,
      times.map((_, i) => i % 3),
      3,
    )
    expect(relative(three.statistic, 6.116892365506526)).toBeLessThan(1e-11)
    expect(relative(three.p, 0.04696060676041606)).toBeLessThan(1e-11)
    const two = logRankTest(
      times,
      events,
      times.map((_, i) => (i % 3 > 0 ? 1 : 0)),
      2,
    )
    expect(relative(two.statistic, 3.3517403490732223)).toBeLessThan(1e-11)
    expect(relative(two.p, 0.06713400081032334)).toBeLessThan(1e-11)
  })

  it('is 1 without events, or with one group', () => {
    expect(logRankTest([1, 2, 3], [0, 0, 0], [0, 1, 1], 2).p).toBe(1)
    expect(logRankTest([1, 2, 3], [1, 1, 1], [0, 0, 0], 2).p).toBe(1)
  })
})

describe('rankSumTest', () => {
  it('has the value of wilcox.test(exact = FALSE) with ties', () => {
    const values = [1.1, 2.2, 2.2, 3.5, 4, 0.3, 2.2, 0.1, 0.3, 1, 1, -2, 1.1]
    const { ranks, ties } = rankValues(values)
    const rankSum = ranks.subarray(0, 6).reduce((sum, rank) => sum + rank, 0)
    const { auc, p } = rankSumTest(rankSum, 6, 7, ties)
    expect(auc).toBe(35 / 42)
    expect(relative(p, 0.05148833084743262)).toBeLessThan(1e-13)
  })

  it('is 1 where all values are equal', () => {
    expect(rankSumTest(10, 4, 4, 8 ** 3 - 8)).toEqual({ auc: 0.5, p: 1 })
  })
})

describe('adjustedPValues', () => {
  it('has the values of p.adjust', () => {
    const expected = [0.035, 0.035, 0.035, 0.5833333333333334, 0.056, 7e-8, 0.9]
    const found = adjustedPValues([0.01, 0.02, 0.02, 0.5, 0.04, 1e-8, 0.9])
    for (const [i, value] of found.entries()) expect(relative(value, expected[i])).toBeLessThan(1e-14)
    expect(adjustedPValues([])).toHaveLength(0)
  })
})

describe('clusterMarkers', () => {
  const rows = [
    [1, 5, 0],
    [2, 9, 0],
    [3, 4, 1],
    [11, 6, 0],
    [12, 8, 0],
    [13, 5, 1],
  ]
  const labels = Int32Array.of(0, 0, 0, 1, 1, 1)

  it('is the hand-worked example', async () => {
    const [first, second] = await clusterMarkers(rows, labels)
    expect([...first.mean]).toEqual([2, 6, 1 / 3].map(value => expect.closeTo(value, 12)))
    expect([...first.otherMean]).toEqual([12, 19 / 3, 1 / 3].map(value => expect.closeTo(value, 12)))
    // Both groups have variance 1; 14/3 and 7/3 in the second feature.
    expect(first.effect[0]).toBeCloseTo(-10, 12)
    expect(first.effect[1]).toBeCloseTo(-1 / 3 / Math.sqrt((14 + 14 / 3) / 4), 12)
    expect([...first.auc]).toEqual([0, 3.5 / 9, 0.5])
    // wilcox.test(1:3, 11:13, exact = FALSE)
    expect(first.p[0]).toBeCloseTo(0.0808556, 8)
    expect(first.p[2]).toBe(1)
    expect(first.adjustedP[0]).toBeCloseTo(3 * 0.0808556, 7)
    expect([...first.shareAbove]).toEqual([0, 1 / 3, 1 / 3])
    expect([...first.order]).toEqual([0, 1, 2])
    expect([...second.auc]).toEqual([...first.auc].map(auc => 1 - auc))
    expect([...second.p]).toEqual([...first.p])
  })

  it('does not depend on the scaling of the features', async () => {
    const [plain] = await clusterMarkers(rows, labels)
    const [scaled] = await clusterMarkers(toDataset(rows), labels)
    for (const name of ['mean', 'otherMean', 'effect', 'auc', 'p'] as const) {
      for (const [f, value] of scaled[name].entries()) expect(value).toBeCloseTo(plain[name][f], 12)
    }
  })

  it('leaves samples without a cluster out', async () => {
    const more = [...rows, [100, 100, 100]]
    const found = await clusterMarkers(more, Int32Array.of(...labels, -1))
    expect(found).toEqual(await clusterMarkers(rows, labels))
  })

  it('tests several clusterings as one by one', async () => {
    const dataset = toDataset(rows, { scale: 'none' })
    const labelings = [labels, Int32Array.of(0, 1, 2, 0, 1, 2), Int32Array.of(0, 0, -1, 1, 1, -1)]
    const several = await markersOfSeveral('test', dataset, labelings)
    for (const [at, each] of labelings.entries()) expect(several[at]).toEqual(await clusterMarkers(rows, each))
  })

  it('has the p values of plain ranks for any values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 6, maxLength: 20 }), async values => {
        fc.pre(new Set(values).size > 1)
        const groups = Int32Array.from(values, (_, i) => i % 2)
        const [first] = await clusterMarkers(
          values.map(value => [value]),
          groups,
        )
        const own = values.filter((_, i) => groups[i] === 0)
        const others = values.filter((_, i) => groups[i] === 1)
        const wins = own.flatMap(a => others.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
        const share = wins.reduce((sum, win) => sum + win, 0) / wins.length
        expect(first.auc[0]).toBeCloseTo(share, 12)
      }),
      { numRuns: 50 },
    )
  })

  it('needs two clusters and a label for each sample', async () => {
    await expect(clusterMarkers(rows, new Int32Array(6))).rejects.toThrow(/at least two clusters; got 1/)
    await expect(clusterMarkers(rows, Int32Array.of(0, 1))).rejects.toThrow(/one entry per sample \(6\); got 2/)
  })
})
