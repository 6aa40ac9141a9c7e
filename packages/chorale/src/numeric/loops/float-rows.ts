import * as plain from './float-rows-plain.js'
import type { RowLinks } from './row-links.js'
import { orPlain, Workspace } from './workspace.js'

/*
 * Many rows of 32-bit numbers: products, nearest rows, smoothing over a graph. The lines of a row are padded to a multiple
 * of four numbers with zeros, so that four lanes need no remainder. Products have the rounding of 32 bits, which is far
 * below the noise of the features; the plain version (float-rows-plain.ts) rounds the same way and gives the same bits.
 */

/** Rows of 32-bit numbers. */
export interface FloatRows {
  readonly rowCount: number
  /** Numbers per row in memory: a multiple of 4. Those beyond the columns are 0. */
  readonly width: number
  /** rowCount x width */
  readonly values: Float32Array
}

export function paddedWidth(columns: number): number {
  return 4 * Math.ceil(columns / 4)
}

/** A block of products of rows. */
export interface FloatProducts {
  /** Rows to be filled before `multiply`. */
  readonly a: Float32Array
  readonly b: Float32Array
  /** The product of row i of a and row j of b at [i * stride + j]. */
  readonly out: Float32Array
  readonly stride: number
  /** Multiplies the first rows of both. */
  multiply(aCount: number, bCount: number): void
}

interface FloatExports {
  floatProducts(a: number, aCount: number, b: number, bCount: number, width: number, out: number, stride: number): void
  nearFloatTile(...addressesAndSizes: number[]): void
  nearestCandidates(...addressesAndSizes: number[]): void
  smoothFloats(...addressesAndSizes: number[]): void
  nearestFloatCentres(...addressesAndSizes: number[]): void
  sparseTimesFloats(...addressesAndSizes: number[]): void
  addSparseTransposed(...addressesAndSizes: number[]): void
}

/** Rows of `a` that are multiplied in one call, so that they stay in the cache. */
const ROWS_PER_CALL = 16

/** Room for products of `aRows` and `bRows` rows. */
export const createFloatProducts = /* @__PURE__ */ orPlain(
  (loops, { aRows, bRows, width }: { aRows: number; bRows: number; width: number }): FloatProducts => {
    const stride = paddedWidth(bRows)
    const sizes = { a: (aRows + (aRows % 2)) * width, b: stride * width, out: (aRows + (aRows % 2)) * stride }
    if (loops.kind === 'plain') {
      const a = new Float32Array(sizes.a)
      const b = new Float32Array(sizes.b)
      const out = new Float32Array(sizes.out)
      return { a, b, out, stride, multiply: (m, n) => plain.floatProducts(a, m, b, n, width, out, stride) }
    }
    const workspace = new Workspace<FloatExports>(loops, 4 * (sizes.a + sizes.b + sizes.out))
    const a = workspace.float32(sizes.a)
    const b = workspace.float32(sizes.b)
    const out = workspace.float32(sizes.out)
    const multiply = (aCount: number, bCount: number) => {
      for (let from = 0; from < aCount; from += ROWS_PER_CALL) {
        const count = Math.min(ROWS_PER_CALL, aCount - from)
        workspace.exports.floatProducts(
          a.byteOffset + 4 * from * width,
          count + (count % 2),
          b.byteOffset,
          paddedWidth(bCount),
          width,
          out.byteOffset + 4 * from * stride,
          stride,
        )
      }
    }
    return { a, b, out, stride, multiply }
  },
)

/** Rows of a tile of distances. */
const TILE = 64
/** Larger than any distance. */
const FAR = 3.4028234663852886e38

/** Work on the distances of all pairs of rows, in steps. */
export interface PairSearch {
  /** The number of steps. Every step needs about the same time. */
  readonly stepCount: number
  step(at: number): void
  /** The nearest rows of every row, ascending; of equally near ones the first. */
  result(): Int32Array
}

/** Searches the `count` nearest other rows of every row, exactly up to the rounding of 32 bits. */
export const createPairSearch = /* @__PURE__ */ orPlain((loops, rows: FloatRows, count: number): PairSearch => {
  const { rowCount: n, width, values } = rows
  const blocks = Math.ceil(n / TILE)
  const sizes = { points: paddedWidth(n) * width, lists: n * count }
  const workspace =
    loops.kind === 'plain'
      ? null
      : new Workspace<FloatExports>(loops, 4 * (sizes.points + paddedWidth(n) + TILE * TILE + 2 * sizes.lists))
  const floats = (length: number) => workspace?.float32(length) ?? new Float32Array(length)
  const points = floats(sizes.points)
  const squares = floats(paddedWidth(n))
  const tile = floats(TILE * TILE)
  const distances = floats(sizes.lists)
  const found = workspace?.int32(sizes.lists) ?? new Int32Array(sizes.lists)
  points.set(values.subarray(0, n * width))
  writeSquares(squares, points, n, width)
  distances.fill(FAR)
  return {
    stepCount: blocks,
    step(at) {
      const from = at * TILE
      const to = Math.min(n, from + TILE)
      for (let other = at; other < blocks; other++) {
        const first = other * TILE
        const last = Math.min(n, first + TILE)
        if (workspace === null) {
          plain.nearFloatTile({ points, squares, width, tile, stride: TILE, count, distances, rows: found }, [
            from,
            to,
            first,
            last,
          ])
        } else {
          workspace.exports.nearFloatTile(
            points.byteOffset,
            squares.byteOffset,
            width,
            from,
            to,
            first,
            last,
            tile.byteOffset,
            TILE,
            count,
            distances.byteOffset,
            found.byteOffset,
          )
        }
      }
    },
    result: () => found.slice(),
  }
})

/** |x|² of every row, summed in 64 bits. */
function writeSquares(squares: Float32Array, points: Float32Array, n: number, width: number): void {
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let at = i * width; at < (i + 1) * width; at++) sum += points[at] * points[at]
    squares[i] = sum
  }
}

/** The nearest `count` of the candidates of every row: n x candidateCount rows in, n x count rows out, ascending. */
export const nearestOfCandidates = /* @__PURE__ */ orPlain(
  (loops, { rowCount: n, width, values }: FloatRows, candidates: Int32Array, count: number): Int32Array => {
    const candidateCount = candidates.length / n
    if (loops.kind === 'plain') {
      const found = new Int32Array(n * count)
      const distances = new Float32Array(count)
      plain.nearestCandidates(values, width, candidates, { rowCount: n, candidateCount, count, distances, rows: found })
      return found
    }
    const workspace = new Workspace<FloatExports>(loops, 4 * (n * (width + candidateCount + count) + count))
    const points = workspace.float32(n * width)
    const distances = workspace.float32(count)
    const from = workspace.int32(candidates.length)
    const found = workspace.int32(n * count)
    points.set(values.subarray(0, n * width))
    from.set(candidates)
    for (let row = 0; row < n; row += ROWS_OF_CANDIDATES) {
      workspace.exports.nearestCandidates(
        points.byteOffset,
        width,
        row,
        Math.min(n, row + ROWS_OF_CANDIDATES),
        from.byteOffset,
        candidateCount,
        count,
        distances.byteOffset,
        found.byteOffset,
      )
    }
    return found.slice()
  },
)

const ROWS_OF_CANDIDATES = 256

/** Rows that are smoothed over their links, and assigned to centres. */
export interface SmoothRows {
  /** One step: x ← (x + Σ weight x over the links) / 2. */
  smooth(): void
  /** The rows as they are now. */
  readonly points: Float32Array
  /** The nearest centre of every row; `centres` has `count` rows of the same width. */
  nearest(centres: Float32Array, count: number): Int32Array
}

/** Rows of one call. */
const ROWS_OF_SMOOTHING = 512

export const createSmoothRows = /* @__PURE__ */ orPlain(
  (loops, { rowCount: n, width, values }: FloatRows, graph: RowLinks, mostCentres: number): SmoothRows => {
    const room = paddedWidth(n) * width
    const places = paddedWidth(mostCentres)
    const workspace =
      loops.kind === 'plain'
        ? null
        : new Workspace<FloatExports>(
            loops,
            4 * (2 * room + places * (width + 1 + 8) + n + graph.starts.length + 2 * graph.links.length),
          )
    const floats = (length: number) => workspace?.float32(length) ?? new Float32Array(length)
    const integers = (length: number) => workspace?.int32(length) ?? new Int32Array(length)
    const buffers = [floats(room), floats(room)]
    const centres = floats(places * width)
    const squares = floats(places)
    const tile = floats(places * 8)
    const weights = floats(graph.weights.length)
    const labels = integers(n)
    const starts = integers(graph.starts.length)
    const links = integers(graph.links.length)
    buffers[0].set(values.subarray(0, n * width))
    weights.set(graph.weights)
    starts.set(graph.starts)
    links.set(graph.links)
    return {
      get points() {
        return buffers[0].subarray(0, n * width)
      },
      smooth() {
        const [x, out] = buffers
        if (workspace === null) plain.smoothFloats(x, out, width, { starts, links, weights })
        else {
          for (let from = 0; from < n; from += ROWS_OF_SMOOTHING) {
            workspace.exports.smoothFloats(
              x.byteOffset,
              out.byteOffset,
              width,
              starts.byteOffset,
              links.byteOffset,
              weights.byteOffset,
              from,
              Math.min(n, from + ROWS_OF_SMOOTHING),
            )
          }
        }
        buffers.reverse()
      },
      nearest(given, count) {
        centres.fill(0)
        centres.set(given.subarray(0, count * width))
        writeSquares(squares, centres, count, width)
        const [x] = buffers
        if (workspace === null) {
          plain.nearestFloatCentres(x, n, centres, { width, squares, count, tile, stride: places, labels })
        } else {
          for (let from = 0; from < n; from += ROWS_OF_SMOOTHING) {
            workspace.exports.nearestFloatCentres(
              x.byteOffset,
              width,
              from,
              Math.min(n, from + ROWS_OF_SMOOTHING),
              centres.byteOffset,
              squares.byteOffset,
              count,
              tile.byteOffset,
              places,
              labels.byteOffset,
            )
          }
        }
        return labels.slice()
      },
    }
  },
)

/** A matrix in compressed rows that is multiplied by blocks of columns. */
export interface SparseFloats {
  /** columnCount x width: b, to be filled before `multiply`; and the result of `transposed`. */
  readonly columnBlock: Float32Array
  /** rowCount x width: the result of `multiply`, to be filled before `transposed`. */
  readonly rowBlock: Float32Array
  /** rowBlock = matrix · columnBlock */
  multiply(): void
  /** columnBlock = matrix' · rowBlock */
  transposed(): void
}

export const createSparseFloats = /* @__PURE__ */ orPlain(
  (
    loops,
    given: RowLinks & { readonly rowCount: number; readonly columnCount: number; readonly width: number },
  ): SparseFloats => {
    const { rowCount: n, columnCount: d, width } = given
    const workspace =
      loops.kind === 'plain'
        ? null
        : new Workspace<FloatExports>(loops, 4 * ((n + d) * width + given.starts.length + 2 * given.links.length))
    const floats = (length: number) => workspace?.float32(length) ?? new Float32Array(length)
    const integers = (length: number) => workspace?.int32(length) ?? new Int32Array(length)
    const columnBlock = floats(d * width)
    const rowBlock = floats(n * width)
    const values = floats(given.weights.length)
    const starts = integers(given.starts.length)
    const columns = integers(given.links.length)
    values.set(given.weights)
    starts.set(given.starts)
    columns.set(given.links)
    const inParts = (name: 'sparseTimesFloats' | 'addSparseTransposed', b: Float32Array, out: Float32Array) => {
      for (let from = 0; from < n; from += ROWS_OF_SPARSE) {
        workspace!.exports[name](
          starts.byteOffset,
          columns.byteOffset,
          values.byteOffset,
          from,
          Math.min(n, from + ROWS_OF_SPARSE),
          b.byteOffset,
          width,
          out.byteOffset,
        )
      }
    }
    const matrix = { starts, links: columns, weights: values }
    return {
      columnBlock,
      rowBlock,
      multiply() {
        if (workspace === null) plain.sparseTimesFloats(matrix, columnBlock, width, rowBlock)
        else inParts('sparseTimesFloats', columnBlock, rowBlock)
      },
      transposed() {
        columnBlock.fill(0)
        if (workspace === null) plain.addSparseTransposed(matrix, rowBlock, width, columnBlock)
        else inParts('addSparseTransposed', rowBlock, columnBlock)
      },
    }
  },
)

const ROWS_OF_SPARSE = 64
