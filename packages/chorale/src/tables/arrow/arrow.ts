import { decompress as decompressZstd } from 'fzstd'
import { InputError } from '../../errors.js'
import { decompressedLimitInMemory } from '../compressed/inflate.js'
import { type Column, checkTableSize, shortList, type Table, uniqueNames } from '../table.js'
import { CellDecoder } from '../text/cell-decoder.js'
import { type ArrowPart, type ArrowValue, columnOf, dataBufferCount, valuesOf } from './arrow-columns.js'
import { type ArrowField, type ArrowLayout, arrowField } from './arrow-fields.js'
import { FlatTable } from './flat-table.js'
import { decompressLz4 } from './lz4.js'

const CONTINUATION = 0xffffffff
const SCHEMA = 1
const DICTIONARY = 2
const RECORDS = 3

/**
 * Reads Apache Arrow's IPC formats: files (.arrow, and .feather of version 2) and streams. Numbers, booleans (as 0 and
 * 1), strings, dictionaries, dates and timestamps (as strings), lists of numbers of one length (as vectors); compressed
 * with LZ4 or Zstandard or not. Other nested columns and other types are skipped with a note.
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
  readonly #dictionaries = new Map<number, ArrowValue[]>()
  /** For every column, its part in each batch. */
  #parts: ArrowPart[][] = []
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
      const values = valuesOf(field.values, this.#readPart(field.values, [], batch), this.#decoder)
      const isDelta = header.byte(2) !== 0
      const known = isDelta ? this.#dictionaries.get(id) : undefined
      if (known === undefined) this.#dictionaries.set(id, values)
      else for (const value of values) known.push(value)
    }
    if (kind === RECORDS) {
      const batch = this.#batch(header, body)
      this.#rowCount += batch.rowCount
      checkTableSize(this.caller, this.#rowCount, this.#fields.length, this.fileSize)
      for (const [j, field] of this.#fields.entries()) this.#readField(field, batch, this.#parts[j])
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
    this.#parts = this.#fields.map(() => [])
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

  /** Adds the part of a column in a batch. */
  #readField(field: ArrowField, batch: Batch, into: ArrowPart[]): void {
    const { layout, children, dictionary } = field
    if (layout.kind === 'unsupported') {
      this.#skipField(field, batch)
      return
    }
    const part = this.#readPart(layout, children, batch)
    if (part.length !== batch.rowCount) {
      throw new Error(`a column has ${part.length} values for ${batch.rowCount} rows`)
    }
    // A later part of a stream may replace the dictionary.
    into.push(dictionary === null ? part : { ...part, dictionary: this.#dictionaries.get(dictionary) ?? [] })
  }

  /** Moves on to the next column. The columns inside of a nested one may have other lengths. */
  #skipField({ layout, children }: ArrowField, batch: Batch): void {
    const bufferCount = layout.kind === 'unsupported' ? layout.bufferCount : 1 + dataBufferCount(layout)
    if (bufferCount > 0) batch.next()
    for (let skipped = 1; skipped < bufferCount; skipped++) batch.buffer()
    for (const child of children) this.#skipField(child, batch)
  }

  /** The buffers of a column in a batch, which are decoded when all are known. */
  #readPart(layout: ArrowLayout, children: readonly ArrowField[], batch: Batch): ArrowPart {
    if (layout.kind === 'unsupported') return { length: 0, validity: NO_BYTES, buffers: [], child: null }
    const { length, validity } = batch.next()
    const buffers = Array.from({ length: dataBufferCount(layout) }, () => batch.buffer())
    const child = layout.kind === 'list' ? this.#readPart(children[0].layout, [], batch) : null
    return { length, validity, buffers, child }
  }

  #table(name: string | null): Table {
    const { caller } = this
    const usable = this.#fields.map(field => field.layout.kind !== 'unsupported' && field.values.kind !== 'unsupported')
    const names = uniqueNames(this.#fields.filter((_, j) => usable[j]).map(field => field.name)).names.values()
    const columns: Column[] = []
    const skipped: string[] = []
    for (const [j, field] of this.#fields.entries()) {
      const column = usable[j]
        ? columnOf(caller, names.next().value!, field, this.#parts[j], this.#rowCount, this.#decoder)
        : null
      if (column === null) skipped.push(field.name)
      else columns.push(column)
    }
    if (columns.length === 0) throw new InputError(`${caller}: no column of the Arrow file has a supported type`)
    const notes = skipped.length > 0 ? [`skipped columns of types that are not supported: ${shortList(skipped)}`] : []
    return { name, rowCount: this.#rowCount, columns, notes: [...notes, ...this.#decoder.notes] }
  }
}

const NO_BYTES = new Uint8Array(0)
