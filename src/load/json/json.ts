import { InputError } from '../../check.js'
import { checkTableSize, quoted, shortList, type Table, uniqueNames } from '../table.js'
import { columnOfCells } from '../to-table.js'

/** Columns of JSON values. */
interface Cells {
  readonly names: readonly string[]
  readonly columns: readonly (readonly unknown[])[]
}

/**
 * Reads a table from JSON: an array of objects, an array of arrays, an object of arrays, what pandas writes (orient
 * `columns`, `split`, `table`), or one object or array per line (NDJSON).
 */
export function readJson(bytes: Uint8Array, options: { name?: string } = {}): Table {
  const caller = options.name ?? 'readTable'
  const value = parse(caller, new TextDecoder().decode(bytes))
  const { names, columns } = cellsOf(caller, value)
  const rowCount = columns[0]?.length ?? 0
  if (rowCount === 0) throw new InputError(`${caller}: the JSON table has no rows`)
  checkTableSize(caller, rowCount, names.length)
  const nested = names.filter((_, j) => columns[j].some(cell => typeof cell === 'object' && cell !== null))
  const kept = [...names.keys()].filter(j => !nested.includes(names[j]))
  if (kept.length === 0) throw new InputError(`${caller}: the JSON table has nested values only`)
  const notes = nested.length > 0 ? [`skipped because their values are nested: ${shortList(nested)}`] : []
  return {
    name: options.name ?? null,
    rowCount,
    columns: kept.map(j => columnOfCells(caller, names[j], columns[j])),
    notes,
  }
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
  return { names, columns }
}

function rowCells(caller: string, rows: readonly unknown[]): Cells {
  if (rows.length > 0 && rows.every(Array.isArray)) return arrayCells(caller, rows)
  const wrong = rows.findIndex(row => !isObject(row))
  if (wrong >= 0 || rows.length === 0) throw notTable(caller)
  const records = rows as Record<string, unknown>[]
  const names = [...new Set(records.flatMap(Object.keys))]
  return { names, columns: names.map(name => records.map(record => record[name] ?? null)) }
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
  return { names, columns: names.map((_, j) => body.map(row => row[j])) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function notTable(caller: string): InputError {
  return new InputError(
    `${caller}: the JSON must be an array of objects, an array of arrays, or an object of arrays of one length`,
  )
}
