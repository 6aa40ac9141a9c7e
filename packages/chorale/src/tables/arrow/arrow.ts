import { decompress as decompressZstd } from 'fzstd'
import { InputError } from '../../errors.js'
import { isoDate } from '../columns/dates.js'
import { decompressedLimitInMemory } from '../compressed/inflate.js'
import { isMissingText } from '../missing.js'
import { NUMBER_FORMATS } from '../number-format.js'
import { type Column, checkTableSize, shortList, type Table, TextCollector, uniqueNames } from '../table.js'
import { CellDecoder } from '../text/cell-decoder.js'
import { type ArrowField, type ArrowLayout, arrowField } from './arrow-fields.js'
import { FlatTable } from './flat-table.js'
import { decompressLz4 } from './lz4.js'

const CONTINUATION = 0xffffffff
const SCHEMA = 1
const DICTIONARY = 2
const RECORDS = 3

/**
 * Reads Apache Arrow's IPC formats: files (.arrow, and .feather of version 2) and streams. Numbers, booleans (as 0 and
 * 1), strings, dictionaries, dates and timestamps (as strings); compressed with LZ4 or Zstandard or not. Nested columns
 * and other types are skipped with a note.
 */
export function readArrow(bytes: Uint8Array, options: { name?: string; fileSize?: number } = {}): Table {
  const caller = options.name ?? 'readTable'
  try {
    return new ArrowReader(caller, bytes, options.fileSize ?? bytes.length).read(options.name ?? null)
  } catch (error) {
    if (error instanceof InputError) throw error
    const { message } = error as Error
    const isStumble = error instanceof TypeError || /undefined/.test(message)
    const why = error instanceof RangeError ? 'it refers to bytes beyond its end' : message
    throw new InputError(
      `${caller}: the Arrow file is damaged or cut short (${isStumble ? 'its description makes no sense' : why})`,
    )
  }
}

type Value = string | number | bigint | null

/** A part of the rows: its length, its fields' lengths, and its buffers. */
interface Batch {
  readonly rowCount: number
  next(): { length: number; validity: Uint8Array }
  buffer(): Uint8Array
}

class ArrowReader {
  readonly #view: DataView
  #room: number
  #fields: ArrowField[] = []
  readonly #dictionaries = new Map<number, Value[]>()
  /** For every column, the values of all batches. */
  #values: Value[][] = []
  #rowCount = 0
  readonly #decoder = new CellDecoder()

  constructor(
    readonly caller: string,
    readonly bytes: Uint8Array,
    readonly fileSize: number,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#room = decompressedLimitInMemory(bytes.length)
  }

  read(name: string | null): Table {
    const isStream = this.bytes[0] === 0xff
    if (!isStream) this.#readFooter()
    let at = isStream ? 0 : 8
    while (at + 8 <= this.bytes.length && this.#view.getUint32(at, true) === CONTINUATION) {
      const size = this.#view.getUint32(at + 4, true)
      if (size === 0) break
      const message = FlatTable.root(this.#view, at + 8)
      const body = at + 8 + size
      this.#take(message, body)
      const bodySize = message.long(3)
      if (bodySize < 0) throw new Error('a message has a negative size')
      at = body + bodySize
    }
    if (this.#fields.length === 0) throw new InputError(`${this.caller}: the Arrow file has no columns`)
    if (this.#rowCount === 0) throw new InputError(`${this.caller}: the Arrow file has no rows`)
    return this.#table(name)
  }

  /** The schema at the end of a file; some writers do not repeat it at the beginning. */
  #readFooter(): void {
    const end = this.bytes.length - 10
    if (end < 16 || String.fromCharCode(...this.bytes.subarray(end + 4)) !== 'ARROW1') {
      throw new Error('it has no footer')
    }
    const schema = FlatTable.root(this.#view, end - this.#view.getInt32(end, true)).table(1)
    if (schema !== null) this.#readSchema(schema)
  }

  #take(message: FlatTable, body: number): void {
    const header = message.table(2)
    const kind = message.byte(1)
    if (header === null) throw new Error('a message has no header')
    if (kind === SCHEMA && this.#fields.length === 0) this.#readSchema(header)
    if (kind === DICTIONARY) {
      const id = header.long(0)
      const field = this.#allFields().find(({ dictionary }) => dictionary === id)
      const data = header.table(1)
      if (field === undefined || data === null) return
      const batch = this.#batch(data, body)
      checkTableSize(this.caller, batch.rowCount, 1, this.fileSize)
      const values = this.#readValues(field.values, batch)
      const isDelta = header.byte(2) !== 0
      const known = isDelta ? this.#dictionaries.get(id) : undefined
      if (known === undefined) this.#dictionaries.set(id, values)
      else for (const value of values) known.push(value)
    }
    if (kind === RECORDS) {
      const batch = this.#batch(header, body)
      this.#rowCount += batch.rowCount
      checkTableSize(this.caller, this.#rowCount, this.#fields.length, this.fileSize)
      for (const [j, field] of this.#fields.entries()) this.#readField(field, batch, this.#values[j])
    }
  }

  #allFields(): ArrowField[] {
    const all = (fields: readonly ArrowField[]): ArrowField[] =>
      fields.flatMap(field => [field, ...all(field.children)])
    return all(this.#fields)
  }

  #readSchema(schema: FlatTable): void {
    if (schema.short(0) !== 0) throw new InputError(`${this.caller}: big-endian Arrow files are not supported`)
    const fields = schema.tables(1).map(arrowField)
    const unknown = schema.tables(1).filter((_, j) => fields[j] === null)
    if (unknown.length > 0) {
      const names = shortList(unknown.map(field => field.text(0)))
      throw new InputError(
        `${this.caller}: the type of ${names} is not supported; leave it out, or save the table as Parquet`,
      )
    }
    checkTableSize(this.caller, 1, fields.length)
    this.#fields = fields as ArrowField[]
    this.#values = this.#fields.map(() => [])
  }

  #batch(records: FlatTable, body: number): Batch {
    const nodes = records.vector(1)
    const buffers = records.vector(2)
    const codec = records.table(3)?.byte(0) ?? null
    let node = 0
    let at = 0
    const long = (offset: number) => Number(this.#view.getBigInt64(offset, true))
    const buffer = () => {
      if (at >= buffers.count) throw new Error('it has too few buffers')
      const place = buffers.start + 16 * at++
      const start = body + long(place)
      const stored = this.bytes.subarray(start, start + long(place + 8))
      return codec === null ? stored : this.#decompressed(stored, codec)
    }
    const rowCount = records.long(0)
    if (rowCount < 0) throw new Error('a part has a negative number of rows')
    return {
      rowCount,
      buffer,
      next: () => {
        if (node >= nodes.count) throw new Error('it has too few columns')
        return { length: long(nodes.start + 16 * node++), validity: buffer() }
      },
    }
  }

  #decompressed(stored: Uint8Array, codec: number): Uint8Array {
    if (stored.length < 8) return stored
    const size = Number(new DataView(stored.buffer, stored.byteOffset).getBigInt64(0, true))
    const content = stored.subarray(8)
    if (size < 0) return content
    this.#room -= size
    if (!(this.#room >= 0))
      throw new InputError(`${this.caller}: the Arrow file decompresses to too many bytes; split it`)
    return codec === 0 ? decompressLz4(content, size) : decompressZstd(content, new Uint8Array(size))
  }

  /** Adds the values of a column in a batch. */
  #readField(field: ArrowField, batch: Batch, into: Value[]): void {
    const { layout, dictionary } = field
    if (layout.kind === 'unsupported') {
      this.#skipField(field, batch)
      return
    }
    const values = this.#readValues(layout, batch)
    const texts = dictionary === null ? null : (this.#dictionaries.get(dictionary) ?? [])
    for (const value of values) into.push(texts === null || value === null ? value : (texts[value as number] ?? null))
  }

  /** Moves on to the next column. The columns inside of a nested one may have other lengths. */
  #skipField({ layout, children }: ArrowField, batch: Batch): void {
    const bufferCount = layout.kind === 'unsupported' ? layout.bufferCount : layout.kind === 'text' ? 3 : 2
    if (bufferCount > 0) batch.next()
    for (let skipped = 1; skipped < bufferCount; skipped++) batch.buffer()
    for (const child of children) this.#skipField(child, batch)
  }

  #readValues(layout: ArrowLayout, batch: Batch): Value[] {
    if (layout.kind === 'unsupported') return []
    const { length, validity } = batch.next()
    if (length !== batch.rowCount) throw new Error(`a column has ${length} values for ${batch.rowCount} rows`)
    const isNull = (i: number) => validity.length > 0 && ((validity[i >> 3] >> (i & 7)) & 1) === 0
    const read = this.#valueReader(layout, batch)
    return Array.from({ length }, (_, i) => (isNull(i) ? null : read(i)))
  }

  #valueReader(layout: Exclude<ArrowLayout, { kind: 'unsupported' }>, batch: Batch): (i: number) => Value {
    const data = batch.buffer()
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (layout.kind === 'boolean') return i => (data[i >> 3] >> (i & 7)) & 1
    if (layout.kind === 'number') {
      const format = NUMBER_FORMATS.get(layout.format)
      if (format === undefined) throw new Error(`numbers of type ${layout.format}`)
      return i => {
        const value = format.read(view, i * format.size, true)
        return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
      }
    }
    if (layout.kind === 'date') {
      const { size, perDay } = layout
      return i => isoDate((size === 4 ? view.getInt32(4 * i, true) : Number(view.getBigInt64(8 * i, true))) / perDay)
    }
    const texts = batch.buffer()
    const { offsetSize } = layout
    const offset = (i: number) =>
      offsetSize === 4 ? view.getInt32(4 * i, true) : Number(view.getBigInt64(8 * i, true))
    return i => this.#decoder.decode(texts.subarray(offset(i), offset(i + 1)))
  }

  #table(name: string | null): Table {
    const isUsable = ({ layout, values }: ArrowField) => layout.kind !== 'unsupported' && values.kind !== 'unsupported'
    const kept = [...this.#fields.keys()].filter(j => isUsable(this.#fields[j]))
    const skipped = this.#fields.filter(field => !isUsable(field)).map(field => field.name)
    if (kept.length === 0) throw new InputError(`${this.caller}: no column of the Arrow file has a supported type`)
    const { names } = uniqueNames(kept.map(j => this.#fields[j].name))
    const columns = kept.map((j, at) => this.#column(names[at], this.#fields[j], this.#values[j]))
    const notes = skipped.length > 0 ? [`skipped columns of types that are not supported: ${shortList(skipped)}`] : []
    return { name, rowCount: this.#rowCount, columns, notes: [...notes, ...this.#decoder.notes] }
  }

  #column(name: string, { values: { kind } }: ArrowField, values: readonly Value[]): Column {
    // Integers that a double cannot hold become text, so that different labels and ids stay different.
    if ((kind === 'number' && !values.some(isBigInt)) || kind === 'boolean') {
      return {
        name,
        kind: 'number',
        numbers: Float64Array.from(values, value => (value === null ? Number.NaN : Number(value))),
      }
    }
    const collector = new TextCollector(values.length)
    values.forEach((value, row) => {
      if (value !== null && !isMissingText(String(value))) collector.set(row, String(value))
    })
    return { name, kind: 'text', texts: collector.texts, codes: collector.codes }
  }
}

function isBigInt(value: Value): boolean {
  return typeof value === 'bigint'
}
