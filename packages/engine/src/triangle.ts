/** The lower triangle of a square matrix with an empty upper triangle, row by row. It halves the bytes to transfer. */
export function lowerTriangle(square: Float64Array): Float64Array {
  const size = Math.sqrt(square.length)
  const triangle = new Float64Array((size * (size + 1)) / 2)
  for (let row = 0, at = 0; row < size; at += ++row) {
    triangle.set(square.subarray(row * size, row * size + row + 1), at)
  }
  return triangle
}

/** The square matrix of a lower triangle. */
export function squareOf(triangle: Float64Array): Float64Array {
  const size = (Math.sqrt(8 * triangle.length + 1) - 1) / 2
  const square = new Float64Array(size * size)
  for (let row = 0, at = 0; row < size; at += ++row) square.set(triangle.subarray(at, at + row + 1), row * size)
  return square
}
