/**
 * Arrays of one length in a common buffer. An array with a buffer of its own takes some hundred bytes more, which
 * matters if there are very many short ones.
 */
export function manyInt32Arrays(count: number, length: number): Int32Array[] {
  const { buffer } = new Int32Array(count * length)
  return Array.from({ length: count }, (_, at) => new Int32Array(buffer, 4 * at * length, length))
}

/** The same for numbers. */
export function manyFloat64Arrays(count: number, length: number): Float64Array[] {
  const { buffer } = new Float64Array(count * length)
  return Array.from({ length: count }, (_, at) => new Float64Array(buffer, 8 * at * length, length))
}
