import { PLAIN_KERNELS } from '../numeric/loops/hot-loops.js'
import { type AffineMap, mapRows as mapWith } from '../numeric/loops/map-rows.js'
import type { Samples } from '../types.js'

/** An affine map of the features to the coordinates in which base clusterings work. */
export type FeatureMap = AffineMap

/** Maps `rowCount` rows. */
export function mapRows(map: FeatureMap, rows: Float64Array, rowCount: number): Float64Array {
  return mapWith(PLAIN_KERNELS, map, rows, rowCount)
}

/** The map that applies `first`, then the matrix (outputCount of `first` x columns). */
export function composed(first: FeatureMap, matrix: Float64Array, columns: number): FeatureMap {
  const { inputCount, outputCount, centre } = first
  const product = new Float64Array(inputCount * columns)
  for (let f = 0; f < inputCount; f++) {
    for (let q = 0; q < outputCount; q++) {
      const value = first.matrix[f * outputCount + q]
      for (let c = 0; c < columns; c++) product[f * columns + c] += value * matrix[q * columns + c]
    }
  }
  return { inputCount, outputCount: columns, centre, matrix: product }
}

/** The map that scales every feature. */
export function scalingMap(scales: Float64Array, centre: Float64Array): FeatureMap {
  const d = scales.length
  const matrix = new Float64Array(d * d)
  for (let f = 0; f < d; f++) matrix[f * d + f] = scales[f]
  return { inputCount: d, outputCount: d, centre, matrix }
}

/** The given samples as seen through a map (null = as they are). */
export function mappedSamples({ featureCount: d, values }: Samples, rows: Int32Array, map: FeatureMap | null) {
  const picked = new Float64Array(rows.length * d)
  for (let r = 0; r < rows.length; r++) picked.set(values.subarray(rows[r] * d, (rows[r] + 1) * d), r * d)
  return {
    rowCount: rows.length,
    columnCount: map?.outputCount ?? d,
    values: map === null ? picked : mapRows(map, picked, rows.length),
  }
}
