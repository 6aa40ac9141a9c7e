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
  if (distance === 'euclidean') return samples
  const { sampleCount: n, featureCount: d } = samples
  const values = new Float64Array(n * d)
  for (let i = 0; i < n; i++) {
    const row = samples.values.subarray(i * d, (i + 1) * d)
    writeDirection(values.subarray(i * d, (i + 1) * d), row, distance === 'correlation' ? meanOf(row) : 0)
  }
  return { sampleCount: n, featureCount: d, values }
}

/** The number of samples without a direction. */
export function countDirectionless({ sampleCount: n, featureCount: d, values }: Samples): number {
  let count = 0
  for (let i = 0; i < n; i++) if (values.subarray(i * d, (i + 1) * d).every(value => value === 0)) count++
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
