import { Gunzip, Inflate, Unzlib } from 'fflate'
import { InputError } from '../../errors.js'
import { Pauser } from '../../pause.js'
import { SMALL_FILE } from '../table.js'
import { adler32, crc32 } from './checksum.js'

/**
 * The limit of decompression: 128 MiB for a file of up to 10 MB, and 200 bytes for every further byte. A small file that
 * decompresses to far more is a mistake or an attack, and reading it stops at the limit.
 */
const ALWAYS_ALLOWED = 128 * 2 ** 20
const MAX_RATIO = 200
/** Data that is held in memory as a whole has this limit too, because typed arrays of some runtimes end there. */
const MAX_IN_MEMORY = 2 ** 31 - 1
/** Small, because one byte may become a thousand before the limit is checked again. */
const CHUNK = 1 << 14
/** Decompressed bytes that are passed on at a time. */
const PIECE = 1 << 20
/** Compressed bytes that are kept to find the checksum before the header of the next gzip member. */
const KEPT = 2 * CHUNK

/** The most bytes that compressed data of a given size may decompress to. */
function decompressedLimit(compressedSize: number): number {
  return ALWAYS_ALLOWED + MAX_RATIO * Math.max(0, compressedSize - SMALL_FILE)
}

/** The most bytes that compressed data of a given size may decompress to in memory. */
export function decompressedLimitInMemory(compressedSize: number): number {
  return Math.min(MAX_IN_MEMORY, decompressedLimit(compressedSize))
}

/** The compressed formats that are read. */
export type Compression = 'gzip' | 'zlib' | 'deflate'

export interface InflateOptions {
  /** The maximum size of the decompressed data. */
  limit?: number
  /** The expected CRC-32 of the decompressed data; gzip and zlib data contain their own checksums. */
  crc?: number
  signal?: AbortSignal
}

/** Decompresses gzip (of one or more members), zlib or bare deflate data, and checks the checksum. */
export async function inflate(
  caller: string,
  compression: Compression,
  bytes: Uint8Array,
  options: InflateOptions = {},
): Promise<Uint8Array> {
  const limit = options.limit ?? decompressedLimitInMemory(bytes.length)
  const parts: Uint8Array[] = []
  const source = { pieces: [bytes], byteLength: bytes.length }
  for await (const part of inflatePieces(caller, compression, source, { ...options, limit })) parts.push(part)
  return joined(parts)
}

/** Compressed bytes in one or more pieces, and their total size. */
export interface CompressedSource {
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  readonly byteLength: number
}

/** Like {@link inflate}, piece by piece, with memory for one piece. The pieces are never empty. */
export async function* inflatePieces(
  caller: string,
  compression: Compression,
  { pieces, byteLength }: CompressedSource,
  options: InflateOptions = {},
): AsyncGenerator<Uint8Array> {
  const { limit = decompressedLimit(byteLength), crc, signal } = options
  const pauser = new Pauser(signal)
  const stream = new InflateStream(compression)
  for await (const { chunk, isLast } of chunksOf(pieces)) {
    try {
      stream.push(chunk, isLast)
      if (isLast && stream.outputSize <= limit) stream.checkEnd(crc)
    } catch (error) {
      const why = (error as Error).message
      throw new InputError(`${caller}: the compressed data (${compression}) is damaged or cut short (${why})`)
    }
    if (stream.outputSize > limit) {
      throw new InputError(
        `${caller}: ${byteLength} compressed bytes decompress to more than ${limit}; if this is intended, decompress the file first`,
      )
    }
    if (stream.readySize >= PIECE || (isLast && stream.readySize > 0)) yield stream.take()
    await pauser.pause()
  }
}

/** The bytes of the pieces in small chunks. The last chunk is marked; data without bytes is one empty chunk. */
async function* chunksOf(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<{ chunk: Uint8Array; isLast: boolean }> {
  let chunk: Uint8Array | null = null
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; from += CHUNK) {
      if (chunk !== null) yield { chunk, isLast: false }
      chunk = piece.subarray(from, from + CHUNK)
    }
  }
  yield { chunk: chunk ?? new Uint8Array(0), isLast: true }
}

/** Header, one empty block and checksums take this many bytes. */
const LEAST_SIZES: Record<Compression, number> = { gzip: 18, zlib: 6, deflate: 2 }

/** Decompresses chunk after chunk and computes the checksum. Its errors say what is wrong with the data. */
class InflateStream {
  outputSize = 0
  /** Bytes that {@link take} would return. */
  readySize = 0
  readonly #compression: Compression
  readonly #stream: Gunzip | Unzlib | Inflate
  readonly #sum: (bytes: Uint8Array, before?: number) => number
  #checksum: number
  #ready: Uint8Array[] = []
  #isComplete = false
  /** How many compressed bytes there were so far, and the last of them. */
  #inputSize = 0
  #recent: Uint8Array = new Uint8Array(0)

  constructor(compression: Compression) {
    this.#compression = compression
    this.#sum = compression === 'zlib' ? adler32 : crc32
    this.#checksum = this.#sum(new Uint8Array(0))
    const keep = (part: Uint8Array, isFinal: boolean) => {
      this.#isComplete = isFinal
      if (part.length === 0) return
      this.#ready.push(part)
      this.readySize += part.length
      this.outputSize += part.length
      this.#checksum = this.#sum(part, this.#checksum)
    }
    this.#stream = streamOf(compression, keep)
    // The eight bytes before the next member are the checksum and the size of the member that ends.
    if (this.#stream instanceof Gunzip) this.#stream.onmember = offset => this.#check(this.#wordAt(offset - 8))
  }

  push(chunk: Uint8Array, isLast: boolean): void {
    this.#inputSize += chunk.length
    this.#recent = joined([this.#recent.subarray(Math.max(0, this.#recent.length - KEPT)), chunk])
    if (isLast && this.#inputSize < LEAST_SIZES[this.#compression]) throw new Error('too short')
    this.#stream.push(chunk, isLast)
  }

  /** The data must be complete and match the checksum at its end, or `crc` where bare deflate data has none. */
  checkEnd(crc?: number): void {
    if (!this.#isComplete) throw new Error('it ends early')
    if (this.#compression === 'gzip') this.#check(this.#wordAt(this.#inputSize - 8))
    else if (this.#compression === 'zlib') this.#check(swapped(this.#wordAt(this.#inputSize - 4)))
    else if (crc !== undefined) this.#check(crc)
  }

  /** The data that was decompressed since the last call. */
  take(): Uint8Array {
    const whole = joined(this.#ready)
    this.#ready = []
    this.readySize = 0
    return whole
  }

  #check(expected: number): void {
    if (this.#checksum !== expected) throw new Error('wrong checksum')
    this.#checksum = this.#sum(new Uint8Array(0))
  }

  /** Four of the compressed bytes as a little-endian number. */
  #wordAt(offset: number): number {
    const at = offset - (this.#inputSize - this.#recent.length)
    if (at < 0) throw new Error('a header is too long')
    return new DataView(this.#recent.buffer, this.#recent.byteOffset).getUint32(at, true)
  }
}

function streamOf(
  compression: Compression,
  onPart: (part: Uint8Array, isFinal: boolean) => void,
): Gunzip | Unzlib | Inflate {
  switch (compression) {
    case 'gzip':
      return new Gunzip(onPart)
    case 'zlib':
      return new Unzlib(onPart)
    case 'deflate':
      return new Inflate(onPart)
  }
}

/** The same four bytes in the other order. */
function swapped(word: number): number {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, word, true)
  return view.getUint32(0)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
