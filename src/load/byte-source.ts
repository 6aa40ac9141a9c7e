/** Bytes that are read piece by piece: a file, a part of one, an object in a store. */
export interface ByteSource {
  /** The file's name, for messages. */
  readonly name: string
  readonly byteLength: number
  /** The bytes from `from` to `to`, which is not beyond the end. */
  read(from: number, to: number): Promise<Uint8Array>
}

/** Bytes of a text file that are read at a time. */
const PIECE = 4 * 2 ** 20

/** The bytes of a source from its beginning, a piece at a time. */
export async function* piecesOf(source: ByteSource, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < source.byteLength; from += PIECE) {
    signal?.throwIfAborted()
    yield await source.read(from, Math.min(from + PIECE, source.byteLength))
  }
}

/** Bytes in memory as a source. */
export function sourceOfBytes(bytes: Uint8Array, name: string): ByteSource {
  return { name, byteLength: bytes.length, read: async (from, to) => bytes.subarray(from, to) }
}
