import { createCellFinder, type HotLoops } from 'chorale/internal'
import type { Points } from './neighbours.js'
import type { Reduction } from './reduce.js'

/** Nearest landmarks whose positions are averaged. */
const NEAREST = 3
/** Samples per block; the caller can pause between blocks. */
const BLOCK = 512

/**
 * Places every sample at the weighted mean of its nearest landmarks, the nearest with the largest weight. Yields the
 * share that is done.
 */
export function* placeRest(
  sampleCount: number,
  reduction: Reduction,
  { count, dimension: d, values }: Points,
  landmarkPlaces: Float32Array,
  loops: HotLoops,
): Generator<number, Float32Array<ArrayBuffer>> {
  const nearest = createCellFinder({ rowCount: count, columnCount: d, values }, loops)
  const places = new Float32Array(2 * sampleCount)
  const rows = new Float64Array(BLOCK * d)
  for (let from = 0; from < sampleCount; from += BLOCK) {
    const rowCount = Math.min(BLOCK, sampleCount - from)
    for (let r = 0; r < rowCount; r++) reduction.into(from + r, rows, r * d)
    const found = nearest(rows, rowCount, NEAREST)
    for (let r = 0; r < rowCount; r++) {
      const first = r * found.count
      // A landmark keeps its own position.
      const least = 1e-6 * (found.count > 1 ? found.distances[first + 1] : 1) + 1e-30
      let [x, y, total] = [0, 0, 0]
      for (let at = first; at < first + found.count; at++) {
        const weight = 1 / (found.distances[at] + least)
        x += weight * landmarkPlaces[2 * found.cells[at]]
        y += weight * landmarkPlaces[2 * found.cells[at] + 1]
        total += weight
      }
      places[2 * (from + r)] = x / total
      places[2 * (from + r) + 1] = y / total
    }
    yield (from + rowCount) / sampleCount
  }
  return places
}
