import { InputError } from '../../errors.js'
import { quoted, type VectorColumn } from '../table.js'

/** A list of numbers as people store vectors: an array or a typed array, with null where a number is missing. */
type VectorCell = ArrayLike<number | null | undefined>

/** Lists of mostly one length are vectors with a mistake in some rows; other lists of integers are no vectors. */
const SAME_LENGTH_SHARE = 0.9

/**
 * A column of vectors from cells that are lists of numbers; null if the cells are something else. Rows without a vector
 * are null or undefined. Values that fit into 32 bits by their type stay there.
 */
export function vectorsOfCells(caller: string, name: string, cells: readonly unknown[]): VectorColumn | null {
  const given = cells.findIndex(cell => cell !== null && cell !== undefined)
  if (given < 0) return null
  const bytes = cells.findIndex(isBytes)
  if (bytes >= 0) throw bytesError(caller, `row ${bytes + 1}, column ${quoted(name)}`)
  if (!isList(cells[given]) || !cells.every(cell => cell === null || cell === undefined || isList(cell))) return null
  const lists = cells as readonly (VectorCell | null | undefined)[]
  if (!lists.every(list => list === null || list === undefined || holdsNumbers(list))) return null
  const size = commonLength(caller, name, lists)
  if (size === null || size === 0) return null

  const isSmall = lists.every(list => list === null || list === undefined || fitsFloat32(list))
  const values = isSmall ? new Float32Array(lists.length * size) : new Float64Array(lists.length * size)
  for (const [row, list] of lists.entries()) {
    if (list === null || list === undefined) values.fill(Number.NaN, row * size, (row + 1) * size)
    else for (let j = 0; j < size; j++) values[row * size + j] = list[j] ?? Number.NaN
  }
  return { name, kind: 'vector', size, values }
}

/** Whether a value is a list: an array or a typed array of numbers. */
function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)
}

/** Whether a value is a Buffer or an ArrayBuffer, which hold bytes rather than numbers. */
export function isBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof ArrayBuffer || value instanceof DataView) return true
  return value instanceof Uint8Array && 'readFloatLE' in value
}

/** The error for bytes where numbers are needed. */
export function bytesError(caller: string, place: string): InputError {
  return new InputError(
    `${caller}: ${place} must be a list of numbers; got a Buffer of bytes. For numbers of 32 bits, use ` +
      'new Float32Array(buffer.buffer, buffer.byteOffset, buffer.byteLength / 4)',
  )
}

function holdsNumbers(list: ArrayLike<unknown>): boolean {
  if (ArrayBuffer.isView(list)) return !(list instanceof BigInt64Array || list instanceof BigUint64Array)
  for (let j = 0; j < list.length; j++) {
    const value = list[j]
    if (typeof value !== 'number' && value !== null && value !== undefined) return false
  }
  return true
}

function holdsFractions(list: ArrayLike<unknown> | null | undefined): boolean {
  if (list === null || list === undefined) return false
  for (let j = 0; j < list.length; j++) if (typeof list[j] === 'number' && !Number.isInteger(list[j])) return true
  return false
}

function fitsFloat32(list: unknown): boolean {
  return (
    ArrayBuffer.isView(list) &&
    !(list instanceof Float64Array || list instanceof Int32Array || list instanceof Uint32Array)
  )
}

/** The one length of the lists; null if they have no common one. Where lists are measurements, or few have another length, that is an error. */
export function commonLength(
  caller: string,
  name: string,
  lists: readonly (ArrayLike<unknown> | null | undefined)[],
): number | null {
  const counts = new Map<number, number>()
  let total = 0
  for (const list of lists) {
    if (list === null || list === undefined) continue
    counts.set(list.length, (counts.get(list.length) ?? 0) + 1)
    total++
  }
  const [size, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])
  if (count === total) return size
  if (count < SAME_LENGTH_SHARE * total && !lists.some(holdsFractions)) return null
  const odd = lists.findIndex(list => list !== null && list !== undefined && list.length !== size)
  throw lengthError(caller, name, size, odd, lists[odd]!.length)
}

/** The error for a vector of another length than the others. */
function lengthError(caller: string, name: string, expected: number, row: number, got: number): InputError {
  return new InputError(
    `${caller}: row ${row + 1}, column ${quoted(name)} has a vector of the wrong length: ${expected} expected, got ${got}`,
  )
}
