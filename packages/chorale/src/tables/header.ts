import { looksLikeHeaderWord } from './columns/role-names.js'
import { writtenNumbers } from './columns/written-numbers.js'
import { isMissingText } from './missing.js'
import { geneNames, meansGenes } from './orientation/gene-names.js'

/** What the rows below the first one show about a column. */
export interface ColumnBelow {
  /** At least 90 % of the values are numbers. */
  readonly isNumbers: boolean
  /** The first cell occurs again below. */
  readonly repeats: boolean
  /** None of the values is a number. */
  readonly isWords: boolean
  /** The values are names of genes. */
  readonly isGenes: boolean
  /** The first cell holds digits, and all values are built like it: s1 above s2 and s3. */
  readonly isAlike: boolean
}

/** Whether the first row names the columns. A header is certain if its words stand above numbers, or are usual in headers. */
export type HeaderDecision = 'certain' | 'likely' | 'none'

/** The note where the first row could be data as well. */
export const HEADER_NOTE = 'row 1 is used as the column names; if it is data, set `header: false`'

/** The note about a table without a header. */
export function noHeaderNote(width: number): string {
  return `no header row found: columns are named column1 to column${width}, and row 1 is data; if it is the header, set \`header: true\``
}

/** A column with at least this share of numbers is a column of numbers. */
const LEAST_NUMBERS = 0.9

/** With so many columns, a row that counts 0, 1, 2, ... is a header, whatever stands in its corner. */
const LONG_NUMBERING = 5

/**
 * Decides whether the first row names the columns, from all rows below it. In doubt a row is data if one of its cells
 * occurs again in its column, because a row that is lost is worse than a column without its name.
 */
export function decideHeader(first: readonly string[], below: readonly ColumnBelow[]): HeaderDecision {
  const isName = (cell: string) => cell === '' || isWord(cell)
  if (isAboveNames(first, below)) {
    if (meansGenes(first[0])) return 'certain'
    const isCorner = first[0] === '' || (below[0].isGenes && !areGenes(first[0]))
    if (isCorner && areSamples(first.slice(1))) return 'likely'
  }
  const aboveNumbers = first.filter((_, j) => below[j]?.isNumbers)
  if (aboveNumbers.some(isWord)) {
    const numbers = aboveNumbers.filter(cell => !isMissingText(cell) && !isWord(cell)).map(Number)
    if (numbers.length === 0) return 'certain'
    return isMonotone(numbers) && !below.some(({ repeats }) => repeats) ? 'likely' : 'none'
  }
  const repeatsAt = (j: number) => below[j]?.repeats ?? false
  const hasKnownWord = first.some((cell, j) => looksLikeHeaderWord(cell) && !repeatsAt(j))
  if (isNumbering(first)) {
    const isBesideData = repeatsAt(0) || (below[0]?.isAlike ?? false)
    if (first[0] === '' || hasKnownWord) return 'certain'
    if (first.length >= LONG_NUMBERING && !isBesideData) return 'likely'
  }
  if (hasKnownWord) {
    const numbers = first.filter(cell => !isName(cell) && !isMissingText(cell)).map(Number)
    if (numbers.length === 0 || isMonotone(numbers)) return 'certain'
  }
  if (!first.every(isName) || !first.some(isWord)) return 'none'
  // Words above words: a column name does not occur again in its own column, a label does.
  return below.some(({ repeats, isAlike }) => repeats || isAlike) ? 'none' : 'likely'
}

/** Whether the first row stands above a column of names and columns of numbers. */
function isAboveNames(first: readonly string[], below: readonly ColumnBelow[]): boolean {
  const [names, ...others] = below
  return (
    first.length > 2 &&
    names !== undefined &&
    names.isWords &&
    !names.repeats &&
    others.every(({ isNumbers }) => isNumbers)
  )
}

/** Different words and integers, such as the numbers of patients. */
function areSamples(cells: readonly string[]): boolean {
  const isSample = (cell: string) => /^\d+$/.test(cell) || isWord(cell)
  return cells.length >= LONG_NUMBERING - 1 && cells.every(isSample) && new Set(cells).size === cells.length
}

/** Whether a name has the form of a gene's name; one name alone tells less than many. */
function areGenes(name: string): boolean {
  return geneNames([name, name]).kind !== null
}

/** What the values below the first cell show, without those that are missing. */
export function columnBelow(first: string, values: readonly string[]): ColumnBelow {
  return {
    isNumbers: areNumbers(values),
    repeats: first !== '' && values.includes(first),
    isWords: values.length > 0 && writtenNumbers(values) === null,
    isGenes: geneNames(values).kind !== null,
    isAlike: isAlike(first, values),
  }
}

/** So many strings show whether the others need to be looked at. */
const FIRST_FEW = 100

function areNumbers(values: readonly string[]): boolean {
  if (values.length === 0) return false
  const few = values.slice(0, FIRST_FEW)
  const seemNumbers = (writtenNumbers(few)?.filter(value => value !== null).length ?? 0) >= few.length / 2
  if (!seemNumbers) return false
  const numbers = writtenNumbers(values)
  return numbers !== null && numbers.filter(value => value !== null).length >= LEAST_NUMBERS * values.length
}

function isAlike(first: string, values: readonly string[]): boolean {
  if (values.length === 0 || !isWord(first) || !/\d/.test(first)) return false
  const pattern = patternOf(first)
  return values.every(text => patternOf(text) === pattern)
}

/** Runs of letters and of digits as one sign each. */
function patternOf(text: string): string {
  return text
    .slice(0, 80)
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '0')
}

function isWord(text: string): boolean {
  return text !== '' && !isMissingText(text) && writtenNumbers([text])?.[0] == null
}

/** Numbers that only grow or only fall: years, wavelengths, a numbering. */
function isMonotone(numbers: readonly number[]): boolean {
  const steps = numbers.slice(1).map((value, i) => value - numbers[i])
  return steps.every(step => step > 0) || steps.every(step => step < 0)
}

/** A header such as ",0,1,2", which pandas writes for data frames without column names. */
function isNumbering(first: readonly string[]): boolean {
  const [corner, ...numbers] = first
  if (corner === undefined || numbers.length === 0 || (corner !== '' && !isWord(corner))) return false
  const from = Number(numbers[0])
  return (from === 0 || from === 1) && numbers.every((text, j) => text === String(from + j))
}
