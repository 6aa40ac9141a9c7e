import { strToU8, zipSync } from 'fflate'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { bytesOf } from './tables.js'

/** A column to write: numbers, integers of any size, or strings; null is a missing value. */
export interface WrittenColumn {
  readonly name: string
  readonly kind: 'number' | 'integer' | 'text'
  readonly values: readonly (number | bigint | string | null)[]
}

/** Writes a table in one format. */
export type WriteTable = (columns: readonly WrittenColumn[]) => Uint8Array

type Cell = WrittenColumn['values'][number]

const rowsOf = (columns: readonly WrittenColumn[]): Cell[][] =>
  columns[0].values.map((_, i) => columns.map(({ values }) => values[i]))

const names = (columns: readonly WrittenColumn[]) => columns.map(({ name }) => name)

const text = (cell: Cell) => (cell === null ? '' : String(cell))

/** Rows as separated text. */
function separated(rows: readonly (readonly Cell[])[], separator: string): string {
  const quotedIfNeeded = (cell: string) =>
    /["\n\r]/.test(cell) || cell.includes(separator) ? JSON.stringify(cell) : cell
  return rows.map(row => `${row.map(cell => quotedIfNeeded(text(cell))).join(separator)}\n`).join('')
}

/** A JSON value; integers are written with all their digits. */
function json(cell: Cell): string {
  return typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell)
}

/** Rows as a JSON array of arrays. */
function jsonArrays(rows: readonly (readonly Cell[])[]): string {
  return `[${rows.map(row => `[${row.map(json).join()}]`).join()}]`
}

/** Rows as one JSON array per line. */
function jsonLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map(row => `[${row.map(json).join()}]\n`).join('')
}

function records(columns: readonly WrittenColumn[]): string[] {
  return rowsOf(columns).map(row => `{${row.map((cell, j) => `${json(columns[j].name)}:${json(cell)}`).join()}}`)
}

/** Rows as an Excel workbook with one sheet. */
function workbook(rows: readonly (readonly Cell[])[]): Uint8Array {
  const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const cellOf = (cell: Cell) => {
    if (cell === null) return '<c/>'
    if (typeof cell !== 'string') return `<c><v>${cell}</v></c>`
    return `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  }
  const sheet = rows.map(row => `<row>${row.map(cellOf).join('')}</row>`).join('')
  const files = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="s" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>',
    'xl/s.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, strToU8(content)])))
}

function parquet(columns: readonly WrittenColumn[]): Uint8Array {
  const types = { number: 'DOUBLE', integer: 'INT64', text: 'STRING' } as const
  const columnData = columns.map(({ name, kind, values }) => ({
    name,
    type: types[kind],
    data: values.map(value => (kind === 'integer' && value !== null ? BigInt(value) : value)),
    nullable: true,
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

/** NumPy's records. A missing number is NaN, a missing string is empty; integers cannot be missing. */
function npyRecords(columns: readonly WrittenColumn[]): Uint8Array {
  const widths = columns.map(({ kind, values }) =>
    kind === 'text' ? Math.max(1, ...values.map(value => [...text(value)].length)) : 8,
  )
  const types = columns.map(({ kind }, j) => (kind === 'text' ? `<U${widths[j]}` : kind === 'number' ? '<f8' : '<i8'))
  const descr = columns.map(({ name }, j) => `('${name}', '${types[j]}')`).join(', ')
  const rowCount = columns[0].values.length
  const header = bytesOf(`{'descr': [${descr}], 'fortran_order': False, 'shape': (${rowCount},), }\n`)
  const sizes = columns.map(({ kind }, j) => (kind === 'text' ? 4 * widths[j] : 8))
  const bytes = new Uint8Array(10 + header.length + rowCount * sizes.reduce((sum, size) => sum + size, 0))
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8])
  bytes.set(header, 10)
  const view = new DataView(bytes.buffer)
  let at = 10 + header.length
  for (let i = 0; i < rowCount; i++) {
    for (const [j, { kind, values }] of columns.entries()) {
      if (kind === 'number') view.setFloat64(at, values[i] === null ? Number.NaN : Number(values[i]), true)
      else if (kind === 'integer') view.setBigInt64(at, BigInt(values[i] ?? 0), true)
      else {
        for (const [l, letter] of [...text(values[i])].entries()) {
          view.setUint32(at + 4 * l, letter.codePointAt(0)!, true)
        }
      }
      at += sizes[j]
    }
  }
  return bytes
}

function arff(columns: readonly WrittenColumn[]): Uint8Array {
  const head = columns.map(({ name, kind }) => `@attribute '${name}' ${kind === 'text' ? 'string' : 'numeric'}\n`)
  const cellOf = (cell: Cell) => {
    if (cell === null) return '?'
    return typeof cell === 'string' && /[\s,'"%{}]/.test(cell) ? `'${cell.replaceAll("'", "\\'")}'` : String(cell)
  }
  const body = rowsOf(columns).map(row => `${row.map(cellOf).join()}\n`)
  return bytesOf(`@relation r\n${head.join('')}@data\n${body.join('')}`)
}

/** A table of FlatBuffers: fields by their numbers. */
interface Flat {
  readonly [field: number]:
    | { readonly byte: number }
    | { readonly short: number }
    | { readonly int: number }
    | { readonly long: number }
    | { readonly text: string }
    | { readonly table: Flat }
    | { readonly tables: readonly Flat[] }
    | { readonly longs: readonly number[]; readonly perItem: number }
}

/** A buffer whose root is the table. Positions are not aligned, which no reader needs that reads byte by byte. */
function flatBytes(root: Flat): Uint8Array {
  const bytes: number[] = [0, 0, 0, 0]
  const put = (at: number, size: number, value: number) => {
    let rest = BigInt.asUintN(64, BigInt(value))
    for (let i = 0; i < size; i++, rest >>= 8n) bytes[at + i] = Number(rest & 255n)
  }
  const add = (size: number, value: number) => put(bytes.length, size, value)
  const addText = (value: string) => {
    const encoded = bytesOf(value)
    add(4, encoded.length)
    bytes.push(...encoded, 0)
  }
  function addTable(table: Flat): number {
    const count = Math.max(-1, ...Object.keys(table).map(Number)) + 1
    const layout = bytes.length
    for (let i = 0; i < 4 + 2 * count; i++) bytes.push(0)
    put(layout, 2, 4 + 2 * count)
    const start = bytes.length
    add(4, start - layout)
    const later: (() => void)[] = []
    for (let number = 0; number < count; number++) {
      const field = table[number]
      if (field === undefined) continue
      const at = bytes.length
      put(layout + 4 + 2 * number, 2, at - start)
      if ('byte' in field) add(1, field.byte)
      else if ('short' in field) add(2, field.short)
      else if ('int' in field) add(4, field.int)
      else if ('long' in field) add(8, field.long)
      else {
        add(4, 0)
        later.push(() => {
          const target = bytes.length
          if ('text' in field) addText(field.text)
          else if ('longs' in field) {
            add(4, field.longs.length / field.perItem)
            for (const value of field.longs) add(8, value)
          } else if ('tables' in field) {
            add(4, field.tables.length)
            const first = bytes.length
            for (const _ of field.tables) add(4, 0)
            field.tables.forEach((each, i) => {
              const place = first + 4 * i
              put(place, 4, addTable(each) - place)
            })
          } else if ('table' in field) {
            put(at, 4, addTable(field.table) - at)
            return
          }
          put(at, 4, target - at)
        })
      }
    }
    put(layout + 2, 2, bytes.length - start)
    for (const write of later) write()
    return start
  }
  put(0, 4, addTable(root))
  while (bytes.length % 8 !== 0) bytes.push(0)
  return Uint8Array.from(bytes)
}

/** An Arrow stream with one batch. */
function arrow(columns: readonly WrittenColumn[]): Uint8Array {
  const rowCount = columns[0].values.length
  const type = ({ kind }: WrittenColumn): Flat => {
    if (kind === 'text') return { 2: { byte: 5 }, 3: { table: {} } }
    if (kind === 'number') return { 2: { byte: 3 }, 3: { table: { 0: { short: 2 } } } }
    return { 2: { byte: 2 }, 3: { table: { 0: { int: 64 }, 1: { byte: 1 } } } }
  }
  const fields = columns.map(column => ({ 0: { text: column.name }, 1: { byte: 1 }, ...type(column) }))
  const buffers: Uint8Array[] = columns.flatMap(({ kind, values }) => {
    const validity = new Uint8Array(Math.ceil(rowCount / 8))
    values.forEach((value, i) => {
      if (value !== null) validity[i >> 3] |= 1 << (i & 7)
    })
    if (kind === 'number') return [validity, raw(Float64Array.from(values, value => Number(value ?? 0)))]
    if (kind === 'integer') return [validity, raw(BigInt64Array.from(values, value => BigInt(value ?? 0)))]
    const texts = values.map(value => bytesOf(text(value)))
    const ends = texts.map(() => 0)
    texts.reduce((sum, each, i) => {
      ends[i] = sum + each.length
      return ends[i]
    }, 0)
    return [validity, raw(Int32Array.from([0, ...ends])), Uint8Array.from(texts.flatMap(each => [...each]))]
  })
  let end = 0
  const places = buffers.flatMap(({ length }) => {
    const place = [end, length]
    end += Math.ceil(length / 8) * 8
    return place
  })
  const body = new Uint8Array(end)
  buffers.forEach((buffer, i) => {
    body.set(buffer, places[2 * i])
  })
  const batch: Flat = {
    0: { long: rowCount },
    1: { longs: columns.flatMap(() => [rowCount, 0]), perItem: 2 },
    2: { longs: places, perItem: 2 },
  }
  const schema: Flat = { 0: { short: 0 }, 1: { tables: fields } }
  return joined([
    message(1, schema, new Uint8Array(0)),
    message(3, batch, body),
    Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0),
  ])
}

function raw({ buffer }: { buffer: ArrayBufferLike }): Uint8Array {
  return new Uint8Array(buffer)
}

function message(kind: number, header: Flat, body: Uint8Array): Uint8Array {
  const flat = flatBytes({ 0: { short: 4 }, 1: { byte: kind }, 2: { table: header }, 3: { long: body.length } })
  const start = new Uint8Array(8)
  start.set([255, 255, 255, 255])
  new DataView(start.buffer).setUint32(4, flat.length, true)
  return joined([start, flat, body])
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const withNames = (columns: readonly WrittenColumn[]) => [names(columns), ...rowsOf(columns)]

/** The formats, with a function that writes each. */
export const WRITERS: Readonly<Record<string, WriteTable>> = {
  csv: columns => bytesOf(separated(withNames(columns), ',')),
  tsv: columns => bytesOf(separated(withNames(columns), '\t')),
  json: columns => bytesOf(`[${records(columns).join()}]`),
  ndjson: columns => bytesOf(`${records(columns).join('\n')}\n`),
  xlsx: columns => workbook(withNames(columns)),
  parquet,
  arrow,
  npy: npyRecords,
  arff,
}

/** Formats that can hold rows without the names of their columns. */
export const BARE_WRITERS: Readonly<Record<string, (rows: readonly (readonly Cell[])[]) => Uint8Array>> = {
  csv: rows => bytesOf(separated(rows, ',')),
  tsv: rows => bytesOf(separated(rows, '\t')),
  semicolons: rows => bytesOf(separated(rows, ';')),
  json: rows => bytesOf(jsonArrays(rows)),
  ndjson: rows => bytesOf(jsonLines(rows)),
  'json strings': rows => bytesOf(jsonArrays(rows.map(row => row.map(cell => (cell === null ? null : String(cell)))))),
  xlsx: rows => workbook(rows),
}
