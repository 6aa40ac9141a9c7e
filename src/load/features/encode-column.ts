import { InputError } from '../../check.js'
import { countText } from '../../count-text.js'
import { parseNumber } from '../parse-number.js'
import { type Column, distinctValues, quoted } from '../table.js'

/** One feature before scaling. */
export interface Feature {
  readonly name: string
  readonly values: Float64Array
}

export interface EncodedColumn {
  readonly features: readonly Feature[]
  readonly encoding: { column: string; values: readonly string[]; features: readonly Feature[] } | null
  /** The replacement for a missing value: a number, or the index of the most common string. */
  readonly fill: () => number
}

/** A text column with more values than this is more likely a name or a comment. */
const MAX_CATEGORIES = 20

/**
 * The features of a column, for the rows that are kept (null: all). Numbers, and strings that are all numbers, are one
 * feature; true and false become 1 and 0; other strings become one feature per value.
 */
export function encodeColumn(
  caller: string,
  column: Column,
  rows: Int32Array | null,
  filling: 'median' | 'mean',
  notes: string[],
): EncodedColumn {
  if (column.kind === 'number') {
    const numbers = rows ? Float64Array.from(rows, row => column.numbers[row]) : column.numbers
    return numberFeature(caller, column.name, numbers, filling)
  }
  const { codes, texts } = distinctValues(rows ? { ...column, codes: rows.map(row => column.codes[row]) } : column)
  const asNumbers = numbersOf(texts)
  if (asNumbers) {
    notes.push(`${quoted(column.name)} contains ${asNumbers.kind}`)
    const values = Float64Array.from(codes, code => (code < 0 ? Number.NaN : asNumbers.numbers[code]))
    return numberFeature(caller, column.name, values, filling)
  }
  if (texts.length > MAX_CATEGORIES) {
    throw new InputError(
      `${caller}: column ${quoted(column.name)} contains text with ${texts.length} different values (the first is ${quoted(texts[0])}); ` +
        `at most ${MAX_CATEGORIES} can be encoded as features. Use it as \`id\` or \`truth\`, exclude it with \`columns\`, or encode it as numbers`,
    )
  }
  if (texts.length === 0) throw emptyColumn(caller, column.name)
  const common = commonest(codes, texts.length)
  const features = texts.map((text, value) => ({
    name: `${column.name}=${text}`,
    values: Float64Array.from(codes, code => ((code < 0 ? common : code) === value ? 1 : 0)),
  }))
  notes.push(
    `${quoted(column.name)} is text and becomes one feature for each of its ${countText(texts.length, 'value')}`,
  )
  return { features, encoding: { column: column.name, values: texts, features }, fill: () => common }
}

function numberFeature(caller: string, name: string, numbers: Float64Array, filling: 'median' | 'mean'): EncodedColumn {
  const average = filling === 'mean' ? mean : median
  if (!hasMissing(numbers)) {
    return { features: [{ name, values: numbers }], encoding: null, fill: () => average(numbers) }
  }
  const present = numbers.filter(value => !Number.isNaN(value))
  if (present.length === 0) throw emptyColumn(caller, name)
  const fill = average(present)
  const values = numbers.map(value => (Number.isNaN(value) ? fill : value))
  return { features: [{ name, values }], encoding: null, fill: () => fill }
}

function hasMissing(numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (Number.isNaN(numbers[i])) return true
  return false
}

function emptyColumn(caller: string, name: string): InputError {
  return new InputError(`${caller}: column ${quoted(name)} has no value in any row; exclude it with \`columns\``)
}

function mean(values: Float64Array): number {
  // Each value is divided first, because the sum of large values may overflow.
  return values.reduce((sum, value) => sum + value / values.length, 0)
}

function median(values: Float64Array): number {
  const sorted = values.toSorted()
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : sorted[half - 1] / 2 + sorted[half] / 2
}

function commonest(codes: Int32Array, valueCount: number): number {
  const counts = new Float64Array(valueCount)
  for (const code of codes) if (code >= 0) counts[code]++
  return counts.indexOf(Math.max(...counts))
}

const encoder = new TextEncoder()

/** Strings that are numbers: codes with leading zeros, quoted numbers, true and false. */
export function numbersOf(texts: readonly string[]): { numbers: number[]; kind: string } | null {
  if (texts.length === 0) return null
  if (texts.every(text => /^(true|false)$/i.test(text))) {
    return { numbers: texts.map(text => (/^true$/i.test(text) ? 1 : 0)), kind: 'true and false, used as 1 and 0' }
  }
  const numbers: number[] = []
  for (const text of texts) {
    const bytes = encoder.encode(text)
    const number = parseNumber(bytes, 0, bytes.length)
    if (number === null || !Number.isFinite(number)) return null
    numbers.push(number)
  }
  return { numbers, kind: `numbers written as text (the first is ${quoted(texts[0])}), used as numbers` }
}
