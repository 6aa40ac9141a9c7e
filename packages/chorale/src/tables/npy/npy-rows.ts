import type { ByteSource } from '../byte-source.js'
import { NUMBER_FORMATS } from '../number-format.js'
import type { NpyHeader } from './npy.js'
import { headerOf } from './npy-blocks.js'

/** Where the rows of a matrix of numbers are in an .npy file. Plain data that can be sent to another thread. */
export interface NpyRows {
  readonly rowCount: number
  readonly columnCount: number
  readonly dataStart: number
  readonly isFortran: boolean
  readonly isLittle: boolean
  /** A key of `NUMBER_FORMATS`. */
  readonly format: string
  readonly itemSize: number
}

/** The rows of an .npy file, if they are plain numbers that a double can represent; else null. */
export async function npyRowsOf(source: ByteSource): Promise<NpyRows | null> {
  return rowsOfHeader(await headerOf(source))
}

function rowsOfHeader({ fields, isStructured, isFortran, shape, dataStart, itemSize }: NpyHeader): NpyRows | null {
  const [{ type }] = fields
  if (isStructured || !NUMBER_FORMATS.has(type.format) || ['i8', 'u8'].includes(type.format)) return null
  const [rowCount, columnCount = 1] = shape
  if (rowCount < 2) return null
  const { format, isLittle } = type
  return { rowCount, columnCount, dataStart, isFortran, isLittle, format, itemSize }
}

/** The byte ranges that hold rows [from, to): one, or one for each column. */
export function npyRanges(rows: NpyRows, from: number, to: number): { from: number; to: number }[] {
  const { rowCount, columnCount, dataStart, isFortran, itemSize } = rows
  if (!isFortran) {
    const line = columnCount * itemSize
    return [{ from: dataStart + from * line, to: dataStart + to * line }]
  }
  return Array.from({ length: columnCount }, (_, j) => {
    const first = dataStart + j * rowCount * itemSize
    return { from: first + from * itemSize, to: first + to * itemSize }
  })
}

/** Numbers of an .npy file from the bytes of their ranges, row after row. The bytes begin at a multiple of eight. */
export function npyNumbers(rows: NpyRows, ranges: readonly Uint8Array[]): Float64Array {
  if (!rows.isFortran) return numbersOf(rows, ranges[0])
  const columns = ranges.map(bytes => numbersOf(rows, bytes))
  const d = columns.length
  const values = new Float64Array(d * columns[0].length)
  columns.forEach((column, j) => {
    for (let i = 0; i < column.length; i++) values[i * d + j] = column[i]
  })
  return values
}

function numbersOf({ format, isLittle, itemSize }: NpyRows, bytes: Uint8Array): Float64Array {
  const count = bytes.length / itemSize
  const isAligned = bytes.byteOffset % itemSize === 0
  if (isLittle && isAligned && format === 'f4') {
    return new Float64Array(new Float32Array(bytes.buffer, bytes.byteOffset, count))
  }
  if (isLittle && isAligned && format === 'f8') return new Float64Array(bytes.buffer, bytes.byteOffset, count)
  const { read } = NUMBER_FORMATS.get(format)!
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const values = new Float64Array(count)
  for (let i = 0; i < count; i++) values[i] = Number(read(view, i * itemSize, isLittle))
  return values
}
