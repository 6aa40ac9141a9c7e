import type { Samples } from '../types.js'

/**
 * The distances between samples, the default first.
 *
 * - `euclidean`: the straight line.
 * - `cosine`: the angle between samples, whatever their length; for counts of words or of species.
 * - `correlation`: the angle after subtracting the mean of each sample; for gene expression.
 */
export const DISTANCES = ['euclidean', 'cosine', 'correlation'] as const satisfies readonly Distance[]
/** The name of a distance between samples. */
export type Distance = 'euclidean' | 'cosine' | 'correlation'

/** The scaling of features where none is asked for: directions come from the values as they are. */
export function standardScale(distance: Distance | undefined): 'none' | undefined {
  return distance === undefined || distance === 'euclidean' ? undefined : 'none'
}

/**
 * Samples whose Euclidean distances are the wanted distances: for an angle φ between two samples, rows of length 1 are
 * √(2 - 2 cos φ) apart. Rows without a direction, which are zero or constant, become zero.
 */
export function samplesForDistance(samples: Samples, distance: Distance): Samples {
  return distance === 'euclidean' ? samples : new Directions(samples, distance)
}

/** The directions of samples. They are computed when they are first needed: many rows are read only once. */
class Directions implements Samples {
  readonly sampleCount: number
  readonly featureCount: number
  readonly given: Samples
  readonly #distance: Distance
  #values: Float64Array | undefined

  constructor(given: Samples, distance: Distance) {
    this.sampleCount = given.sampleCount
    this.featureCount = given.featureCount
    this.given = given
    this.#distance = distance
  }

  get values(): Float64Array {
    if (this.#values === undefined) {
      const { sampleCount: n, featureCount: d } = this
      const values = new Float64Array(n * d)
      for (let i = 0; i < n; i++) this.writeInto(values.subarray(i * d, (i + 1) * d), i)
      this.#values = values
    }
    return this.#values
  }

  /** Writes the direction of a sample. */
  writeInto(out: Float64Array, i: number): void {
    const { featureCount: d } = this
    const row = this.given.values.subarray(i * d, (i + 1) * d)
    writeDirection(out, row, this.#distance === 'correlation' ? meanOf(row) : 0)
  }
}

/** The samples that directions come from; other samples are their own. */
export function givenOf(samples: Samples): Samples {
  return samples instanceof Directions ? samples.given : samples
}

/** Writes a sample, or its direction. */
export function writeSample(out: Float64Array, samples: Samples, i: number): void {
  const { featureCount: d } = samples
  if (samples instanceof Directions) samples.writeInto(out, i)
  else out.set(samples.values.subarray(i * d, (i + 1) * d))
}

/** The number of samples without a direction. */
export function countDirectionless(samples: Samples): number {
  const { sampleCount: n, featureCount: d } = samples
  const row = new Float64Array(d)
  let count = 0
  for (let i = 0; i < n; i++) {
    writeSample(row, samples, i)
    if (row.every(value => value === 0)) count++
  }
  return count
}

/** (row - centre) / |row - centre|, computed relative to the largest value, so that nothing overflows. */
function writeDirection(out: Float64Array, row: Float64Array, centre: number): void {
  let largest = 0
  for (let f = 0; f < row.length; f++) {
    out[f] = row[f] - centre
    largest = Math.max(largest, Math.abs(out[f]))
  }
  // What rounding leaves of a constant row has no direction.
  if (largest <= ROUNDING * Math.abs(centre)) {
    out.fill(0)
    return
  }
  let square = 0
  for (let f = 0; f < row.length; f++) {
    out[f] /= largest
    square += out[f] * out[f]
  }
  const scale = 1 / Math.sqrt(square)
  for (let f = 0; f < row.length; f++) out[f] *= scale
}

const ROUNDING = 1e-14

function meanOf(row: Float64Array): number {
  let mean = 0
  for (let f = 0; f < row.length; f++) mean += row[f] / row.length
  return mean
}
