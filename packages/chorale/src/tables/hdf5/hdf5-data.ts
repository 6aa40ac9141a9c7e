import { InputError } from '../../errors.js'
import { Pauser } from '../../pause.js'
import type { ArrayTableOptions } from '../array-variable.js'
import { decompressedLimitInMemory, inflate } from '../compressed/inflate.js'
import { halfFloat } from '../number-format.js'
import { type Hdf5Bytes, NOWHERE } from './hdf5-bytes.js'
import { type Hdf5Data, type Hdf5Filter, type Hdf5Object, treeLeaves } from './hdf5-file.js'
import { lzf } from './lzf.js'

/** The numbers of a dataset, element after element. */
export type Hdf5Numbers =
  | Float64Array
  | Float32Array
  | Int32Array
  | Int16Array
  | Int8Array
  | Uint32Array
  | Uint16Array
  | Uint8Array

/** Options of the readers of tables. */
export interface Hdf5TableOptions extends ArrayTableOptions {
  readonly signal?: AbortSignal
}

export interface ReadHdf5Options {
  readonly signal?: AbortSignal
}

/** The numbers of a dataset or attribute. Integers of 64 bits become doubles. */
export async function hdf5Numbers(
  file: Hdf5Bytes,
  data: Hdf5Data,
  options: ReadHdf5Options = {},
): Promise<Hdf5Numbers> {
  const { type } = data
  if (type.kind !== 'integer' && type.kind !== 'float') throw file.fault('numbers are needed')
  const bytes = await hdf5Bytes(file, data, options)
  const count = bytes.length / type.size
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { isLittle } = type
  if (type.kind === 'float') {
    if (type.size === 8)
      return isLittle
        ? new Float64Array(bytes.buffer)
        : Float64Array.from({ length: count }, (_, i) => view.getFloat64(8 * i))
    if (type.size === 4)
      return isLittle
        ? new Float32Array(bytes.buffer)
        : Float32Array.from({ length: count }, (_, i) => view.getFloat32(4 * i))
    return Float32Array.from({ length: count }, (_, i) => halfFloat(view.getUint16(2 * i, isLittle)))
  }
  const { isSigned } = type
  switch (type.size) {
    case 1:
      return isSigned ? new Int8Array(bytes.buffer) : bytes
    case 2:
      if (isSigned) return Int16Array.from({ length: count }, (_, i) => view.getInt16(2 * i, isLittle))
      return Uint16Array.from({ length: count }, (_, i) => view.getUint16(2 * i, isLittle))
    case 4:
      if (isLittle) return isSigned ? new Int32Array(bytes.buffer) : new Uint32Array(bytes.buffer)
      if (isSigned) return Int32Array.from({ length: count }, (_, i) => view.getInt32(4 * i))
      return Uint32Array.from({ length: count }, (_, i) => view.getUint32(4 * i))
    case 8: {
      const values = new Float64Array(count)
      for (let i = 0; i < count; i++) {
        const high = isLittle ? 8 * i + 4 : 8 * i
        const low = isLittle ? 8 * i : 8 * i + 4
        values[i] =
          (isSigned ? view.getInt32(high, isLittle) : view.getUint32(high, isLittle)) * 2 ** 32 +
          view.getUint32(low, isLittle)
      }
      return values
    }
    default:
      throw file.fault(`integers of ${type.size} bytes`)
  }
}

/** The texts of a dataset or attribute. */
export async function hdf5Texts(file: Hdf5Bytes, data: Hdf5Data, options: ReadHdf5Options = {}): Promise<string[]> {
  const { type } = data
  const bytes = await hdf5Bytes(file, data, options)
  const count = bytes.length / type.size
  if (type.kind === 'text') {
    return Array.from({ length: count }, (_, i) => {
      const part = bytes.subarray(i * type.size, (i + 1) * type.size)
      const zero = part.indexOf(0)
      const text = decoder.decode(zero < 0 ? part : part.subarray(0, zero))
      return type.isSpaced ? text.trimEnd() : text
    })
  }
  if (type.kind !== 'texts') throw file.fault('texts are needed')
  const heaps = new GlobalHeaps(file)
  const elements = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: count }, (_, i) => {
    const at = i * type.size
    const length = elements.getUint32(at, true)
    if (length === 0) return ''
    let address = 0
    for (let byte = file.offsetSize - 1; byte >= 0; byte--) address = address * 256 + bytes[at + 4 + byte]
    const place = heaps.place(file.base + address, elements.getUint32(at + 4 + file.offsetSize, true), length)
    return decoder.decode(file.bytes.subarray(place, place + length)).replace(/\0+$/, '')
  })
}

/** The addresses that references hold, to be used with `referred`. */
export async function hdf5References(file: Hdf5Bytes, data: Hdf5Data): Promise<number[]> {
  if (data.type.kind !== 'reference') throw file.fault('references are needed')
  const bytes = await hdf5Bytes(file, data, {})
  const part = new Uint8Array(bytes)
  return Array.from({ length: part.length / data.type.size }, (_, i) => {
    let address = 0
    for (let byte = file.offsetSize - 1; byte >= 0; byte--) address = address * 256 + part[i * data.type.size + byte]
    return address
  })
}

/** The only text of an attribute; null if there is none. */
export async function textAttribute(object: Hdf5Object, name: string): Promise<string | null> {
  const data = object.attribute(name)
  if (data === null || (data.type.kind !== 'text' && data.type.kind !== 'texts')) return null
  return (await hdf5Texts(object.file, data))[0] ?? null
}

const decoder = new TextDecoder()

/** The texts of varying length, which are in collections of their own. */
class GlobalHeaps {
  readonly #collections = new Map<number, ReadonlyMap<number, number>>()

  constructor(readonly file: Hdf5Bytes) {}

  /** Where an object is. */
  place(collection: number, index: number, length: number): number {
    let objects = this.#collections.get(collection)
    if (objects === undefined) {
      objects = this.#read(collection)
      this.#collections.set(collection, objects)
    }
    const at = objects.get(index)
    if (at === undefined || at + length > this.file.bytes.length) throw this.file.fault('a text is not there')
    return at
  }

  #read(collection: number): Map<number, number> {
    const { file } = this
    file.signature(collection, 'GCOL')
    const end = collection + file.length(collection + 8)
    if (end > file.bytes.length) throw file.fault('a collection of texts is cut short')
    const objects = new Map<number, number>()
    const head = 8 + file.lengthSize
    for (let at = collection + 8 + file.lengthSize; at + head <= end; ) {
      const index = file.uint(at, 2)
      if (index === 0) break
      const size = file.length(at + 8)
      if (size < 0) throw file.fault('a text without size')
      objects.set(index, at + head)
      at += head + 8 * Math.ceil(size / 8)
    }
    return objects
  }
}

/** The bytes of all elements in a buffer of their own, without filters. */
async function hdf5Bytes(
  file: Hdf5Bytes,
  data: Hdf5Data,
  { signal }: ReadHdf5Options,
): Promise<Uint8Array<ArrayBuffer>> {
  const { shape, type, layout, fill } = data
  const byteLength = shape.reduce((product, size) => product * size, type.size)
  if (!(byteLength >= 0 && byteLength <= file.room)) {
    throw new InputError(
      `${file.caller}: a dataset of ${shape.join(' x ')} is too large for a file of ${file.bytes.length} bytes`,
    )
  }
  file.room -= byteLength
  const out = new Uint8Array(byteLength)
  if (fill !== null && fill.length === type.size) for (let at = 0; at < byteLength; at += type.size) out.set(fill, at)
  if (layout.kind === 'plain') {
    if (layout.at === NOWHERE) return out
    if (layout.at + byteLength > file.bytes.length || layout.size < byteLength)
      throw file.fault('a dataset is cut short')
    out.set(file.bytes.subarray(layout.at, layout.at + byteLength))
    return out
  }
  const { chunk } = layout
  if (chunk.length !== shape.length || chunk.some(size => !(size > 0))) throw file.fault('the shape of the chunks')
  const chunkBytes = chunk.reduce((product, size) => product * size, type.size)
  if (!(chunkBytes <= decompressedLimitInMemory(file.bytes.length))) throw file.fault('the size of the chunks')
  const pauser = new Pauser(signal)
  for (const { at, size, mask, offset } of chunksOf(file, data, chunkBytes)) {
    await pauser.pause()
    if (at < 0 || size < 0 || at + size > file.bytes.length) throw file.fault('a chunk is cut short')
    const content = await unfiltered(file, file.bytes.subarray(at, at + size), data.filters, mask, chunkBytes, signal)
    if (content.length < chunkBytes) throw file.fault('a chunk is too short')
    copyChunk(out, content, { shape, chunk, offset, size: type.size })
  }
  return out
}

interface Chunk {
  readonly at: number
  readonly size: number
  readonly mask: number
  /** The first element of the chunk in every dimension. */
  readonly offset: readonly number[]
}

/** Where the chunks of a dataset are. */
function chunksOf(file: Hdf5Bytes, { layout, shape, filters }: Hdf5Data, chunkBytes: number): Chunk[] {
  if (layout.kind !== 'chunks' || layout.at === NOWHERE) {
    if (layout.kind === 'chunks' && layout.index.kind === 'other') {
      throw new InputError(
        `${file.caller}: the file uses ${layout.index.name} of HDF5; save it again without libver='latest'`,
      )
    }
    return []
  }
  const { index, chunk, at } = layout
  const rank = shape.length
  const counts = shape.map((size, d) => Math.ceil(size / chunk[d]))
  const offsetOf = (number: number) => {
    const offset = new Array<number>(rank)
    for (let d = rank - 1, left = number; d >= 0; d--) {
      offset[d] = (left % counts[d]) * chunk[d]
      left = Math.floor(left / counts[d])
    }
    return offset
  }
  const total = counts.reduce((product, count) => product * count, 1)
  switch (index.kind) {
    case 'tree':
      return treeLeaves(file, at, 1, 8 + 8 * (rank + 1)).map(({ key, child }) => ({
        at: child,
        size: file.uint(key, 4),
        mask: Math.max(0, file.uint(key + 4, 4)),
        offset: shape.map((_, d) => file.uint(key + 8 + 8 * d, 8)),
      }))
    case 'single':
      return [{ at, size: index.size ?? chunkBytes, mask: index.mask, offset: shape.map(() => 0) }]
    case 'implicit':
      checkChunkCount(file, total, chunkBytes)
      return Array.from({ length: total }, (_, i) => ({
        at: at + i * chunkBytes,
        size: chunkBytes,
        mask: 0,
        offset: offsetOf(i),
      }))
    case 'fixed':
      return fixedArray(file, at, filters.length > 0, chunkBytes)
        .slice(0, total)
        .flatMap((each, i) => (each.at === NOWHERE ? [] : [{ ...each, offset: offsetOf(i) }]))
    default:
      return []
  }
}

function checkChunkCount(file: Hdf5Bytes, count: number, chunkBytes: number): void {
  if (!(count * chunkBytes <= file.bytes.length)) throw file.fault('the number of chunks')
}

/** The chunks of a dataset of fixed size, as the latest version stores them. */
function fixedArray(file: Hdf5Bytes, at: number, isFiltered: boolean, chunkBytes: number): Omit<Chunk, 'offset'>[] {
  file.signature(at, 'FAHD')
  const entrySize = file.bytes[at + 6]
  const pageBits = file.bytes[at + 7]
  const count = file.length(at + 8)
  const block = file.address(at + 8 + file.lengthSize)
  if (block === NOWHERE) return []
  if (!(count * entrySize <= file.bytes.length) || entrySize < file.offsetSize) throw file.fault('the number of chunks')
  file.signature(block, 'FADB')
  const { offsetSize: o } = file
  const sizeBytes = entrySize - o - 4
  const pageLength = 2 ** pageBits
  const isPaged = count > pageLength
  const pages = Math.ceil(count / pageLength)
  let place = block + 6 + o + (isPaged ? Math.ceil(pages / 8) + 4 : 0)
  return Array.from({ length: count }, (_, i) => {
    // Every page ends with a checksum.
    if (isPaged && i > 0 && i % pageLength === 0) place += 4
    const entry = { at: file.address(place), size: chunkBytes, mask: 0 }
    if (isFiltered) {
      entry.size = file.uint(place + o, sizeBytes)
      entry.mask = Math.max(0, file.uint(place + o + sizeBytes, 4))
    }
    place += entrySize
    return entry
  })
}

const DEFLATE = 1
const SHUFFLE = 2
const FLETCHER = 3
const LZF = 32000
const NAMES = new Map([
  [4, 'szip'],
  [5, 'nbit'],
  [6, 'scale-offset'],
  [32001, 'Blosc'],
  [32004, 'LZ4'],
  [32008, 'bitshuffle'],
  [32015, 'Zstandard'],
  [32026, 'Blosc2'],
])

/** A chunk as it was before the filters, which are undone from the last to the first. */
async function unfiltered(
  file: Hdf5Bytes,
  chunk: Uint8Array,
  filters: readonly Hdf5Filter[],
  mask: number,
  chunkBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  let content = chunk
  for (let f = filters.length - 1; f >= 0; f--) {
    if ((mask >> f) & 1) continue
    const { id, values } = filters[f]
    // Checksums may follow the elements.
    if (id === DEFLATE) content = await inflate(file.caller, 'zlib', content, { limit: chunkBytes + 64, signal })
    else if (id === SHUFFLE) content = unshuffled(content, values[0] ?? 1)
    else if (id === FLETCHER) content = content.subarray(0, Math.max(0, content.length - 4))
    else if (id === LZF) content = lzf(file, content, chunkBytes)
    else {
      throw new InputError(
        `${file.caller}: the file is compressed with ${NAMES.get(id) ?? `filter ${id}`}, which is not supported; save it with gzip, lzf or without compression`,
      )
    }
  }
  return content
}

/** Undoes the order by bytes: all first bytes, then all second ones, and so on. */
function unshuffled(bytes: Uint8Array, size: number): Uint8Array {
  if (size <= 1) return bytes
  const count = Math.floor(bytes.length / size)
  const out = new Uint8Array(bytes.length)
  for (let byte = 0; byte < size; byte++) {
    for (let i = 0, from = byte * count, to = byte; i < count; i++, to += size) out[to] = bytes[from + i]
  }
  out.set(bytes.subarray(count * size), count * size)
  return out
}

/** Copies the elements of a chunk that belong to the dataset. */
function copyChunk(
  out: Uint8Array,
  content: Uint8Array,
  {
    shape,
    chunk,
    offset,
    size,
  }: { shape: readonly number[]; chunk: readonly number[]; offset: readonly number[]; size: number },
): void {
  const rank = shape.length
  const counts = shape.map((length, d) => Math.min(chunk[d], length - offset[d]))
  if (counts.some(count => !(count > 0))) return
  const run = counts[rank - 1] * size
  const rows = counts.slice(0, -1).reduce((product, count) => product * count, 1)
  const place = new Array<number>(rank).fill(0)
  for (let row = 0; row < rows; row++) {
    let from = 0
    let to = 0
    for (let d = 0; d < rank; d++) {
      from = from * chunk[d] + place[d]
      to = to * shape[d] + offset[d] + place[d]
    }
    out.set(content.subarray(from * size, from * size + run), to * size)
    for (let d = rank - 2; d >= 0; d--) {
      place[d]++
      if (place[d] < counts[d]) break
      place[d] = 0
    }
  }
}
