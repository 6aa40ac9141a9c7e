import { findRoles, type RoleOptions } from './features/roles.js'
import { type Column, distinctValues, quoted, type Table } from './table.js'

/** Measurements of samples, or ready-made clusterings of them. */
export const INPUT_KINDS = ['features', 'labelings'] as const
/** A kind of input by its name. */
export type InputKind = (typeof INPUT_KINDS)[number]

/** What a table seems to hold, and why. */
export interface InputGuess {
  readonly kind: InputKind
  /** What speaks for it, in words. */
  readonly reason: string
}

/**
 * What the columns of a table look like, id and truth aside. Labelings: at least two columns, every one of them texts or
 * whole numbers without gaps from 0 or 1 up, with fewer values than samples. -1 and empty cells are missing labels.
 */
export function guessInputKind(table: Table, options: RoleOptions = {}): InputGuess {
  const { columns } = findRoles(table.name ?? 'guessInputKind', table, options, 'labelings')
  if (columns.length < 2) return { kind: 'features', reason: 'there is only one column' }
  for (const column of columns) {
    const obstacle = whyNoLabeling(column, table.rowCount)
    if (obstacle !== null) return { kind: 'features', reason: `${quoted(column.name)} ${obstacle}` }
  }
  return { kind: 'labelings', reason: 'every column holds texts, or whole numbers without gaps from 0 or 1 up' }
}

function whyNoLabeling(column: Column, rowCount: number): string | null {
  const distinctCount = distinctValues(column).texts.length
  if (distinctCount === rowCount) return 'has another value in every row'
  if (column.kind === 'text') return null
  let [least, most, hasMissing] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const value of column.numbers) {
    if (Number.isNaN(value)) continue
    if (!Number.isInteger(value)) return 'holds fractions'
    if (value === -1) hasMissing = 1
    else {
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
  }
  if (least !== 0 && least !== 1) return 'does not start at 0 or 1'
  return most - least + 1 === distinctCount - hasMissing ? null : 'has gaps between its whole numbers'
}
