import { type CentreGroups, copyToFour, createGroupSearch, fourfold, type GroupSearch } from './group-search.js'
import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/*
 * The nearest cells of many rows, exactly, in two steps:
 *
 * 1. Candidates in f32, for blocks of eight rows: |c|² - 2 x·c for four cells at a time. Rows are sorted by their nearest
 *    groups first, so that the rows of a block lie together and skip the same groups of cells. A cell is a candidate if
 *    its distance is within the rounding error of the `count` smallest.
 * 2. The candidates in f64, with the sums of `squaredDistance`.
 *
 * Rows that this cannot decide (equal distances, where the order of the search decides, or too many candidates) are
 * searched again by the group search. The result is therefore that of the group search to the bit, which is also the
 * version without SIMD.
 */

/** With fewer rows, sorting them takes longer than it saves. */
const FEWEST_ROWS = 64
/** The most cells per row that the module keeps. */
const MOST_CELLS = 16
/** Values of rows that are searched for in one call. */
const BLOCK_VALUES = 1 << 17
/** Bytes of the state of eight rows: squares, slack, limits, counts, 32 scores, 16 best and 64 candidates per row. */
const STATE_BYTES = 256 + 8 * (4 * 16 + 2 * 4 * 64)

/** Finds the same cells as the group search, faster where there are many rows. */
export function createNearCells(loops: HotLoops, groups: CentreGroups): GroupSearch {
  const search = createGroupSearch(loops, groups)
  if (loops.kind === 'plain') return search
  const tables = tablesOf(groups)
  const searchWith = orPlain((here, ...given: Parameters<GroupSearch>) =>
    here.kind === 'plain' ? search(...given) : simdNearCells(here, groups, tables, search, ...given),
  )
  return (rows, rowCount, count) =>
    rowCount < FEWEST_ROWS || count > MOST_CELLS
      ? search(rows, rowCount, count)
      : searchWith(loops, rows, rowCount, count)
}

interface NearCellsExports {
  orderRows(...addressesAndSizes: number[]): void
  nearCells(...addressesAndSizes: number[]): number
}

function simdNearCells(
  loops: HotLoops,
  groups: CentreGroups,
  tables: Tables,
  search: GroupSearch,
  rows: Float64Array,
  rowCount: number,
  count: number,
) {
  const { dimension: d, groupCount } = groups
  const block = Math.min(Math.max(FEWEST_ROWS, Math.floor(BLOCK_VALUES / d)), rowCount)
  const groupPlaces = fourfold(groupCount)
  const floats =
    d + block * (d + count) + tables.exact.length + (8 * d + 8 * groupPlaces + STATE_BYTES / 4) + sizeOf(tables)
  const ints = block * (3 + count) + groupCount * groupCount + 1
  const workspace = Workspace.borrow<NearCellsExports>(loops, 8 * floats + 4 * ints)
  const put = (values: Float64Array) => placed(workspace.float64(values.length), values)
  const putFloats = (values: Float32Array) => placed(workspace.float32(values.length), values)
  const putInts = (values: Int32Array) => placed(workspace.int32(values.length), values)
  const shift = put(tables.shift)
  const exact = put(tables.exact)
  const groupFours = putFloats(tables.groups)
  const groupSquares = putFloats(tables.groupSquares)
  const radii = putFloats(tables.radii)
  const cellFours = putFloats(tables.cells)
  const cellSquares = putFloats(tables.cellSquares)
  const visits = putInts(tables.visits)
  const starts = putInts(tables.starts)
  const members = putInts(tables.members)
  const rowsHere = workspace.float64(block * d)
  const distancesHere = workspace.float64(block * count)
  const cellsHere = workspace.int32(block * count)
  const order = workspace.int32(block)
  const keys = workspace.int32(block)
  const open = workspace.int32(block)
  const counts = workspace.int32(groupCount * groupCount + 1)
  const lanes = workspace.float32(8 * d)
  const groupScores = workspace.float32(8 * groupPlaces)
  const state = workspace.float32(STATE_BYTES / 4)

  const cells = new Int32Array(rowCount * count)
  const distances = new Float64Array(rowCount * count)
  const undecided: number[] = []
  for (let from = 0; from < rowCount; from += block) {
    const here = Math.min(block, rowCount - from)
    rowsHere.set(rows.subarray(from * d, (from + here) * d))
    const rowsAt = [rowsHere.byteOffset, here, d, shift, groupCount, groupFours, groupSquares]
    workspace.exports.orderRows(
      ...rowsAt,
      lanes.byteOffset,
      groupScores.byteOffset,
      keys.byteOffset,
      counts.byteOffset,
      order.byteOffset,
    )
    const openCount = workspace.exports.nearCells(
      ...rowsAt,
      radii,
      visits,
      starts,
      cellFours,
      cellSquares,
      members,
      exact,
      tables.reach,
      rounding(d),
      count,
      order.byteOffset,
      lanes.byteOffset,
      groupScores.byteOffset,
      state.byteOffset,
      cellsHere.byteOffset,
      distancesHere.byteOffset,
      open.byteOffset,
    )
    cells.set(cellsHere.subarray(0, here * count), from * count)
    distances.set(distancesHere.subarray(0, here * count), from * count)
    for (let at = 0; at < openCount; at++) undecided.push(from + open[at])
  }
  searchAgain(search, rows, d, undecided, { count, cells, distances })
  return { count, cells, distances }
}

/** Searches for the cells of some rows by the group search. */
function searchAgain(
  search: GroupSearch,
  rows: Float64Array,
  d: number,
  undecided: readonly number[],
  { count, cells, distances }: ReturnType<GroupSearch>,
): void {
  if (undecided.length === 0) return
  const chosen = new Float64Array(undecided.length * d)
  undecided.forEach((r, at) => {
    chosen.set(rows.subarray(r * d, (r + 1) * d), at * d)
  })
  const found = search(chosen, undecided.length, count)
  undecided.forEach((r, at) => {
    cells.set(found.cells.subarray(at * count, (at + 1) * count), r * count)
    distances.set(found.distances.subarray(at * count, (at + 1) * count), r * count)
  })
}

/** Fills a table and returns its address. */
function placed<Values extends Float64Array | Float32Array | Int32Array>(table: Values, values: Values): number {
  table.set(values)
  return table.byteOffset
}

/**
 * Twice the error of |c|² - 2 x·c in f32 relative to (|x| + |c|)²: the roundings of the inputs, the products and the running
 * sum, each at most 2⁻²⁴.
 */
function rounding(d: number): number {
  return 2 * (d + 8) * 2 ** -24
}

/** What the module reads. Coordinates are relative to the mean of the cells, where f32 loses least. */
interface Tables {
  readonly shift: Float64Array
  /** -2 c of group centres and cells in fours, feature by feature, and |c|²; infinite where nothing fills a place. */
  readonly groups: Float32Array
  readonly groupSquares: Float32Array
  readonly cells: Float32Array
  readonly cellSquares: Float32Array
  /** Group g has the places [starts[g], starts[g + 1]). The cell in each place, and its values in f64. */
  readonly starts: Int32Array
  readonly members: Int32Array
  readonly exact: Float64Array
  readonly radii: Float32Array
  /** For every group all groups, nearest first. */
  readonly visits: Int32Array
  /** The largest |c|. */
  readonly reach: number
}

function sizeOf({ groups, groupSquares, cells, cellSquares, starts, members, radii, visits, shift }: Tables): number {
  const lists = [groups, groupSquares, cells, cellSquares, starts, members, radii, visits, shift]
  // Every table begins at a multiple of 16 bytes.
  return lists.reduce((sum, { length }) => sum + length + 4, 64)
}

function tablesOf({ dimension: d, groupCount, centres, radii, starts, members, values }: CentreGroups): Tables {
  const shift = new Float64Array(d)
  for (let at = 0; at < values.length; at++) shift[at % d] += values[at] / members.length
  const placeStarts = new Int32Array(groupCount + 1)
  for (let g = 0; g < groupCount; g++) placeStarts[g + 1] = placeStarts[g] + fourfold(starts[g + 1] - starts[g])
  const placeCount = placeStarts[groupCount]
  const placeMembers = new Int32Array(placeCount)
  const exact = new Float64Array(placeCount * d)
  const cells = new Float32Array(placeCount * d)
  const cellSquares = new Float32Array(placeCount).fill(Infinity)
  let reach = 0
  for (let g = 0; g < groupCount; g++) {
    for (let e = starts[g]; e < starts[g + 1]; e++) {
      const place = placeStarts[g] + e - starts[g]
      placeMembers[place] = members[e]
      exact.set(values.subarray(e * d, (e + 1) * d), place * d)
      cellSquares[place] = packInto(cells, place, values, e, shift)
      reach = Math.max(reach, cellSquares[place])
    }
  }
  const groupFours = new Float32Array(fourfold(groupCount) * d)
  const groupSquares = new Float32Array(fourfold(groupCount)).fill(Infinity)
  for (let g = 0; g < groupCount; g++) {
    groupSquares[g] = packInto(groupFours, g, centres, g, shift)
    reach = Math.max(reach, groupSquares[g])
  }
  return {
    shift,
    groups: groupFours,
    groupSquares,
    cells,
    cellSquares,
    starts: placeStarts,
    members: placeMembers,
    exact,
    radii: Float32Array.from(radii, radius => radius * ROUND_UP),
    visits: visitsOf(centres, groupCount, d),
    reach: Math.sqrt(reach) * ROUND_UP,
  }
}

/** More than the rounding of a number to f32. */
const ROUND_UP = 1 + 1e-6

/** Writes -2 (c - shift) into a place among fours; returns |c - shift|². */
function packInto(fours: Float32Array, place: number, rows: Float64Array, row: number, shift: Float64Array): number {
  const d = shift.length
  const shifted = new Float32Array(d)
  let square = 0
  for (let f = 0; f < d; f++) {
    shifted[f] = rows[row * d + f] - shift[f]
    square += shifted[f] * shifted[f]
  }
  copyToFour(
    fours,
    place,
    shifted.map(value => -2 * value),
    0,
    d,
  )
  return square
}

/** For every group all groups by the distance of their centres; the order affects only the time. */
function visitsOf(centres: Float64Array, groupCount: number, d: number): Int32Array {
  const visits = new Int32Array(groupCount * groupCount)
  const distances = new Float64Array(groupCount)
  for (let g = 0; g < groupCount; g++) {
    for (let h = 0; h < groupCount; h++) {
      distances[h] = 0
      for (let f = 0; f < d; f++) distances[h] += (centres[g * d + f] - centres[h * d + f]) ** 2
    }
    const order = Int32Array.from({ length: groupCount }, (_, h) => h)
    visits.set(
      order.sort((a, b) => distances[a] - distances[b] || a - b),
      g * groupCount,
    )
  }
  return visits
}
