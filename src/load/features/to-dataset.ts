import { checkOneOf, checkOptionNames, InputError } from '../../check.js'
import { countText } from '../../count-text.js'
import { transposedHint } from '../orientation.js'
import { type Column, checkTableSize, quoted, shortList } from '../table.js'
import { type Data, tableOf } from '../to-table.js'
import { type EncodedColumn, encodeColumn, type Feature } from './encode-column.js'
import { IMPUTATIONS, type Imputation } from './imputation.js'
import type { ColumnReading, FeatureReading } from './read-features.js'
import { findRoles, type RoleOptions } from './roles.js'
import { SCALES, type Scale, type Scaling, scaleInto } from './scale.js'

/** Samples as rows of numbers, ready to be clustered. */
export interface Dataset {
  readonly sampleCount: number
  readonly featureCount: number
  /** sampleCount x featureCount scaled values, row by row. */
  readonly values: Float64Array
  readonly featureNames: readonly string[]
  /** How the values were scaled: original value = centre + spread * scaled value. */
  readonly scaling: Scaling
  readonly ids: readonly string[] | null
  readonly idName: string | null
  /** The ground truth: the true class of every sample. */
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  /** Rows of the table that were dropped, 0-based. */
  readonly droppedRows: readonly number[]
  /** Text columns and the features that encode their values. */
  readonly encodings: readonly Encoding[]
  /** How each column became features, so that new samples can be read the same way. */
  readonly reading: FeatureReading
  /** Every assumption, one sentence each. */
  readonly notes: readonly string[]
}

/** A text column encoded as features: 1 if the sample has the value, otherwise 0. */
export interface Encoding {
  readonly column: string
  readonly values: readonly string[]
  /** The feature of each value, 0-based; -1 if it was omitted as constant. */
  readonly features: readonly number[]
}

/** Options of {@link toDataset}. */
export interface ToDatasetOptions extends RoleOptions {
  /** The columns to use as features; by default all except id and truth. */
  columns?: readonly string[]
  /** How to handle missing values: fill them in, or drop the rows. By default they are an error. */
  impute?: Imputation
  /** How to scale the features; by default to mean 0 and standard deviation 1. */
  scale?: Scale
}

export const DATASET_OPTIONS = {
  id: true,
  truth: true,
  columns: true,
  impute: true,
  scale: true,
} satisfies Record<keyof ToDatasetOptions, true>

const DEFAULTS = { scale: 'standard' } as const

/**
 * Converts a table to a dataset: assigns roles to columns, handles missing values, encodes text columns, scales features.
 *
 * @example
 * ```ts
 * import { readTable, toDataset } from 'chorale'
 *
 * const table = await readTable('colour,size,class\nred,1,a\nblue,2,a\nred,9,b\n')
 * const dataset = toDataset(table, { scale: 'none' })
 * console.log(dataset.featureNames.join()) // colour=red,colour=blue,size
 * console.log(dataset.truth?.join()) // a,a,b
 * ```
 *
 * @group Read
 */
export function toDataset(data: Data, options: ToDatasetOptions = {}): Dataset {
  checkOptionNames('toDataset', options, Object.keys(DATASET_OPTIONS))
  return datasetOf('toDataset', data, options)
}

/** The same for a function that speaks in its own name. */
export function datasetOf(speaker: string, data: Data, options: ToDatasetOptions): Dataset {
  const table = tableOf(speaker, data)
  const caller = table.name ?? speaker
  const { scale = DEFAULTS.scale, impute } = options
  checkOneOf(caller, 'scale', scale, SCALES)
  if (impute !== undefined) checkOneOf(caller, 'impute', impute, IMPUTATIONS)
  const roles = findRoles(caller, table, options, 'features')
  const notes = [...table.notes, ...roles.notes, ...roles.warnings]
  const hint = transposedHint(table, roles.columns)
  if (hint) notes.push(hint)

  checkFinite(caller, roles.columns)
  const missing = findMissing(roles.columns, table.rowCount)
  if (missing.count > 0 && impute === undefined) throw missingError(caller, roles.columns, missing)
  const droppedRows = impute === 'drop-rows' ? missing.rows : []
  const sampleCount = table.rowCount - droppedRows.length
  if (sampleCount === 0) {
    throw new InputError(
      `${caller}: every row has a missing value; use \`impute: 'median'\` or \`impute: 'mean'\` instead of \`impute: 'drop-rows'\``,
    )
  }
  const rows = droppedRows.length > 0 ? keptRows(table.rowCount, droppedRows) : null
  if (missing.count > 0) notes.push(imputed(missing, impute!))

  const filling = impute === 'mean' ? 'mean' : 'median'
  const encoded = roles.columns.map(column => encodeColumn(caller, column, rows, filling, notes))
  const features = encoded.flatMap(({ features }) => features)
  const kept = features.filter(feature => !isConstant(feature))
  if (kept.length < features.length) {
    const constant = features.filter(isConstant).map(feature => feature.name)
    notes.push(`omitted because constant: ${shortList(constant)}`)
  }
  if (kept.length === 0) throw new InputError(`${caller}: every feature is constant; there is nothing to cluster`)
  checkTableSize(caller, sampleCount, kept.length)
  if (scale !== 'none') notes.push(SCALE_NOTES[scale])

  const values = new Float64Array(sampleCount * kept.length)
  const scaling = scaleInto(caller, values, kept, scale)
  const columns = roles.columns.map(({ name }, at) => columnReading(name, encoded[at], kept, impute))
  return {
    sampleCount,
    featureCount: kept.length,
    values,
    featureNames: kept.map(feature => feature.name),
    scaling,
    ids: roles.ids && pick(roles.ids, rows),
    idName: roles.idName,
    truth: roles.truth && pick(roles.truth, rows),
    truthName: roles.truthName,
    droppedRows,
    encodings: encoded.flatMap(({ encoding }) =>
      encoding ? [{ ...encoding, features: encoding.features.map(feature => kept.indexOf(feature)) }] : [],
    ),
    reading: {
      columns: columns.filter(({ features }) => features.some(feature => feature >= 0)),
      featureCount: kept.length,
      scaling,
      impute: impute ?? null,
    },
    notes,
  }
}

/** How one column became features. Missing values of new samples are filled in the same way. */
function columnReading(
  column: string,
  { features, encoding, fill }: EncodedColumn,
  kept: readonly Feature[],
  impute: ToDatasetOptions['impute'],
): ColumnReading {
  return {
    column,
    values: encoding?.values ?? null,
    features: features.map(feature => kept.indexOf(feature)),
    fill: impute === 'median' || impute === 'mean' ? fill() : null,
  }
}

const SCALE_NOTES = {
  standard: 'features are scaled to mean 0 and standard deviation 1',
  minmax: 'features are scaled to the range 0 to 1',
}

function isConstant({ values }: Feature): boolean {
  return values.every(value => value === values[0])
}

function checkFinite(caller: string, columns: readonly Column[]): void {
  for (const column of columns) {
    if (column.kind === 'text') continue
    const { numbers } = column
    for (let row = 0; row < numbers.length; row++) {
      if (Math.abs(numbers[row]) !== Infinity) continue
      throw new InputError(
        `${caller}: row ${row + 1}, column ${quoted(column.name)} is ${column.numbers[row]}; features must be finite numbers`,
      )
    }
  }
}

interface Missing {
  readonly count: number
  /** Rows with at least one missing value. */
  readonly rows: readonly number[]
  readonly columnNames: readonly string[]
}

function findMissing(columns: readonly Column[], rowCount: number): Missing {
  const isIncomplete = new Uint8Array(rowCount)
  const columnNames: string[] = []
  let count = 0
  for (const column of columns) {
    const before = count
    for (let i = 0; i < rowCount; i++) {
      if (!(column.kind === 'text' ? column.codes[i] < 0 : Number.isNaN(column.numbers[i]))) continue
      isIncomplete[i] = 1
      count++
    }
    if (count > before) columnNames.push(column.name)
  }
  const rows: number[] = []
  isIncomplete.forEach((flag, i) => {
    if (flag) rows.push(i)
  })
  return { count, rows, columnNames }
}

function isMissing(column: Column, row: number): boolean {
  return column.kind === 'text' ? column.codes[row] < 0 : Number.isNaN(column.numbers[row])
}

function missingError(caller: string, columns: readonly Column[], missing: Missing): InputError {
  const cells: string[] = []
  for (const row of missing.rows) {
    for (const column of columns) {
      if (cells.length < 3 && isMissing(column, row)) cells.push(`row ${row + 1} column ${quoted(column.name)}`)
    }
    if (cells.length === 3) break
  }
  return new InputError(
    `${caller}: ${countText(missing.count, 'missing value')} in ${countText(missing.rows.length, 'row')}, ` +
      `the first in ${cells.join(', ')}; fill in all values, or use \`impute: 'median'\`, \`impute: 'mean'\` or \`impute: 'drop-rows'\``,
  )
}

function imputed({ count, rows, columnNames }: Missing, impute: string): string {
  if (impute === 'drop-rows') {
    const shown = rows.slice(0, 8).map(row => row + 1)
    const more = rows.length > 8 ? ` and ${rows.length - 8} more` : ''
    return `dropped ${countText(rows.length, 'row')} with missing values: ${shown.join(', ')}${more}`
  }
  return `replaced ${countText(count, 'missing value')} with the ${impute} of the column (text: with the most common value): ${shortList(columnNames)}`
}

function keptRows(rowCount: number, dropped: readonly number[]): Int32Array {
  const isDropped = new Set(dropped)
  return Int32Array.from({ length: rowCount }, (_, i) => i).filter(row => !isDropped.has(row))
}

function pick(texts: readonly string[], rows: Int32Array | null): readonly string[] {
  return rows ? Array.from(rows, row => texts[row]) : texts
}
