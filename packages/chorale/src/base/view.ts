import type { RowSource } from '../numeric/nearest-centres.js'
import type { Samples } from '../types.js'
import { type Projection, projectionMatrix, projectRow } from './projection.js'

/** The part of each sample that a base clustering uses. */
export interface FeatureView {
  /** The features it uses, in increasing order; null = all. */
  readonly features: Int32Array | null
  /** The random projection of all features that it uses; null = none. */
  readonly projection: Projection | null
}

/** The number of values per sample in a view of d features. */
export function columnCountOf({ features, projection }: FeatureView, d: number): number {
  return projection?.dimension ?? features?.length ?? d
}

/** The given samples (null = all), as seen in a view. */
export function viewRows(samples: Samples, rows: Int32Array | null, view: FeatureView): RowSource {
  const { featureCount: d, values } = samples
  const rowCount = rows?.length ?? samples.sampleCount
  const rowAt = (i: number) => (rows === null ? i : rows[i]) * d

  if (view.projection !== null) {
    const p = view.projection.dimension
    const matrix = projectionMatrix(view.projection, d)
    const read = (from: number, to: number, out: Float64Array) => {
      for (let i = from; i < to; i++) projectRow(matrix, p, d, values, rowAt(i), out, (i - from) * p)
    }
    return { rowCount, columnCount: p, read }
  }

  if (view.features !== null) {
    const { features } = view
    const p = features.length
    const read = (from: number, to: number, out: Float64Array) => {
      for (let i = from; i < to; i++) {
        const row = rowAt(i)
        const at = (i - from) * p
        for (let f = 0; f < p; f++) out[at + f] = values[row + features[f]]
      }
    }
    return { rowCount, columnCount: p, read }
  }

  const read = (from: number, to: number, out: Float64Array) => {
    if (rows === null) out.set(values.subarray(from * d, to * d))
    else for (let i = from; i < to; i++) out.set(values.subarray(rowAt(i), rowAt(i) + d), (i - from) * d)
  }
  return { rowCount, columnCount: d, read }
}
