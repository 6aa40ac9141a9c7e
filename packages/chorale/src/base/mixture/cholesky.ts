import { log2 } from '../../numeric/exp-log.js'

/** L⁻¹ for the lower Cholesky factor L of a positive definite matrix (only its lower half is read), and ln |L⁻¹|. */
export function invertedCholesky(
  matrix: Float64Array,
  size: number,
): { inverse: Float64Array; logDeterminant: number } {
  const factor = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]
      for (let q = 0; q < j; q++) sum -= factor[i * size + q] * factor[j * size + q]
      if (i > j) factor[i * size + j] = sum / factor[j * size + j]
      // Rounding can make a tiny pivot negative.
      else factor[i * size + i] = Math.sqrt(Math.max(sum, 1e-14))
    }
  }
  const inverse = new Float64Array(size * size)
  let logDeterminant = 0
  for (let j = 0; j < size; j++) {
    inverse[j * size + j] = 1 / factor[j * size + j]
    logDeterminant += log2(inverse[j * size + j]) * Math.LN2
    for (let i = j + 1; i < size; i++) {
      let sum = 0
      for (let q = j; q < i; q++) sum -= factor[i * size + q] * inverse[q * size + j]
      inverse[i * size + j] = sum / factor[i * size + i]
    }
  }
  return { inverse, logDeterminant }
}
