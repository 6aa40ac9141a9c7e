import { countText } from '../../count-text.js'
import { InputError } from '../../errors.js'
import { columnRoles } from '../columns/column-roles.js'
import { type Column, cellText, quoted, shortList, type Table, uniqueNames } from '../table.js'

/**
 * Joins a sheet that describes samples, such as their classes, to a table by the names of the samples. Its columns are set
 * aside, but for one that is named like the truth. Samples that the sheet does not have stay without a value.
 */
export function joinAnnotations(caller: string, table: Table, sheet: Table): Table {
  const sheetName = sheet.name ?? 'the annotations'
  const ids = idsOf(table)
  if (ids === null)
    throw new InputError(
      `${caller}: the table has no names of samples, so that ${sheetName} cannot be joined; name their column with \`id\``,
    )
  const { column, rowOf } = keyColumn(sheetName, sheet, ids)
  const rows = ids.map(id => rowOf(id) ?? -1)
  const found = rows.filter(row => row >= 0)
  const isUsed = new Set(found)
  if (isUsed.size < found.length) {
    const twice = ids.filter((_, i) => rows[i] >= 0 && rows.indexOf(rows[i]) !== i)
    throw new InputError(`${caller}: several samples have the same row in ${sheetName}: ${shortList(twice)}`)
  }
  const joined = sheet.columns.filter((_, j) => j !== column)
  const { names } = uniqueNames([...table.columns.map(({ name }) => name), ...joined.map(({ name }) => name)])
  const added = joined.map((each, at) => ({
    ...pickRows(each, rows, names[table.columns.length + at]),
    role: 'annotation' as const,
  }))
  const without = ids.filter((_, i) => rows[i] < 0)
  const notes = [
    `${sheetName} describes ${found.length} of ${countText(ids.length, 'sample')} (joined by ${quoted(sheet.columns[column].name)}): ${shortList(joined.map(({ name }) => name))}`,
  ]
  if (without.length > 0) notes.push(`not in ${sheetName}: ${shortList(without)}`)
  const last = table.columns.findIndex(({ role }) => role === 'feature')
  const at = last < 0 ? table.columns.length : last
  return {
    ...table,
    columns: [...table.columns.slice(0, at), ...added, ...table.columns.slice(at)],
    notes: [...table.notes, ...notes],
    orientation: table.orientation ?? 'stated',
  }
}

/** The names of the samples; null if there are none. */
function idsOf(table: Table): string[] | null {
  const stated = table.columns.findIndex(({ role }) => role === 'id')
  const at = stated >= 0 ? stated : columnRoles(table, { truth: null }).findIndex(({ role }) => role === 'id')
  if (at < 0) return null
  return Array.from({ length: table.rowCount }, (_, row) => cellText(table.columns[at], row) ?? '')
}

/** The column of the sheet that has most of the names, and the row of each. */
function keyColumn(sheetName: string, sheet: Table, ids: readonly string[]) {
  for (const written of [(text: string) => text, plain]) {
    const wanted = new Set(ids.map(written))
    let best = { column: -1, count: 0, rows: new Map<string, number>() }
    for (const [column, each] of sheet.columns.entries()) {
      if (each.kind === 'vector') continue
      const rows = new Map<string, number>()
      const twice = new Set<string>()
      for (let row = 0; row < sheet.rowCount; row++) {
        const text = written(cellText(each, row) ?? '')
        if (text === '' || !wanted.has(text)) continue
        if (rows.has(text)) twice.add(text)
        rows.set(text, row)
      }
      if (twice.size > 0 && rows.size > 1 && 2 * rows.size >= wanted.size && rows.size > best.count) {
        throw new InputError(
          `${sheetName}: column ${quoted(each.name)} has samples more than once: ${shortList([...twice])}`,
        )
      }
      if (twice.size === 0 && rows.size > best.count) best = { column, count: rows.size, rows }
    }
    if (best.count > 0) return { column: best.column, rowOf: (id: string) => best.rows.get(written(id)) }
  }
  throw new InputError(
    `${sheetName}: no column has the names of the samples, such as ${shortList(ids, 3)}; the sheet has ${shortList(sheet.columns.map(({ name }) => name))}`,
  )
}

/** A name as R writes it in a header: TCGA-02-0001 becomes TCGA.02.0001, and 7A becomes X7A. */
function plain(name: string): string {
  return name
    .replace(/[^A-Za-z0-9]+/g, '.')
    .replace(/^X(?=\d)/, '')
    .toLowerCase()
}

function pickRows(column: Column, rows: readonly number[], name: string): Column {
  if (column.kind === 'text') {
    return {
      name,
      kind: 'text',
      texts: column.texts,
      codes: Int32Array.from(rows, row => (row < 0 ? -1 : column.codes[row])),
    }
  }
  if (column.kind === 'number') {
    return {
      name,
      kind: 'number',
      numbers: Float64Array.from(rows, row => (row < 0 ? Number.NaN : column.numbers[row])),
    }
  }
  const { size } = column
  const values = new Float64Array(rows.length * size).fill(Number.NaN)
  rows.forEach((row, at) => {
    if (row >= 0) values.set(column.values.subarray(row * size, (row + 1) * size), at * size)
  })
  return { name, kind: 'vector', size, values }
}
