import { wholeText } from '../count-text.js'
import { checkInteger } from '../errors.js'
import { sampleRows } from '../numeric/sample-rows.js'
import type { Samples } from '../types.js'

/**
 * A clustering is fitted to a random sample of the rows, and the fit labels all rows. More rows in the fit bought nothing
 * in measurements, as the bound of the paper says, O(√(log n / m) + 1/√n): beyond some ten thousand rows it is not rows
 * that are missing.
 */
const FIT_ROWS = 20_000

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

/** The rows of the fit, ascending. The sample does not depend on the order of the rows. */
export function fittedRows(samples: Samples, count: number): Int32Array {
  return sampleRows(samples.sampleCount, { count, seed: STREAM, hashOf: contentHash(samples) })
}

/** Rows of another fit, and rows that are in neither of the two. */
export function otherRows(samples: Samples, fitted: Int32Array, counts: { fit: number; check: number }) {
  const isFitted = new Uint8Array(samples.sampleCount)
  for (const row of fitted) isFitted[row] = 1
  const left = Int32Array.from({ length: samples.sampleCount - fitted.length })
  for (let row = 0, at = 0; row < samples.sampleCount; row++) if (isFitted[row] === 0) left[at++] = row
  const total = Math.min(left.length, counts.fit + counts.check)
  const hashOf = contentHash(samples)
  const drawn = sampleRows(left.length, { count: total, seed: STREAM + 1, hashOf: at => hashOf(left[at]) })
  const fitCount = Math.round((total * counts.fit) / (counts.fit + counts.check))
  const isFit = new Uint8Array(total)
  for (const at of sampleRows(total, { count: fitCount, seed: STREAM + 2 })) isFit[at] = 1
  const rows = drawn.map(at => left[at])
  return { fit: rows.filter((_, at) => isFit[at] === 1), check: rows.filter((_, at) => isFit[at] === 0) }
}

/** A hash of the values of a row, rounded to 24 bits, so that the last digits of the scaling do not count. */
function contentHash({ featureCount: d, values }: Samples): (row: number) => number {
  const rounded = new Float32Array(d)
  const bits = new Int32Array(rounded.buffer)
  return row => {
    for (let f = 0; f < d; f++) rounded[f] = values[row * d + f]
    let hash = d
    for (let f = 0; f < d; f++) {
      hash = Math.imul(hash ^ bits[f], 0x9e3779b1)
      hash ^= hash >>> 15
    }
    return hash >>> 0
  }
}
