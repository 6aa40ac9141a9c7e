import type { Labels } from 'chorale/internal'
import type { Picture } from './messages.js'
import { orthonormalise } from './orthonormal.js'
import { fitted, spreadOut } from './pictures.js'

/** Rounds per picture: few, so that the user sees the samples move. */
const ROUNDS = 3

/** Rounds if all base clusterings are known from the start. */
const MANY_ROUNDS = 20

/**
 * The positions of the samples while base clusterings are computed. In each round, every sample moves to the mean of its
 * base clusters: power iteration on the co-association matrix in two dimensions. The samples start at the positions of
 * their features.
 */
export class LivePlaces {
  /** The base clusterings so far. */
  readonly labelings: Labels[]
  readonly sampleCount: number
  readonly #axes: [Float64Array, Float64Array]

  /** `start` contains x and y of each sample; if it is null, the samples start at scattered positions. */
  constructor(sampleCount: number, start: Float32Array | null, labelings: readonly Labels[] = []) {
    this.labelings = [...labelings]
    this.sampleCount = sampleCount
    const axis = (at: number) =>
      Float64Array.from({ length: sampleCount }, (_, i) => start?.[2 * i + at] ?? unordered(2 * i + at))
    this.#axes = [axis(0), axis(1)]
    for (let round = 0; round < MANY_ROUNDS && labelings.length > 0; round++) this.advance()
  }

  /** One round. Afterwards both axes have mean 0 and length 1, and are orthogonal. */
  advance(): void {
    for (const axis of this.#axes) {
      const next = meansOfClusters(axis, this.labelings)
      const mean = next.reduce((sum, value) => sum + value, 0) / next.length
      axis.set(next.map(value => value - mean))
    }
    orthonormalise(this.#axes)
  }

  /** The two coordinates of the samples. */
  get axes(): readonly [Float64Array, Float64Array] {
    return this.#axes
  }

  /** The picture after a few more rounds. */
  picture(): Picture {
    for (let round = 0; round < ROUNDS; round++) this.advance()
    const [x, y] = this.#axes
    const raw = Float32Array.from({ length: 2 * x.length }, (_, at) => (at % 2 === 0 ? x : y)[at >> 1])
    return {
      places: spreadOut(fitted(raw), new Float64Array(x.length)),
      kind: 'live',
      across: { name: '', ticks: null },
      up: { name: '', ticks: null },
      words: 'Samples that the base clusterings group together move together.',
    }
  }
}

/** Replaces the value of each sample by the mean of its clusters' means. A sample without clusters keeps its value. */
function meansOfClusters(values: Float64Array, labelings: readonly Labels[]): Float64Array {
  const sums = new Float64Array(values.length)
  const counts = new Float64Array(values.length)
  for (const labels of labelings) {
    const clusterCount = labels.reduce((most, label) => Math.max(most, label), 0) + 1
    const totals = new Float64Array(clusterCount)
    const sizes = new Float64Array(clusterCount)
    for (let i = 0; i < values.length; i++) {
      if (labels[i] < 0) continue
      totals[labels[i]] += values[i]
      sizes[labels[i]]++
    }
    for (let i = 0; i < values.length; i++) {
      if (labels[i] < 0) continue
      sums[i] += totals[labels[i]] / sizes[labels[i]]
      counts[i]++
    }
  }
  return values.map((value, i) => (counts[i] === 0 ? value : sums[i] / counts[i]))
}

/** Scattered numbers in [-0.5, 0.5), the same in every run. */
function unordered(at: number): number {
  return ((at * 0.754877666 + at * at * 0.569840291) % 1) - 0.5
}
