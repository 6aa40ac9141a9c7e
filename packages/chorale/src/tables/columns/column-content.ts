import { isInteger, isLongInteger } from '../integers.js'
import {
  type Column,
  distinctValues,
  missingValueCount,
  type NumberColumn,
  type TextColumn,
  type VectorColumn,
} from '../table.js'
import { areDates, datesOf, integerDatesOf } from './dates.js'
import { plainName } from './role-names.js'
import { type DecimalSign, writtenNumbers } from './written-numbers.js'

/** A column with at least this share of numbers is a column of numbers in which a few words need attention. */
const LEAST_NUMBERS = 0.9

/** What a column contains. True and false are boolean; strings that are all numbers or dates count as such. */
export type ColumnType = 'number' | 'boolean' | 'date' | 'text' | 'vector'

/** Strings that are not numbers in a column of numbers. */
export interface WordCells {
  /** The first few of them, with their rows counted from 1. */
  readonly first: readonly { readonly row: number; readonly text: string }[]
  readonly count: number
  /** The number of values that are numbers. */
  readonly numberCount: number
  /** The number of values that are numbers in another notation, such as 1,5 among 2.5 and 3.5. */
  readonly otherNotationCount: number
}

/** What a column contains, as far as its role depends on it. */
export interface ColumnContent {
  readonly type: ColumnType
  /** Why the column is text although it looks like numbers; null for others. */
  readonly codes: string | null
  /** The strings in a column of numbers; null for other columns. */
  readonly words: WordCells | null
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
export function contentOf(column: Column, decimal?: DecimalSign): ColumnContent {
  if (column.kind === 'vector') return vectorContent(column)
  return column.kind === 'number' ? numberContent(column) : textContent(column, decimal)
}

function vectorContent(column: VectorColumn): ColumnContent {
  const { size, values } = column
  const missingCount = missingValueCount(column)
  const first = values.findIndex(value => !Number.isNaN(value)) % size
  const isSame = (value: number, at: number) => Number.isNaN(value) || value === values[at % size]
  return {
    type: 'vector',
    codes: null,
    words: null,
    missingCount,
    isEmpty: first < 0,
    isConstant: first >= 0 && values.every(isSame),
    isDiscrete: false,
    steps: null,
    distinctCount: null,
    fingerprint: null,
  }
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
    sum += value * ((i & 1023) + 1)
  }
  const isGapless = isDiscrete && missingCount === 0 && n > 1 && most - least === n - 1
  const isSteps = isGapless && (isOrdered || hasNoRepeats(numbers, least))
  const isDate =
    isDiscrete && missingCount < n && areDates(plainName(name), least, most) && integerDatesOf(numbers) !== null
  return {
    type: isDate ? 'date' : 'number',
    codes: null,
    words: null,
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

function textContent(column: TextColumn, decimal: DecimalSign | undefined): ColumnContent {
  const { codes, texts } = distinctValues(column)
  let missingCount = 0
  for (const code of codes) if (code < 0) missingCount++
  const isCode = holdsCodes(texts)
  const numbers = isCode || !seemNumbers(texts) ? null : writtenNumbers(texts, decimal)
  const words = numbers && wordsAmong(codes, texts, numbers)
  const hasWords = words !== null && words.count > 0
  const numericCount = words === null ? 0 : words.numberCount + words.otherNotationCount
  const isNumbers = words !== null && numericCount >= LEAST_NUMBERS * (words.count + words.numberCount)
  const type = typeOfTexts(texts, isNumbers)
  return {
    type,
    codes: isCode ? codeReason(texts) : null,
    words: type === 'number' && hasWords ? words : null,
    missingCount,
    isEmpty: texts.length === 0,
    isConstant: texts.length === 1,
    isDiscrete:
      type !== 'number' || numbers!.every(value => value === null || Number.isNaN(value) || Number.isInteger(value)),
    steps: null,
    distinctCount: texts.length,
    fingerprint: null,
  }
}

/** Digits that a number would change: leading zeros, or integers that a double cannot hold. */
function holdsCodes(texts: readonly string[]): boolean {
  if (!texts.every(isInteger)) return false
  return texts.some(isLongInteger) || (texts.some(text => /^0\d/.test(text)) && texts.every(text => /^\d+$/.test(text)))
}

/** Whether the first strings are mostly numbers. Most columns of text are decided by this. */
function seemNumbers(texts: readonly string[]): boolean {
  const first = texts.slice(0, 100)
  const count = writtenNumbers(first)?.filter(value => value !== null).length ?? 0
  return count >= first.length / 2
}

/** The cells that are not numbers. */
function wordsAmong(codes: Int32Array, texts: readonly string[], numbers: readonly (number | null)[]): WordCells {
  const first: { row: number; text: string }[] = []
  let count = 0
  let numberCount = 0
  let otherNotationCount = 0
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] < 0) continue
    const number = numbers[codes[i]]
    if (number !== null && Number.isFinite(number)) numberCount++
    else {
      if (count++ < 3) first.push({ row: i + 1, text: texts[codes[i]] })
      if (number !== null) otherNotationCount++
    }
  }
  return { first, count, numberCount, otherNotationCount }
}

function typeOfTexts(texts: readonly string[], isNumbers: boolean): ColumnType {
  if (texts.length === 0) return 'text'
  if (texts.every(isTruthValue)) return 'boolean'
  if (datesOf(texts) !== null) return 'date'
  return isNumbers ? 'number' : 'text'
}

function isTruthValue(text: string): boolean {
  return /^(true|false)$/i.test(text)
}

/** Why a column of long integers is text. */
export const LONG_INTEGERS = 'integers too long for exact numbers'

function codeReason(texts: readonly string[]): string {
  return texts.some(isLongInteger) ? LONG_INTEGERS : 'codes with leading zeros'
}

/** The numbers that the strings stand for; null if one of them is no number. */
export function numbersInTexts(texts: readonly string[], decimal?: DecimalSign): number[] | null {
  const numbers = writtenNumbers(texts, decimal)
  return numbers?.every(value => value !== null && Number.isFinite(value)) ? (numbers as number[]) : null
}
