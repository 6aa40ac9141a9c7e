import { exp } from '../../numeric/exp-log.js'
import type { NearCells } from '../../numeric/loops/group-search.js'
import type { Labels, Matrix } from '../../types.js'

/** Small cells that samples fall into, shared by several labelings. */
export interface Cells {
  readonly centres: Matrix
  /** The number of nearest cells that have a say in the label of a sample. */
  readonly neighbours: number
  /** The distance over which their say falls off: the mean distance of the samples to those cells. */
  readonly width: number
}

/** How a sample takes its label from the cells: from the nearest one, or by the weights of its nearest ones. */
export const FOLLOW_RULES = ['nearest', 'weights'] as const satisfies readonly FollowRule[]
/** How samples take labels from cells. */
export type FollowRule = 'nearest' | 'weights'

/** The mean distance to all near cells. */
export function meanDistance({ distances }: NearCells): number {
  let sum = 0
  for (let at = 0; at < distances.length; at++) sum += Math.sqrt(distances[at])
  return sum / distances.length
}

/** Weights of the near cells of every row: exp(-distance² / 2 width²), with the sum 1 in each row. */
export function cellWeights({ count, distances }: NearCells, width: number): Float64Array {
  const weights = new Float64Array(distances.length)
  const scale = weightScale(width)
  for (let from = 0; from < distances.length; from += count) {
    let sum = 0
    for (let at = from; at < from + count; at++) {
      // Relative to the nearest cell, so that no row is all zeros.
      weights[at] = exp((distances[from] - distances[at]) * scale)
      sum += weights[at]
    }
    for (let at = from; at < from + count; at++) weights[at] /= sum
  }
  return weights
}

/** 1 / 2 width²; 0 for cells without a width, whose weights are equal. */
export function weightScale(width: number): number {
  return width > 0 ? 1 / (2 * width * width) : 0
}

/** Every row takes the label of its nearest cell. */
export function followNearest({ count, cells }: NearCells, cellLabels: Labels): Labels {
  const labels = new Int32Array(cells.length / count)
  for (let r = 0; r < labels.length; r++) labels[r] = cellLabels[cells[r * count]]
  return labels
}

/** Every row takes the label with the largest sum of weights among its near cells; of equal sums, that of the nearer cell. */
export function followWeights({ count, cells }: NearCells, weights: Float64Array, cellLabels: Labels): Labels {
  const labels = new Int32Array(cells.length / count)
  const sums = new Float64Array(cellLabels.reduce((most, label) => Math.max(most, label), 0) + 1)
  for (let r = 0; r < labels.length; r++) {
    const from = r * count
    const to = from + count
    for (let at = from; at < to; at++) sums[cellLabels[cells[at]]] += weights[at]
    let best = cellLabels[cells[from]]
    for (let at = from + 1; at < to; at++) {
      const label = cellLabels[cells[at]]
      if (sums[label] > sums[best]) best = label
    }
    labels[r] = best
    for (let at = from; at < to; at++) sums[cellLabels[cells[at]]] = 0
  }
  return labels
}
