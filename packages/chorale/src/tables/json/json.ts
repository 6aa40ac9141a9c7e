import { InputError } from '../../errors.js'
import { Pauser } from '../../pause.js'
import { columnBelow, decideHeader, HEADER_NOTE, type HeaderDecision, noHeaderNote } from '../header.js'
import { isLongInteger } from '../integers.js'
import { isMissingText } from '../missing.js'
import { type Column, checkTableSize, quoted, shortList, type Table, uniqueNames } from '../table.js'
import { NotUtf8Error } from '../text/decode-text.js'
import { columnOfCells } from '../to-table.js'
import { vectorsOfCells } from '../vectors/vector-column.js'
import { parseJson } from './parse-json.js'

/** The cells of a JSON table. Columns are made when they are needed, because a small file may have very many cells. */
interface Cells {
  readonly names: readonly string[]
  readonly rowCount: number
  readonly columnAt: (j: number) => readonly unknown[]
  readonly notes: readonly string[]
}

/**
 * Reads a table from JSON: an array of objects, an array of arrays, an object of arrays, what pandas writes (orient
 * `columns`, `index`, `split`, `table`, `records`, `values`), or one object or array per line (NDJSON).
 */
export async function readJson(
  bytes: Uint8Array,
  options: { name?: string; header?: boolean; fileSize?: number; signal?: AbortSignal } = {},
): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const pauser = new Pauser(options.signal)
  const value = parseJson(caller, textOf(caller, bytes))
  const { names, rowCount, columnAt, notes } = cellsOf(caller, value, options.header)
  if (rowCount === 0) throw new InputError(`${caller}: the JSON table has no rows`)
  checkTableSize(caller, rowCount, names.length, options.fileSize ?? bytes.length)
  const nested: string[] = []
  const columns: Column[] = []
  for (const [j, name] of names.entries()) {
    const cells = columnAt(j)
    const isNested = cells.some(cell => typeof cell === 'object' && cell !== null)
    const column = isNested ? vectorsOfCells(caller, name, cells.map(withNumbers)) : columnOfCells(caller, name, cells)
    if (column === null) nested.push(name)
    else columns.push(column)
    await pauser.pause()
  }
  if (columns.length === 0) throw new InputError(`${caller}: the JSON table has nested values only`)
  const skipped = nested.length > 0 ? [`skipped because their values are nested: ${shortList(nested)}`] : []
  return { name: options.name ?? null, rowCount, columns, notes: [...notes, ...skipped] }
}

function textOf(caller: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotUtf8Error(`${caller}: the file is not UTF-8 text; save it with UTF-8 encoding`)
  }
}

/** A list whose long integers are numbers again: a vector holds measurements. */
function withNumbers(cell: unknown): unknown {
  if (!Array.isArray(cell)) return cell
  return cell.map(value => (typeof value === 'string' && isLongInteger(value) ? Number(value) : value))
}

function cellsOf(caller: string, value: unknown, header: boolean | undefined): Cells {
  if (Array.isArray(value)) return rowCells(caller, value, header)
  if (!isObject(value)) throw notTable(caller)
  if (Array.isArray(value.data)) return splitCells(caller, value, value.data, header)
  const names = Object.keys(value)
  const columns = Object.values(value)
  if (names.length > 0 && columns.every(isObject)) return keyedCells(names, columns)
  if (names.length === 0 || !columns.every(Array.isArray)) throw notTable(caller)
  const odd = columns.findIndex(column => column.length !== columns[0].length)
  if (odd >= 0) {
    const lengths = `${quoted(names[0])} has ${columns[0].length} values, ${quoted(names[odd])} has ${columns[odd].length}`
    throw new InputError(`${caller}: the columns of a JSON table must have one length; ${lengths}`)
  }
  return { names, rowCount: columns[0].length, columnAt: j => columns[j], notes: [] }
}

/** What pandas writes with orient `split` and `table`: the rows, and beside them perhaps the names of rows and columns. */
function splitCells(
  caller: string,
  { columns, index }: Record<string, unknown>,
  rows: readonly unknown[],
  header: boolean | undefined,
): Cells {
  if (!Array.isArray(columns)) return rowCells(caller, rows, header)
  if (!rows.every(Array.isArray)) throw notTable(caller)
  checkLengths(caller, rows, columns.length)
  const { names } = uniqueNames(columns.map(String))
  const cells: Cells = {
    names,
    rowCount: names.length === 0 ? 0 : rows.length,
    columnAt: j => rows.map(row => row[j]),
    notes: [],
  }
  return Array.isArray(index) && index.length === rows.length ? withKeys(cells, index.map(String)) : cells
}

/**
 * An object of objects, joined by their keys. What pandas writes with orient `columns` has one object per column, what it
 * writes with orient `index` one object per row.
 */
function keyedCells(outer: readonly string[], objects: readonly Record<string, unknown>[]): Cells {
  const keys = new Set<string>()
  for (const object of objects) for (const key of Object.keys(object)) keys.add(key)
  const inner = [...keys]
  const cellOf = (object: Record<string, unknown>, key: string) => (Object.hasOwn(object, key) ? object[key] : null)
  if (areRows(outer, inner, objects)) {
    const cells = {
      names: inner,
      rowCount: inner.length === 0 ? 0 : outer.length,
      columnAt: (j: number) => objects.map(object => cellOf(object, inner[j])),
      notes: ['every object of the JSON file is a row'],
    }
    return withKeys(cells, outer)
  }
  const columnAt = (j: number) => inner.map(key => cellOf(objects[j], key))
  const notes = ['every object of the JSON file is a column; their values are joined by key']
  return withKeys({ names: outer, rowCount: inner.length, columnAt, notes: isCount(inner) ? [] : notes }, inner)
}

/**
 * Whether the objects are rows: their keys are names and they are numbered, or a key has values of one type in all
 * objects while the values in an object have several. Between two numberings or two lists of names, a table has more rows
 * than columns.
 */
function areRows(
  outer: readonly string[],
  inner: readonly string[],
  objects: readonly Record<string, unknown>[],
): boolean {
  const isNumbered = (keys: readonly string[]) => keys.every(key => /^\d+$/.test(key))
  if (isNumbered(outer) !== isNumbered(inner)) return isNumbered(outer)
  const hasOneType = (values: readonly unknown[]) => {
    const types = new Set(values.filter(value => value !== null && value !== undefined).map(value => typeof value))
    return types.size <= 1
  }
  const few = objects.slice(0, 1000)
  const areColumnsPure = few.every(object => hasOneType(Object.values(object)))
  const areRowsPure = inner
    .slice(0, 1000)
    .every(key => hasOneType(few.map(object => (Object.hasOwn(object, key) ? object[key] : null))))
  if (areColumnsPure !== areRowsPure) return areRowsPure
  return outer.length > inner.length
}

/** The cells with the keys of the rows as their first column, unless the keys only count the rows. */
function withKeys(cells: Cells, keys: readonly string[]): Cells {
  if (isCount(keys)) return cells
  const { names, repeated } = uniqueNames(['index', ...cells.names])
  if (repeated.length > 0) names[0] = 'row names'
  return {
    ...cells,
    names: uniqueNames([names[0], ...cells.names]).names,
    columnAt: j => (j === 0 ? keys : cells.columnAt(j - 1)),
  }
}

function isCount(keys: readonly string[]): boolean {
  return keys.every((key, i) => key === String(i))
}

function rowCells(caller: string, rows: readonly unknown[], header: boolean | undefined): Cells {
  if (rows.length > 0 && rows.every(Array.isArray)) return arrayCells(caller, rows, header)
  const wrong = rows.findIndex(row => !isObject(row))
  if (wrong >= 0 || rows.length === 0) throw notTable(caller)
  const records = rows as Record<string, unknown>[]
  const names = new Set<string>()
  for (const record of records) for (const name of Object.keys(record)) names.add(name)
  const all = [...names]
  const columnAt = (j: number) => records.map(record => (Object.hasOwn(record, all[j]) ? record[all[j]] : null))
  return { names: all, rowCount: all.length === 0 ? 0 : records.length, columnAt, notes: [] }
}

/** Rows as arrays, perhaps with a header. */
function arrayCells(caller: string, rows: readonly (readonly unknown[])[], header: boolean | undefined): Cells {
  const [first] = rows
  const width = first.length
  checkLengths(caller, rows, width)
  const areStrings = first.every(cell => typeof cell === 'string') && new Set(first).size === width
  const decision = areStrings && rows.length > 1 ? headerOf(first as string[], rows) : 'none'
  if (header ?? decision !== 'none') {
    const body = rows.slice(1)
    const names = uniqueNames(
      first.map((cell, j) => (cell === null || cell === '' ? `column${j + 1}` : String(cell))),
    ).names
    const notes = header === undefined && decision === 'likely' ? [HEADER_NOTE] : []
    return { names, rowCount: width === 0 ? 0 : body.length, columnAt: j => body.map(row => row[j]), notes }
  }
  const names = first.map((_, j) => `column${j + 1}`)
  const notes = areStrings && header === undefined && width > 0 ? [noHeaderNote(width)] : []
  return { names, rowCount: width === 0 ? 0 : rows.length, columnAt: j => rows.map(row => row[j]), notes }
}

function headerOf(first: readonly string[], rows: readonly (readonly unknown[])[]): HeaderDecision {
  const below = first.map((cell, j) => {
    const values: string[] = []
    for (let i = 1; i < rows.length; i++) {
      const value = rows[i][j]
      const text = value === null || value === undefined || typeof value === 'object' ? '' : String(value)
      if (!isMissingText(text)) values.push(text)
    }
    return columnBelow(cell, values)
  })
  return decideHeader(first, below)
}

function checkLengths(caller: string, rows: readonly (readonly unknown[])[], width: number): void {
  const odd = rows.findIndex(row => row.length !== width)
  if (odd < 0) return
  throw new InputError(
    `${caller}: the rows of a JSON table must have one length; row 1 has ${width} values, row ${odd + 1} has ${rows[odd].length}`,
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function notTable(caller: string): InputError {
  return new InputError(
    `${caller}: the JSON must be an array of objects, an array of arrays, or an object of arrays of one length`,
  )
}
