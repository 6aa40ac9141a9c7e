import type { ByteSource } from '../byte-source.js'
import type { RowRange, Table } from '../table.js'
import { type NpyHeader, npyHeader, readNpyRows } from './npy.js'

/** Number of bytes of values that are read at a time. */
const PIECE = 8 * 2 ** 20

/** The bytes that are read first to find the header. */
const OPENING = 2 ** 16

/** Reads all or some rows of an .npy file, one piece at a time, in C or Fortran order. */
export async function* npyBlocks(
  source: ByteSource,
  signal?: AbortSignal,
  rows: RowRange = { from: 0, to: Number.POSITIVE_INFINITY },
): AsyncGenerator<Table> {
  const header = await headerOf(source)
  const rowSize = header.isFortran || header.shape.length === 1 ? header.itemSize : header.shape[1] * header.itemSize
  const columns = header.isFortran ? header.shape[1] : 1
  const [rowCount] = header.shape
  // A matrix with one row is a vector of samples.
  const step = rowCount === 1 ? 1 : Math.max(1, Math.floor(PIECE / rowSize / columns))
  const end = Math.min(rowCount, rows.to)
  for (let { from } = rows; from < end; from += step) {
    signal?.throwIfAborted()
    const to = Math.min(from + step, end)
    yield readNpyRows(source.name, header, await rowBytes(source, header, rowSize, from, to), to - from)
  }
}

/** The number of rows of an .npy file. */
export async function npyRowCount(source: ByteSource): Promise<number> {
  const { shape } = await headerOf(source)
  return shape[0]
}

export async function headerOf(source: ByteSource): Promise<NpyHeader> {
  const opening = await source.read(0, Math.min(OPENING, source.byteLength))
  return npyHeader(source.name, opening, source.byteLength)
}

/** The bytes of rows [from, to), laid out like a file with only these rows. */
async function rowBytes(
  source: ByteSource,
  { dataStart, isFortran, shape }: NpyHeader,
  rowSize: number,
  from: number,
  to: number,
): Promise<Uint8Array> {
  if (!isFortran) return source.read(dataStart + from * rowSize, dataStart + to * rowSize)
  const size = (to - from) * rowSize
  const bytes = new Uint8Array(shape[1] * size)
  for (let j = 0; j < shape[1]; j++) {
    const first = dataStart + (j * shape[0] + from) * rowSize
    bytes.set(await source.read(first, first + size), j * size)
  }
  return bytes
}
