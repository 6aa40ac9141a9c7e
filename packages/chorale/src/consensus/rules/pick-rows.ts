import type { Matrix } from '../../types.js'

/** The given rows of a matrix, in the given order. */
export function pickRows({ columnCount, values }: Matrix, rows: readonly number[]): Matrix {
  const picked = new Float64Array(rows.length * columnCount)
  rows.forEach((row, at) => {
    picked.set(values.subarray(row * columnCount, (row + 1) * columnCount), at * columnCount)
  })
  return { rowCount: rows.length, columnCount, values: picked }
}
