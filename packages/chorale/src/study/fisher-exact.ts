import { exp } from '../numeric/exp-log.js'
import { drawIndex, type Random } from '../numeric/random.js'
import { ln, logGamma } from '../numeric/tail-probability.js'

/** Tables that are enumerated at most; beyond, the p value is simulated. */
const MOST_TABLES = 2e5
/** Tables of a simulation. */
const SIMULATED = 10_000
/** As in R: tables that are as probable as the observed one up to rounding count. */
const TOLERANCE = 1e-7

/** The p value of Fisher's exact test. */
export interface FisherTest {
  readonly p: number
  /** The number of simulated tables; 0 if the p value is exact. */
  readonly simulated: number
}

/**
 * Fisher's exact test of an r x c table: the probability of all tables with the same margins that are at most as probable as
 * this one. All tables are enumerated; where there are too many, as many as `SIMULATED` are drawn with the same margins, and
 * the p value is (1 + as improbable ones) / (1 + drawn ones).
 *
 * @param counts rows of equal length
 */
export function fisherExact(counts: readonly (readonly number[])[], random: Random): FisherTest {
  const rows = counts.map(row => row.reduce((sum, count) => sum + count, 0))
  const columns = counts[0].map((_, j) => counts.reduce((sum, row) => sum + row[j], 0))
  // Lines without samples change nothing. The shorter side is enumerated at once.
  const table = counts.filter((_, i) => rows[i] > 0).map(row => row.filter((_, j) => columns[j] > 0))
  if (table.length < 2 || table[0].length < 2) return { p: 1, simulated: 0 }
  const margins = [rows, columns].map(sums => sums.filter(sum => sum > 0).sort((a, b) => b - a))
  const total = rows.reduce((sum, count) => sum + count, 0)
  const logFactorials = logFactorialsTo(total)
  const observed = table.flat().reduce((sum, count) => sum - logFactorials[count], 0)
  const p = enumerated(margins[0], margins[1], logFactorials, observed)
  if (p !== null) return { p: Math.min(1, p), simulated: 0 }
  return { p: simulated(margins[0], margins[1], logFactorials, observed, random), simulated: SIMULATED }
}

function logFactorialsTo(total: number): Float64Array {
  return Float64Array.from({ length: total + 1 }, (_, count) => (count < 2 ? 0 : logGamma(count + 1)))
}

/**
 * Σ of the probabilities of all tables as improbable as the observed one; null if there are too many. A table has the
 * probability Π rᵢ! Π cⱼ! / (n! Π nᵢⱼ!).
 */
function enumerated(
  rows: readonly number[],
  columns: readonly number[],
  logFactorials: Float64Array,
  observed: number,
): number | null {
  const total = logFactorials.length - 1
  const constant = [...rows, ...columns].reduce((sum, margin) => sum + logFactorials[margin], -logFactorials[total])
  const limit = observed + constant + ln(1 + TOLERANCE)
  const left = Int32Array.from(rows)
  let found = 0
  let p = 0
  /** Fills cell i of column j; `open` samples of the column are left. False if there are too many tables. */
  const fill = (j: number, i: number, open: number, value: number): boolean => {
    if (j === columns.length - 1) {
      // The last column has what is left of the rows.
      let last = value
      for (const count of left) last -= logFactorials[count]
      if (last <= limit) p += exp(last)
      return ++found <= MOST_TABLES
    }
    if (i === rows.length - 1) {
      if (open > left[i]) return true
      left[i] -= open
      const goesOn = fill(j + 1, 0, columns[j + 1], value - logFactorials[open])
      left[i] += open
      return goesOn
    }
    for (let count = 0; count <= Math.min(open, left[i]); count++) {
      left[i] -= count
      const goesOn = fill(j, i + 1, open - count, value - logFactorials[count])
      left[i] += count
      if (!goesOn) return false
    }
    return true
  }
  return fill(0, 0, columns[0], constant) ? p : null
}

/** Draws tables: the samples of the rows are dealt out to the columns. */
function simulated(
  rows: readonly number[],
  columns: readonly number[],
  logFactorials: Float64Array,
  observed: number,
  random: Random,
): number {
  const rowOf = rows.flatMap((count, i) => new Array<number>(count).fill(i))
  const limit = observed + Math.abs(observed) * TOLERANCE
  const cells = new Int32Array(rows.length)
  let asImprobable = 0
  for (let at = 0; at < SIMULATED; at++) {
    let value = 0
    let dealt = 0
    for (let j = 0; j < columns.length; j++) {
      cells.fill(0)
      for (let count = 0; count < columns[j]; count++, dealt++) {
        const other = j === columns.length - 1 ? dealt : dealt + drawIndex(rowOf.length - dealt, random)
        const row = rowOf[other]
        rowOf[other] = rowOf[dealt]
        rowOf[dealt] = row
        cells[row]++
      }
      for (let i = 0; i < rows.length; i++) value -= logFactorials[cells[i]]
    }
    if (value <= limit) asImprobable++
  }
  return (1 + asImprobable) / (1 + SIMULATED)
}
