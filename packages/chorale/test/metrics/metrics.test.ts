import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { accuracy } from '../../src/metrics/accuracy.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { evaluate } from '../../src/metrics/evaluate.js'
import { normalizedMutualInformation } from '../../src/metrics/normalized-mutual-information.js'
import { pairwiseFScore } from '../../src/metrics/pairwise-f-score.js'
import { purity } from '../../src/metrics/purity.js'
import golden from '../golden/metrics.json' with { type: 'json' }

const METRICS = [
  { metric: normalizedMutualInformation, least: 0, symmetric: true },
  { metric: adjustedRandIndex, least: -0.5, symmetric: true },
  { metric: purity, least: 0, symmetric: false },
  { metric: pairwiseFScore, least: 0, symmetric: true },
  { metric: accuracy, least: 0, symmetric: true },
].map(each => ({ name: each.metric.name, ...each }))

/** Two labelings of the same 1 to 40 samples, at most 6 clusters each. */
const labelPairs = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), { minLength: 1, maxLength: 40 })
  .map(rows => ({ labels: rows.map(row => row[0]), truth: rows.map(row => row[1]) }))

const ONE_CLUSTER = [4, 4, 4, 4]
const SINGLETONS = [0, 1, 2, 3]
const HALVES = ['a', 'a', 'b', 'b']

describe.each(METRICS)('$name', ({ name, metric, least, symmetric }) => {
  it('rejects a truth of another length, by its own name', () => {
    expect(() => metric([0, 1], [0])).toThrow(new InputError(`${name}: truth must be as long as labels (2); got 1`))
  })

  it('is 1 for one sample, for one cluster against one cluster, for singletons against singletons', () => {
    expect(metric([8], ['x'])).toBe(1)
    expect(metric(ONE_CLUSTER, [1, 1, 1, 1])).toBe(1)
    expect(metric(SINGLETONS, ['p', 'q', 'r', 's'])).toBe(1)
  })

  it('is exactly 1 on itself under other names', () => {
    fc.assert(
      fc.property(labelPairs, ({ labels }) => {
        expect(
          metric(
            labels,
            labels.map(label => `class ${7 - label}`),
          ),
        ).toBe(1)
      }),
    )
  })

  it(`stays within [${least}, 1]`, () => {
    fc.assert(
      fc.property(labelPairs, ({ labels, truth }) => {
        const value = metric(labels, truth)
        expect(value).toBeGreaterThanOrEqual(least)
        expect(value).toBeLessThanOrEqual(1 + 1e-15)
      }),
    )
  })

  it('does not depend on how clusters and classes are named, to the last bit', () => {
    fc.assert(
      fc.property(labelPairs, ({ labels, truth }) => {
        const renamed = metric(
          labels.map(label => (label * 7 + 3) % 11),
          truth.map(value => `class ${5 - value}`),
        )
        expect(renamed).toBe(metric(labels, truth))
      }),
    )
  })

  it('does not depend on the order of the samples', () => {
    fc.assert(
      fc.property(labelPairs, ({ labels, truth }) => {
        expect(metric(labels.toReversed(), truth.toReversed())).toBeCloseTo(metric(labels, truth), 13)
      }),
    )
  })

  it(symmetric ? 'is symmetric' : 'is not symmetric', () => {
    if (!symmetric) {
      expect(metric(SINGLETONS, HALVES)).not.toBe(metric(HALVES, SINGLETONS))
      return
    }
    fc.assert(
      fc.property(labelPairs, ({ labels, truth }) => {
        expect(metric(truth, labels)).toBeCloseTo(metric(labels, truth), 13)
      }),
    )
  })
})

// Clusters {4, 2}, classes {3, 3}; the table is [[3, 1], [0, 2]].
const LABELS = [0, 0, 0, 0, 1, 1]
const TRUTH = ['x', 'x', 'x', 'y', 'y', 'y']

describe('normalizedMutualInformation', () => {
  it('matches the hand-worked example', () => {
    const information =
      (3 / 6) * Math.log2((6 * 3) / (4 * 3)) + (1 / 6) * Math.log2((6 * 1) / (4 * 3)) + (2 / 6) * Math.log2(12 / 6)
    const entropies = -(4 / 6) * Math.log2(4 / 6) - (2 / 6) * Math.log2(2 / 6) + 1
    expect(normalizedMutualInformation(LABELS, TRUTH)).toBeCloseTo((2 * information) / entropies, 14)
  })

  it('is 0 when one of the two is a single cluster, and for independent labelings', () => {
    expect(normalizedMutualInformation(ONE_CLUSTER, HALVES)).toBe(0)
    expect(normalizedMutualInformation(HALVES, ONE_CLUSTER)).toBe(0)
    expect(normalizedMutualInformation([0, 0, 1, 1], [0, 1, 0, 1])).toBe(0)
  })

  it('gives 2/3 for singletons against halves of four', () => {
    expect(normalizedMutualInformation(SINGLETONS, HALVES)).toBeCloseTo(2 / 3, 15)
  })
})

describe('adjustedRandIndex', () => {
  it('matches the hand-worked example', () => {
    // N = 15, P = 6 + 1, Q = 3 + 3, B = 3 + 1: (4 - 42/15) / (13/2 - 42/15) = 12/37.
    expect(adjustedRandIndex(LABELS, TRUTH)).toBeCloseTo(12 / 37, 14)
  })

  it('is 0 when only one of the two is a single cluster or all singletons', () => {
    expect(adjustedRandIndex(ONE_CLUSTER, HALVES)).toBe(0)
    expect(adjustedRandIndex(SINGLETONS, HALVES)).toBe(0)
    expect(adjustedRandIndex(SINGLETONS, ONE_CLUSTER)).toBe(0)
  })

  it('reaches -1/2 for crossed pairs', () => {
    expect(adjustedRandIndex([0, 0, 1, 1], [0, 1, 0, 1])).toBeCloseTo(-0.5, 15)
  })
})

describe('purity', () => {
  it('matches the hand-worked example', () => {
    expect(purity(LABELS, TRUTH)).toBe(5 / 6)
  })

  it('is 1 for singletons and the share of the largest class for one cluster', () => {
    expect(purity(SINGLETONS, HALVES)).toBe(1)
    expect(purity([0, 0, 0, 0], ['a', 'b', 'b', 'b'])).toBe(3 / 4)
  })
})

describe('pairwiseFScore', () => {
  it('matches the hand-worked example', () => {
    // p = 4/7, r = 4/6.
    expect(pairwiseFScore(LABELS, TRUTH)).toBeCloseTo(8 / 13, 14)
  })

  it('takes the precision of no pairs as 1, and is 0 without a common pair', () => {
    expect(pairwiseFScore(SINGLETONS, HALVES)).toBe(0)
    expect(pairwiseFScore([0, 0, 1, 1], [0, 1, 0, 1])).toBe(0)
  })
})

describe('accuracy', () => {
  it('matches the hand-worked example', () => {
    expect(accuracy(LABELS, TRUTH)).toBe(5 / 6)
  })

  it('matches one cluster to one class at most, with more clusters than classes and with fewer', () => {
    expect(accuracy(SINGLETONS, HALVES)).toBe(2 / 4)
    expect(accuracy(HALVES, SINGLETONS)).toBe(2 / 4)
    expect(accuracy(ONE_CLUSTER, HALVES)).toBe(2 / 4)
  })

  it('gives up a large cell where two others together are larger', () => {
    // [[5, 4], [4, 0]]: 4 + 4 beats 5 + 0.
    const labels = [...Array(9).fill(0), ...Array(4).fill(1)]
    const truth = [...Array(5).fill(0), ...Array(4).fill(1), ...Array(4).fill(0)]
    expect(accuracy(labels, truth)).toBe(8 / 13)
  })

  it('is the best over all matchings, tried one by one', () => {
    fc.assert(
      fc.property(labelPairs, ({ labels, truth }) => {
        expect(accuracy(labels, truth)).toBeCloseTo(bestOfAllMatchings(labels, truth), 14)
      }),
    )
  })
})

function bestOfAllMatchings(labels: number[], truth: number[]): number {
  const best = (cluster: number, free: number[]): number => {
    if (cluster === 6) return 0
    const inCell = (value: number) => labels.filter((label, i) => label === cluster && truth[i] === value).length
    return Math.max(
      ...free.map(
        value =>
          inCell(value) +
          best(
            cluster + 1,
            free.filter(other => other !== value),
          ),
      ),
    )
  }
  return best(0, [0, 1, 2, 3, 4, 5]) / labels.length
}

describe('evaluate', () => {
  it('is the five metrics by name', () => {
    expect(evaluate(LABELS, TRUTH)).toEqual({
      nmi: normalizedMutualInformation(LABELS, TRUTH),
      ari: adjustedRandIndex(LABELS, TRUTH),
      purity: purity(LABELS, TRUTH),
      fscore: pairwiseFScore(LABELS, TRUTH),
      accuracy: accuracy(LABELS, TRUTH),
    })
  })

  it('counts -1 in a truth as a class', () => {
    expect(evaluate([0, 0, 1, 1], [-1, -1, 1, 1]).accuracy).toBe(1)
  })

  it('speaks under its own name', () => {
    expect(() => evaluate([], [])).toThrow(/^evaluate: labels must be/)
  })

  it.each(golden.pairs)('agrees with the reference to 1e-12: $input, $pred', pair => {
    const { nmi, ari, fscore, purity } = evaluate(pair.pred_labels, pair.gt)
    for (const [got, wanted] of [
      [nmi, pair.NMI],
      [nmi, pair.sklearn.nmi_arith],
      [ari, pair.ARI],
      [ari, pair.sklearn.ari],
      [fscore, pair.F],
      [purity, pair.Purity],
    ] as const) {
      expect(Math.abs(got - wanted)).toBeLessThanOrEqual(1e-12)
    }
  })
})
