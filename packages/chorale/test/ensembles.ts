import fc from 'fast-check'
import { expect } from 'vitest'
import { renumberLabels } from '../src/labelings/adopt.js'
import { drawIndex, type Random, randomFor } from '../src/numeric/random.js'
import type { Labels } from '../src/types.js'

/** m labelings of n samples; -1 = not covered. */
export type Labelings = number[][]

export interface UnstructuredOptions {
  sampleCount: number
  ensembleSize: number
  /** Most clusters of a labeling. */
  largest?: number
  /** Share of labels that are missing. */
  missing?: number
  /** Share of samples that repeat the labels of another one. */
  repeated?: number
  /** Share of labelings that put all samples into one cluster. */
  oneCluster?: number
}

/** Labelings drawn at random: no structure but what chance gives. Two labelings at least have two clusters or more. */
export function unstructuredEnsemble(seed: number, options: UnstructuredOptions): Labelings {
  const { sampleCount: n, ensembleSize: m, largest = 5, missing = 0, repeated = 0, oneCluster = 0 } = options
  const random = randomFor(seed, 1)
  const labelings = Array.from({ length: m }, (_, t) => {
    if (t > 1 && random() < oneCluster) return new Array<number>(n).fill(0)
    const clusterCount = 2 + drawIndex(Math.max(1, largest - 1), random)
    return drawLabels(n, clusterCount, random)
  })
  for (let i = 1; i < n; i++) {
    if (random() < repeated) copySample(labelings, i, drawIndex(i, random))
  }
  if (missing > 0) dropLabels(labelings, missing, random)
  return labelings
}

export interface PlantedOptions {
  sampleCount: number
  ensembleSize: number
  clusterCount: number
  /** Share of labels that are drawn anew. */
  noise?: number
  missing?: number
}

/** Labelings of samples that truly belong to `clusterCount` groups of unlike size; some labelings split a group. */
export function plantedEnsemble(seed: number, options: PlantedOptions): { labelings: Labelings; truth: number[] } {
  const { sampleCount: n, ensembleSize: m, clusterCount: k, noise = 0, missing = 0 } = options
  const random = randomFor(seed, 2)
  const truth = Array.from({ length: n }, (_, i) => (i < k ? i : Math.min(drawIndex(k + 1, random), k - 1)))
  const labelings = Array.from({ length: m }, (_, t) => {
    const split = t % 3 === 2 ? drawIndex(k, random) : -1
    return truth.map(group => {
      if (random() < noise) return drawIndex(k, random)
      return group === split && random() < 0.5 ? k : group
    })
  })
  if (missing > 0) dropLabels(labelings, missing, random)
  return { labelings, truth }
}

/** Every cluster 0..clusterCount-1 that has room appears at least once. */
function drawLabels(n: number, clusterCount: number, random: Random): number[] {
  const labels = Array.from({ length: n }, (_, i) => (i < clusterCount ? i : drawIndex(clusterCount, random)))
  for (let i = n - 1; i > 0; i--) {
    const j = drawIndex(i + 1, random)
    ;[labels[i], labels[j]] = [labels[j], labels[i]]
  }
  return labels
}

/** Sample i gets the labels of sample j wherever no cluster is lost by it. */
function copySample(labelings: Labelings, i: number, j: number): void {
  for (const labels of labelings) {
    if (labels.filter(label => label === labels[i]).length > 1) labels[i] = labels[j]
  }
}

/** Drops labels, but never the last one of a cluster, nor the last that tells a sample from others. */
function dropLabels(labelings: Labelings, share: number, random: Random): void {
  const informative = labelings.filter(labels => new Set(labels).size > 1)
  for (const labels of labelings) {
    for (let i = 0; i < labels.length; i++) {
      if (random() >= share) continue
      const covered = informative.filter(other => other[i] >= 0).length
      if (covered > 1 && labels.filter(label => label === labels[i]).length > 1) labels[i] = -1
    }
  }
}

/** Small ensembles of every kind: ties, repeated rows, missing labels, one-cluster labelings. */
export const anyEnsemble: fc.Arbitrary<Labelings> = fc
  .record({
    seed: fc.nat(1_000_000),
    sampleCount: fc.integer({ min: 3, max: 24 }),
    ensembleSize: fc.integer({ min: 2, max: 7 }),
    largest: fc.integer({ min: 2, max: 5 }),
    missing: fc.constantFrom(0, 0, 0.2),
    repeated: fc.constantFrom(0, 0.5),
    oneCluster: fc.constantFrom(0, 0, 0.3),
  })
  .map(({ seed, ...options }) => unstructuredEnsemble(seed, options))

/** The permutation of 0..count-1 that a seed draws. */
export function shuffledIndices(count: number, seed: number): number[] {
  return drawLabels(count, count, randomFor(seed, 3))
}

/** A labeling with its clusters numbered by first appearance: equal for equal partitions. */
export function partition(labels: ArrayLike<number>): Labels {
  return renumberLabels(labels).labels
}

export function expectSamePartition(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect([...partition(actual)]).toEqual([...partition(expected)])
}

/** Numbers equal to an absolute tolerance; reports the largest difference. */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual).toHaveLength(expected.length)
  let largest = 0
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs(actual[i] - expected[i])
    if (!(difference <= largest)) largest = difference
  }
  expect(largest).toBeLessThanOrEqual(tolerance)
}
