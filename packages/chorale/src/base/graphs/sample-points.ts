import { createPairSearch, type FloatRows, paddedWidth } from '../../numeric/loops/float-rows.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { isWide } from '../../tables/features/wide.js'
import type { Samples } from '../../types.js'
import type { GeneratedEnsemble } from '../generate.js'
import { componentRows, type FloatComponents, floatComponents } from './float-components.js'
import { type FloatTable, floatTable } from './float-table.js'
import { COMPONENTS, viewRows } from './graph-views.js'

/** Samples as points whose distances are compared: the features, or principal components of many features. */
export interface SamplePoints {
  /** The number of coordinates. */
  readonly columnCount: number
  /** The points of some samples. */
  of(rows: Int32Array): FloatRows
}

/** The nearest points of every point, the nearest first. */
export interface NearestPoints {
  /** Neighbours per point. */
  readonly count: number
  readonly indices: Int32Array
  /** Euclidean distances. */
  readonly distances: Float64Array
}

/** The coordinates of the widest graph are enough to see groups; the rest is mostly noise. */
const SEEN = Math.min(...COMPONENTS)

/**
 * Points for maps of samples, in the coordinates in which the samples are clustered. Tables with many features have the
 * components of their base clusterings, or, if these have none, those of `landmarks`.
 */
export function* samplePoints(
  samples: Samples,
  ensemble: GeneratedEnsemble | null,
  landmarks: Int32Array,
  loops: HotLoops,
): Generator<unknown, SamplePoints> {
  if (!isWide(samples)) return { columnCount: samples.featureCount, of: rows => plainRows(floatTable(samples, rows)) }
  const components =
    componentsOfEnsemble(ensemble) ?? (yield* floatComponents(floatTable(samples, landmarks), SEEN, loops))
  const columnCount = Math.min(SEEN, components.variances.length)
  return {
    columnCount,
    of(rows) {
      const steps = componentRows(floatTable(samples, rows), components, loops)
      let step = steps.next()
      while (!step.done) step = steps.next()
      return viewRows(step.value, columnCount, false)
    },
  }
}

/** The components that base clusterings come from. */
function componentsOfEnsemble(ensemble: GeneratedEnsemble | null): FloatComponents | null {
  const model = ensemble?.components == null ? undefined : ensemble.models[0]
  if (model === undefined || !('map' in model) || model.map === null) return null
  const { centre, matrix, outputCount } = model.map
  return { centre, axes: matrix, variances: new Float64Array(outputCount) }
}

/** A table of few features as dense rows. */
function plainRows(table: FloatTable): FloatRows {
  if (table.kind === 'dense') return table
  const width = paddedWidth(table.columnCount)
  const values = new Float32Array(table.rowCount * width)
  for (let r = 0; r < table.rowCount; r++) {
    for (let e = table.starts[r]; e < table.starts[r + 1]; e++) values[r * width + table.links[e]] = table.weights[e]
  }
  return { rowCount: table.rowCount, width, values }
}

/** Finds the nearest points of every point, exactly. Yields the share that is done. */
export function* nearestPoints(points: FloatRows, count: number, loops: HotLoops): Generator<number, NearestPoints> {
  const search = createPairSearch(loops, points, count)
  for (let at = 0; at < search.stepCount; at++) {
    search.step(at)
    yield (at + 1) / search.stepCount
  }
  const indices = search.result()
  const { width, values } = points
  const distances = Float64Array.from(indices, (other, at) => {
    const own = Math.floor(at / count) * width
    let square = 0
    for (let f = 0; f < width; f++) {
      const off = values[own + f] - values[other * width + f]
      square += off * off
    }
    return Math.sqrt(square)
  })
  return { count, indices, distances }
}
