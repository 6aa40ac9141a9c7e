import { InputError } from '../../errors.js'
import { quoted } from '../table.js'
import type { Feature } from './encode-column.js'

/**
 * The ways to scale features, the default first.
 *
 * @example
 * ```ts
 * import { SCALES } from 'chorale'
 *
 * console.log(SCALES.join()) // standard,minmax,none
 * ```
 *
 * @group Read
 */
export const SCALES = ['standard', 'minmax', 'none'] as const
/** The name of a way to scale features. */
export type Scale = (typeof SCALES)[number]

/** One centre and one spread per feature: original value = centre + spread * scaled value. */
export interface Scaling {
  readonly scale: Scale
  readonly centre: Float64Array
  readonly spread: Float64Array
}

/**
 * Scales the features and writes them into a row-major matrix.
 *
 *   standard: (x - mean) / √(Σ (x - mean)² / n)      minmax: (x - min) / (max - min)
 *
 * A category counts as much as one number: all its features have the same spread. With standard, their variances add up
 * to 1; with minmax, samples with different values are at distance 1.
 *
 * No feature may be constant.
 */
export function scaleInto(caller: string, out: Float64Array, features: readonly Feature[], scale: Scale): Scaling {
  const d = features.length
  const centre = new Float64Array(d)
  const spread = new Float64Array(d).fill(1)
  const n = out.length / d
  const spreadOf = categorySpreads(features, n, scale)
  for (const [j, feature] of features.entries()) {
    const { name, category } = feature
    if (scale === 'standard') [centre[j], spread[j]] = meanAndDeviation(feature, n)
    if (scale === 'minmax') {
      const [least, most] = range(feature, n)
      centre[j] = least
      spread[j] = most - least
    }
    if (category !== null) spread[j] = spreadOf.get(category)!
    if (!Number.isFinite(spread[j]) || spread[j] === 0) {
      throw new InputError(
        `${caller}: the values of column ${quoted(name)} are too far apart or too close together to scale`,
      )
    }
  }
  writeRows(out, features, centre, spread)
  return { scale, centre, spread }
}

/** One spread per category. */
function categorySpreads(features: readonly Feature[], n: number, scale: Scale): Map<string, number> {
  const variances = new Map<string, number>()
  for (const feature of features) {
    const { category } = feature
    if (category === null) continue
    const [, deviation] = meanAndDeviation(feature, n)
    variances.set(category, (variances.get(category) ?? 0) + deviation * deviation)
  }
  const spreads = { standard: Math.sqrt, minmax: () => Math.SQRT2, none: () => 1 }
  return new Map(Array.from(variances, ([category, variance]) => [category, spreads[scale](variance)]))
}

/** Transposes columns to rows, one block of rows at a time, so that the block stays in the cache. */
function writeRows(out: Float64Array, features: readonly Feature[], centre: Float64Array, spread: Float64Array): void {
  const d = features.length
  const n = out.length / d
  const blockRows = Math.max(16, Math.floor(8192 / d))
  for (let from = 0; from < n; from += blockRows) {
    const to = Math.min(n, from + blockRows)
    for (let j = 0; j < d; j++) {
      const { values, first, stride } = features[j]
      const c = centre[j]
      const s = spread[j]
      for (let i = from; i < to; i++) out[i * d + j] = (values[first + i * stride] - c) / s
    }
  }
}

function range({ values, first, stride }: Feature, n: number): [least: number, most: number] {
  let least = Infinity
  let most = -Infinity
  for (let i = 0; i < n; i++) {
    const value = values[first + i * stride]
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

/** Two passes, relative to the range, so that neither large nor tiny values overflow or underflow. */
function meanAndDeviation(feature: Feature, n: number): [mean: number, deviation: number] {
  const [least, most] = range(feature, n)
  const { values, first, stride } = feature
  const unit = most - least
  let sum = 0
  for (let i = 0; i < n; i++) sum += (values[first + i * stride] - least) / unit
  const mean = sum / n
  let squares = 0
  for (let i = 0; i < n; i++) {
    const off = (values[first + i * stride] - least) / unit - mean
    squares += off * off
  }
  return [least + mean * unit, unit * Math.sqrt(squares / n)]
}
