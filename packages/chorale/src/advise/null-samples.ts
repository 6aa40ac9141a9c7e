import { drawGaussian } from '../numeric/gaussian.js'
import { symmetricEigen } from '../numeric/loops/symmetric-eigen.js'
import type { Random } from '../numeric/random.js'
import type { Samples } from '../types.js'

/** Random data without clusters, similar to given data: one normal distribution, or a uniform box. */
export type NullName = 'gaussian' | 'uniform'

/** With more features than this the principal axes are too expensive, and the uniform box is omitted: it is then nearly normal. */
const MOST_AXES = 100

/** Draws random samples without clusters, as many as were given. */
export type NullDrawer = (random: Random) => Samples

/**
 * Random samples with the mean and the covariance of given samples, but without clusters:
 *
 * - `gaussian`: one normal distribution.
 * - `uniform`: a box along the principal axes. Without it a uniform cube would count as clustered, because it is
 *   flatter than a normal distribution.
 *
 * The normal distribution needs no covariance matrix: rows are random sums of the centred samples, x = Σᵢ gᵢ xᵢ / √n.
 */
export function nullDrawers(samples: Samples): Partial<Record<NullName, NullDrawer>> {
  const { sampleCount: n, featureCount: d } = samples
  const mean = new Float64Array(d)
  for (let at = 0; at < n * d; at++) mean[at % d] += samples.values[at] / n
  const centred = samples.values.map((value, at) => value - mean[at % d])
  if (d > MOST_AXES) return { gaussian: random => mixedRows(centred, mean, n, d, random) }
  const axes = principalAxes(centred, n, d)
  const spread = (draw: (random: Random) => number) => (random: Random) => alongAxes(axes, mean, n, d, random, draw)
  return {
    gaussian: spread(drawGaussian),
    // Uniform numbers with variance 1.
    uniform: spread(random => (2 * random() - 1) * Math.sqrt(3)),
  }
}

/** Principal axes as rows; the length of each is the standard deviation along it. */
function principalAxes(centred: Float64Array, n: number, d: number): Float64Array {
  const covariance = new Float64Array(d * d)
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < d; a++) {
      const value = centred[i * d + a] / n
      for (let b = 0; b < d; b++) covariance[a * d + b] += value * centred[i * d + b]
    }
  }
  const { values, vectors } = symmetricEigen(covariance, d)
  return vectors.map((entry, at) => entry * Math.sqrt(Math.max(0, values[Math.floor(at / d)])))
}

function alongAxes(
  axes: Float64Array,
  mean: Float64Array,
  n: number,
  d: number,
  random: Random,
  draw: (random: Random) => number,
): Samples {
  const values = new Float64Array(n * d)
  for (let i = 0; i < n; i++) {
    values.set(mean, i * d)
    for (let a = 0; a < d; a++) {
      const length = draw(random)
      for (let b = 0; b < d; b++) values[i * d + b] += length * axes[a * d + b]
    }
  }
  return { sampleCount: n, featureCount: d, values }
}

function mixedRows(centred: Float64Array, mean: Float64Array, n: number, d: number, random: Random): Samples {
  const values = new Float64Array(n * d)
  const scale = 1 / Math.sqrt(n)
  for (let i = 0; i < n; i++) {
    values.set(mean, i * d)
    for (let other = 0; other < n; other++) {
      const weight = scale * drawGaussian(random)
      for (let b = 0; b < d; b++) values[i * d + b] += weight * centred[other * d + b]
    }
  }
  return { sampleCount: n, featureCount: d, values }
}
