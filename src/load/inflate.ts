import { Gunzip, Inflate, Unzlib } from 'fflate'
import { Breath } from '../breathe.js'
import { InputError } from '../check.js'

/**
 * What packed data may unpack to. Tables of labels shrink a hundredfold; a small file that unpacks to far
 * more is a mistake or an attack, and is stopped while it unpacks.
 */
const MAX_RATIO = 200
const ALWAYS_ALLOWED = 256 * 2 ** 20
const MAX_UNPACKED = 2 ** 31 - 1
/** Small, because one byte may become a thousand before the limit is looked at again. */
const CHUNK = 1 << 14

const STREAMS = { gzip: Gunzip, zlib: Unzlib, deflate: Inflate }

export function unpackedLimit(packedSize: number): number {
  return Math.min(MAX_UNPACKED, Math.max(ALWAYS_ALLOWED, MAX_RATIO * packedSize))
}

/** Unpacks gzip, zlib or bare deflate data, a chunk at a time, and stops at `limit` bytes. */
export async function inflate(
  caller: string,
  packing: 'gzip' | 'zlib' | 'deflate',
  bytes: Uint8Array,
  { limit = unpackedLimit(bytes.length), signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<Uint8Array> {
  const breath = new Breath(signal)
  const parts: Uint8Array[] = []
  let size = 0
  let isComplete = false
  const stream = new STREAMS[packing]((part, isFinal) => {
    parts.push(part)
    size += part.length
    isComplete = isFinal
  })

  for (let from = 0; from < bytes.length; from += CHUNK) {
    const isLast = from + CHUNK >= bytes.length
    try {
      stream.push(bytes.subarray(from, from + CHUNK), isLast)
    } catch (cause) {
      throw new InputError(
        `${caller}: the packed data (${packing}) is damaged or cut short (${(cause as Error).message})`,
      )
    }
    if (size > limit) {
      throw new InputError(
        `${caller}: ${bytes.length} packed bytes unpack to more than ${limit}; if that is meant, unpack the file first`,
      )
    }
    await breath.take()
  }
  if (!isComplete) throw new InputError(`${caller}: the packed data (${packing}) is cut short`)
  return joined(parts, size)
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
