import type { HotLoops } from './hot-loops.js'
import { squaredDistance } from './squared-distance.js'
import { orPlain, Workspace } from './workspace.js'

/** Centres in groups. */
export interface CentreGroups {
  /** The number of features. */
  readonly dimension: number
  readonly groupCount: number
  /** The centre and radius of every group. */
  readonly centres: Float64Array
  readonly radii: Float64Array
  /** Group g has the members [starts[g], starts[g + 1]): their numbers, and their values side by side. */
  readonly starts: Int32Array
  readonly members: Int32Array
  readonly values: Float64Array
}

/** The nearest cells of rows, nearest first: `count` per row. */
export interface NearCells {
  readonly count: number
  /** Row r has its cells at [r * count, (r + 1) * count). */
  readonly cells: Int32Array
  /** Squared distances to their centres. */
  readonly distances: Float64Array
}

/** Finds the `count` nearest centres of `rowCount` rows of values; there are at least so many. */
export type GroupSearch = (rows: Float64Array, rowCount: number, count: number) => NearCells

/**
 * Searches groups of centres. A group with centre g and radius r cannot contain a nearer centre of x if |x - g| - r
 * exceeds the distance to the farthest cell kept so far; groups are visited in order of this bound.
 */
export function createGroupSearch(loops: HotLoops, groups: CentreGroups): GroupSearch {
  if (loops.kind === 'plain') return plainSearch(groups)
  const simd = simdSearch(loops, groups)
  const searchWith = orPlain((here, ...given: Parameters<GroupSearch>) =>
    (here.kind === 'plain' ? plainSearch(groups) : simd)(...given),
  )
  return (rows, rowCount, count) => searchWith(loops, rows, rowCount, count)
}

interface GroupSearchExports {
  searchGroups(
    rows: number,
    rowCount: number,
    dimension: number,
    groupCount: number,
    groupCentres: number,
    radii: number,
    starts: number,
    members: number,
    values: number,
    bounds: number,
    order: number,
    cells: number,
    distances: number,
    count: number,
  ): void
}

/** Values of rows that are searched for in one call. */
const BLOCK_VALUES = 1 << 15

function simdSearch(loops: HotLoops, groups: CentreGroups): GroupSearch {
  const { dimension: d, groupCount } = groups
  const fours = inFours(groups)
  const groupPlaces = fourfold(groupCount)
  const blockRows = Math.max(1, Math.floor(BLOCK_VALUES / d))

  return (rows, rowCount, count) => {
    const block = Math.min(blockRows, rowCount)
    const floats = block * (d + count) + groupPlaces * (d + 2) + fours.values.length
    const ints = block * count + 2 * groupPlaces + fours.starts.length + fours.members.length
    const workspace = Workspace.borrow<GroupSearchExports>(loops, 8 * floats + 4 * ints)
    const rowsHere = workspace.float64(block * d)
    const distancesHere = workspace.float64(block * count)
    const centres = workspace.float64(groupPlaces * d)
    const radii = workspace.float64(groupPlaces)
    const bounds = workspace.float64(groupPlaces)
    const values = workspace.float64(fours.values.length)
    const cellsHere = workspace.int32(block * count)
    const order = workspace.int32(groupPlaces)
    const starts = workspace.int32(fours.starts.length)
    const members = workspace.int32(fours.members.length)
    centres.set(fours.centres)
    radii.set(groups.radii)
    values.set(fours.values)
    starts.set(fours.starts)
    members.set(fours.members)

    const cells = new Int32Array(rowCount * count)
    const distances = new Float64Array(rowCount * count)
    for (let from = 0; from < rowCount; from += block) {
      const here = Math.min(block, rowCount - from)
      rowsHere.set(rows.subarray(from * d, (from + here) * d))
      workspace.exports.searchGroups(
        rowsHere.byteOffset,
        here,
        d,
        groupCount,
        centres.byteOffset,
        radii.byteOffset,
        starts.byteOffset,
        members.byteOffset,
        values.byteOffset,
        bounds.byteOffset,
        order.byteOffset,
        cellsHere.byteOffset,
        distancesHere.byteOffset,
        count,
      )
      cells.set(cellsHere.subarray(0, here * count), from * count)
      distances.set(distancesHere.subarray(0, here * count), from * count)
    }
    return { count, cells, distances }
  }
}

/** Group centres and members in fours, feature by feature. Places that nothing fills are infinitely far. */
function inFours({ dimension: d, groupCount, centres, starts, members, values }: CentreGroups) {
  const placeStarts = new Int32Array(groupCount + 1)
  for (let g = 0; g < groupCount; g++) placeStarts[g + 1] = placeStarts[g] + fourfold(starts[g + 1] - starts[g])
  const places = placeStarts[groupCount]
  const placeMembers = new Int32Array(places)
  const placeValues = new Float64Array(places * d).fill(Infinity)
  for (let g = 0; g < groupCount; g++) {
    for (let e = starts[g]; e < starts[g + 1]; e++) {
      const place = placeStarts[g] + e - starts[g]
      placeMembers[place] = members[e]
      copyToFour(placeValues, place, values, e, d)
    }
  }
  const placeCentres = new Float64Array(fourfold(groupCount) * d).fill(Infinity)
  for (let g = 0; g < groupCount; g++) copyToFour(placeCentres, g, centres, g, d)
  return { centres: placeCentres, starts: placeStarts, members: placeMembers, values: placeValues }
}

/** The next multiple of four. */
export function fourfold(count: number): number {
  return 4 * Math.ceil(count / 4)
}

export function copyToFour<Values extends Float64Array | Float32Array>(
  fours: Values,
  place: number,
  rows: Values,
  row: number,
  d: number,
): void {
  const from = (place - (place % 4)) * d + (place % 4)
  for (let f = 0; f < d; f++) fours[from + 4 * f] = rows[row * d + f]
}

/** The TypeScript version of assembly/group-search.ts. */
function plainSearch(groups: CentreGroups): GroupSearch {
  const { dimension: d, groupCount } = groups
  const bounds = new Float64Array(groupCount)
  const order = new Int32Array(groupCount)
  return (rows, rowCount, count) => {
    const cells = new Int32Array(rowCount * count)
    const distances = new Float64Array(rowCount * count).fill(Infinity)
    for (let r = 0; r < rowCount; r++) {
      orderGroups(groups, rows, r * d, bounds, order)
      searchGroups(groups, rows, r * d, { bounds, order, cells, distances, from: r * count, count })
    }
    return { count, cells, distances }
  }
}

/** The lower bounds of the distances from a row to the members of every group, ascending, and the order of the groups. */
function orderGroups(
  { dimension: d, groupCount, centres, radii }: CentreGroups,
  rows: Float64Array,
  row: number,
  bounds: Float64Array,
  order: Int32Array,
): void {
  for (let g = 0; g < groupCount; g++) {
    const bound = Math.sqrt(squaredDistance(rows, row, centres, g * d, d, Infinity)) - radii[g]
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

function searchGroups(groups: CentreGroups, rows: Float64Array, row: number, search: Search): void {
  const { dimension: d, starts, members, values } = groups
  const { bounds, order, cells, distances, from, count } = search
  const last = from + count - 1
  for (let o = 0; o < order.length; o++) {
    if (bounds[o] > 0 && bounds[o] * bounds[o] > distances[last]) break
    const end = starts[order[o] + 1]
    for (let e = starts[order[o]]; e < end; e++) {
      const distance = squaredDistance(rows, row, values, e * d, d, distances[last])
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
