import { InputError } from '../../errors.js'
import { Pauser } from '../../pause.js'
import { parseNumber } from '../parse-number.js'
import type { Table } from '../table.js'
import { checkSparseSize, matrixOfEntries, type SparseMatrix, sparseColumns } from './sparse-columns.js'

export interface MatrixMarketOptions {
  name?: string
  signal?: AbortSignal
}

const LINE_FEED = 10
const PERCENT = 37
const LINES_PER_PAUSE = 65_536
/** A line of an entry has at least a digit for its row, one for its column, a space and a line break. */
const LEAST_BYTES = 4

/** Reads a matrix of Matrix Market (.mtx), as scipy, R and 10x write it: samples are rows unless the caller says otherwise. */
export async function readMatrixMarket(bytes: Uint8Array, options: MatrixMarketOptions = {}): Promise<Table> {
  const { name } = options
  const matrix = await matrixMarket(name ?? 'readTable', bytes, options.signal)
  const names = Array.from({ length: matrix.columnCount }, (_, j) => `column${j + 1}`)
  return { name: name ?? null, rowCount: matrix.rowCount, columns: sparseColumns(matrix, names), notes: [] }
}

/** The matrix itself; `isTransposed` exchanges its rows and columns. */
export async function matrixMarket(
  caller: string,
  bytes: Uint8Array,
  signal?: AbortSignal,
  isTransposed = false,
): Promise<SparseMatrix> {
  const lines = new Lines(caller, bytes)
  const banner = lines.text().toLowerCase().trim().split(/\s+/)
  const [, object, format, field, symmetry = 'general'] = banner
  const isKnown =
    ['real', 'double', 'integer', 'pattern'].includes(field) && ['general', 'symmetric'].includes(symmetry)
  if (banner[0] !== '%%matrixmarket' || object !== 'matrix' || !isKnown || !['coordinate', 'array'].includes(format)) {
    throw new InputError(
      `${caller}: only Matrix Market files of real, integer or pattern matrices, general or symmetric, can be read; got ${JSON.stringify(banner.slice(1).join(' ').slice(0, 60))}`,
    )
  }
  const isArray = format === 'array'
  lines.skipComments()
  const sizes = lines.numbers(isArray ? 2 : 3)
  const [rowCount, columnCount] = sizes
  if (sizes.some(size => !Number.isSafeInteger(size) || size < 0) || rowCount === 0 || columnCount === 0) {
    throw lines.fault('the sizes must be positive integers')
  }
  const count = isArray ? rowCount * columnCount : sizes[2]
  // Every entry takes a line, so the bytes bound the memory; so do names for rows and columns in their own files.
  const most = Math.ceil(bytes.length / (isArray ? 2 : LEAST_BYTES)) + 1
  if (count > most) throw lines.fault(`${count} entries do not fit into ${bytes.length} bytes`)
  checkSparseSize(caller, rowCount, columnCount, count)
  const isDoubled = symmetry === 'symmetric'
  const room = isDoubled ? 2 * count : count
  const rows = new Int32Array(room)
  const columns = new Int32Array(room)
  const values = new Float64Array(room)
  const pauser = new Pauser(signal)
  let used = 0
  for (let entry = 0; entry < count; entry++) {
    if (entry % LINES_PER_PAUSE === 0) await pauser.pause()
    if (isArray) {
      if (isDoubled) throw lines.fault('symmetric arrays are not supported')
      rows[used] = entry % rowCount
      columns[used] = Math.floor(entry / rowCount)
      values[used++] = lines.numbers(1)[0]
      continue
    }
    const [i, j, value] = lines.numbers(field === 'pattern' ? 2 : 3)
    const isThere = Number.isInteger(i) && Number.isInteger(j) && i >= 1 && i <= rowCount && j >= 1 && j <= columnCount
    if (!isThere) throw lines.fault(`entry ${i}, ${j} is outside of ${rowCount} x ${columnCount}`)
    rows[used] = i - 1
    columns[used] = j - 1
    values[used++] = field === 'pattern' ? 1 : value
    if (isDoubled && i !== j) {
      rows[used] = j - 1
      columns[used] = i - 1
      values[used] = values[used - 1]
      used++
    }
  }
  const entries = { rows: rows.subarray(0, used), columns: columns.subarray(0, used), values: values.subarray(0, used) }
  if (!isTransposed) return matrixOfEntries(rowCount, columnCount, entries)
  return matrixOfEntries(columnCount, rowCount, { ...entries, rows: entries.columns, columns: entries.rows })
}

/** The lines of a text of numbers, one after the other. */
class Lines {
  #at = 0
  #line = 0
  readonly #found: number[] = [0, 0, 0]

  constructor(
    readonly caller: string,
    readonly bytes: Uint8Array,
  ) {}

  fault(why: string): InputError {
    return new InputError(`${this.caller}: damaged Matrix Market file: line ${this.#line}: ${why}`)
  }

  text(): string {
    const end = this.#end()
    const text = new TextDecoder().decode(this.bytes.subarray(this.#at, Math.min(end, this.#at + 1000)))
    this.#at = end + 1
    this.#line++
    return text
  }

  skipComments(): void {
    while (this.#at < this.bytes.length && (this.bytes[this.#at] === PERCENT || this.#isEmpty())) this.text()
  }

  /** The numbers of the next line that is not empty. The array is used again. */
  numbers(count: number): readonly number[] {
    const { bytes } = this
    while (this.#at < bytes.length && this.#isEmpty()) this.text()
    if (this.#at >= bytes.length) throw this.fault('the file is cut short')
    this.#line++
    const end = this.#end()
    let at = this.#at
    for (let k = 0; k < count; k++) {
      while (at < end && isBlank(bytes[at])) at++
      const start = at
      while (at < end && !isBlank(bytes[at])) at++
      const value = at > start ? parseNumber(bytes, start, at) : null
      if (value === null) throw this.fault(`${count} numbers are needed`)
      this.#found[k] = value
    }
    this.#at = end + 1
    return count === this.#found.length ? this.#found : this.#found.slice(0, count)
  }

  #end(): number {
    const end = this.bytes.indexOf(LINE_FEED, this.#at)
    return end < 0 ? this.bytes.length : end
  }

  #isEmpty(): boolean {
    for (let at = this.#at; at < this.bytes.length && this.bytes[at] !== LINE_FEED; at++) {
      if (!isBlank(this.bytes[at])) return false
    }
    return true
  }
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13
}
