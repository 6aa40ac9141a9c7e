import type { Samples } from '../types.js'

/** An affine map of the features to the coordinates in which base clusterings work: (x - centre) · matrix. */
export interface FeatureMap {
  readonly inputCount: number
  readonly outputCount: number
  /** inputCount values. */
  readonly centre: Float64Array
  /** inputCount x outputCount values, row by row. */
  readonly matrix: Float64Array
}

/** Maps `rowCount` rows. */
export function mapRows(map: FeatureMap, rows: Float64Array, rowCount: number): Float64Array {
  const { inputCount: d, outputCount: q, centre, matrix } = map
  const out = new Float64Array(rowCount * q)
  for (let r = 0; r < rowCount; r++) {
    for (let f = 0; f < d; f++) {
      const value = rows[r * d + f] - centre[f]
      if (value === 0) continue
      for (let c = 0; c < q; c++) out[r * q + c] += value * matrix[f * q + c]
    }
  }
  return out
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

/** Rows that are mapped at a time. */
const BLOCK = 4096

/** All samples as seen through a map (null = as they are), block by block. */
export function* mappedBlocks({ sampleCount: n, featureCount: d, values }: Samples, map: FeatureMap | null) {
  for (let from = 0; from < n; from += BLOCK) {
    const rowCount = Math.min(n - from, BLOCK)
    const rows = values.subarray(from * d, (from + rowCount) * d)
    yield { from, rowCount, rows: map === null ? rows : mapRows(map, rows, rowCount) }
  }
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
