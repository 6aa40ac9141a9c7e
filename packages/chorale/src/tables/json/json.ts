import { InputError } from '../../errors.js'
import { Pauser } from '../../pause.js'
import { type Column, checkTableSize, quoted, shortList, type Table, uniqueNames } from '../table.js'
import { columnOfCells } from '../to-table.js'
import { vectorsOfCells } from '../vectors/vector-column.js'

/** The cells of a JSON table. Columns are made when they are needed, because a small file may have very many cells. */
interface Cells {
  readonly names: readonly string[]
  readonly rowCount: number
  readonly columnAt: (j: number) => readonly unknown[]
}

/**
 * Reads a table from JSON: an array of objects, an array of arrays, an object of arrays, what pandas writes (orient
 * `columns`, `split`, `table`), or one object or array per line (NDJSON).
 */
export async function readJson(
  bytes: Uint8Array,
  options: { name?: string; fileSize?: number; signal?: AbortSignal } = {},
): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const pauser = new Pauser(options.signal)
  const value = parse(caller, new TextDecoder().decode(bytes))
  const { names, rowCount, columnAt } = cellsOf(caller, value)
  if (rowCount === 0) throw new InputError(`${caller}: the JSON table has no rows`)
  checkTableSize(caller, rowCount, names.length, options.fileSize ?? bytes.length)
  const nested: string[] = []
  const columns: Column[] = []
  for (const [j, name] of names.entries()) {
    const cells = columnAt(j)
    const isNested = cells.some(cell => typeof cell === 'object' && cell !== null)
    const column = isNested ? vectorsOfCells(caller, name, cells) : columnOfCells(caller, name, cells)
    if (column === null) nested.push(name)
    else columns.push(column)
    await pauser.pause()
  }
  if (columns.length === 0) throw new InputError(`${caller}: the JSON table has nested values only`)
  const notes = nested.length > 0 ? [`skipped because their values are nested: ${shortList(nested)}`] : []
  return { name: options.name ?? null, rowCount, columns, notes }
}

/** The value of the file; an array of values if every line is one. */
function parse(caller: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const lines = text.split('\n').filter(line => line.trim() !== '')
    if (lines.length < 2 || !/^\s*[[{].*[\]}]\s*$/.test(lines[0])) {
      throw new InputError(`${caller}: not valid JSON (${(error as Error).message})`)
    }
    return lines.map((line, at) => {
      try {
        return JSON.parse(line)
      } catch {
        throw new InputError(`${caller}: line ${at + 1} is not valid JSON; got ${quoted(line)}`)
      }
    })
  }
}

function cellsOf(caller: string, value: unknown): Cells {
  if (Array.isArray(value)) return rowCells(caller, value)
  if (!isObject(value)) throw notTable(caller)
  if (Array.isArray(value.data)) {
    const names = Array.isArray(value.columns) ? value.columns.map(String) : null
    return rowCells(caller, names === null ? value.data : [names, ...value.data])
  }
  const names = Object.keys(value)
  const columns = Object.values(value).map(column => (isObject(column) ? Object.values(column) : column))
  if (names.length === 0 || !columns.every(Array.isArray)) throw notTable(caller)
  const odd = columns.findIndex(column => column.length !== columns[0].length)
  if (odd >= 0) {
    const lengths = `${quoted(names[0])} has ${columns[0].length} values, ${quoted(names[odd])} has ${columns[odd].length}`
    throw new InputError(`${caller}: the columns of a JSON table must have one length; ${lengths}`)
  }
  return { names, rowCount: columns[0].length, columnAt: j => columns[j] }
}

function rowCells(caller: string, rows: readonly unknown[]): Cells {
  if (rows.length > 0 && rows.every(Array.isArray)) return arrayCells(caller, rows)
  const wrong = rows.findIndex(row => !isObject(row))
  if (wrong >= 0 || rows.length === 0) throw notTable(caller)
  const records = rows as Record<string, unknown>[]
  const names = new Set<string>()
  for (const record of records) for (const name of Object.keys(record)) names.add(name)
  const all = [...names]
  const columnAt = (j: number) => records.map(record => (Object.hasOwn(record, all[j]) ? record[all[j]] : null))
  return { names: all, rowCount: all.length === 0 ? 0 : records.length, columnAt }
}

/** Rows as arrays; a first row of strings above other values is the header. */
function arrayCells(caller: string, rows: readonly (readonly unknown[])[]): Cells {
  const [first] = rows
  const width = first.length
  const odd = rows.findIndex(row => row.length !== width)
  if (odd >= 0) {
    throw new InputError(
      `${caller}: the rows of a JSON table must have one length; row 1 has ${width} values, row ${odd + 1} has ${rows[odd].length}`,
    )
  }
  const isHeader = rows.length > 1 && first.every(cell => typeof cell === 'string') && new Set(first).size === width
  const names = isHeader ? uniqueNames(first as string[]).names : first.map((_, j) => `column${j + 1}`)
  const body = isHeader ? rows.slice(1) : rows
  return { names, rowCount: width === 0 ? 0 : body.length, columnAt: j => body.map(row => row[j]) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function notTable(caller: string): InputError {
  return new InputError(
    `${caller}: the JSON must be an array of objects, an array of arrays, or an object of arrays of one length`,
  )
}
