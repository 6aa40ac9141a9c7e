import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeWithData } from '../../../../../test/reference-data.js'
import {
  clusterEntropies,
  clusterWeights,
  LWCA_THETA,
  NWCA_LAMBDA,
} from '../../../src/consensus/similarity/cluster-weights.js'
import { anyEnsemble, expectClose } from '../../ensembles.js'
import {
  byFirstAppearance,
  type GoldenVectors,
  HAND12,
  labelingsOf,
  POOL_VECTORS,
  poolVectors,
} from '../../golden-vectors.js'
import { tableOf } from './samples.js'

/** Bits of a share split p : 1 - p. */
const bits = (p: number) => -p * Math.log2(p) - (1 - p) * Math.log2(1 - p)

describe('clusterEntropies: corners', () => {
  it('is 0 where all labelings are the same partition', () => {
    expect([
      ...clusterEntropies(
        tableOf([
          [0, 0, 1],
          [5, 5, 2],
        ]),
      ),
    ]).toEqual([0, 0, 0, 0])
  })

  it('is 0 for singletons: nothing breaks them up', () => {
    expect([
      ...clusterEntropies(
        tableOf([
          [0, 1, 2],
          [0, 0, 1],
        ]),
      ).subarray(0, 3),
    ]).toEqual([0, 0, 0])
  })

  it('is exactly the number of bits where every member is alone', () => {
    // Cluster {0..7} against 8 singletons: 3 bits.
    const entropies = clusterEntropies(tableOf([new Array(8).fill(0), [0, 1, 2, 3, 4, 5, 6, 7]]))
    expect(entropies[0]).toBe(3)
  })
})

describe('clusterEntropies', () => {
  it('matches the hand-worked example', () => {
    const entropies = clusterEntropies(
      tableOf([
        [0, 0, 1, 1],
        [0, 1, 1, 1],
        [0, 0, 0, 1],
      ]),
    )
    // {0, 1}: 1 : 1, whole. {2, 3}: whole, 1 : 1. {0}: whole. {1, 2, 3}: 1 : 2, 2 : 1. {0, 1, 2}: 2 : 1, 1 : 2. {3}: whole.
    expectClose(entropies, [1, 1, 0, 2 * bits(1 / 3), 2 * bits(1 / 3), 0], 1e-15)
  })

  it('takes shares over the members that the other labeling covers; none covered adds 0', () => {
    const entropies = clusterEntropies(
      tableOf([
        [0, 0, 0, 0, 1, 1],
        [0, 0, 1, -1, -1, -1],
      ]),
    )
    // {0, 1, 2, 3}: labeling 2 covers three of them, 2 : 1. {4, 5}: not covered. {0, 1} and {2}: whole.
    expectClose(entropies, [bits(1 / 3), 0, 0, 0], 1e-15)
  })

  it('counts samples, not distinct rows', () => {
    // Cluster {0, 1, 2} is split 2 : 1 by two equal samples and one other.
    expectClose(
      clusterEntropies(
        tableOf([
          [0, 0, 0, 1],
          [0, 0, 1, 1],
        ]),
      ).subarray(0, 1),
      [bits(1 / 3)],
      1e-15,
    )
  })

  it('is the entropy of the labels within each cluster, summed over the labelings', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const expected = labelings.flatMap(labels =>
          [...new Set(labels.filter(label => label >= 0))].map(label => {
            let total = 0
            for (const other of labelings) {
              const inside = other.filter((value, i) => labels[i] === label && value >= 0)
              for (const value of new Set(inside)) {
                const p = inside.filter(each => each === value).length / inside.length
                total -= p * Math.log2(p)
              }
            }
            return total
          }),
        )
        expectClose(clusterEntropies(tableOf(labelings)), expected, 1e-13)
      }),
    )
  })
})

describe('clusterWeights', () => {
  it('has the constants of the authors', () => {
    expect([LWCA_THETA, NWCA_LAMBDA]).toEqual([0.4, 0.09])
  })

  it('weighs all clusters alike for CA', () => {
    expect([
      ...clusterWeights(
        tableOf([
          [0, 0, 1],
          [0, 1, 1],
        ]),
        { kind: 'ca' },
      ),
    ]).toEqual([1, 1, 1, 1])
  })

  it('gives the cluster of a one-cluster labeling exp(-H / (λ m)), as if log₂ k were 1', () => {
    const [weight] = clusterWeights(
      tableOf([
        [0, 0, 0, 0],
        [0, 0, 1, 1],
      ]),
      { kind: 'nwca', lambda: 0.5 },
    )
    expect(weight).toBeCloseTo(Math.exp(-1), 15)
  })

  it('matches the hand-worked example', () => {
    // Four clusters of two, each split 1 : 1 by the halves of labeling 2: H = 1, log₂ 4 = 2; the halves hold 4 each: H = 2.
    const table = tableOf([
      [0, 0, 1, 1, 2, 2, 3, 3],
      [0, 1, 0, 1, 0, 1, 0, 1],
    ])
    const lwca = clusterWeights(table, { kind: 'lwca', theta: 0.4 })
    expectClose(
      lwca,
      [1, 1, 1, 1, 2, 2].map(H => Math.exp(-H / 0.8)),
      1e-15,
    )
    const nwca = clusterWeights(table, { kind: 'nwca', lambda: 0.25 })
    expectClose(
      nwca,
      [0.5, 0.5, 0.5, 0.5, 2, 2].map(E => Math.exp(-E / 0.5)),
      1e-15,
    )
  })

  it('lies in (0, 1], falls with the entropy and does not depend on numbering', () => {
    fc.assert(
      fc.property(anyEnsemble, fc.constantFrom('lwca' as const, 'nwca' as const), (labelings, kind) => {
        const weighting = { kind, theta: 0.4, lambda: 0.3 }
        const table = tableOf(labelings)
        const weights = clusterWeights(table, weighting)
        const entropies = clusterEntropies(table)
        const renumbered = labelings.map(labels => labels.map(label => (label < 0 ? label : 40 - label)))
        expect(clusterWeights(tableOf(renumbered), weighting)).toEqual(weights)
        for (let c = 0; c < weights.length; c++) {
          expect(weights[c]).toBeGreaterThan(0)
          expect(weights[c]).toBeLessThanOrEqual(1)
          expect(weights[c] === 1).toBe(entropies[c] === 0)
        }
      }),
    )
  })
})

function describeGolden(golden: () => GoldenVectors): void {
  it('has the sizes and entropies of the golden vectors', () => {
    const { clusters, NWCA } = golden()
    const labelings = labelingsOf(golden())
    const table = tableOf(labelings)
    expect([...table.clusterSizes]).toEqual(byFirstAppearance(labelings, clusters.sizes))
    const entropies = clusterEntropies(table)
    expectClose(entropies, byFirstAppearance(labelings, clusters.entropy_bits_sum), 1e-12)
    for (let t = 0; t < table.ensembleSize; t++) {
      const [first, last] = table.clusterStarts.subarray(t, t + 2)
      for (let c = first; c < last; c++) entropies[c] /= Math.log2(last - first)
    }
    expectClose(entropies, byFirstAppearance(labelings, NWCA.normalised_entropy), 1e-12)
  })

  it('has their ECI and NECI', () => {
    const { LWEA, NWCA } = golden()
    const labelings = labelingsOf(golden())
    const table = tableOf(labelings)
    const eci = clusterWeights(table, { kind: 'lwca', theta: LWEA.theta })
    expectClose(eci, byFirstAppearance(labelings, LWEA.ECI), 1e-12)
    const neci = clusterWeights(table, { kind: 'nwca', lambda: NWCA.lam })
    expectClose(neci, byFirstAppearance(labelings, NWCA.NECI), 1e-12)
  })
}

describe('cluster weights of hand12', () => describeGolden(() => HAND12))

describeWithData('cluster weights of published pools', () => {
  describe.each(POOL_VECTORS)('%s', name => describeGolden(() => poolVectors(name)))
})
