import { InputError } from 'chorale/internal'

/** Kinds of typed arrays that a part can hold. */
const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array }
type ArrayName = keyof typeof ARRAYS
type NumberArray = InstanceType<(typeof ARRAYS)[ArrayName]>

/** The position of a typed array in the bytes after the JSON text. */
interface Place {
  readonly $array: ArrayName
  readonly at: number
  readonly length: number
}

/** Bytes before the JSON text: its length. */
const HEAD = 8

/**
 * Encodes plain data as consecutive chunks: JSON text, then its typed arrays, each at a multiple of eight and without a
 * copy. Unlike the serialization of Node, it holds nothing but data and does not depend on the version.
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

/** Decodes a part. Its arrays are views of `bytes`, which must begin at a multiple of eight. */
export function decodePart(bytes: Uint8Array): unknown {
  const size = bytes.length < HEAD ? Infinity : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const start = HEAD + aligned(size)
  if (start > bytes.length) throw new InputError('the part is damaged: its JSON text is truncated')
  // A copy, because shared memory cannot be decoded.
  const text = new TextDecoder().decode(bytes.slice(HEAD, HEAD + size))
  return JSON.parse(text, (_, each) => (isPlace(each) ? arrayAt(bytes, start, each) : each))
}

function arrayAt(bytes: Uint8Array, start: number, { $array, at, length }: Place): NumberArray {
  const kind = ARRAYS[$array]
  const from = start + at
  if (from % HEAD !== 0 || from + length * kind.BYTES_PER_ELEMENT > bytes.length) {
    throw new InputError('the part is damaged: an array is out of range')
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
  if (name === undefined) throw new TypeError('a part can hold integer and floating-point arrays only')
  return name as ArrayName
}

function aligned(size: number): number {
  return Math.ceil(size / HEAD) * HEAD
}
