import type { ByteSource } from './byte-source.js'
import { piecesOf } from './byte-source.js'
import { gunzipPieces } from './compressed/gunzip-pieces.js'
import { csvBlocks } from './csv/csv-blocks.js'
import { fileFormat, isUtf16 } from './file-format.js'
import { npyBlocks } from './npy/npy-blocks.js'
import { readTable } from './read-table.js'
import type { Table } from './table.js'

/** Bytes of the beginning by which a format is recognised. */
const OPENING = 2 ** 16

/**
 * A table piece by piece, with memory for one piece: text and gzipped text, .npy, Parquet by row groups. Other
 * formats come as one piece.
 */
export async function* tableBlocks(
  source: ByteSource,
  options: { variable?: string; signal?: AbortSignal } = {},
): AsyncGenerator<Table> {
  const { name } = source
  const { signal } = options
  const opening = await source.read(0, Math.min(OPENING, source.byteLength))
  const format = fileFormat(name, opening, name)
  if (format === 'csv' && !isUtf16(opening)) yield* csvBlocks(piecesOf(source, signal), { name, signal })
  else if (format === 'gzip') yield* gzipBlocks(source, options)
  else if (format === 'npy') yield* npyBlocks(source, signal)
  else if (format === 'parquet') {
    const { parquetBlocks } = await import('./parquet/parquet-blocks.js')
    yield* parquetBlocks(source, signal)
  } else yield await readTable(await source.read(0, source.byteLength), { name, ...options })
}

/** Packed text is unpacked on the way; whatever else is packed is read whole. */
async function* gzipBlocks(
  source: ByteSource,
  options: { variable?: string; signal?: AbortSignal },
): AsyncGenerator<Table> {
  const { name } = source
  const { signal } = options
  const unpacked = gunzipPieces(piecesOf(source, signal), name)
  const first = await unpacked.next()
  const opening = first.done ? new Uint8Array(0) : first.value
  await unpacked.return(undefined)
  if (fileFormat(name, opening, name) !== 'csv' || isUtf16(opening)) {
    yield await readTable(await source.read(0, source.byteLength), { name, ...options })
  } else yield* csvBlocks(gunzipPieces(piecesOf(source, signal), name), { name, signal })
}
