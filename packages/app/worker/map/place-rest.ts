import { createCellFinder, type HotLoops, type SamplePoints } from 'chorale/internal'

/** Nearest landmarks whose positions are averaged. */
const NEAREST = 3
/** Samples per block; the caller can pause between blocks. */
const BLOCK = 2048

/**
 * Places every sample at the weighted mean of its nearest landmarks, the nearest with the largest weight. Yields the
 * share that is done.
 */
export function* placeRest(
  sampleCount: number,
  points: SamplePoints,
  landmarks: Int32Array,
  landmarkPlaces: Float32Array,
  loops: HotLoops,
): Generator<number, Float32Array<ArrayBuffer>> {
  const nearest = createCellFinder(
    { rowCount: landmarks.length, columnCount: points.columnCount, values: unpadded(points, landmarks) },
    loops,
  )
  const places = new Float32Array(2 * sampleCount)
  for (let from = 0; from < sampleCount; from += BLOCK) {
    const rowCount = Math.min(BLOCK, sampleCount - from)
    const rows = Int32Array.from({ length: rowCount }, (_, r) => from + r)
    const found = nearest(unpadded(points, rows), rowCount, NEAREST)
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

/** The points of some samples, without the zeros that fill their lines. */
function unpadded({ columnCount, of }: SamplePoints, rows: Int32Array): Float64Array {
  const { width, values } = of(rows)
  const found = new Float64Array(rows.length * columnCount)
  for (let r = 0; r < rows.length; r++) found.set(values.subarray(r * width, r * width + columnCount), r * columnCount)
  return found
}
