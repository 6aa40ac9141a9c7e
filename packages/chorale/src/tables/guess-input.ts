import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import type { RoleOptions } from './columns/column-roles.js'
import { labelRoles, namesTruth } from './labelings/label-roles.js'
import { type Column, distinctValues, quoted, type Table } from './table.js'

/** What a table can contain: features of samples, or existing clusterings of them. */
export const INPUT_KINDS = ['features', 'labelings'] as const
/** The name of a kind of input. */
export type InputKind = (typeof INPUT_KINDS)[number]

/** What a table seems to contain, and why. */
export interface InputGuess {
  readonly kind: InputKind
  /** The reason for the guess, in words. */
  readonly reason: string
}

/**
 * Guesses whether the columns of a table, except id and truth, are features or labelings. Labelings are at least two
 * columns, each with text or with integers from 0 or 1 without gaps, and with fewer distinct values than samples. -1 and
 * empty cells are missing labels.
 */
export function guessInputKind(table: Table, options: RoleOptions = {}): InputGuess {
  const { truth = null, columns: chosen } = options
  if (chosen === undefined && table.columns.some(({ role }) => role === 'feature')) {
    return { kind: 'features', reason: 'the table has genes or other features of its own' }
  }
  const names = table.columns.map(column => column.name)
  const left = labelRoles(table.name ?? 'guessInputKind', table, { ...options, truth }).columns
  const columns = left.filter(({ name }) => chosen?.includes(name) || !namesTruth(name, names))
  if (columns.length < 2) return { kind: 'features', reason: 'there is only one column' }
  for (const column of columns) {
    const obstacle = whyNoLabeling(column, table.rowCount)
    if (obstacle !== null) return { kind: 'features', reason: `${quoted(column.name)} ${obstacle}` }
  }
  const doubt = whyNoLabelings(columns, table.rowCount)
  if (doubt !== null) return { kind: 'features', reason: doubt }
  return { kind: 'labelings', reason: 'every column contains text, or integers from 0 or 1 without gaps' }
}

/** Clusterings are compared on this many rows. */
const MOST_COMPARED = 2000
const LEAST_COMPARED = 40
/** So many columns with the same two words are answers. */
const MANY_ANSWERS = 4
/** Clusterings of the same samples agree more than this on average; answers and measurements do not. */
const LEAST_AGREEMENT = 0.15
/** The pairs of columns that are compared. */
const MOST_PAIRS = 60

/** Why columns that look like labels are more likely answers or measurements; null if they are labelings. */
function whyNoLabelings(columns: readonly Column[], rowCount: number): string | null {
  if (rowCount < LEAST_COMPARED) return null
  if (columns.length >= MANY_ANSWERS && columns.every(({ kind }) => kind === 'text') && areAlike(columns)) {
    return 'every column has the same two words, like answers'
  }
  const step = Math.max(1, Math.floor(rowCount / MOST_COMPARED))
  const codes = columns.map(column => distinctValues(column).codes.filter((_, i) => i % step === 0))
  const pairs = codes.flatMap((_, s) => codes.slice(s + 1).map((_, t): [number, number] => [s, s + 1 + t]))
  const some = pairs.filter((_, at) => at % Math.ceil(pairs.length / MOST_PAIRS) === 0)
  const scores = some.map(([s, t]) => adjustedRandIndex(codes[s], codes[t]))
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  if (mean >= LEAST_AGREEMENT) return null
  return `the columns agree no more than answers or measurements do (mean ARI ${mean.toFixed(2)})`
}

function areAlike(columns: readonly Column[]): boolean {
  const words = columns.map(column => [...distinctValues(column).texts].sort().join('\n'))
  return words.every(each => each === words[0]) && distinctValues(columns[0]).texts.length === 2
}

function whyNoLabeling(column: Column, rowCount: number): string | null {
  if (column.kind === 'vector') return 'contains vectors'
  const distinctCount = distinctValues(column).texts.length
  if (distinctCount === rowCount) return 'has a different value in every row'
  if (column.kind === 'text') return null
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  let hasMissing = 0
  for (const value of column.numbers) {
    if (Number.isNaN(value)) continue
    if (!Number.isInteger(value)) return 'contains fractions'
    if (value === -1) hasMissing = 1
    else {
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
  }
  if (least !== 0 && least !== 1) return 'does not start at 0 or 1'
  return most - least + 1 === distinctCount - hasMissing ? null : 'has gaps between its integers'
}
