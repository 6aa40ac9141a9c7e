import { readFileSync } from 'node:fs'
import { type ReadTableOptions, readTable } from '../../src/tables/read-table.js'
import { type Column, cellText, type Table } from '../../src/tables/table.js'

/** A file that another program wrote; see fixtures/make.sh. */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export async function tableOf(text: string, options: ReadTableOptions = {}): Promise<Table> {
  return await readTable(bytesOf(text), options)
}

/** The column's values: numbers, or texts with null where missing. */
export function valuesOf(column: Column | undefined): (number | string | null)[] {
  if (column === undefined) throw new Error('no such column')
  if (column.kind === 'number') return [...column.numbers]
  const rowCount = column.kind === 'text' ? column.codes.length : column.values.length / column.size
  return Array.from({ length: rowCount }, (_, row) => cellText(column, row))
}

/** All columns by name. */
export function contentOf(table: Table): Record<string, (number | string | null)[]> {
  return Object.fromEntries(table.columns.map(column => [column.name, valuesOf(column)]))
}
