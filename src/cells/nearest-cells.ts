import type { Matrix } from '../types.js'

/** The nearest cells of rows, nearest first: `count` per row. */
export interface NearCells {
  readonly count: number
  /** Row r has its cells at [r * count, (r + 1) * count). */
  readonly cells: Int32Array
  /** Squared distances to their centres. */
  readonly distances: Float64Array
}

/** Finds the nearest of many centres, exactly, without computing all distances. */
export interface CellFinder {
  /** The `count` nearest cells of `rowCount` rows of values. */
  nearest(rows: Float64Array, rowCount: number, count: number): NearCells
}

/** Below this many centres, all distances are computed. */
const GROUPED_FROM = 48
const GROUPING_STEPS = 2
/** Covers the rounding of a radius. */
const ROUNDING = 1 + 1e-12

/**
 * Centres lie in about √p groups. A group with centre g and radius r cannot contain a nearer centre of x if
 * |x - g| - r exceeds the distance to the farthest cell kept so far; groups are visited in order of this bound.
 */
export function createCellFinder({ rowCount: p, columnCount: d, values }: Matrix): CellFinder {
  const groups = groupCentres(values, p, d, p < GROUPED_FROM ? 1 : Math.round(Math.sqrt(p)))
  return {
    nearest(rows, rowCount, wanted) {
      const count = Math.min(wanted, p)
      const cells = new Int32Array(rowCount * count)
      const distances = new Float64Array(rowCount * count).fill(Infinity)
      const bounds = new Float64Array(groups.count)
      const order = new Int32Array(groups.count)
      for (let r = 0; r < rowCount; r++) {
        orderGroups(groups, rows, r * d, d, bounds, order)
        searchGroups(groups, rows, r * d, d, { bounds, order, cells, distances, from: r * count, count })
      }
      return { count, cells, distances }
    },
  }
}

interface Groups {
  readonly count: number
  /** The centre and radius of every group. */
  readonly centres: Float64Array
  readonly radii: Float64Array
  /** Group g has the members [starts[g], starts[g + 1]): their numbers, and their values side by side. */
  readonly starts: Int32Array
  readonly members: Int32Array
  readonly values: Float64Array
}

function groupCentres(values: Float64Array, p: number, d: number, count: number): Groups {
  const centres = new Float64Array(count * d)
  for (let g = 0; g < count; g++) {
    const c = Math.floor((g * p) / count)
    centres.set(values.subarray(c * d, (c + 1) * d), g * d)
  }
  const groupOf = new Int32Array(p)
  const distances = new Float64Array(p)
  const assign = () => {
    for (let c = 0; c < p; c++) {
      distances[c] = Infinity
      for (let g = 0; g < count; g++) {
        const distance = squaredDistanceBelow(values, c * d, centres, g * d, d, distances[c])
        if (distance < distances[c]) {
          distances[c] = distance
          groupOf[c] = g
        }
      }
    }
  }
  assign()
  for (let step = 0; step < GROUPING_STEPS; step++) {
    const sizes = new Int32Array(count)
    const sums = new Float64Array(count * d)
    for (let c = 0; c < p; c++) {
      sizes[groupOf[c]]++
      for (let f = 0; f < d; f++) sums[groupOf[c] * d + f] += values[c * d + f]
    }
    for (let at = 0; at < sums.length; at++) {
      const size = sizes[Math.floor(at / d)]
      if (size > 0) centres[at] = sums[at] / size
    }
    assign()
  }

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
  return { count, centres, radii, starts, members, values: sorted }
}

/** The lower bounds of the distances from a row to the members of every group, ascending, and the order of the groups. */
function orderGroups(
  { count, centres, radii }: Groups,
  rows: Float64Array,
  row: number,
  d: number,
  bounds: Float64Array,
  order: Int32Array,
): void {
  for (let g = 0; g < count; g++) {
    const bound = Math.sqrt(squaredDistanceBelow(rows, row, centres, g * d, d, Infinity)) - radii[g]
    let at = g
    while (at > 0 && bounds[at - 1] > bound) {
      bounds[at] = bounds[at - 1]
      order[at] = order[at - 1]
      at--
    }
    bounds[at] = bound
    order[at] = g
  }
}

interface Search {
  readonly bounds: Float64Array
  readonly order: Int32Array
  /** The places [from, from + count) of a row in the result. */
  readonly cells: Int32Array
  readonly distances: Float64Array
  readonly from: number
  readonly count: number
}

function searchGroups(groups: Groups, rows: Float64Array, row: number, d: number, search: Search): void {
  const { starts, members, values } = groups
  const { bounds, order, cells, distances, from, count } = search
  const last = from + count - 1
  for (let o = 0; o < order.length; o++) {
    if (bounds[o] > 0 && bounds[o] * bounds[o] > distances[last]) break
    const end = starts[order[o] + 1]
    for (let e = starts[order[o]]; e < end; e++) {
      const distance = squaredDistanceBelow(rows, row, values, e * d, d, distances[last])
      if (distance >= distances[last]) continue
      let at = last
      while (at > from && distances[at - 1] > distance) {
        distances[at] = distances[at - 1]
        cells[at] = cells[at - 1]
        at--
      }
      distances[at] = distance
      cells[at] = members[e]
    }
  }
}

/** |x - y|², or any value not below `limit` if it is not below it. */
function squaredDistanceBelow(
  x: Float64Array,
  xAt: number,
  y: Float64Array,
  yAt: number,
  d: number,
  limit: number,
): number {
  let sum = 0
  for (let f = 0; f < d; f++) {
    const difference = x[xAt + f] - y[yAt + f]
    sum += difference * difference
    if (sum >= limit) break
  }
  return sum
}
