import { Gunzip, Inflate, Unzlib } from 'fflate'
import { InputError } from '../../check.js'
import { Pauser } from '../../pause.js'
import { adler32, crc32 } from './checksum.js'

/**
 * What packed data may unpack to. Tables of labels shrink a hundredfold; a small file that unpacks to far
 * more is a mistake or an attack, and is stopped while it unpacks.
 */
const MAX_RATIO = 200
const ALWAYS_ALLOWED = 128 * 2 ** 20
const MAX_UNPACKED = 2 ** 31 - 1
/** Small, because one byte may become a thousand before the limit is looked at again. */
const CHUNK = 1 << 14

export function unpackedLimit(packedSize: number): number {
  return Math.min(MAX_UNPACKED, Math.max(ALWAYS_ALLOWED, MAX_RATIO * packedSize))
}

export interface InflateOptions {
  /** The most bytes that may come out. */
  limit?: number
  /** CRC-32 of what should come out; gzip and zlib data carry their own checksums. */
  crc?: number
  signal?: AbortSignal
}

/** Unpacks gzip (of one or more members), zlib or bare deflate data, a chunk at a time, and checks the checksum. */
export async function inflate(
  caller: string,
  packing: 'gzip' | 'zlib' | 'deflate',
  bytes: Uint8Array,
  options: InflateOptions = {},
): Promise<Uint8Array> {
  const { limit = unpackedLimit(bytes.length), signal } = options
  const damaged = (why: string) =>
    new InputError(`${caller}: the packed data (${packing}) is damaged or cut short (${why})`)
  // Header, one empty block and checksums take this much.
  if (bytes.length < { gzip: 18, zlib: 6, deflate: 2 }[packing]) throw damaged('too short')
  const pauser = new Pauser(signal)
  const parts: Uint8Array[] = []
  const sum = packing === 'zlib' ? adler32 : crc32
  let size = 0
  let isComplete = false
  let checksum = sum(new Uint8Array(0))
  const take = (part: Uint8Array, isFinal: boolean) => {
    parts.push(part)
    size += part.length
    isComplete = isFinal
    checksum = sum(part, checksum)
  }
  const check = (expected: number) => {
    if (checksum !== expected) throw new Error('wrong checksum')
    checksum = sum(new Uint8Array(0))
  }
  const stream = packing === 'gzip' ? new Gunzip(take) : packing === 'zlib' ? new Unzlib(take) : new Inflate(take)
  // Eight bytes before the next member: the checksum and the size of the one that ends.
  if (stream instanceof Gunzip) stream.onmember = offset => check(word(bytes, offset - 8))

  for (let from = 0; from < bytes.length; from += CHUNK) {
    const isLast = from + CHUNK >= bytes.length
    try {
      stream.push(bytes.subarray(from, from + CHUNK), isLast)
      if (size > limit)
        throw new InputError(
          `${caller}: ${bytes.length} packed bytes unpack to more than ${limit}; if that is meant, unpack the file first`,
        )
      if (isLast && !isComplete) throw new Error('it ends early')
      if (isLast) check(expectedChecksum(packing, bytes, options.crc ?? checksum))
    } catch (error) {
      throw error instanceof InputError ? error : damaged((error as Error).message)
    }
    await pauser.pause()
  }
  return joined(parts, size)
}

function expectedChecksum(packing: 'gzip' | 'zlib' | 'deflate', bytes: Uint8Array, crc: number): number {
  if (packing === 'gzip') return word(bytes, bytes.length - 8)
  if (packing === 'zlib') return new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4)
  return crc
}

function word(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true)
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only) return only
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
