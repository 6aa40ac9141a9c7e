import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  consensusDistribution,
  consensusMatrix,
  consensusSupport,
  deltaAreas,
  type Labels,
} from '../../src/internal.js'
import { anyEnsemble, unstructuredEnsemble } from '../ensembles.js'

interface Golden {
  delta: number[]
  byK: {
    k: number
    labels: number[]
    labelings: number[][]
    cdf: number[]
    area: number
    pac: number
    clusters: number[]
    items: number[]
  }[]
}

/** Made by consensus-cluster-plus.R. */
const golden = JSON.parse(readFileSync(new URL('consensus-cluster-plus.json', import.meta.url), 'utf8')) as Golden

describe('consensusDistribution', () => {
  it('rejects a single sample', () => {
    expect(() => consensusDistribution([[0], [0]])).toThrow(/at least two samples; got 1/)
  })

  it('is the hand-worked example', () => {
    // Pairs of 4 samples: 01 and 13, 23: M = 2/3, 1/3, 1; 12: 1/3; 02, 03: 0.
    const { cdf, area, pac } = consensusDistribution([
      [0, 0, 1, 1],
      [0, 0, 1, 1],
      [0, 1, 1, 1],
    ])
    expect(cdf[0]).toBe(2 / 6)
    expect(cdf[32]).toBe(2 / 6)
    expect(cdf[33]).toBe(4 / 6)
    expect(cdf[65]).toBe(4 / 6)
    expect(cdf[66]).toBe(5 / 6)
    expect(cdf[99]).toBe(1)
    expect(pac).toBeCloseTo(3 / 6, 14)
    expect(area).toBeCloseTo((33 * 2 + 33 * 4 + 33 * 5 + 6) / 600, 12)
  })

  it('has the numbers of ConsensusClusterPlus for the same labelings', () => {
    for (const { labelings, cdf, area, pac } of golden.byK) {
      const found = consensusDistribution(labelings)
      expect(Math.max(...cdf.map((value, bin) => Math.abs(value - found.cdf[bin])))).toBeLessThan(1e-14)
      expect(found.area).toBeCloseTo(area, 12)
      expect(found.pac).toBeCloseTo(pac, 12)
      expect(found).toMatchObject({ exact: true, standardError: 0 })
    }
    const deltas = deltaAreas(golden.byK.map(({ labelings }) => consensusDistribution(labelings).area))
    for (const [at, delta] of golden.delta.entries()) expect(deltas[at]).toBeCloseTo(delta, 12)
  })

  it('counts every pair of the consensus matrix', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const matrix = consensusMatrix(labelings)
        const counts = new Float64Array(100)
        const row = new Float64Array(matrix.sampleCount)
        for (let i = 0; i < matrix.sampleCount; i++) {
          matrix.rowInto(row, i)
          for (let j = 0; j < i; j++) counts[Math.max(0, Math.ceil(row[j] * 100 - 1e-7) - 1)]++
        }
        const total = (matrix.sampleCount * (matrix.sampleCount - 1)) / 2
        let sum = 0
        const { cdf } = consensusDistribution(labelings)
        for (let bin = 0; bin < 100; bin++) {
          sum += counts[bin]
          expect(cdf[bin]).toBeCloseTo(sum / total, 12)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('says how far a sample of the pairs may be off', () => {
    const labelings = unstructuredEnsemble(5, { sampleCount: 400, ensembleSize: 12, missing: 0.1 })
    const exact = consensusDistribution(labelings)
    const sampled = consensusDistribution(labelings, { exactLimit: 0, sampledRows: 60 })
    expect(sampled.exact).toBe(false)
    expect(sampled.standardError).toBeGreaterThan(0)
    const largest = Math.max(...exact.cdf.map((value, bin) => Math.abs(value - sampled.cdf[bin])))
    expect(largest).toBeLessThan(4 * sampled.standardError)
  })
})

describe('consensusSupport', () => {
  it('rejects labels of another length', () => {
    expect(() =>
      consensusSupport(
        [
          [0, 1],
          [0, 1],
        ],
        Int32Array.of(0),
      ),
    ).toThrow(/one entry per sample \(2\); got 1/)
  })

  it('has the item and cluster consensus of ConsensusClusterPlus', () => {
    for (const { k, labels, labelings, clusters, items } of golden.byK) {
      const found = consensusSupport(labelings, Int32Array.from(labels))
      expect(found.items.length).toBe(items.length)
      for (let c = 0; c < k; c++) expect(found.clusters[c]).toBeCloseTo(clusters[c], 12)
      for (let at = 0; at < items.length; at++) expect(found.items[at]).toBeCloseTo(items[at], 12)
    }
  })

  it('is the mean of rows of the consensus matrix, with and without gaps', () => {
    for (const missing of [0, 0.2]) {
      const labelings = unstructuredEnsemble(2, { sampleCount: 30, ensembleSize: 6, repeated: 0.4, missing })
      const labels: Labels = Int32Array.from(labelings[0], label => Math.max(0, label) % 3)
      const { items } = consensusSupport(labelings, labels)
      const matrix = consensusMatrix(labelings)
      const row = new Float64Array(30)
      for (let i = 0; i < 30; i++) {
        matrix.rowInto(row, i)
        for (let c = 0; c < 3; c++) {
          const others = [...row].filter((_, j) => labels[j] === c && j !== i)
          expect(items[i * 3 + c]).toBeCloseTo(others.reduce((a, b) => a + b, 0) / others.length, 12)
        }
      }
    }
  })
})
