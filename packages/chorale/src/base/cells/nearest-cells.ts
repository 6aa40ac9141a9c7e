import { type CentreGroups, createGroupSearch, type GroupSearch } from '../../numeric/loops/group-search.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createNearCells } from '../../numeric/loops/near-cells.js'
import type { Matrix } from '../../types.js'

/** Below this many centres, all distances are computed. */
const GROUPED_FROM = 48
/** Covers the rounding of a radius. */
const ROUNDING = 1 + 1e-12

/** Finds the nearest of many centres, exactly, without computing all distances: centres lie in about √p groups. */
export function createCellFinder({ rowCount: p, columnCount: d, values }: Matrix, loops: HotLoops): GroupSearch {
  const search = createNearCells(loops, p < GROUPED_FROM ? oneGroup(values, p, d) : groupCentres(values, p, d, loops))
  return (rows, rowCount, count) => search(rows, rowCount, Math.min(count, p))
}

/** Finds the nearest of few centres; of equally far ones, the first. */
export function createCentreFinder({ rowCount, columnCount, values }: Matrix, loops: HotLoops): GroupSearch {
  return createNearCells(loops, oneGroup(values, rowCount, columnCount))
}

/** One group without a bound: all distances are computed. */
function oneGroup(values: Float64Array, p: number, d: number): CentreGroups {
  return {
    dimension: d,
    groupCount: 1,
    centres: new Float64Array(d),
    radii: Float64Array.of(Infinity),
    starts: Int32Array.of(0, p),
    members: Int32Array.from({ length: p }, (_, c) => c),
    values,
  }
}

/** About √p groups: one step of k-means from evenly spread centres. */
function groupCentres(values: Float64Array, p: number, d: number, loops: HotLoops): CentreGroups {
  const count = Math.round(Math.sqrt(p))
  const centres = new Float64Array(count * d)
  for (let g = 0; g < count; g++) {
    const c = Math.floor((g * p) / count)
    centres.set(values.subarray(c * d, (c + 1) * d), g * d)
  }
  const nearestGroup = () => createGroupSearch(loops, oneGroup(centres, count, d))(values, p, 1)
  const first = nearestGroup().cells
  const sizes = new Int32Array(count)
  const sums = new Float64Array(count * d)
  for (let c = 0; c < p; c++) {
    sizes[first[c]]++
    for (let f = 0; f < d; f++) sums[first[c] * d + f] += values[c * d + f]
  }
  for (let g = 0; g < count; g++) {
    for (let f = 0; f < d && sizes[g] > 0; f++) centres[g * d + f] = sums[g * d + f] / sizes[g]
  }
  const { cells: groupOf, distances } = nearestGroup()

  const radii = new Float64Array(count)
  const starts = new Int32Array(count + 1)
  for (let c = 0; c < p; c++) {
    starts[groupOf[c] + 1]++
    radii[groupOf[c]] = Math.max(radii[groupOf[c]], Math.sqrt(distances[c]) * ROUNDING)
  }
  for (let g = 0; g < count; g++) starts[g + 1] += starts[g]
  const next = starts.slice()
  const members = new Int32Array(p)
  const sorted = new Float64Array(p * d)
  for (let c = 0; c < p; c++) {
    const at = next[groupOf[c]]++
    members[at] = c
    sorted.set(values.subarray(c * d, (c + 1) * d), at * d)
  }
  return { dimension: d, groupCount: count, centres, radii, starts, members, values: sorted }
}
