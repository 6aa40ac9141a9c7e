import { wholeText } from '../count-text.js'
import { checkInteger } from '../errors.js'
import { contentHash } from '../numeric/content-hash.js'
import { sampleHashed } from '../numeric/sample-rows.js'
import type { Samples } from '../types.js'

/**
 * A clustering is fitted to a random sample of the rows, and the fit labels all rows. More rows in the fit bought nothing
 * in measurements, as the bound of the paper says, O(√(log n / m) + 1/√n): beyond some ten thousand rows it is not rows
 * that are missing.
 */
export const FIT_ROWS = 20_000

/** A cluster with fewer rows in the sample can be missed. */
const LEAST_CLUSTER = 30

/** The same sample for every seed of the user, so that another seed does not change the rows. */
const STREAM = 20

/** Which rows a clustering is fitted to. */
export interface FitSize {
  /** The number of rows of the fit. */
  readonly rows: number
  /** The number of all rows. */
  readonly of: number
  /** Why so many, as a sentence. */
  readonly reason: string
  /** The smallest share of the rows that a cluster must have to be found. */
  readonly smallestShare: number
}

/** Decides how many rows a fit needs. */
export function fitSize(caller: string, of: number, asked: number | 'all' | undefined, clusterCount: number): FitSize {
  if (asked !== undefined && asked !== 'all')
    checkInteger(caller, 'fitRows', asked, Math.max(2, clusterCount), 2 ** 31 - 1)
  const rows = Math.min(of, asked === 'all' ? of : (asked ?? FIT_ROWS))
  return {
    rows,
    of,
    reason: fitReason(rows, of, asked),
    smallestShare: Math.min(1, (rows < of ? LEAST_CLUSTER : 1) / rows),
  }
}

function fitReason(rows: number, of: number, asked: number | 'all' | undefined): string {
  if (asked === 'all') return 'You asked for all rows.'
  if (rows === of) return 'All rows, because they are few enough.'
  if (asked !== undefined) return 'You asked for so many rows.'
  return `A random sample of ${wholeText(rows)} rows, because more rows do not make the clusters better; the fit labels the others.`
}

/** The rows of the fit by their hashes, ascending. The sample does not depend on the order of the rows. */
export function fittedRows(hashes: Uint32Array, count: number): Int32Array {
  return sampleHashed(hashes, { count, seed: STREAM })
}

/** Rows of another fit, and rows that are in neither of the two. They do not depend on the order of the rows. */
export function otherRows(hashes: Uint32Array, fitted: Int32Array, counts: { fit: number; check: number }) {
  const total = Math.min(hashes.length - fitted.length, counts.fit + counts.check)
  const drawn = sampleHashed(hashes, { count: Math.min(hashes.length, fitted.length + total), seed: STREAM + 1 })
  // There may be more of them than needed: rows of the first fit are only some of those drawn.
  const others = without(drawn, fitted)
  const rows = sampleHashed(hashesAt(hashes, others), { count: total, seed: STREAM + 2 }).map(at => others[at])
  const fitCount = Math.round((total * counts.fit) / (counts.fit + counts.check))
  const fit = sampleHashed(hashesAt(hashes, rows), { count: fitCount, seed: STREAM + 3 }).map(at => rows[at])
  return { fit, check: without(rows, fit) }
}

/** The rows that are not among `left`; both ascending. */
function without(rows: Int32Array, left: Int32Array): Int32Array {
  let at = 0
  return rows.filter(row => {
    while (at < left.length && left[at] < row) at++
    return left[at] !== row
  })
}

function hashesAt(hashes: Uint32Array, rows: Int32Array): Uint32Array {
  return Uint32Array.from(rows, row => hashes[row])
}

/** Hashes of the values of rows. */
export function contentHashes(samples: Samples): Uint32Array {
  const hashOf = contentHash(samples)
  return Uint32Array.from({ length: samples.sampleCount }, (_, row) => hashOf(row))
}
