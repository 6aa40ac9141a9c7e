import { countText } from '../../count-text.js'
import { checkOneOf, checkOptionNames, InputError } from '../../errors.js'
import { type ColumnType, numbersInTexts } from '../columns/column-content.js'
import { columnNumbers, decimalOf } from '../columns/column-numbers.js'
import {
  type ColumnRole,
  type ColumnRoleOptions,
  decideRoles,
  plainRoles,
  ROLE_OPTIONS,
} from '../columns/column-roles.js'
import { type CheckedTexts, classesIn, idsIn } from '../columns/ids-and-classes.js'
import { roleNotes } from '../columns/role-text.js'
import { type DecimalSign, readWritten } from '../columns/written-numbers.js'
import { geneNames } from '../orientation/gene-names.js'
import { orientTable } from '../orientation/orient-table.js'
import { transposedHint } from '../orientation/transposed-hint.js'
import { problemsError } from '../problems.js'
import {
  type Column,
  checkTableSize,
  distinctValues,
  isIncompleteVector,
  missingValueCount,
  quoted,
  shortList,
  type Table,
} from '../table.js'
import { type Data, isPlainNumbers, tableOf } from '../to-table.js'
import { type EncodedColumn, encodeColumn, type Feature } from './encode-column.js'
import { fillsIn, IMPUTATIONS, type Imputation } from './imputation.js'
import { nearestFill } from './nearest-fill.js'
import { areExpression, type PreparationOptions, preparedFeatures, type ReadingChoice } from './prepare-features.js'
import type { ColumnReading, FeatureReading } from './read-features.js'
import { SCALES, type Scale, type Scaling, scaleInto } from './scale.js'
import { standardScaleOf } from './standard-scale.js'

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
  /** The role of every column of the table, with the reason. */
  readonly roles: readonly ColumnRole[]
  /** The columns that describe the samples but are not features: how they distribute over the clusters is of interest. */
  readonly descriptions: readonly Description[]
  /** The description whose words say what the clusters are about; null if there is none. */
  readonly textName: string | null
  /** The ids and the unused columns that have several values. They do not take part, but may explain the clusters. */
  readonly aside: readonly AsideColumn[]
  /** The columns with missing values that were filled in. */
  readonly filled: readonly FilledColumn[]
  /** Categories and the features that encode their values. */
  readonly encodings: readonly Encoding[]
  /** What was chosen for the user. */
  readonly choices: readonly ReadingChoice[]
  /** How each column became features, so that new samples can be read the same way. */
  readonly reading: FeatureReading
  /** Every assumption, one sentence each. */
  readonly notes: readonly string[]
  /** Doubts about the roles of columns, one sentence each. */
  readonly warnings: readonly string[]
}

/** A column that describes the samples. */
export interface Description {
  readonly column: string
  /** The distinct values, by first appearance. */
  readonly values: readonly string[]
  /** For every sample the index of its value, or -1 if it is missing. */
  readonly codes: Int32Array
}

/** A column that is neither a feature nor the truth nor a text that describes the samples. */
interface AsideColumn {
  readonly column: string
  /** A number for every sample, NaN if it has none. Texts are numbered in their order; dates are numbers of days. */
  readonly numbers: Float64Array
  readonly type: ColumnType
  readonly role: 'id' | 'unused'
}

/** A column with missing values that were filled in. */
export interface FilledColumn {
  readonly column: string
  /** The samples without a value of their own, ascending. */
  readonly samples: Int32Array
}

/** A category encoded as features: 1 if the sample has the value, otherwise 0. */
interface Encoding {
  readonly column: string
  readonly values: readonly string[]
  /** The feature of each value, 0-based; -1 if it was omitted as constant. */
  readonly features: readonly number[]
}

/** Options of {@link toDataset}. */
export interface ToDatasetOptions extends ColumnRoleOptions, PreparationOptions {
  /**
   * How to handle missing values: fill in the median or mean of the column, or what the nearest rows have (`knn`), or drop the
   * rows. By default they are an error. New rows of a model that filled in from the nearest rows get the median.
   */
  impute?: Imputation
  /**
   * How to scale the features; by default to mean 0 and standard deviation 1. The numbers of vectors stay as they are, and
   * so do principal components and many features that seem to have one unit, such as pixels or genes.
   */
  scale?: Scale
}

export const DATASET_OPTIONS = {
  ...ROLE_OPTIONS,
  prepare: true,
  topGenes: true,
  impute: true,
  scale: true,
} satisfies Record<keyof ToDatasetOptions, true>

/**
 * Converts a table to a dataset: assigns roles to columns (see {@link columnRoles}), handles missing values, encodes
 * categories, scales features.
 *
 * @example
 * ```ts
 * import { readTable, toDataset } from 'chorale'
 *
 * const table = await readTable('colour,size,class\nred,1,a\nblue,2,a\nred,9,b\n')
 * console.log(toDataset(table).featureNames.join()) // size
 * const dataset = toDataset(table, { categorical: ['colour'] })
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
  const given = tableOf(speaker, data)
  const caller = given.name ?? speaker
  const table = orientTable(caller, given, options)
  const { impute } = options
  if (options.scale !== undefined) checkOneOf(caller, 'scale', options.scale, SCALES)
  if (impute !== undefined) checkOneOf(caller, 'impute', impute, IMPUTATIONS)
  const isPlain = isPlainNumbers(data) && !Object.keys(ROLE_OPTIONS).some(name => name in options)
  const decision = isPlain ? plainRoles(table) : decideRoles(caller, table, options)
  const { columns: roles, features: featureColumns } = decision
  const used = featureColumns.map(j => table.columns[j])
  // The numbers of a vector have one unit: their differences in spread are part of the distance.
  const known = options.scale ?? (used.every(({ kind }) => kind === 'vector') ? 'none' : null)
  const notes = [...table.notes, ...roleNotes(roles)]
  const hint = transposedHint(table, used)
  if (hint) notes.push(hint)

  const ids = textsWithRole(table, roles, 'id', idsIn)
  const truth = textsWithRole(table, roles, 'truth', classesIn)
  const missing = findMissing(used, table.rowCount)
  const problems = [ids.problem, truth.problem, ...decision.problems, ...infiniteValues(used)].filter(
    problem => problem !== null,
  )
  if (missing.count > 0 && impute === undefined) problems.push(missingProblem(used, missing))
  if (fillsIn(impute)) problems.push(...incompleteVectors(used, missing))
  if (problems.length > 0) {
    const isMissing = missing.count > 0 && impute === undefined
    const suggestion = { option: 'impute', value: 'median' }
    throw problemsError(caller, problems, isMissing ? { code: 'missing-values', suggestion } : {})
  }

  const droppedRows = impute === 'drop-rows' ? missing.rows : impute === undefined ? missing.emptyRows : []
  const sampleCount = table.rowCount - droppedRows.length
  if (sampleCount === 0) {
    throw new InputError(
      `${caller}: every row has a missing value; use \`impute: 'median'\` or \`impute: 'knn'\` instead of \`impute: 'drop-rows'\``,
    )
  }
  const rows = droppedRows.length > 0 ? keptRows(table.rowCount, droppedRows) : null
  if (missing.rows.length > 0 && impute !== undefined) notes.push(imputed(missing, impute))
  else if (droppedRows.length > 0) notes.push(droppedText(droppedRows, 'without any feature'))

  const decimal = decimalOf(table)
  for (const j of featureColumns)
    if (roles[j].type === 'number') notes.push(...writtenNote(table.columns[j], roles[j], decimal))

  const filling = impute === 'mean' ? 'mean' : 'median'
  const encoded = featureColumns.map(j => encodeColumn(table.columns[j], roles[j], rows, filling, decimal))
  const features = encoded.flatMap(({ features }) => features)
  const kept = features.filter(feature => !isConstant(feature, sampleCount))
  if (kept.length < features.length) {
    const constant = features.filter(feature => isConstant(feature, sampleCount)).map(feature => feature.name)
    notes.push(`omitted because constant: ${shortList(constant)}`)
  }
  if (kept.length === 0) throw new InputError(`${caller}: every feature is constant; there is nothing to cluster`)
  checkTableSize(caller, sampleCount, kept.length)
  for (const { encoding } of encoded) if (encoding !== null) notes.push(categoryNote(encoding))

  const isExpression = areExpression(kept, areGenes(table, kept))
  const prepared = preparedFeatures(caller, kept, sampleCount, { ...options, isExpression })
  notes.push(...prepared.notes)
  const { scale, note, choice } = standardScaleOf(prepared.features, sampleCount, known, isExpression)
  const values = new Float64Array(sampleCount * prepared.features.length)
  const scaling = scaleInto(caller, values, prepared.features, scale)
  if (note !== null) notes.push(note)
  const placeOf = new Map(prepared.sources.map((feature, place) => [feature, place]))
  const areCounts = prepared.preparation?.numbers === 'counts'
  const readings = used.map((column, at) => ({
    ...columnReading(column, encoded[at], placeOf, impute),
    ...notationOf(column, roles[featureColumns[at]], table),
  }))
  const dataset: Dataset = {
    sampleCount,
    featureCount: prepared.features.length,
    values,
    featureNames: prepared.features.map(feature => feature.name),
    scaling,
    ids: ids.texts && pick(ids.texts, rows),
    idName: ids.name,
    truth: truth.texts && pick(truth.texts, rows),
    truthName: truth.name,
    droppedRows,
    roles,
    descriptions: descriptionsOf(table, roles, rows),
    textName: decision.text === null ? null : table.columns[decision.text].name,
    aside: asideColumns(table, roles, rows),
    filled: impute === 'drop-rows' ? [] : filledColumns(used, rows),
    encodings: encoded.flatMap(({ encoding }) =>
      encoding ? [{ ...encoding, features: encoding.features.map(feature => placeOf.get(feature) ?? -1) }] : [],
    ),
    choices: [...prepared.choices, ...choice],
    reading: {
      // Counts of genes that are not used are part of the size of a library.
      columns: readings.filter(({ features }) => areCounts || features.some(feature => feature >= 0)),
      featureCount: prepared.features.length,
      preparation: prepared.preparation,
      scaling,
      impute: impute ?? null,
    },
    notes,
    warnings: roles.flatMap(({ warning }) => warning ?? []),
  }
  return impute === 'knn' ? { ...dataset, values: nearestFill(dataset) } : dataset
}

/** The strings of the column with a role; nulls if there is none. */
function textsWithRole(
  table: Table,
  roles: readonly ColumnRole[],
  role: 'id' | 'truth',
  read: (column: Column, rowCount: number) => CheckedTexts,
): { name: string | null; texts: readonly string[] | null; problem: string | null } {
  const at = roles.findIndex(column => column.role === role)
  if (at < 0) return { name: null, texts: null, problem: null }
  const found = read(table.columns[at], table.rowCount)
  const texts = found.problem === null ? found.texts : null
  return { name: roles[at].name, texts, problem: found.problem }
}

function descriptionsOf(table: Table, roles: readonly ColumnRole[], rows: Int32Array | null): Description[] {
  return table.columns
    .filter((_, j) => roles[j].role === 'description')
    .map(column => {
      const { codes, texts } = distinctValues(column)
      return { column: column.name, values: texts, codes: rows ? rows.map(row => codes[row]) : codes }
    })
}

/** The columns that are set aside and have several values. */
function asideColumns(table: Table, roles: readonly ColumnRole[], rows: Int32Array | null): AsideColumn[] {
  return table.columns.flatMap((column, j) => {
    const { role, type } = roles[j]
    if ((role !== 'id' && role !== 'unused') || type === 'vector' || column.kind === 'vector') return []
    const own = type === 'text' ? null : columnNumbers(column, type)
    const all = own ?? textRanks(column)
    const numbers = rows === null ? all : Float64Array.from(rows, row => all[row])
    return isOneValue(numbers) ? [] : [{ column: column.name, numbers, type, role }]
  })
}

/** The place of each text among the different texts: by the part before the first number, then by that number. */
function textRanks(column: Column): Float64Array {
  const { codes, texts } = distinctValues(column)
  const parts = texts.map(text => {
    const at = text.search(/\d/)
    return at < 0 ? { text, number: 0 } : { text: text.slice(0, at), number: Number.parseFloat(text.slice(at)) }
  })
  const order = [...texts.keys()].sort((a, b) => {
    if (parts[a].text !== parts[b].text) return parts[a].text < parts[b].text ? -1 : 1
    return parts[a].number - parts[b].number || (texts[a] < texts[b] ? -1 : 1)
  })
  const ranks = new Float64Array(texts.length)
  order.forEach((text, rank) => {
    ranks[text] = rank
  })
  return Float64Array.from(codes, code => (code < 0 ? Number.NaN : ranks[code]))
}

function isOneValue(numbers: Float64Array): boolean {
  const first = numbers.find(number => !Number.isNaN(number))
  return first === undefined || numbers.every(number => number === first || Number.isNaN(number))
}

/** The cells of the kept rows that have no value of their own. */
function filledColumns(columns: readonly Column[], rows: Int32Array | null): FilledColumn[] {
  return columns.flatMap(column => {
    if (column.kind === 'vector' || missingValueCount(column) === 0) return []
    const count = rows?.length ?? (column.kind === 'text' ? column.codes.length : column.numbers.length)
    const samples: number[] = []
    for (let i = 0; i < count; i++) if (isMissing(column, rows === null ? i : rows[i])) samples.push(i)
    return samples.length === 0 ? [] : [{ column: column.name, samples: Int32Array.from(samples) }]
  })
}

/** An example of numbers that are not written as plain numbers. */
function writtenNote(column: Column, { role }: ColumnRole, decimal: DecimalSign | undefined): string[] {
  if (column.kind !== 'text' || role === 'category') return []
  const { texts } = distinctValues(column)
  const numbers = numbersInTexts(texts, decimal) ?? []
  const at = texts.findIndex((text, i) => String(numbers[i]) !== text)
  return at < 0 ? [] : [`${quoted(column.name)} is read as numbers: ${quoted(texts[at])} is ${numbers[at]}`]
}

function categoryNote({ column, values }: { column: string; values: readonly string[] }): string {
  return `${quoted(column)} becomes one feature for each of its ${countText(values.length, 'value')}`
}

/** How one column became features. Missing values of new samples are filled in the same way. */
function columnReading(
  column: Column,
  { features, encoding, fill, dateOrder }: EncodedColumn,
  placeOf: ReadonlyMap<Feature, number>,
  impute: ToDatasetOptions['impute'],
): ColumnReading {
  return {
    column: column.name,
    values: encoding?.values ?? null,
    features: features.map(feature => placeOf.get(feature) ?? -1),
    fill: column.kind !== 'vector' && fillsIn(impute) ? fill() : null,
    dateOrder,
    ...(column.kind === 'vector' ? { size: column.size } : {}),
  }
}

/** How the numbers of a column are written, for the new samples of a model. */
function notationOf(column: Column, { role, type }: ColumnRole, table: Table): Pick<ColumnReading, 'decimal' | 'unit'> {
  if (column.kind === 'vector' || role !== 'feature' || type !== 'number') return {}
  const sign = table.decimal === 'unclear' ? 'point' : table.decimal
  if (column.kind === 'number') return sign === undefined ? {} : { decimal: sign, unit: '' }
  const written = readWritten(distinctValues(column).texts, decimalOf(table))
  if (written === null) return {}
  const decimal = written.decimal ?? sign
  return { ...(decimal === undefined ? {} : { decimal }), unit: written.unit }
}

/** Whether the features are named like genes, or were the rows of a table of genes. */
function areGenes(table: Table, features: readonly Feature[]): boolean {
  return table.orientation === 'transposed' || geneNames(features.map(({ name }) => name)).kind !== null
}

function isConstant({ values, first, stride }: Feature, sampleCount: number): boolean {
  for (let i = 1; i < sampleCount; i++) if (values[first + i * stride] !== values[first]) return false
  return true
}

/** One problem for each column with infinite values. */
function infiniteValues(columns: readonly Column[]): string[] {
  return columns.flatMap(column => {
    if (column.kind === 'text') return []
    const { name } = column
    const values = column.kind === 'vector' ? column.values : column.numbers
    const size = column.kind === 'vector' ? column.size : 1
    let at = 0
    while (at < values.length && Math.abs(values[at]) !== Infinity) at++
    if (at === values.length) return []
    const place = `row ${Math.floor(at / size) + 1}, column ${quoted(name)}`
    const part = column.kind === 'vector' ? `${place}, number ${(at % size) + 1} of its vector` : place
    return [`${part} is ${values[at]}; features must be finite numbers`]
  })
}

interface Missing {
  /** Missing values in rows that have at least one value. */
  readonly count: number
  /** Rows with at least one missing value. */
  readonly rows: readonly number[]
  /** Rows without any value: nothing can be said about them. */
  readonly emptyRows: readonly number[]
  readonly columnNames: readonly string[]
}

function findMissing(columns: readonly Column[], rowCount: number): Missing {
  const missingIn = new Uint32Array(rowCount)
  for (const column of columns) {
    if (column.kind === 'number') {
      const { numbers } = column
      for (let i = 0; i < rowCount; i++) if (Number.isNaN(numbers[i])) missingIn[i]++
    } else if (column.kind === 'text') {
      const { codes } = column
      for (let i = 0; i < rowCount; i++) if (codes[i] < 0) missingIn[i]++
    } else for (let i = 0; i < rowCount; i++) if (isIncompleteVector(column, i)) missingIn[i]++
  }
  const rows: number[] = []
  const emptyRows: number[] = []
  let count = 0
  missingIn.forEach((missing, i) => {
    if (missing === 0) return
    rows.push(i)
    // With a single column, a missing value is all there is to say about the row.
    if (missing === columns.length && columns.length > 1) emptyRows.push(i)
    else count += missing
  })
  const columnNames = columns.filter(column => rows.some(row => isMissing(column, row))).map(({ name }) => name)
  return { count, rows, emptyRows, columnNames }
}

function isMissing(column: Column, row: number): boolean {
  if (column.kind === 'vector') return isIncompleteVector(column, row)
  return column.kind === 'text' ? column.codes[row] < 0 : Number.isNaN(column.numbers[row])
}

function missingProblem(columns: readonly Column[], { count, rows, emptyRows }: Missing): string {
  const isEmpty = new Set(emptyRows)
  const incomplete = rows.filter(row => !isEmpty.has(row))
  const cells: string[] = []
  for (const row of incomplete) {
    for (const column of columns) {
      if (cells.length < 3 && isMissing(column, row)) cells.push(`row ${row + 1} column ${quoted(column.name)}`)
    }
    if (cells.length === 3) break
  }
  return (
    `${countText(count, 'missing value')} in ${countText(incomplete.length, 'row')}, the first in ${cells.join(', ')}; ` +
    "fill in all values, or use `impute: 'median'`, `impute: 'knn'` or `impute: 'drop-rows'`"
  )
}

/** Numbers of a vector mean nothing alone, so they are not filled in. */
function incompleteVectors(columns: readonly Column[], { rows }: Missing): string[] {
  return columns.flatMap(column => {
    if (column.kind !== 'vector') return []
    const incomplete = rows.filter(row => isIncompleteVector(column, row))
    if (incomplete.length === 0) return []
    return [
      `row ${incomplete[0] + 1}, column ${quoted(column.name)} has no complete vector, and vectors cannot be filled in; ` +
        "use `impute: 'drop-rows'`",
    ]
  })
}

function imputed({ count, rows, emptyRows, columnNames }: Missing, impute: Imputation): string {
  if (impute === 'drop-rows') return droppedText(rows, 'with missing values')
  const values = countText(count + emptyRows.length * columnNames.length, 'missing value')
  const how =
    impute === 'knn'
      ? 'what the nearest rows have'
      : `the ${impute} of the column (categories: with the most common value)`
  return `replaced ${values} with ${how}: ${shortList(columnNames)}`
}

function droppedText(rows: readonly number[], which: string): string {
  const shown = rows.slice(0, 8).map(row => row + 1)
  const more = rows.length > 8 ? ` and ${rows.length - 8} more` : ''
  return `dropped ${countText(rows.length, 'row')} ${which}: ${shown.join(', ')}${more}`
}

function keptRows(rowCount: number, dropped: readonly number[]): Int32Array {
  const isDropped = new Set(dropped)
  return Int32Array.from({ length: rowCount }, (_, i) => i).filter(row => !isDropped.has(row))
}

function pick(texts: readonly string[], rows: Int32Array | null): readonly string[] {
  return rows ? Array.from(rows, row => texts[row]) : texts
}
