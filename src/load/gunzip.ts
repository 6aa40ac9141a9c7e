import { Gunzip } from 'fflate'
import { Breath } from '../breathe.js'
import { InputError } from '../check.js'

/**
 * What compressed data may unpack to. Tables of labels shrink a hundredfold at most; a small file that
 * claims to be far more is a mistake or an attack, and is stopped while it unpacks.
 */
const MAX_RATIO = 200
const ALWAYS_ALLOWED = 64 * 2 ** 20
const MAX_UNPACKED = 2 ** 31 - 1
const CHUNK = 1 << 16

export function unpackedLimit(packedSize: number): number {
  return Math.min(MAX_UNPACKED, Math.max(ALWAYS_ALLOWED, MAX_RATIO * packedSize))
}

/** Unpacks gzip data, one chunk at a time, within a limit. */
export async function gunzip(caller: string, bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array> {
  const limit = unpackedLimit(bytes.length)
  const breath = new Breath(signal)
  const parts: Uint8Array[] = []
  let size = 0
  let isComplete = false
  const stream = new Gunzip((part, isFinal) => {
    parts.push(part)
    size += part.length
    isComplete = isFinal
  })

  for (let from = 0; from < bytes.length; from += CHUNK) {
    const isLast = from + CHUNK >= bytes.length
    try {
      stream.push(bytes.subarray(from, from + CHUNK), isLast)
    } catch (cause) {
      throw new InputError(`${caller}: the gzip data is damaged or cut short (${(cause as Error).message})`)
    }
    if (size > limit) {
      throw new InputError(
        `${caller}: ${bytes.length} bytes of gzip unpack to more than ${limit} bytes; if that is meant, unpack the file first`,
      )
    }
    await breath.take()
  }
  if (!isComplete) throw new InputError(`${caller}: the gzip data is cut short`)
  return joined(parts, size)
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
