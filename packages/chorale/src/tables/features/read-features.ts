import { countText } from '../../count-text.js'
import { InputError } from '../../errors.js'
import { numbersInTexts } from '../columns/column-content.js'
import { columnNumbers, decimalOf } from '../columns/column-numbers.js'
import type { DateOrder } from '../columns/dates.js'
import { type DecimalSign, readWritten } from '../columns/written-numbers.js'
import {
  type Column,
  cellText,
  checkTableSize,
  distinctValues,
  isIncompleteVector,
  quoted,
  shortList,
  type Table,
  type VectorColumn,
} from '../table.js'
import { sizeError } from '../vectors/match-vectors.js'
import { vectorsOfTexts } from '../vectors/vector-texts.js'
import type { Imputation } from './imputation.js'
import { type Preparation, preparedNumber } from './preparation.js'
import type { Scaling } from './scale.js'

/** How the columns of a table became features. New samples are read the same way, with the same numbers. */
export interface FeatureReading {
  /** The columns that became at least one feature. */
  readonly columns: readonly ColumnReading[]
  readonly featureCount: number
  /** What is done to numbers before they are scaled; null: nothing. */
  readonly preparation: Preparation | null
  readonly scaling: Scaling
  /** How missing values are handled; null: they are an error. */
  readonly impute: Imputation | null
}

/** How one column became features. */
export interface ColumnReading {
  readonly column: string
  /** The strings that have one feature each; null for a column of numbers, which is one feature. */
  readonly values: readonly string[] | null
  /** The index of each feature, 0-based; -1 if it was omitted as constant. */
  readonly features: readonly number[]
  /** The replacement for a missing value: a number, or the index of a string; null: there is none. */
  readonly fill: number | null
  /** For a column of dates, how they are written; null for other columns. */
  readonly dateOrder: DateOrder | null
  /** For a column of numbers, the decimal sign that they were written with; absent if none was seen. */
  readonly decimal?: DecimalSign
  /** For a column of numbers, their unit or currency; empty if they had none. Absent in models of earlier versions. */
  readonly unit?: string
  /** For a column of vectors, how many numbers each has; absent for other columns. */
  readonly size?: number
}

/** New samples as features. */
export interface ReadFeatures {
  readonly sampleCount: number
  readonly featureCount: number
  /** sampleCount x featureCount scaled values, row by row. */
  readonly values: Float64Array
  /** Rows with missing values, 0-based, if such rows are to be dropped; their values are meaningless. */
  readonly incompleteRows: readonly number[]
  readonly warnings: readonly string[]
}

/** Reads new samples the way the samples of a dataset were read. A missing column is an error. */
export function readFeatures(table: Table, reading: FeatureReading): ReadFeatures {
  const caller = table.name ?? 'readFeatures'
  const columnOf = columnsByName(caller, table, reading)
  const { featureCount: d, preparation, scaling } = reading
  checkTableSize(caller, table.rowCount, d)
  const values = new Float64Array(table.rowCount * d)
  /** The sum of the counts of every sample. */
  const sizes = new Float64Array(preparation?.numbers === 'counts' ? table.rowCount : 0)
  const incomplete = new Set<number>()
  const warnings: string[] = []
  for (const each of reading.columns) {
    const { column: name, values: texts, features, fill, size } = each
    const column = columnOf(name)
    if (size !== undefined) {
      const vectors = vectorsIn(caller, column, size)
      for (let i = 0; i < table.rowCount; i++) {
        if (isIncompleteVector(vectors, i)) {
          if (reading.impute !== 'drop-rows') throw missingError(caller, i, name)
          incomplete.add(i)
        }
        for (let j = 0; j < size; j++) {
          const feature = features[j]
          const value = vectors.values[i * size + j]
          if (sizes.length > 0) sizes[i] += value
          if (feature >= 0) values[i * d + feature] = value
        }
      }
      continue
    }
    const codes =
      texts === null ? numbersIn(caller, table, column, each, warnings) : codesOf(column, table.rowCount, texts)
    let unknown = 0
    for (let i = 0; i < table.rowCount; i++) {
      let code = codes[i]
      if (Number.isNaN(code)) {
        if (fill !== null) code = fill
        else if (reading.impute === 'drop-rows') incomplete.add(i)
        else throw missingError(caller, i, name)
      }
      if (texts === null) {
        if (sizes.length > 0) sizes[i] += code
        if (features[0] >= 0) values[i * d + features[0]] = code
      } else {
        if (code < 0) unknown++
        for (let value = 0; value < features.length; value++) {
          if (features[value] >= 0) values[i * d + features[value]] = code === value ? 1 : 0
        }
      }
    }
    if (unknown > 0)
      warnings.push(
        `the model does not know ${countText(unknown, 'value')} of ${quoted(name)}; unknown values set no feature`,
      )
  }
  for (let i = 0, at = 0; i < table.rowCount; i++) {
    for (let f = 0; f < d; f++, at++) {
      const value = preparation === null ? values[at] : preparedNumber(preparation, values[at], sizes[i] ?? 0)
      values[at] = (value - scaling.centre[f]) / scaling.spread[f]
    }
  }
  const incompleteRows = [...incomplete].sort((a, b) => a - b)
  // Missing values are NaN, but the labels are computed from numbers.
  for (const i of incompleteRows) values.fill(0, i * d, (i + 1) * d)
  return { sampleCount: table.rowCount, featureCount: d, values, incompleteRows, warnings }
}

function columnsByName(caller: string, table: Table, { columns }: FeatureReading): (name: string) => Column {
  const byName = new Map(table.columns.map(column => [column.name, column]))
  const absent = columns.map(({ column }) => column).filter(name => !byName.has(name))
  if (absent.length > 0) throw absentColumns(caller, absent, table)
  return name => byName.get(name)!
}

/** The error for columns that a model needs and a table does not have. */
export function absentColumns(caller: string, absent: readonly string[], table: Table): InputError {
  const names = table.columns.map(column => column.name)
  return new InputError(
    `${caller}: the model needs ${absent.length === 1 ? 'the column' : 'the columns'} ${shortList(absent)}; the table has ${shortList(names)}`,
  )
}

/** The vectors of a column, which may be written as texts. */
function vectorsIn(caller: string, column: Column, size: number): VectorColumn {
  const vectors = column.kind === 'text' ? vectorsOfTexts(caller, column) : column
  if (vectors?.kind !== 'vector') {
    throw new InputError(
      `${caller}: column ${quoted(column.name)} must contain vectors of ${countText(size, 'number')}`,
    )
  }
  if (vectors.size !== size) throw sizeError(caller, column.name, size, vectors.size)
  const infinite = vectors.values.findIndex(value => Math.abs(value) === Infinity)
  if (infinite < 0) return vectors
  throw new InputError(
    `${caller}: row ${Math.floor(infinite / size) + 1}, column ${quoted(column.name)} has an infinite number; features must be finite numbers`,
  )
}

/** The numbers of a column, NaN where missing. Strings that are numbers count as numbers. */
function numbersIn(
  caller: string,
  table: Table,
  column: Column,
  reading: ColumnReading,
  warnings: string[],
): Float64Array {
  const { dateOrder } = reading
  if (column.kind === 'vector') {
    throw new InputError(`${caller}: column ${quoted(column.name)} contains vectors; the model needs numbers there`)
  }
  if (dateOrder === null) checkNotation(caller, table, column, reading, warnings)
  const numbers =
    dateOrder === null
      ? columnNumbers(column, 'number', { decimal: signFor(table, reading) })
      : columnNumbers(column, 'date', { dateOrder })
  if (numbers === null) throw notNumbers(caller, column, dateOrder)
  const infinite = numbers.findIndex(value => Math.abs(value) === Infinity)
  if (infinite < 0) return numbers
  throw new InputError(
    `${caller}: row ${infinite + 1}, column ${quoted(column.name)} is ${numbers[infinite]}; features must be finite numbers`,
  )
}

/** The decimal sign of new numbers: that of their own file where it is clear, otherwise that of the model. */
function signFor(table: Table, { decimal }: ColumnReading): DecimalSign | undefined {
  if (table.decimal === 'comma' || table.decimal === 'point') return decimalOf(table)
  return decimal
}

/** Refuses numbers in another unit than those of the model, and points that may separate thousands. */
function checkNotation(
  caller: string,
  table: Table,
  column: Column,
  { decimal, unit }: ColumnReading,
  warnings: string[],
): void {
  const sign = signFor(table, { decimal } as ColumnReading)
  const written = column.kind === 'text' ? readWritten(distinctValues(column).texts, sign) : null
  const isUnknown = decimal === 'comma' && table.decimal !== 'comma' && table.decimal !== 'point'
  const hasUnclearPoints = column.kind === 'number' ? table.decimal === 'unclear' : written?.isUnclear === true
  if (isUnknown && hasUnclearPoints) {
    const row = firstFraction(column)
    if (row >= 0) {
      throw new InputError(
        `${caller}: row ${row + 1}, column ${quoted(column.name)} is ${cellText(column, row)}, whose point may be a decimal sign ` +
          'or separate thousands: the numbers that the model was trained on have decimal commas. Write new numbers like those',
      )
    }
  }
  const own = column.kind === 'number' ? '' : written?.unit
  if (unit === undefined || own === undefined || own === unit) return
  if (own !== '' && unit !== '') {
    throw new InputError(
      `${caller}: column ${quoted(column.name)} is in ${own}, but the model needs ${unit}; convert the numbers`,
    )
  }
  const isEmpty = column.kind === 'number' && column.numbers.every(Number.isNaN)
  if (isEmpty) return
  warnings.push(
    own === ''
      ? `${quoted(column.name)} has no unit; its numbers are taken for ${unit}, as in the model`
      : `${quoted(column.name)} is in ${own}; the numbers that the model was trained on have no unit`,
  )
}

/** The first row whose number has a point; -1 if there is none. */
function firstFraction(column: Column): number {
  if (column.kind === 'number') return column.numbers.findIndex(value => Number.isFinite(value) && value % 1 !== 0)
  return column.kind === 'text' ? column.codes.findIndex(code => code >= 0 && column.texts[code].includes('.')) : -1
}

function notNumbers(caller: string, column: Column, dateOrder: DateOrder | null): InputError {
  const { codes, texts } = distinctValues(column)
  const wrong =
    dateOrder === null
      ? Math.max(
          0,
          texts.findIndex(text => numbersInTexts([text]) === null),
        )
      : 0
  const needed = dateOrder === null ? 'numbers' : 'dates'
  return new InputError(
    `${caller}: row ${codes.indexOf(wrong) + 1}, column ${quoted(column.name)} is ${quoted(texts[wrong])}; the model needs ${needed} there`,
  )
}

/** For every row the index of its string; -1 for an unknown string, NaN where missing. */
function codesOf(column: Column, rowCount: number, texts: readonly string[]): Float64Array {
  const numberOf = new Map(texts.map((text, value) => [text, value]))
  return Float64Array.from({ length: rowCount }, (_, i) => {
    const text = cellText(column, i)
    return text === null ? Number.NaN : (numberOf.get(text) ?? -1)
  })
}

function missingError(caller: string, row: number, column: string): InputError {
  return new InputError(
    `${caller}: row ${row + 1} has no value in column ${quoted(column)}; fill it in, or train the model with \`impute\``,
  )
}
