import type { Column, Table } from '../table.js'
import { distinctValues } from '../table.js'
import { type ColumnType, numbersInTexts } from './column-content.js'
import { type DateOrder, datesOf, integerDatesOf } from './dates.js'
import type { DecimalSign } from './written-numbers.js'

/** How dates and numbers are written, where the strings of a column do not tell. */
export interface Notation {
  readonly dateOrder?: DateOrder
  readonly decimal?: DecimalSign
}

/** The decimal sign of the numbers in a file; undefined if it is not known, and for points, which need no help. */
export function decimalOf({ decimal }: Table): DecimalSign | undefined {
  return decimal === 'comma' ? decimal : undefined
}

/**
 * The numbers of a column that contains numbers, booleans or dates, NaN where a value is missing; null if a value is
 * something else.
 */
export function columnNumbers(
  column: Column,
  type: Exclude<ColumnType, 'text' | 'vector'>,
  { dateOrder, decimal }: Notation = {},
): Float64Array | null {
  if (column.kind === 'number') {
    return type === 'date' ? integerDatesOf(column.numbers) : column.numbers
  }
  const { codes, texts } = distinctValues(column)
  if (texts.length === 0) return new Float64Array(codes.length).fill(Number.NaN)
  const numbers = type === 'date' ? datesOf(texts, dateOrder) : (truthValues(texts) ?? numbersInTexts(texts, decimal))
  return numbers && Float64Array.from(codes, code => (code < 0 ? Number.NaN : numbers[code]))
}

/** True and false as 1 and 0; null if there are other strings. */
function truthValues(texts: readonly string[]): number[] | null {
  if (!texts.every(text => /^(true|false)$/i.test(text))) return null
  return texts.map(text => (/^true$/i.test(text) ? 1 : 0))
}
