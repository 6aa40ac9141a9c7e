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
  const blockRows = momentRows(d)
  const spreadOf = categorySpreads(features, n, scale)
  for (const [j, feature] of features.entries()) {
    const { name, category } = feature
    if (scale !== 'none') [centre[j], spread[j]] = scaleOf(momentsOfFeature(feature, n, blockRows), scale)
    if (category !== null) spread[j] = spreadOf.get(category)!
    checkSpread(caller, name, spread[j])
  }
  writeRows(out, features, centre, spread)
  return { scale, centre, spread }
}

export function checkSpread(caller: string, name: string, spread: number): void {
  if (Number.isFinite(spread) && spread !== 0) return
  throw new InputError(
    `${caller}: the values of column ${quoted(name)} are too far apart or too close together to scale`,
  )
}

/** One spread per category. */
function categorySpreads(features: readonly Feature[], n: number, scale: Scale): Map<string, number> {
  const variances = new Map<string, number>()
  for (const feature of features) {
    const { category } = feature
    if (category === null) continue
    const [, deviation] = scaleOf(momentsOfFeature(feature, n, momentRows(features.length)), 'standard')
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

/** The numbers of a feature in some rows, in few words. */
export interface Moments {
  readonly count: number
  readonly least: number
  readonly most: number
  /** The mean and the mean square around it, both relative to the range from `least` to `most`; 0 if that is nothing. */
  readonly mean: number
  readonly square: number
}

/** Values whose moments are taken together. */
const MOMENT_VALUES = 2 ** 22

/**
 * The rows whose moments are taken together, by the number of columns. Moments of many rows are combined from those of such
 * blocks, so that they are the same to the bit wherever the blocks are read.
 */
export function momentRows(columnCount: number): number {
  let rows = 65_536
  while (rows > 1024 && rows * columnCount > MOMENT_VALUES) rows /= 2
  return rows
}

/** The moments of `count` values. Relative to the range, so that neither large nor tiny values overflow or underflow. */
export function momentsOf(values: ArrayLike<number>, first: number, stride: number, count: number): Moments {
  let least = Infinity
  let most = -Infinity
  const end = first + count * stride
  for (let at = first; at < end; at += stride) {
    const value = values[at]
    if (value < least) least = value
    if (value > most) most = value
  }
  const unit = most - least
  if (!(unit > 0)) return { count, least, most, mean: 0, square: 0 }
  let sum = 0
  for (let at = first; at < end; at += stride) sum += (values[at] - least) / unit
  const mean = sum / count
  let squares = 0
  for (let at = first; at < end; at += stride) {
    const off = (values[at] - least) / unit - mean
    squares += off * off
  }
  return { count, least, most, mean, square: squares / count }
}

/** The moments of all rows from those of their blocks, in order. */
export function joinMoments(blocks: readonly Moments[]): Moments {
  if (blocks.length === 1) return blocks[0]
  let count = 0
  let least = Infinity
  let most = -Infinity
  for (const block of blocks) {
    count += block.count
    if (block.least < least) least = block.least
    if (block.most > most) most = block.most
  }
  const unit = most - least
  if (!(unit > 0)) return { count, least, most, mean: 0, square: 0 }
  const share = ({ least: from, most: to }: Moments) => (to - from) / unit
  const meanIn = (block: Moments) => (block.least - least) / unit + block.mean * share(block)
  let mean = 0
  for (const block of blocks) mean += (block.count / count) * meanIn(block)
  let square = 0
  for (const block of blocks) {
    const off = meanIn(block) - mean
    square += (block.count / count) * (block.square * share(block) ** 2 + off * off)
  }
  return { count, least, most, mean, square }
}

/** The centre and the spread of a feature with these moments. */
export function scaleOf({ least, most, mean, square }: Moments, scale: Scale): [centre: number, spread: number] {
  if (scale === 'none') return [0, 1]
  const unit = most - least
  return scale === 'minmax' ? [least, unit] : [least + mean * unit, unit * Math.sqrt(square)]
}

function momentsOfFeature({ values, first, stride }: Feature, n: number, blockRows: number): Moments {
  const blocks: Moments[] = []
  for (let from = 0; from < n; from += blockRows) {
    blocks.push(momentsOf(values, first + from * stride, stride, Math.min(blockRows, n - from)))
  }
  return joinMoments(blocks)
}
