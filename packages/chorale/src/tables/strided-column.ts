import { isMissingText } from './missing.js'
import type { NumberFormat } from './number-format.js'
import { type Column, TextCollector } from './table.js'

/** The offsets of the cells of a column in a block of bytes: `first`, `first + stride`, ... */
export interface Strided {
  readonly view: DataView
  readonly first: number
  readonly stride: number
  readonly count: number
  readonly isLittle: boolean
}

/**
 * Reads a column of numbers at equal distances. Integers that a double cannot represent become text,
 * so that different labels or ids stay different.
 */
export function stridedNumbers(name: string, format: NumberFormat, place: Strided): Column {
  const { view, first, stride, count, isLittle } = place
  const numbers = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const value = format.read(view, first + i * stride, isLittle)
    const number = Number(value)
    if (typeof value === 'bigint' && !Number.isSafeInteger(number)) return exactIntegers(name, format, place)
    numbers[i] = number
  }
  return { name, kind: 'number', numbers }
}

function exactIntegers(name: string, format: NumberFormat, { view, first, stride, count, isLittle }: Strided): Column {
  return textColumn(name, count, i => String(format.read(view, first + i * stride, isLittle)))
}

/** A text column from a function of the row. Empty strings and words for "no value" are missing. */
export function textColumn(name: string, count: number, textAt: (row: number) => string): Column {
  const collector = new TextCollector(count)
  for (let i = 0; i < count; i++) {
    const text = textAt(i)
    if (!isMissingText(text)) collector.set(i, text)
  }
  return { name, kind: 'text', texts: collector.texts, codes: collector.codes }
}
