import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { nearestCentre } from '../../numeric/nearest-centres.js'
import type { Matrix } from '../../types.js'
import { type FeatureModel, rowFeaturesOf } from './row-features.js'

/** Maps a label row to its position in the embedding and to its cluster. */
export interface LabelModel {
  readonly features: FeatureModel
  /** q x k: the embedding of a row is the product of its features with this. */
  readonly projection: Matrix
  /** Centres of the clusters among embedding rows of length 1; k x k. */
  readonly centres: Matrix
}

/** Embeds and labels label rows, one row at a time. */
export function createRowLabeler({ features: model, projection, centres }: LabelModel, loops: HotLoops) {
  const features = rowFeaturesOf(model, loops)
  const { indices, values } = features
  const k = projection.columnCount
  const embedding = new Float64Array(k)
  const unit = new Float64Array(k)
  return {
    /** The position of the last row in the embedding: k numbers. */
    embedding,
    /** The same, normalised to length 1. */
    direction: unit,
    /** The nearest centre of the row whose m clusters are at [at, at + m). */
    label(clusters: Int32Array, at: number): number {
      embedInto(embedding, features.fill(clusters, at))
      unitInto(unit, embedding)
      return nearestCentre(unit, 0, centres.values, centres.rowCount, k)
    },
  }

  function embedInto(out: Float64Array, count: number): void {
    out.fill(0)
    for (let a = 0; a < count; a++) {
      const value = values[a]
      for (let z = 0, at = indices[a] * k; z < k; z++, at++) out[z] += value * projection.values[at]
    }
  }
}

/** Normalises a row to length 1; a row of exact zeros stays zero. */
function unitInto(out: Float64Array, row: Float64Array): void {
  let square = 0
  for (let z = 0; z < row.length; z++) square += row[z] * row[z]
  const length = square === 0 ? 1 : Math.sqrt(square)
  for (let z = 0; z < row.length; z++) out[z] = row[z] / length
}
