import { InputError } from '../../src/internal.js'

/** Kinds of typed arrays that a part can hold. */
const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array }
type ArrayName = keyof typeof ARRAYS
type NumberArray = InstanceType<(typeof ARRAYS)[ArrayName]>

/** Where a typed array lies in the bytes that follow the text. */
interface Place {
  readonly $array: ArrayName
  readonly at: number
  readonly length: number
}

/** Bytes before the text: its length. */
const HEAD = 8

/**
 * Plain data as bytes, in pieces that follow each other: a JSON text, then the typed arrays in it, each at a multiple of
 * eight, without being copied. Unlike the engine's own serialisation it holds nothing but data, and reads the same in
 * every version.
 */
export function encodePart(value: unknown): Uint8Array[] {
  const arrays: Uint8Array[] = []
  let end = 0
  const text = JSON.stringify(value, (_, each) => {
    if (!ArrayBuffer.isView(each)) return each
    const array = each as NumberArray
    const place: Place = { $array: nameOf(array), at: end, length: array.length }
    arrays.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), paddingAfter(array.byteLength))
    end += aligned(array.byteLength)
    return place
  })
  const body = new TextEncoder().encode(text)
  const head = new Uint8Array(HEAD)
  new DataView(head.buffer).setUint32(0, body.length, true)
  return [head, body, paddingAfter(body.length), ...arrays].filter(piece => piece.length > 0)
}

function paddingAfter(size: number): Uint8Array {
  return new Uint8Array(aligned(size) - size)
}

/** The data of a part. Its arrays are views of `bytes`, which must begin at a multiple of eight. */
export function decodePart(bytes: Uint8Array): unknown {
  const size = bytes.length < HEAD ? Infinity : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const start = HEAD + aligned(size)
  if (start > bytes.length) throw new InputError('the part is damaged: its text is cut short')
  // A copy, because shared memory cannot be decoded.
  const text = new TextDecoder().decode(bytes.slice(HEAD, HEAD + size))
  return JSON.parse(text, (_, each) => (isPlace(each) ? arrayAt(bytes, start, each) : each))
}

function arrayAt(bytes: Uint8Array, start: number, { $array, at, length }: Place): NumberArray {
  const kind = ARRAYS[$array]
  const from = start + at
  if (from % HEAD !== 0 || from + length * kind.BYTES_PER_ELEMENT > bytes.length) {
    throw new InputError('the part is damaged: an array lies outside of it')
  }
  return new kind(bytes.buffer as ArrayBuffer, bytes.byteOffset + from, length)
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null || !('$array' in value)) return false
  const { $array, at, length } = value as Place
  return Object.hasOwn(ARRAYS, $array) && Number.isSafeInteger(at) && Number.isSafeInteger(length) && at >= 0
}

function nameOf(array: NumberArray): ArrayName {
  const name = Object.keys(ARRAYS).find(each => array instanceof ARRAYS[each as ArrayName])
  if (name === undefined) throw new TypeError('a part holds arrays of whole numbers and of doubles')
  return name as ArrayName
}

function aligned(size: number): number {
  return Math.ceil(size / HEAD) * HEAD
}
