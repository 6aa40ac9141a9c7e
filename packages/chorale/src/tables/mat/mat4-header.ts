import { NUMBER_FORMATS, type NumberFormat } from '../number-format.js'

/** Storage types by the digit P of the type. */
const STORAGE: readonly NumberFormat[] = ['f8', 'f4', 'i4', 'i2', 'u2', 'u1'].map(format => NUMBER_FORMATS.get(format)!)
export const TEXT = 1
export const SPARSE = 2

/** The header of an array: 20 bytes, then its name. */
const HEADER = 20
const LONGEST_NAME = 256

/** The header of an array of version 4. */
export interface Mat4Header {
  readonly isLittle: boolean
  readonly format: NumberFormat
  /** 0 numbers, 1 text, 2 sparse. */
  readonly kind: number
  readonly rowCount: number
  readonly columnCount: number
  readonly isComplex: boolean
  readonly name: string
  readonly dataStart: number
}

/** Whether bytes begin with an array of version 4, which has no signature: every field of its header must fit. */
export function isMat4(bytes: Uint8Array): boolean {
  return headerAt(bytes, 0) !== null
}

/** The header at an offset; null if there is none. */
export function headerAt(bytes: Uint8Array, at: number): Mat4Header | null {
  if (at + HEADER + 2 > bytes.length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The type is MOPT in decimal digits: byte order, 0, storage, kind. A small number in the other order is a huge one.
  const isLittle = view.getUint32(at, true) < 1000
  const type = view.getUint32(at, isLittle)
  const [order, zero, storage, kind] = [
    Math.floor(type / 1000),
    Math.floor(type / 100) % 10,
    Math.floor(type / 10) % 10,
    type % 10,
  ]
  if (order !== (isLittle ? 0 : 1) || zero !== 0 || storage >= STORAGE.length || kind > SPARSE) return null
  const [rowCount, columnCount, isComplex, nameLength] = [4, 8, 12, 16].map(field =>
    view.getInt32(at + field, isLittle),
  )
  if (rowCount < 0 || columnCount < 0 || (isComplex !== 0 && isComplex !== 1)) return null
  const dataStart = at + HEADER + nameLength
  if (nameLength < 2 || nameLength > LONGEST_NAME || dataStart > bytes.length) return null
  const name = String.fromCharCode(...bytes.subarray(at + HEADER, dataStart - 1))
  if (bytes[dataStart - 1] !== 0 || !/^[A-Za-z]\w*$/.test(name)) return null
  return {
    isLittle,
    format: STORAGE[storage],
    kind,
    rowCount,
    columnCount,
    isComplex: isComplex === 1,
    name,
    dataStart,
  }
}
