import type { NearCells } from './group-search.js'
import type { HotLoops } from './hot-loops.js'
import { Workspace } from './workspace.js'

/** Labelings of the same cells. */
export interface FollowedCells {
  readonly cellCount: number
  /** 1 / 2 width², or 0. */
  readonly scale: number
  readonly labelings: readonly {
    /** The label of every cell. */
    readonly cellLabels: Int32Array
    /** Whether a row goes by the weights of its near cells, or by the nearest one. */
    readonly isByWeights: boolean
  }[]
}

interface FollowExports {
  followCells(...addressesAndSizes: number[]): void
}

/** The labels of rows in every labeling of their cells, in WebAssembly; src/cells/cell-set.ts does the same in TypeScript. */
export function simdFollow(loops: HotLoops, near: NearCells, { cellCount, scale, labelings }: FollowedCells) {
  const { count, cells, distances } = near
  const rowCount = cells.length / count
  const labelCount = labelings.reduce((most, { cellLabels }) => Math.max(most, largest(cellLabels)), 0) + 1
  const floats = distances.length + count + labelCount
  const ints = cells.length + labelings.length * (1 + cellCount + rowCount)
  const workspace = Workspace.borrow<FollowExports>(loops, 8 * floats + 4 * ints)
  const cellsHere = workspace.int32(cells.length)
  const distancesHere = workspace.float64(distances.length)
  const rules = workspace.int32(labelings.length)
  const cellLabelsHere = workspace.int32(labelings.length * cellCount)
  const weights = workspace.float64(count)
  const sums = workspace.float64(labelCount)
  const out = workspace.int32(labelings.length * rowCount)
  cellsHere.set(cells)
  distancesHere.set(distances)
  sums.fill(0)
  labelings.forEach(({ cellLabels, isByWeights }, t) => {
    rules[t] = isByWeights ? 1 : 0
    cellLabelsHere.set(cellLabels, t * cellCount)
  })
  workspace.exports.followCells(
    cellsHere.byteOffset,
    distancesHere.byteOffset,
    rowCount,
    count,
    scale,
    labelings.length,
    rules.byteOffset,
    cellLabelsHere.byteOffset,
    cellCount,
    weights.byteOffset,
    sums.byteOffset,
    out.byteOffset,
  )
  return labelings.map((_, t) => out.slice(t * rowCount, (t + 1) * rowCount))
}

function largest(values: Int32Array): number {
  let most = 0
  for (let at = 0; at < values.length; at++) if (values[at] > most) most = values[at]
  return most
}
