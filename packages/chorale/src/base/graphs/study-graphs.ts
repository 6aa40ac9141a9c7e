import { createSmoothRows, paddedWidth } from '../../numeric/loops/float-rows.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { randomFor } from '../../numeric/random.js'
import type { Samples } from '../../types.js'
import { type Cells, meanDistance } from '../cells/cell-set.js'
import { createCellFinder } from '../cells/nearest-cells.js'
import type { FeatureMap } from '../feature-map.js'
import { componentRows, floatComponents } from './float-components.js'
import { floatTable } from './float-table.js'
import { cellsOf, meansOf } from './graph-partitions.js'
import { COMPONENTS, graphViews, type ViewPlan } from './graph-views.js'

/** What graphs of nearest rows need to know about the samples. */
export interface GraphStudy {
  /** From features to principal components. */
  readonly map: FeatureMap
  /** The components of the fitted rows: rows of `width` numbers. */
  readonly components: Float32Array
  readonly width: number
  readonly views: readonly ViewPlan[]
  /** Cells of the components by which new samples are labeled. */
  readonly cells: Cells
  /** The nearest of these cells of every fitted row. */
  readonly cellOf: Int32Array
}

/** Cells by which new samples are labeled: a multiple of √n and of k, within limits. */
const LABEL_CELLS = { perRoot: 6, perCluster: 4, most: 1000, rowsPerCell: 3 }
/** Cells that have a say in the label of a sample. */
const LABEL_NEIGHBOURS = 3
/** The same for every seed. */
const STREAM = 33

/** Principal components of the rows, their nearest rows in several views, and cells for new samples. */
export function* studyGraphs(
  samples: Samples,
  fitRows: Int32Array,
  { clusterCount, loops }: { clusterCount: number; loops: HotLoops },
): Generator<unknown, GraphStudy> {
  const table = floatTable(samples, fitRows)
  yield 'rows'
  const { centre, axes, variances } = yield* floatComponents(table, Math.max(...COMPONENTS), loops)
  const columnCount = variances.length
  const rows = yield* componentRows(table, { centre, axes, variances }, loops)
  const views = yield* graphViews(rows, columnCount, loops)

  const n = rows.rowCount
  const shape = { rowCount: n, width: rows.width, columnCount }
  const { perRoot, perCluster, most, rowsPerCell } = LABEL_CELLS
  const wanted = Math.ceil(
    Math.min(n / rowsPerCell, Math.max(perCluster * clusterCount, Math.min(most, perRoot * Math.sqrt(n)))),
  )
  const none = { starts: new Int32Array(n + 1), links: new Int32Array(0), weights: new Float32Array(0) }
  const unsmoothed = createSmoothRows(loops, rows, none, paddedWidth(wanted))
  const { labels: cellOf, count } = yield* cellsOf(unsmoothed, shape, wanted, randomFor(STREAM, 0))
  const { means } = meansOf(unsmoothed.points, cellOf, count, shape)
  const centres = { rowCount: count, columnCount, values: means }
  const neighbours = Math.min(LABEL_NEIGHBOURS, count)
  const some = Float64Array.from({ length: Math.min(n, 1000) * columnCount }, (_, at) => {
    const row = Math.floor((Math.floor(at / columnCount) * n) / Math.min(n, 1000))
    return rows.values[row * rows.width + (at % columnCount)]
  })
  const width = meanDistance(createCellFinder(centres, loops)(some, Math.min(n, 1000), neighbours))
  return {
    map: { inputCount: samples.featureCount, outputCount: columnCount, centre, matrix: axes },
    components: rows.values,
    width: rows.width,
    views,
    cells: { centres, neighbours, width },
    cellOf,
  }
}
