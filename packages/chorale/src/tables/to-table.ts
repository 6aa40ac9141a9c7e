import { countText } from '../count-text.js'
import { checkOptionNames, InputError, invalid } from '../errors.js'
import { isLongInteger } from './integers.js'
import { isMissingNumber, isMissingText, withoutMissingSigns } from './missing.js'
import { halfFloat } from './number-format.js'
import { parseNumber } from './parse-number.js'
import { type Column, checkTableSize, quoted, type Table, TextCollector } from './table.js'
import { bytesError, isBytes, vectorsOfCells } from './vectors/vector-column.js'
import { vectorsOfTexts } from './vectors/vector-texts.js'

/** Numbers with a shape: sampleCount x featureCount values, row after row, in a typed array or a plain one. */
export interface ShapedValues {
  readonly sampleCount: number
  readonly featureCount: number
  readonly values: ArrayLike<number>
}

/** The same as a matrix: rowCount x columnCount values, row after row. */
interface MatrixValues {
  readonly rowCount: number
  readonly columnCount: number
  readonly values: ArrayLike<number>
}

/** A tensor of two dimensions, rows and columns, such as the embeddings of transformers.js. `shape` is another name for `dims`. */
type TensorValues =
  | { readonly data: ArrayLike<number | bigint>; readonly dims: readonly number[] }
  | { readonly data: ArrayLike<number | bigint>; readonly shape: readonly number[] }

/** Rows of numbers, one row per sample. NaN, null and undefined are missing values. */
export type NumberRows = readonly ArrayLike<number | null | undefined>[]

/**
 * Objects, one per sample; their keys are the columns. Values are numbers, strings, booleans, or vectors: arrays or typed
 * arrays of one length. A column of strings becomes categories, unless all of them are numbers. NaN, null, undefined, '' and 'NA' are missing values.
 */
type RecordRows = readonly object[]

/** Samples in any of the forms that {@link cluster}, {@link toDataset}, {@link buildEnsemble} and {@link predict} take. */
export type Data = Table | ShapedValues | MatrixValues | TensorValues | NumberRows | RecordRows

/** Options of {@link toTable}. */
export interface ToTableOptions {
  /** What messages call the data. */
  name?: string
}

const OPTIONS = { name: true } satisfies Record<keyof ToTableOptions, true>

/**
 * Makes a table of data in any form. Columns without a name are called column1, column2, ...
 *
 * @example
 * ```ts
 * import { toTable } from 'chorale'
 *
 * const table = toTable([{ height: 1.8, colour: 'red' }, { height: 1.6, colour: null }])
 * console.log(table.rowCount, table.columns.map(column => `${column.name}: ${column.kind}`).join()) // 2 height: number,colour: text
 * ```
 *
 * @group Read
 */
export function toTable(data: Data, options: ToTableOptions = {}): Table {
  checkOptionNames('toTable', options, Object.keys(OPTIONS))
  const table = tableOf(options.name ?? 'toTable', data)
  return options.name === undefined ? table : { ...table, name: options.name }
}

/** The same for a function that speaks in its own name. */
export function tableOf(caller: string, data: Data): Table {
  if (isTable(data)) return data
  const shaped = shapedValues(caller, data)
  if (shaped !== null) return tableOfValues(caller, shaped)
  const rows = rowsOf(caller, data)
  const columns = isNumberRows(rows) ? numberColumns(caller, rows) : recordColumns(caller, rows)
  return { name: null, rowCount: rows.length, columns, notes: [] }
}

/** Whether data are numbers without column names: rows of numbers, or values with a shape. */
export function isPlainNumbers(data: Data): boolean {
  if (isTable(data)) return false
  return Array.isArray(data) ? data.length > 0 && isArray(data[0]) : true
}

function isTable(data: Data): data is Table {
  return typeof data === 'object' && data !== null && 'columns' in data && Array.isArray(data.columns)
}

/** The values with their shape, where the data have one; a matrix has one, too. */
export function shapedValues(caller: string, data: Data): ShapedValues | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || isTable(data)) return null
  if ('data' in data && ('dims' in data || 'shape' in data)) return tensorValues(caller, data)
  if (!('values' in data)) return null
  const given = data as ShapedValues | MatrixValues
  const isMatrix = 'rowCount' in given
  const { values } = given
  const sampleCount = isMatrix ? given.rowCount : given.sampleCount
  const featureCount = isMatrix ? given.columnCount : given.featureCount
  const isCount = (count: number) => Number.isInteger(count) && count >= 1
  if (isCount(sampleCount) && isCount(featureCount) && values?.length === sampleCount * featureCount) {
    return { sampleCount, featureCount, values }
  }
  const shape = isMatrix ? 'rowCount x columnCount' : 'sampleCount x featureCount'
  throw new InputError(
    `${caller}: values must hold ${shape} numbers (${sampleCount} x ${featureCount}); got ${values?.length ?? values}`,
  )
}

/** A tensor as values with a shape. Numbers of 16 bits may be stored as integers. */
function tensorValues(caller: string, tensor: TensorValues): ShapedValues {
  const { data } = tensor
  const dims = 'dims' in tensor ? tensor.dims : tensor.shape
  const [sampleCount, featureCount] = dims
  if (dims.length !== 2 || data.length !== sampleCount * featureCount || data.length === 0) {
    const got = `${countText(data.length, 'number')} with dimensions ${dims.join(' x ') || 'none'}`
    const tokens = dims.length === 3 ? '; a model that returns one vector per token needs pooling first' : ''
    throw new InputError(`${caller}: a tensor must have two dimensions, samples x numbers; got ${got}${tokens}`)
  }
  const isHalf = 'type' in tensor && tensor.type === 'float16' && data instanceof Uint16Array
  const values = isHalf
    ? Float32Array.from(data, halfFloat)
    : data instanceof BigInt64Array || data instanceof BigUint64Array
      ? Float64Array.from(data as ArrayLike<bigint>, Number)
      : (data as ArrayLike<number>)
  return { sampleCount, featureCount, values }
}

function tableOfValues(caller: string, { sampleCount: n, featureCount: d, values }: ShapedValues): Table {
  checkTableSize(caller, n, d)
  const columns = Array.from({ length: d }, (_, j): Column => {
    const numbers = new Float64Array(n)
    for (let i = 0; i < n; i++) numbers[i] = values[i * d + j]
    return { name: `column${j + 1}`, kind: 'number', numbers }
  })
  return { name: null, rowCount: n, columns, notes: [] }
}

const FORMS = 'rows of numbers, objects, values with a shape, a tensor, or a table'

function rowsOf(caller: string, data: unknown): readonly object[] {
  if (!Array.isArray(data)) throw invalid(caller, 'data', `be ${FORMS}`, `${describe(data)}${flatHint(data)}`)
  if (data.length === 0) throw invalid(caller, 'data', 'have at least one row', 'an empty array')
  const wrong = data.findIndex(row => typeof row !== 'object' || row === null)
  if (wrong >= 0) throw new InputError(`${caller}: data must be ${FORMS}; row ${wrong + 1} is ${describe(data[wrong])}`)
  const bytes = data.findIndex(isBytes)
  if (bytes >= 0) throw bytesError(caller, `row ${bytes + 1}`)
  return data
}

function flatHint(data: unknown): string {
  return ArrayBuffer.isView(data) ? '. Add the shape: { sampleCount, featureCount, values }' : ''
}

function describe(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  return typeof value === 'object' && value !== null ? 'an object of another kind' : String(value)
}

/** Arrays and typed arrays are rows of numbers. An object is none, even if it has a key `length`. */
function isNumberRows(rows: readonly object[]): rows is NumberRows {
  return isArray(rows[0])
}

function isArray(row: object): boolean {
  return Array.isArray(row) || ArrayBuffer.isView(row)
}

/** Rows of numbers as one array, row after row; NaN where a value is missing. */
export function flatRows(caller: string, rows: NumberRows): ShapedValues & { readonly values: Float64Array } {
  const n = rows.length
  const d = rows[0].length
  if (d === 0) throw invalid(caller, 'rows', 'have at least one number', 'an empty row')
  checkTableSize(caller, n, d)
  const values = new Float64Array(n * d)
  for (let i = 0; i < n; i++) {
    const row = rows[i]
    if (!isArray(row) || row.length !== d) {
      const found = isArray(row) ? `has ${row.length}` : 'is an object'
      throw new InputError(`${caller}: rows must have one length; row 1 has ${d} numbers, row ${i + 1} ${found}`)
    }
    for (let j = 0; j < d; j++) {
      const value = row[j] ?? Number.NaN
      if (typeof value !== 'number') {
        throw new InputError(
          `${caller}: rows must hold numbers; row ${i + 1}, column ${j + 1} is ${describe(value)}. Write rows with strings as objects`,
        )
      }
      values[i * d + j] = value
    }
  }
  return { sampleCount: n, featureCount: d, values }
}

/** The rows of data that are rows of numbers; null for other forms. */
export function numberRows(caller: string, data: Data): NumberRows | null {
  if (isTable(data)) return null
  const rows = rowsOf(caller, data)
  return isNumberRows(rows) ? rows : null
}

function numberColumns(caller: string, rows: NumberRows): readonly Column[] {
  return tableOfValues(caller, flatRows(caller, rows)).columns
}

function recordColumns(caller: string, rows: readonly object[]): Column[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  if (names.size === 0) throw invalid(caller, 'objects', 'have at least one key', 'none')
  checkTableSize(caller, rows.length, names.size)
  return Array.from(names, name => recordColumn(caller, name, rows as readonly Readonly<Record<string, unknown>>[]))
}

/** A column of objects, by the rules for a column of a text file: numbers if every cell is one, otherwise strings. */
function recordColumn(caller: string, name: string, rows: readonly Readonly<Record<string, unknown>>[]): Column {
  return columnOfCells(
    caller,
    name,
    rows.map(row => (Object.hasOwn(row, name) ? row[name] : null)),
  )
}

/** A column of numbers, strings, booleans and nulls. */
export function columnOfCells(caller: string, name: string, values: readonly unknown[]): Column {
  const vectors = vectorsOfCells(caller, name, values)
  if (vectors !== null) return vectors
  const cells = values.map((value, i) => cellOf(caller, name, i, value))
  const numbers = numbersOf(cells)
  if (numbers !== null) return { name, kind: 'number', numbers }
  const collector = new TextCollector(cells.length)
  for (const [i, cell] of cells.entries()) {
    const isMissing = typeof cell === 'string' ? isMissingText(cell) : Number.isNaN(cell)
    if (!isMissing) collector.set(i, String(cell))
  }
  const column = withoutMissingSigns({ name, kind: 'text', texts: collector.texts, codes: collector.codes })
  return vectorsOfTexts(caller, column) ?? column
}

/** A cell as a number, NaN where it is missing, or as a string. */
function cellOf(caller: string, name: string, row: number, given: unknown): number | string {
  const value = given ?? Number.NaN
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  throw new InputError(
    `${caller}: row ${row + 1}, column ${quoted(name)} must be a number, a string, a boolean or null; got ${describe(value)}`,
  )
}

/** The cells as numbers, NaN where one is missing; null where one is no number or a long integer, or where all are codes such as 007. */
function numbersOf(cells: readonly (number | string)[]): Float64Array | null {
  const encoder = new TextEncoder()
  const numbers = new Float64Array(cells.length)
  let hasCodes = false
  let hasOnlyDigits = true
  for (const [i, cell] of cells.entries()) {
    if (typeof cell === 'number') {
      numbers[i] = cell
      if (!Number.isNaN(cell) && !/^\d+$/.test(String(cell))) hasOnlyDigits = false
      continue
    }
    if (isMissingNumber(cell)) {
      numbers[i] = Number.NaN
      continue
    }
    const bytes = encoder.encode(cell)
    const number = parseNumber(bytes, 0, bytes.length)
    if (number === null) return null
    numbers[i] = number
    if (isLongInteger(cell)) return null
    if (/^0\d/.test(cell)) hasCodes = true
    if (!/^\d+$/.test(cell)) hasOnlyDigits = false
  }
  return hasCodes && hasOnlyDigits ? null : numbers
}
