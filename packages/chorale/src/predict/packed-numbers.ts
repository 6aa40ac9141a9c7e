import { InputError } from '../errors.js'

/**
 * Encodes long lists of numbers for a JSON file: base64 of little-endian numbers, with the name of their type. Integers
 * take as few bytes as the largest of them needs.
 */
export type PackedNumbers =
  | { readonly i8: string }
  | { readonly i16: string }
  | { readonly i32: string }
  | { readonly f64: string }

const SIZES = { i8: 1, i16: 2, i32: 4, f64: 8 } as const
type NumberType = keyof typeof SIZES

export function packNumbers(values: Int32Array | Float64Array): PackedNumbers {
  const type = values instanceof Float64Array ? 'f64' : typeFor(values)
  const size = SIZES[type]
  const bytes = new Uint8Array(values.length * size)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < values.length; i++) WRITE[type](view, i * size, values[i])
  return { [type]: encodeBase64(bytes) } as unknown as PackedNumbers
}

/** Decodes a list of numbers; throws if it is not one. */
export function unpackNumbers(packed: unknown, kind: 'whole' | 'any', name: string): Float64Array {
  const entries = typeof packed === 'object' && packed !== null ? Object.entries(packed) : []
  const [type, text] = entries.length === 1 ? entries[0] : []
  if (!isType(type) || typeof text !== 'string' || (kind === 'whole' && type === 'f64')) {
    throw new InputError(`${name} must be an encoded list of ${kind === 'whole' ? 'integers' : 'numbers'}`)
  }
  const bytes = decodeBase64(text, name)
  const size = SIZES[type]
  if (bytes.length % size !== 0) throw new InputError(`${name} must consist of whole values of ${size} bytes each`)
  const view = new DataView(bytes.buffer)
  const values = new Float64Array(bytes.length / size)
  for (let i = 0; i < values.length; i++) {
    values[i] = READ[type](view, i * size)
    if (!Number.isFinite(values[i])) throw new InputError(`${name} must be finite numbers; got ${values[i]}`)
  }
  return values
}

function isType(type: unknown): type is NumberType {
  return type === 'i8' || type === 'i16' || type === 'i32' || type === 'f64'
}

function typeFor(values: Int32Array): NumberType {
  let least = 0
  let most = 0
  for (let i = 0; i < values.length; i++) {
    least = Math.min(least, values[i])
    most = Math.max(most, values[i])
  }
  if (least >= -128 && most <= 127) return 'i8'
  return least >= -32768 && most <= 32767 ? 'i16' : 'i32'
}

const WRITE: Record<NumberType, (view: DataView, at: number, value: number) => void> = {
  i8: (view, at, value) => view.setInt8(at, value),
  i16: (view, at, value) => view.setInt16(at, value, true),
  i32: (view, at, value) => view.setInt32(at, value, true),
  f64: (view, at, value) => view.setFloat64(at, value, true),
}

const READ: Record<NumberType, (view: DataView, at: number) => number> = {
  i8: (view, at) => view.getInt8(at),
  i16: (view, at) => view.getInt16(at, true),
  i32: (view, at) => view.getInt32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
}

/** Bytes per call: a multiple of 3, so that the pieces can be joined without padding. */
const PIECE = 3 * 8192

function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + PIECE)))
  }
  return text
}

function decodeBase64(text: string, name: string): Uint8Array<ArrayBuffer> {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    throw new InputError(`${name} must be base64`)
  }
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
