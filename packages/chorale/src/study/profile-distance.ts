import { InputError } from '../errors.js'
import type { Samples } from '../types.js'

/**
 * The distances of a study, under the names that users of expression data know; the default first.
 *
 * - `pearson`: 1 - r, r the correlation of two samples over the genes.
 * - `spearman`: the same with ranks in place of values.
 * - `euclidean`: the straight line.
 */
export const STUDY_DISTANCES = ['pearson', 'spearman', 'euclidean'] as const
/** The name of a distance of a study. */
export type StudyDistance = (typeof STUDY_DISTANCES)[number]

/** Inner products ⟨xᵢ, xⱼ⟩ of all samples i, j, and the distance that belongs to them. */
export interface ProfileProducts {
  /** n */
  readonly size: number
  /** n x n, symmetric. */
  readonly values: Float64Array
  readonly distance: StudyDistance
}

/** Samples and genes of a resample: 0-based, ascending; null for all. */
export interface Extent {
  readonly rows: Int32Array | null
  readonly columns: Int32Array | null
}

/**
 * Inner products after centring: of samples of mean 0 and length 1 for the correlations, so that they are r; of samples
 * around the mean sample for Euclidean distances, which it does not change. O(n² d / 2).
 */
export function profileProducts(samples: Samples, distance: StudyDistance, { rows, columns }: Extent): ProfileProducts {
  const size = rows?.length ?? samples.sampleCount
  const width = columns?.length ?? samples.featureCount
  const profiles = new Float64Array(size * width)
  for (let i = 0; i < size; i++) {
    const from = (rows?.[i] ?? i) * samples.featureCount
    const profile = profiles.subarray(i * width, (i + 1) * width)
    if (columns === null) profile.set(samples.values.subarray(from, from + width))
    else for (let j = 0; j < width; j++) profile[j] = samples.values[from + columns[j]]
    if (distance === 'spearman') rankInPlace(profile)
    if (distance !== 'euclidean') toDirection(profile, rows?.[i] ?? i)
  }
  if (distance === 'euclidean') centreColumns(profiles, size, width)
  return { size, values: crossProducts(profiles, size, width), distance }
}

/** The distance of samples i and j. */
export function profileDistance({ size, values, distance }: ProfileProducts, i: number, j: number): number {
  const product = values[i * size + j]
  if (distance !== 'euclidean') return 1 - Math.max(-1, Math.min(1, product))
  return Math.sqrt(Math.max(0, values[i * size + i] + values[j * size + j] - 2 * product))
}

/** Replaces values by their ranks from 1, equal ones by the mean of their ranks. */
function rankInPlace(values: Float64Array): void {
  const order = Float64Array.from(values).sort()
  // The rank of a value is that of its first place in the order, and half of the equal ones behind it.
  const ranks = new Map<number, number>()
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && order[to] === order[from]) to++
    ranks.set(order[from], (from + to + 1) / 2)
  }
  for (let j = 0; j < values.length; j++) values[j] = ranks.get(values[j])!
}

/** What rounding leaves of a constant sample. */
const ROUNDING = 1e-14

function toDirection(profile: Float64Array, sample: number): void {
  const { length } = profile
  let sum = 0
  for (let j = 0; j < length; j++) sum += profile[j]
  const mean = sum / length
  let largest = 0
  for (let j = 0; j < length; j++) {
    profile[j] -= mean
    largest = Math.max(largest, Math.abs(profile[j]))
  }
  if (largest <= ROUNDING * Math.abs(mean)) {
    throw new InputError(
      `sample ${sample + 1} has the same value in all genes, so that its correlation with others is not defined; leave it out, or use the Euclidean distance`,
    )
  }
  let square = 0
  for (let j = 0; j < length; j++) square += (profile[j] / largest) ** 2
  const scale = 1 / (largest * Math.sqrt(square))
  for (let j = 0; j < length; j++) profile[j] *= scale
}

function centreColumns(profiles: Float64Array, size: number, width: number): void {
  const mean = new Float64Array(width)
  for (let i = 0; i < size; i++) for (let j = 0; j < width; j++) mean[j] += profiles[i * width + j] / size
  for (let i = 0; i < size; i++) for (let j = 0; j < width; j++) profiles[i * width + j] -= mean[j]
}

/** Columns of a block: eight rows of it stay in the cache. */
const BLOCK = 1024

/** X X', in tiles of 2 x 4 products, over blocks of columns. Equal rows give equal products, to the bit. */
function crossProducts(x: Float64Array, size: number, width: number): Float64Array {
  // Rows of zeros fill up the last tile.
  const padded = 4 * Math.ceil(size / 4)
  const rows = new Float64Array(padded * width)
  rows.set(x)
  const products = new Float64Array(padded * padded)
  for (let from = 0; from < width; from += BLOCK) {
    const to = Math.min(width, from + BLOCK)
    for (let i = 0; i < padded; i += 2) {
      for (let j = 4 * Math.floor(i / 4); j < padded; j += 4) addTile(products, rows, i, j, { from, to, padded, width })
    }
  }
  const values = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) {
      values[i * size + j] = products[i * padded + j]
      values[j * size + i] = products[i * padded + j]
    }
  }
  return values
}

interface Tile {
  readonly from: number
  readonly to: number
  readonly padded: number
  readonly width: number
}

function addTile(
  products: Float64Array,
  x: Float64Array,
  i: number,
  j: number,
  { from, to, padded, width }: Tile,
): void {
  let c00 = 0
  let c01 = 0
  let c02 = 0
  let c03 = 0
  let c10 = 0
  let c11 = 0
  let c12 = 0
  let c13 = 0
  const end = i * width + to
  let b = j * width + from
  for (let a = i * width + from; a < end; a++, b++) {
    const s0 = x[a]
    const s1 = x[a + width]
    const t0 = x[b]
    const t1 = x[b + width]
    const t2 = x[b + 2 * width]
    const t3 = x[b + 3 * width]
    c00 += s0 * t0
    c01 += s0 * t1
    c02 += s0 * t2
    c03 += s0 * t3
    c10 += s1 * t0
    c11 += s1 * t1
    c12 += s1 * t2
    c13 += s1 * t3
  }
  const o = i * padded + j
  products[o] += c00
  products[o + 1] += c01
  products[o + 2] += c02
  products[o + 3] += c03
  products[o + padded] += c10
  products[o + padded + 1] += c11
  products[o + padded + 2] += c12
  products[o + padded + 3] += c13
}
