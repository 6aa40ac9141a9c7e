import { InputError } from '../../check.js'
import { type Column, cellText, distinctValues, quoted, shortList, type Table } from '../table.js'
import { numbersOf } from './encode-column.js'
import type { Imputation } from './imputation.js'
import type { Scaling } from './scale.js'

/** How the columns of a table became features: new samples are read the same way, with the same numbers. */
export interface FeatureReading {
  /** The columns that make at least one feature. */
  readonly columns: readonly ColumnReading[]
  readonly featureCount: number
  readonly scaling: Scaling
  /** What was to be done about missing values; null: they are an error. */
  readonly impute: Imputation | null
}

/** How one column became features. */
export interface ColumnReading {
  readonly column: string
  /** The texts that have a feature each; null for a column of numbers, which is one feature. */
  readonly values: readonly string[] | null
  /** The place of each feature, 0-based; -1 where it was left out as constant. */
  readonly features: readonly number[]
  /** What stands for a missing value: a number, or the index of a text; null: nothing does. */
  readonly fill: number | null
}

/** New samples as features. */
export interface ReadFeatures {
  readonly sampleCount: number
  readonly featureCount: number
  /** sampleCount x featureCount values, row after row, scaled. */
  readonly values: Float64Array
  /** Rows with missing values where such rows were to be left out, 0-based; their values mean nothing. */
  readonly incompleteRows: readonly number[]
  readonly warnings: readonly string[]
}

/** Reads new samples as the samples of a dataset were read. A column that is not there is an error. */
export function readFeatures(table: Table, reading: FeatureReading): ReadFeatures {
  const caller = table.name ?? 'readFeatures'
  const columnOf = columnsByName(caller, table, reading)
  const { featureCount: d, scaling } = reading
  const values = new Float64Array(table.rowCount * d)
  const incomplete = new Set<number>()
  const warnings: string[] = []
  for (const { column: name, values: texts, features, fill } of reading.columns) {
    const column = columnOf(name)
    const write = (i: number, feature: number, value: number) => {
      values[i * d + feature] = (value - scaling.centre[feature]) / scaling.spread[feature]
    }
    const codes = texts === null ? numbersIn(caller, column) : codesOf(column, texts)
    let unknown = 0
    for (let i = 0; i < table.rowCount; i++) {
      let code = codes[i]
      if (Number.isNaN(code)) {
        if (fill !== null) code = fill
        else if (reading.impute === 'drop-rows') incomplete.add(i)
        else throw missingError(caller, i, name)
      }
      if (texts === null) write(i, features[0], code)
      else {
        if (code < 0) unknown++
        for (let value = 0; value < features.length; value++) {
          if (features[value] >= 0) write(i, features[value], code === value ? 1 : 0)
        }
      }
    }
    if (unknown > 0) warnings.push(`${unknown} value(s) of ${quoted(name)} are new to the model: they count as none`)
  }
  const incompleteRows = [...incomplete].sort((a, b) => a - b)
  // What is missing is not a number; labels need numbers.
  for (const i of incompleteRows) values.fill(0, i * d, (i + 1) * d)
  return { sampleCount: table.rowCount, featureCount: d, values, incompleteRows, warnings }
}

function columnsByName(caller: string, table: Table, { columns }: FeatureReading): (name: string) => Column {
  const byName = new Map(table.columns.map(column => [column.name, column]))
  const absent = columns.map(({ column }) => column).filter(name => !byName.has(name))
  if (absent.length > 0) throw absentColumns(caller, absent, table)
  return name => byName.get(name)!
}

/** The columns that a model needs and a table does not have, and what it has. */
export function absentColumns(caller: string, absent: readonly string[], table: Table): InputError {
  const names = table.columns.map(column => column.name)
  return new InputError(
    `${caller}: the model needs ${absent.length === 1 ? 'the column' : 'the columns'} ${shortList(absent)}; the table has ${shortList(names)}`,
  )
}

/** The numbers of a column, NaN where missing; texts that are numbers too. */
function numbersIn(caller: string, column: Column): Float64Array {
  let { numbers } = column as { numbers?: Float64Array }
  if (column.kind === 'text') {
    const { codes, texts } = distinctValues(column)
    const found = numbersOf(texts)
    if (found === null && texts.length > 0) {
      const wrong = texts.findIndex(text => numbersOf([text]) === null)
      const row = codes.indexOf(Math.max(0, wrong))
      throw new InputError(
        `${caller}: row ${row + 1}, column ${quoted(column.name)} is ${quoted(texts[Math.max(0, wrong)])}; the model needs numbers there`,
      )
    }
    numbers = Float64Array.from(codes, code => (code < 0 ? Number.NaN : found!.numbers[code]))
  }
  const infinite = numbers!.findIndex(value => Math.abs(value) === Infinity)
  if (infinite < 0) return numbers!
  throw new InputError(
    `${caller}: row ${infinite + 1}, column ${quoted(column.name)} is ${numbers![infinite]}; features must be finite numbers`,
  )
}

/** For every row the index of its text; -1 for a text that is not among them, NaN where missing. */
function codesOf(column: Column, texts: readonly string[]): Float64Array {
  const numberOf = new Map(texts.map((text, value) => [text, value]))
  const count = column.kind === 'text' ? column.codes.length : column.numbers.length
  return Float64Array.from({ length: count }, (_, i) => {
    const text = cellText(column, i)
    return text === null ? Number.NaN : (numberOf.get(text) ?? -1)
  })
}

function missingError(caller: string, row: number, column: string): InputError {
  return new InputError(
    `${caller}: row ${row + 1} has no value in column ${quoted(column)}; fill it in, or make the model with impute`,
  )
}
