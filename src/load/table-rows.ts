import type { ByteSource } from './byte-source.js'
import { fileFormat } from './file-format.js'
import { npyBlocks, npyRowCount } from './npy/npy-blocks.js'
import type { RowRange, Table } from './table.js'

/** A file whose rows can be read from anywhere. */
export interface RowExtent {
  readonly rowCount: number
  /** Pieces that can only be read whole. */
  readonly pieceCount: number
}

/** Bytes of the beginning by which a format is recognised. */
const OPENING = 256

/** How many rows a file has, where they can be read from anywhere: .npy and Parquet; null for all else. */
export async function rowExtent(source: ByteSource): Promise<RowExtent | null> {
  const format = await formatOf(source)
  if (format === 'npy') {
    const rowCount = await npyRowCount(source)
    return { rowCount, pieceCount: rowCount }
  }
  if (format !== 'parquet') return null
  const { parquetGroups } = await import('./parquet/parquet-blocks.js')
  const groups = await parquetGroups(source)
  return { rowCount: groups.reduce((sum, count) => sum + count, 0), pieceCount: groups.length }
}

/** Some rows of such a file, piece by piece. */
export async function* tableRows(source: ByteSource, rows: RowRange): AsyncGenerator<Table> {
  if ((await formatOf(source)) === 'npy') return yield* npyBlocks(source, undefined, rows)
  const { parquetBlocks } = await import('./parquet/parquet-blocks.js')
  yield* parquetBlocks(source, undefined, rows)
}

async function formatOf(source: ByteSource) {
  return fileFormat(source.name, await source.read(0, Math.min(OPENING, source.byteLength)), source.name)
}
