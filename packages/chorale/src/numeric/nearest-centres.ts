import type { Steps } from '../pause.js'
import type { Labels, Matrix } from '../types.js'
import type { HotLoops } from './loops/hot-loops.js'
import { squaredDistance } from './loops/squared-distance.js'
import { createPointSet, loadPoints, packCentre, padCentres } from './point-set.js'

/** Rows of numbers that are read piece by piece, so that they need not exist all at once. */
export interface RowSource {
  readonly rowCount: number
  readonly columnCount: number
  /** Writes rows from..to-1 to the beginning of `out`. */
  read(from: number, to: number, out: Float64Array): void
}

/** Coordinates per piece: 4 MB, which stays in the cache while it is prepared and compared. */
const PIECE = 2 ** 19

/**
 * The nearest centre of every row (ties go to the lowest): one pass over the rows, with memory for one piece of them.
 * Decided in f64 if f32 cannot, as in k-means. Control comes back after every piece.
 */
export function* nearestCentres(source: RowSource, centres: Matrix, loops: HotLoops): Steps<Labels> {
  const { rowCount: n, columnCount: d } = source
  const k = centres.rowCount
  const labels = new Int32Array(n)
  const size = Math.min(n, Math.max(8, Math.floor(PIECE / d / 8) * 8))
  // The centres are appended as the last rows of every piece, so that they are shifted and scaled like the rows.
  const set = createPointSet({ pointCount: size + k, dimension: d, capacity: k, seeding: false }, loops)
  const piece = new Float64Array((size + k) * d)
  piece.set(centres.values, size * d)
  const { rows, exactCentres, next, labels: before } = set.assign.tables
  const groupCount = padCentres(set, k)

  for (let from = 0; from < n; from += size) {
    // The last piece keeps the rows of the one before it where it is shorter.
    const to = Math.min(from + size, n)
    source.read(from, to, piece)
    loadPoints(set, piece)
    exactCentres.set(rows.subarray(size * d))
    for (let c = 0; c < k; c++) packCentre(set, c)
    before.fill(0)
    yield* set.assign.nearest(groupCount, 2 * set.rounding)
    for (let i = 0; i < to - from; i++) {
      labels[from + i] = next[i] >= 0 ? next[i] : nearestCentre(piece, i, centres.values, k, d)
    }
    yield
  }
  return labels
}

/** The nearest of k centres to row i in f64, ties to the lowest; both d numbers per row. */
export function nearestCentre(rows: Float64Array, i: number, centres: Float64Array, k: number, d: number): number {
  let label = 0
  let least = Infinity
  for (let c = 0; c < k; c++) {
    const distance = squaredDistance(rows, i * d, centres, c * d, d, least)
    if (distance < least) {
      least = distance
      label = c
    }
  }
  return label
}
