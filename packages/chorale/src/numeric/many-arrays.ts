/** The most numbers of arrays that share a buffer. */
const SHORT = 256

/**
 * Many arrays of one length. Short ones share a buffer: an array with a buffer of its own takes some hundred bytes
 * more, and there can be very many of them.
 */
export function manyInt32Arrays(count: number, length: number): Int32Array[] {
  if (length > SHORT) return Array.from({ length: count }, () => new Int32Array(length))
  const { buffer } = new Int32Array(count * length)
  return Array.from({ length: count }, (_, at) => new Int32Array(buffer, 4 * at * length, length))
}

/** The same for numbers of eight bytes. */
export function manyFloat64Arrays(count: number, length: number): Float64Array[] {
  if (length > SHORT) return Array.from({ length: count }, () => new Float64Array(length))
  const { buffer } = new Float64Array(count * length)
  return Array.from({ length: count }, (_, at) => new Float64Array(buffer, 8 * at * length, length))
}
