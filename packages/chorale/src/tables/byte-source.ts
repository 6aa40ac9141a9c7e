/** Bytes that can be read in pieces: a file, a part of a file, an object in object storage. */
export interface ByteSource {
  /** The file name, used in messages. */
  readonly name: string
  readonly byteLength: number
  /** The bytes from `from` up to, but not including, `to`; `to` is at most `byteLength`. */
  read(from: number, to: number): Promise<Uint8Array>
}

/** Number of bytes of a text file that are read at a time. */
const PIECE = 4 * 2 ** 20

/** All bytes of a source in order, one piece at a time. */
export async function* piecesOf(source: ByteSource, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < source.byteLength; from += PIECE) {
    signal?.throwIfAborted()
    yield await source.read(from, Math.min(from + PIECE, source.byteLength))
  }
}

/** Wraps bytes in memory as a source. */
export function sourceOfBytes(bytes: Uint8Array, name: string): ByteSource {
  return { name, byteLength: bytes.length, read: async (from, to) => bytes.subarray(from, to) }
}
