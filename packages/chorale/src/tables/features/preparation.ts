import { log2 } from '../../numeric/exp-log.js'
import type { Feature } from './encode-column.js'

/**
 * What the numbers of many features are, for the option `prepare`:
 *
 * - `auto`: recognised, if the features are named like genes; other features stay as they are.
 * - `counts`: of molecules or reads. Every sample is scaled to the usual sum, then x becomes ln(1 + x).
 * - `intensities`: of a microarray, not logged yet. x becomes log2 of x, and low values the lowest one that means something.
 * - `none`: nothing to do.
 */
export const PREPARATIONS = ['auto', 'counts', 'intensities', 'none'] as const
/** The name of a preparation. */
export type PreparationName = (typeof PREPARATIONS)[number]

/** How numbers were prepared before they were scaled. Plain data, the same for new samples. */
export type Preparation = CountPreparation | IntensityPreparation

interface CountPreparation {
  readonly numbers: 'counts'
  /** The sum to which the counts of every sample are scaled, those of genes that are not used included. */
  readonly librarySize: number
}

interface IntensityPreparation {
  readonly numbers: 'intensities'
  /** Lower values are raised to this one. */
  readonly floor: number
}

/** Logged values are hardly ever larger: the logarithm of a number of 100 binary digits. */
const MOST_LOGGED = 100
/** Counts have at least this share of zeros; intensities have none. */
const LEAST_ZEROS = 0.01
/** Smaller integers are states, such as mutated or not, rather than counts. */
const LEAST_COUNT = 10
/** Values are noise below this share of the median of the positive ones: about 100 in three public tables of the nineties. */
const FLOOR_SHARE = 1 / 2

/** What a look at all values found, to tell counts, intensities and logged values apart. */
interface Look {
  readonly least: number
  readonly most: number
  readonly zeroShare: number
  readonly isWhole: boolean
}

/** What the numbers of genes are: counts or intensities that are not logged, or values to be left as they are. */
export function kindOfNumbers(features: readonly Feature[], sampleCount: number): Exclude<PreparationName, 'auto'> {
  const { least, most, zeroShare, isWhole } = lookAt(features, sampleCount)
  const isCounted = least >= 0 && zeroShare >= LEAST_ZEROS
  if (isCounted && isWhole) return most >= LEAST_COUNT ? 'counts' : 'none'
  if (most < MOST_LOGGED) return 'none'
  return isCounted ? 'counts' : 'intensities'
}

function lookAt(features: readonly Feature[], n: number): Look {
  let least = Infinity
  let most = -Infinity
  let zeros = 0
  let isWhole = true
  for (const { values, first, stride } of features) {
    for (let i = 0, at = first; i < n; i++, at += stride) {
      const value = values[at]
      if (value < least) least = value
      if (value > most) most = value
      if (value === 0) zeros++
      else if (isWhole && Math.floor(value) !== value) isWhole = false
    }
  }
  return { least, most, zeroShare: zeros / (n * features.length), isWhole }
}

/** The preparation of features with such numbers. */
export function preparationOf(
  numbers: 'counts' | 'intensities',
  features: readonly Feature[],
  sampleCount: number,
): Preparation {
  if (numbers === 'intensities') return { numbers, floor: floorOf(features, sampleCount) }
  const positive = librarySizes(features, sampleCount).filter(size => size > 0)
  return { numbers, librarySize: positive.length > 0 ? medianOf(positive) : 1 }
}

/** The sum of the counts of every sample. */
export function librarySizes(features: readonly Feature[], sampleCount: number): Float64Array {
  const sizes = new Float64Array(sampleCount)
  for (const { values, first, stride } of features) {
    for (let i = 0, at = first; i < sampleCount; i++, at += stride) sizes[i] += values[at]
  }
  return sizes
}

/** Values that the floor comes from. */
const FLOOR_VALUES = 100_000

function floorOf(features: readonly Feature[], n: number): number {
  const step = Math.max(1, Math.floor((n * features.length) / FLOOR_VALUES))
  const positive: number[] = []
  for (let at = 0; at < n * features.length; at += step) {
    const { values, first, stride } = features[Math.floor(at / n)]
    const value = values[first + (at % n) * stride]
    if (value > 0) positive.push(value)
  }
  return positive.length === 0 ? 1 : FLOOR_SHARE * medianOf(Float64Array.from(positive))
}

/** A prepared number of a sample. `size` is the sum of its counts; for intensities it does not matter. */
export function preparedNumber(preparation: Preparation, value: number, size: number): number {
  if (preparation.numbers === 'intensities') return log2(Math.max(value, preparation.floor))
  if (value === 0 || size === 0) return 0
  return log2(1 + (value * preparation.librarySize) / size) * Math.LN2
}

export function medianOf(values: Float64Array): number {
  const sorted = values.slice().sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
