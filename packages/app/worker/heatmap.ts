import type { Ensemble, Labels } from 'chorale/internal'
import { type ClusterSimilarity, groupCoAssociation, heatmapCells, heatmapWords } from 'chorale-report/data'
import type { HeatmapDetail, HeatmapView } from './messages.js'

/** Cells per side of the whole matrix. The visible part is computed in finer cells when the user zooms in. */
const OVERVIEW_SIZE = 480

/** The whole co-association matrix in coarse cells, with its explanation. */
export function heatmapView(ensemble: Ensemble, labels: Labels, similarity: ClusterSimilarity | null): HeatmapView {
  const heatmap = heatmapCells(ensemble, labels, { size: Math.min(OVERVIEW_SIZE, ensemble.sampleCount) })
  const { size, values, order, cellStarts, blocks } = heatmap
  return {
    size,
    shares: bytesOf(values),
    order,
    cellStarts,
    blocks: blocks.map(({ cluster, start, end }) => ({ cluster, from: cellStarts[start], to: cellStarts[end] })),
    words: heatmapWords(heatmap, similarity),
  }
}

/** The visible part of the matrix, in positions of the sample order. */
export interface HeatmapWindow {
  readonly rowFrom: number
  readonly rowTo: number
  readonly columnFrom: number
  readonly columnTo: number
  /** Positions per cell. */
  readonly step: number
}

/**
 * A part of the matrix in cells of `step` positions. Rows and columns share one grid, so that each row or column of cells
 * is one group of samples. Only the samples of this part are read.
 */
export function heatmapDetail(ensemble: Ensemble, order: Int32Array, window: HeatmapWindow): HeatmapDetail {
  const { step } = window
  const n = order.length
  const first = (from: number) => Math.max(0, Math.floor(from / step))
  const last = (to: number) => Math.min(Math.ceil(n / step), Math.ceil(to / step))
  const rows = { from: first(window.rowFrom), to: last(window.rowTo) }
  const columns = { from: first(window.columnFrom), to: last(window.columnTo) }

  const groupOfCell = new Map<number, number>()
  for (const { from, to } of [rows, columns]) {
    for (let cell = from; cell < to; cell++) if (!groupOfCell.has(cell)) groupOfCell.set(cell, groupOfCell.size)
  }
  const samples: number[] = []
  const groups: number[] = []
  for (const [cell, group] of groupOfCell) {
    for (let at = cell * step; at < Math.min(n, (cell + 1) * step); at++) {
      samples.push(order[at])
      groups.push(group)
    }
  }
  const part: Ensemble = {
    ...ensemble,
    sampleCount: samples.length,
    labelings: ensemble.labelings.map(labels => Int32Array.from(samples, sample => labels[sample])),
  }
  const count = groupOfCell.size
  const { values } = groupCoAssociation(part, Int32Array.from(groups), count, { withSelf: true })
  const rowCount = rows.to - rows.from
  const columnCount = columns.to - columns.from
  const shares = new Float64Array(rowCount * columnCount)
  for (let row = 0; row < rowCount; row++) {
    const from = groupOfCell.get(rows.from + row)! * count
    for (let column = 0; column < columnCount; column++) {
      shares[row * columnCount + column] = values[from + groupOfCell.get(columns.from + column)!]
    }
  }
  return {
    rowStart: rows.from * step,
    columnStart: columns.from * step,
    rowCount,
    columnCount,
    step,
    shares: bytesOf(shares),
  }
}

/** Shares from 0 to 1 as bytes. Pairs that no base clustering covers count as 0. */
function bytesOf(shares: Float64Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(shares, share => (Number.isNaN(share) ? 0 : Math.round(255 * share)))
}
