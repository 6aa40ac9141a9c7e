import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { drawIndex, type Random } from '../../numeric/random.js'
import { drawSubset } from '../../numeric/subset.js'
import type { Matrix } from '../../types.js'
import { createCellFinder } from './nearest-cells.js'

/** The number of samples per cell that place its centre, and the steps they take. */
const SAMPLES_PER_CELL = 5
const STEPS = 3

/**
 * Divides samples into about `count` small cells: the centres of a short k-means on a subset, from distinct random
 * samples. Cells without samples are left out, so there may be fewer.
 */
export function drawCells(
  samples: Matrix,
  count: number,
  { loops, random }: { loops: HotLoops; random: Random },
): Matrix {
  const { rowCount: n, columnCount: d, values } = samples
  const chosen = drawSubset(n, Math.min(n, SAMPLES_PER_CELL * count), random)
  const rows = new Float64Array(chosen.length * d)
  chosen.forEach((i, at) => {
    rows.set(values.subarray(i * d, (i + 1) * d), at * d)
  })

  let centres = distinctRows(rows, d, count, random)
  for (let step = 0; step < STEPS; step++) centres = moveCentres(rows, centres, loops)
  return centres
}

/** Up to `count` different rows, drawn at random. */
function distinctRows(rows: Float64Array, d: number, count: number, random: Random): Matrix {
  const order = Int32Array.from({ length: rows.length / d }, (_, i) => i)
  const values = new Float64Array(count * d)
  let found = 0
  // Only rows with the same first value can be equal.
  const byFirstValue = new Map<number, number[]>()
  for (let drawn = 0; drawn < order.length && found < count; drawn++) {
    const other = drawn + drawIndex(order.length - drawn, random)
    const i = order[other]
    order[other] = order[drawn]
    order[drawn] = i
    const alike = byFirstValue.get(rows[i * d]) ?? []
    if (alike.some(j => isSameRow(rows, i, j, d))) continue
    alike.push(i)
    byFirstValue.set(rows[i * d], alike)
    values.set(rows.subarray(i * d, (i + 1) * d), found * d)
    found++
  }
  return { rowCount: found, columnCount: d, values: values.slice(0, found * d) }
}

function isSameRow(rows: Float64Array, i: number, j: number, d: number): boolean {
  for (let f = 0; f < d; f++) if (rows[i * d + f] !== rows[j * d + f]) return false
  return true
}

/** One Lloyd step: every centre moves to the mean of the rows that are nearest to it; centres without rows are dropped. */
function moveCentres(rows: Float64Array, centres: Matrix, loops: HotLoops): Matrix {
  const { rowCount: p, columnCount: d } = centres
  const rowCount = rows.length / d
  const { cells } = createCellFinder(centres, loops)(rows, rowCount, 1)
  const sums = new Float64Array(p * d)
  const sizes = new Int32Array(p)
  for (let r = 0; r < rowCount; r++) {
    sizes[cells[r]]++
    for (let f = 0; f < d; f++) sums[cells[r] * d + f] += rows[r * d + f]
  }
  let kept = 0
  for (let c = 0; c < p; c++) {
    if (sizes[c] === 0) continue
    for (let f = 0; f < d; f++) sums[kept * d + f] = sums[c * d + f] / sizes[c]
    kept++
  }
  return { rowCount: kept, columnCount: d, values: sums.slice(0, kept * d) }
}
