import type { ByteSource } from './byte-source.js'
import { fileFormat } from './file-format.js'
import { npyBlocks, npyRowCount } from './npy/npy-blocks.js'
import type { RowRange, Table } from './table.js'

/** The size of a file with random access to its rows. */
export interface RowExtent {
  readonly rowCount: number
  /** Number of pieces that can only be read as a whole. */
  readonly pieceCount: number
}

/** Number of bytes from which a format is detected. */
const OPENING = 256

/** How many rows a file with random access has (.npy and Parquet); null for other formats. */
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

/** Reads some rows of a file with random access, piece by piece. */
export async function* tableRows(source: ByteSource, rows: RowRange): AsyncGenerator<Table> {
  if ((await formatOf(source)) === 'npy') return yield* npyBlocks(source, undefined, rows)
  const { parquetBlocks } = await import('./parquet/parquet-blocks.js')
  yield* parquetBlocks(source, undefined, rows)
}

async function formatOf(source: ByteSource) {
  return fileFormat(source.name, await source.read(0, Math.min(OPENING, source.byteLength)), source.name)
}

/** Reads rows of plain CSV files. Loaded on demand. */
export function csvRows() {
  return import('./csv/csv-rows.js')
}
