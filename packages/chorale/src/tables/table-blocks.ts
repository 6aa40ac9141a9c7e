import type { ByteSource } from './byte-source.js'
import { piecesOf } from './byte-source.js'
import { inflatePieces } from './compressed/inflate.js'
import { csvBlocks } from './csv/csv-blocks.js'
import { fileFormat } from './file-format.js'
import { isMissingNumber } from './missing.js'
import { npyBlocks } from './npy/npy-blocks.js'
import { checkVariable, type ReadTableOptions, readTable } from './read-table.js'
import { quoted, type Table } from './table.js'
import { isUtf16 } from './text/decode-text.js'
import { WholeFileNeeded } from './whole-file-needed.js'

/** Options of {@link tableBlocks}. */
export type TableBlocksOptions = Pick<ReadTableOptions, 'variable' | 'sheet' | 'encoding' | 'header' | 'signal'>

/** Number of bytes from which a format is detected. */
const OPENING = 2 ** 16

/**
 * Reads a table piece by piece, with memory for one piece: text and gzipped text, .npy, Parquet by row groups. Other
 * formats are one piece.
 */
export async function* tableBlocks(source: ByteSource, options: TableBlocksOptions = {}): AsyncGenerator<Table> {
  const { name } = source
  const { signal, encoding, header } = options
  const opening = await source.read(0, Math.min(OPENING, source.byteLength))
  const format = fileFormat(name, opening, name)
  checkVariable(name, format, options.variable)
  if (format === 'csv' && encoding === undefined && !isUtf16(opening))
    yield* csvBlocks(piecesOf(source, signal), { name, signal, header })
  else if (format === 'gzip') yield* gzipBlocks(source, options)
  else if (format === 'npy') yield* withoutSigns(name, npyBlocks(source, signal))
  else if (format === 'parquet') {
    const { parquetBlocks } = await import('./parquet/parquet-blocks.js')
    yield* withoutSigns(name, parquetBlocks(source, signal))
  } else yield await readTable(await source.read(0, source.byteLength), { name, ...options })
}

/** Whether a dash or a point means no value depends on all values of a column. */
async function* withoutSigns(caller: string, tables: AsyncGenerator<Table>): AsyncGenerator<Table> {
  for await (const table of tables) {
    for (const column of table.columns) {
      const sign = column.kind === 'text' ? column.texts.find(isMissingNumber) : undefined
      if (sign === undefined) continue
      throw new WholeFileNeeded(
        `${caller}: column ${quoted(column.name)} contains ${quoted(sign)}, which may mean that there is no value`,
      )
    }
    yield table
  }
}

/** Compressed text is decompressed piece by piece; every other compressed format is read whole. */
async function* gzipBlocks(source: ByteSource, options: TableBlocksOptions): AsyncGenerator<Table> {
  const { name, byteLength } = source
  const { signal, encoding, header } = options
  const pieces = inflatePieces(name, 'gzip', { pieces: piecesOf(source, signal), byteLength }, { signal })
  const first = await pieces.next()
  const opening = first.done ? new Uint8Array(0) : first.value
  const format = fileFormat(name, opening, name)
  checkVariable(name, format, options.variable)
  if (format === 'csv' && encoding === undefined && !isUtf16(opening)) {
    yield* csvBlocks(continued(opening, pieces), { name, signal, header, fileSize: byteLength })
  } else {
    await pieces.return(undefined)
    yield await readTable(await source.read(0, byteLength), { name, ...options })
  }
}

/** The first piece, which has already been read, and then the others. */
async function* continued(first: Uint8Array, others: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* others
}
