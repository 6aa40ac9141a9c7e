import { createHash } from 'node:crypto'
import { type ByteSource, InputError } from 'chorale/internal'

/** Number of bytes under one digest. A worker reads whole chunks, so that it can check them. */
const CHUNK = 2 ** 18
const DIGEST_BYTES = 32
/** Number of chunks that the driver reads at a time. */
const CHUNKS_PER_READ = 16

/** The content of a file: the SHA-256 of each chunk, one after the other. */
export async function fingerprint(source: ByteSource, signal?: AbortSignal): Promise<Uint8Array> {
  const { byteLength } = source
  const digests = new Uint8Array(DIGEST_BYTES * chunkCount(byteLength))
  for (let from = 0; from < byteLength; from += CHUNKS_PER_READ * CHUNK) {
    signal?.throwIfAborted()
    const bytes = await source.read(from, Math.min(from + CHUNKS_PER_READ * CHUNK, byteLength))
    for (let at = 0; at < bytes.length; at += CHUNK) {
      digests.set(digestOf(bytes.subarray(at, at + CHUNK)), (DIGEST_BYTES * (from + at)) / CHUNK)
    }
  }
  return digests
}

/** Number of bytes in the fingerprint of a file. */
export function fingerprintLength(byteLength: number): number {
  return DIGEST_BYTES * chunkCount(byteLength)
}

/** The same source, which fails where its content is not that of the fingerprint. */
export function checkedSource(source: ByteSource, digests: Uint8Array): ByteSource {
  const { name, byteLength } = source
  /** The last chunk of a read is often the first one of the next. */
  let last: { chunk: number; bytes: Uint8Array } | null = null
  const readChunk = async (chunk: number): Promise<Uint8Array> => {
    if (last?.chunk === chunk) return last.bytes
    const from = chunk * CHUNK
    const bytes = await source.read(from, Math.min(from + CHUNK, byteLength))
    const expected = digests.subarray(DIGEST_BYTES * chunk, DIGEST_BYTES * (chunk + 1))
    if (!digestOf(bytes).equals(expected)) {
      throw new InputError(
        `${name}: the content after byte ${from} is not what the driver read; the file was changed during the run, or it differs between machines`,
      )
    }
    last = { chunk, bytes }
    return bytes
  }
  return {
    name,
    byteLength,
    async read(from, to) {
      const result = new Uint8Array(to - from)
      for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < to; chunk++) {
        const start = chunk * CHUNK
        const bytes = await readChunk(chunk)
        const part = bytes.subarray(Math.max(0, from - start), to - start)
        result.set(part, Math.max(0, start - from))
      }
      return result
    },
  }
}

function chunkCount(byteLength: number): number {
  return Math.ceil(byteLength / CHUNK)
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
