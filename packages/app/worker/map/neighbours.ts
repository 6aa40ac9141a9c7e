import { createCellFinder, type HotLoops } from 'chorale/internal'

/** Points as rows of a flat array. */
export interface Points {
  readonly count: number
  readonly dimension: number
  readonly values: Float64Array
}

/** The nearest neighbours of each point, the nearest first. */
export interface Neighbours {
  /** Neighbours per point. */
  readonly size: number
  readonly indices: Int32Array
  /** Euclidean distances. */
  readonly distances: Float64Array
}

/** Points per block; the caller can pause between blocks. */
const BLOCK = 256

/** Finds the exact nearest neighbours of all points. Yields the share that is done. */
export function* nearestNeighbours(
  { count: n, dimension: d, values }: Points,
  size: number,
  loops: HotLoops,
): Generator<number, Neighbours> {
  const nearest = createCellFinder({ rowCount: n, columnCount: d, values }, loops)
  const indices = new Int32Array(n * size)
  const distances = new Float64Array(n * size)
  for (let from = 0; from < n; from += BLOCK) {
    const rowCount = Math.min(BLOCK, n - from)
    // One more, because a point is its own neighbour.
    const found = nearest(values.subarray(from * d, (from + rowCount) * d), rowCount, size + 1)
    for (let r = 0; r < rowCount; r++) {
      let kept = (from + r) * size
      const end = kept + size
      for (let at = r * found.count; at < (r + 1) * found.count && kept < end; at++) {
        if (found.cells[at] === from + r) continue
        indices[kept] = found.cells[at]
        distances[kept++] = Math.sqrt(found.distances[at])
      }
    }
    yield (from + rowCount) / n
  }
  return { size, indices, distances }
}
