import { parseNumber } from '../parse-number.js'
import { type Column, distinctValues, type NumberColumn, type TextColumn } from '../table.js'
import { datesOf, integerDatesOf } from './dates.js'
import { plainName } from './role-names.js'

/** What a column contains. True and false are boolean; strings that are all numbers or dates count as such. */
export const COLUMN_TYPES = ['number', 'boolean', 'date', 'text'] as const
/** The name of a type of column. */
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** What a column contains, as far as its role depends on it. */
export interface ColumnContent {
  readonly type: ColumnType
  /** Why the column is text although it looks like numbers; null for others. */
  readonly codes: string | null
  readonly missingCount: number
  /** No row has a value. */
  readonly isEmpty: boolean
  /** All rows have the same value; missing values do not count. */
  readonly isConstant: boolean
  /** Numbers without fractions, or strings: what classes and ids are made of. */
  readonly isDiscrete: boolean
  /** Integers in steps of one, in the order of the rows or in any order. */
  readonly steps: 'ordered' | 'shuffled' | null
  /** The number of different values; for columns of strings only. */
  readonly distinctCount: number | null
  /** Two columns of numbers with the same values have the same fingerprint. */
  readonly fingerprint: string | null
}

/** Looks through a column once. */
export function contentOf(column: Column): ColumnContent {
  return column.kind === 'number' ? numberContent(column) : textContent(column)
}

function numberContent({ name, numbers }: NumberColumn): ColumnContent {
  const n = numbers.length
  let missingCount = 0
  let least = Infinity
  let most = -Infinity
  let isDiscrete = true
  let isOrdered = true
  let sum = 0
  for (let i = 0; i < n; i++) {
    const value = numbers[i]
    if (Number.isNaN(value)) {
      missingCount++
      continue
    }
    if (value < least) least = value
    if (value > most) most = value
    if (isDiscrete && Math.floor(value) !== value) isDiscrete = false
    if (isOrdered && i > 0 && value !== numbers[i - 1] + 1) isOrdered = false
    sum += value * ((i % 1021) + 1)
  }
  const isGapless = isDiscrete && missingCount === 0 && n > 1 && most - least === n - 1
  const isSteps = isGapless && (isOrdered || hasNoRepeats(numbers, least))
  const isDate = isDiscrete && missingCount < n && datesInNumbers(name, numbers, least, most) !== null
  return {
    type: isDate ? 'date' : 'number',
    codes: null,
    missingCount,
    isEmpty: missingCount === n,
    isConstant: least === most,
    isDiscrete,
    steps: isSteps ? (isOrdered ? 'ordered' : 'shuffled') : null,
    distinctCount: null,
    fingerprint: `${missingCount} ${least} ${most} ${sum}`,
  }
}

/** Whether integers from `least` to `least` + n - 1 are all different. */
function hasNoRepeats(numbers: Float64Array, least: number): boolean {
  const seen = new Uint8Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) {
    if (seen[numbers[i] - least] === 1) return false
    seen[numbers[i] - least] = 1
  }
  return true
}

function datesInNumbers(name: string, numbers: Float64Array, least: number, most: number): Float64Array | null {
  const isYear = /^(year|yr)$/.test(plainName(name))
  const isInRange = isYear ? least >= 1800 && most <= 2100 : least >= 19_000_101 && most <= 21_001_231
  return isInRange ? integerDatesOf(numbers, isYear) : null
}

function textContent(column: TextColumn): ColumnContent {
  const { codes, texts } = distinctValues(column)
  let missingCount = 0
  for (const code of codes) if (code < 0) missingCount++
  const numbers = numbersInTexts(texts)
  const isCode = numbers !== null && texts.every(text => /^\d+$/.test(text))
  const type = typeOfTexts(texts, numbers !== null && !isCode)
  return {
    type,
    codes: isCode ? codeReason(texts) : null,
    missingCount,
    isEmpty: texts.length === 0,
    isConstant: texts.length === 1,
    isDiscrete: type !== 'number' || numbers!.every(Number.isInteger),
    steps: null,
    distinctCount: texts.length,
    fingerprint: null,
  }
}

function typeOfTexts(texts: readonly string[], isNumbers: boolean): ColumnType {
  if (texts.length === 0) return 'text'
  if (texts.every(isTruthValue)) return 'boolean'
  if (isNumbers) return 'number'
  return datesOf(texts) === null ? 'text' : 'date'
}

function isTruthValue(text: string): boolean {
  return /^(true|false)$/i.test(text)
}

function codeReason(texts: readonly string[]): string {
  return texts.some(text => text.startsWith('0') && text.length > 1)
    ? 'codes with leading zeros'
    : 'integers too long for exact numbers'
}

const encoder = new TextEncoder()

/** The numbers that the strings stand for; null if one of them is no number. */
export function numbersInTexts(texts: readonly string[]): number[] | null {
  if (texts.length === 0) return null
  const numbers: number[] = []
  for (const text of texts) {
    const bytes = encoder.encode(text)
    const number = parseNumber(bytes, 0, bytes.length)
    if (number === null || !Number.isFinite(number)) return null
    numbers.push(number)
  }
  return numbers
}
