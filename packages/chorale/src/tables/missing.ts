import { writtenNumbers } from './columns/written-numbers.js'
import { type Column, distinctValues, type Table, type TextColumn } from './table.js'

/** Unquoted cells that mean "no value", in text and number columns. */
const MISSING = new Set(['', 'NA', 'N/A', '#N/A', 'n/a', 'na', 'NaN', 'nan', 'NAN', 'null', 'NULL', 'Null', '?'])

/** Cells that mean "no value" only among numbers: None may be a category, and a dash a sign. */
const MISSING_NUMBERS = new Set([
  'None',
  '-',
  '--',
  '---',
  '.',
  '..',
  '\u2013',
  '\u2014',
  '#N/A!',
  '#DIV/0!',
  '#VALUE!',
])

/** Signs that mean "no value" among words. */
const MISSING_SIGN = /^(-{1,3}|\.{1,3}|[\u2013\u2014])$/

export function isMissingText(text: string): boolean {
  return MISSING.has(text)
}

/** In number columns more cells are missing than in text columns. */
export function isMissingNumber(text: string): boolean {
  return MISSING.has(text) || MISSING_NUMBERS.has(text)
}

/**
 * A text column whose signs of missing values are missing: dashes and points among words, and everything that means "no
 * value" among numbers as people write them. Dashes among other signs, such as + and -, are values.
 */
export function withoutMissingSigns(column: TextColumn): TextColumn {
  const isCandidate = (text: string) => isMissingNumber(text)
  if (!column.texts.some(isCandidate)) return column
  const others = column.texts.filter(text => !isCandidate(text))
  const numbers = writtenNumbers(others)
  const isNumbers = numbers !== null && numbers.filter(value => value !== null).length >= 0.9 * others.length
  const isWords = others.length > 0 && others.every(text => /[\p{L}\p{N}]/u.test(text))
  const isMissing = (text: string) => (isNumbers && isCandidate(text)) || (isWords && MISSING_SIGN.test(text))
  return withMissingTexts(column, isMissing)
}

function withMissingTexts(column: TextColumn, isMissing: (text: string) => boolean): TextColumn {
  const gone = column.texts.map(isMissing)
  if (!gone.includes(true)) return column
  const codes = column.codes.map(code => (code >= 0 && gone[code] ? -1 : code))
  const { texts, codes: renumbered } = distinctValues({ name: column.name, kind: 'text', texts: column.texts, codes })
  return { ...column, texts, codes: renumbered }
}

/** The table with more values that mean "no value". A column of strings that are then all missing stays a column of strings. */
export function withMissing(table: Table, markers: readonly string[]): Table {
  const texts = new Set(markers)
  const numbers = new Set(markers.filter(text => text.trim() !== '').map(Number))
  const columns = table.columns.map((column): Column => {
    if (column.kind === 'text') return withMissingTexts(column, text => texts.has(text))
    if (column.kind === 'vector') return column
    const values = column.numbers.map(value => (numbers.has(value) ? Number.NaN : value))
    return { ...column, numbers: values }
  })
  return { ...table, columns }
}
