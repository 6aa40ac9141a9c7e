import type { Labels } from '../../src/internal.js'
import type { Picture } from './messages.js'
import { orthonormalise } from './orthonormal.js'
import { fitted, spreadOut } from './pictures.js'

/** Rounds per picture: few, so that samples are seen to move. */
const ROUNDS = 3

/** Rounds where all is there from the start. */
const MANY_ROUNDS = 20

/**
 * Where the samples are while base clusterings come in. In every round a sample goes to the mean of its base clusters:
 * power iteration on the co-association matrix, two directions at a time. They start as the features lie, so that the
 * picture forms before the eye.
 */
export class LivePlaces {
  /** The base clusterings so far. */
  readonly labelings: Labels[]
  readonly #axes: [Float64Array, Float64Array]

  /** `start` holds x and y of every sample, or is null. */
  constructor(sampleCount: number, start: Float32Array | null, labelings: readonly Labels[] = []) {
    this.labelings = [...labelings]
    const axis = (at: number) =>
      Float64Array.from({ length: sampleCount }, (_, i) => start?.[2 * i + at] ?? unordered(2 * i + at))
    this.#axes = [axis(0), axis(1)]
    for (let round = 0; round < MANY_ROUNDS && labelings.length > 0; round++) this.advance()
  }

  /** One round. Afterwards both directions have mean 0 and length 1, and are at right angles. */
  advance(): void {
    for (const axis of this.#axes) {
      const next = meansOfClusters(axis, this.labelings)
      const mean = next.reduce((sum, value) => sum + value, 0) / next.length
      axis.set(next.map(value => value - mean))
    }
    orthonormalise(this.#axes)
  }

  /** The two directions of every sample. */
  get axes(): readonly [Float64Array, Float64Array] {
    return this.#axes
  }

  /** The picture after some more rounds. */
  picture(): Picture {
    for (let round = 0; round < ROUNDS; round++) this.advance()
    const [x, y] = this.#axes
    const raw = Float32Array.from({ length: 2 * x.length }, (_, at) => (at % 2 === 0 ? x : y)[at >> 1])
    return {
      places: spreadOut(fitted(raw), new Float64Array(x.length)),
      across: '',
      up: '',
      words: 'Samples that the base clusterings put together move together.',
    }
  }
}

/** The value of every sample replaced by the mean of its clusters' means; a sample outside of all keeps its own. */
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

/** Numbers in [-0.5, 0.5) without order, the same in every run. */
function unordered(at: number): number {
  return ((at * 0.754877666 + at * at * 0.569840291) % 1) - 0.5
}
