import type { RowLinks } from './row-links.js'

/*
 * The TypeScript versions of assembly/float-rows.ts: the same operations in the same order, each rounded to 32 bits. A
 * product of two rows is the sum of four interleaved sums, (s0 + s2) + (s1 + s3).
 */

const fround = Math.fround

/** out[i * stride + j] = a_i · b_j */
export function floatProducts(
  a: Float32Array,
  aCount: number,
  b: Float32Array,
  bCount: number,
  width: number,
  out: Float32Array,
  stride: number,
): void {
  for (let i = 0; i < aCount; i++) {
    for (let j = 0; j < bCount; j++) out[i * stride + j] = product(a, i * width, b, j * width, width)
  }
}

function product(a: Float32Array, from: number, b: Float32Array, other: number, width: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  for (let p = from, q = other; p < from + width; p += 4, q += 4) {
    s0 = fround(s0 + fround(a[p] * b[q]))
    s1 = fround(s1 + fround(a[p + 1] * b[q + 1]))
    s2 = fround(s2 + fround(a[p + 2] * b[q + 2]))
    s3 = fround(s3 + fround(a[p + 3] * b[q + 3]))
  }
  return fround(fround(s0 + s2) + fround(s1 + s3))
}

/** Inserts a candidate into the ascending list of `count` at [at, at + count); equal distances keep their order. */
function offer(
  distances: Float32Array,
  list: number,
  rows: Int32Array,
  at: number,
  count: number,
  distance: number,
  row: number,
): void {
  let place = count - 1
  while (place > 0 && distances[list + place - 1] > distance) {
    distances[list + place] = distances[list + place - 1]
    rows[at + place] = rows[at + place - 1]
    place--
  }
  distances[list + place] = distance
  rows[at + place] = row
}

/** Offers the rows [j0, j1) to the lists of the rows [i0, i1) and the other way round; with i0 = j0 every pair once. */
export function nearFloatTile(
  given: {
    readonly points: Float32Array
    readonly squares: Float32Array
    readonly width: number
    readonly tile: Float32Array
    readonly stride: number
    readonly count: number
    readonly distances: Float32Array
    readonly rows: Int32Array
  },
  [i0, i1, j0, j1]: readonly [number, number, number, number],
): void {
  const { points, squares, width, tile, stride, count, distances, rows } = given
  const ofI = points.subarray(i0 * width, i1 * width)
  floatProducts(ofI, i1 - i0, points.subarray(j0 * width, j1 * width), j1 - j0, width, tile, stride)
  for (let i = i0; i < i1; i++) {
    for (let j = i0 === j0 ? i + 1 : j0; j < j1; j++) {
      const dot = tile[(i - i0) * stride + j - j0]
      const distance = fround(fround(squares[i] + squares[j]) - fround(dot + dot))
      if (distance < distances[i * count + count - 1]) {
        offer(distances, i * count, rows, i * count, count, distance, j)
      }
      if (distance < distances[j * count + count - 1]) {
        offer(distances, j * count, rows, j * count, count, distance, i)
      }
    }
  }
}

/** The nearest `count` of the candidates of every row, ascending. */
export function nearestCandidates(
  points: Float32Array,
  width: number,
  candidates: Int32Array,
  given: {
    readonly rowCount: number
    readonly candidateCount: number
    readonly count: number
    readonly distances: Float32Array
    readonly rows: Int32Array
  },
): void {
  const { rowCount, candidateCount, count, distances, rows } = given
  for (let i = 0; i < rowCount; i++) {
    distances.fill(3.4028234663852886e38)
    for (let c = 0; c < candidateCount; c++) {
      const row = candidates[i * candidateCount + c]
      const distance = squaredDistance(points, i * width, row * width, width)
      if (distance < distances[count - 1]) offer(distances, 0, rows, i * count, count, distance, row)
    }
  }
}

function squaredDistance(points: Float32Array, from: number, other: number, width: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  for (let p = from, q = other; p < from + width; p += 4, q += 4) {
    const d0 = fround(points[p] - points[q])
    const d1 = fround(points[p + 1] - points[q + 1])
    const d2 = fround(points[p + 2] - points[q + 2])
    const d3 = fround(points[p + 3] - points[q + 3])
    s0 = fround(s0 + fround(d0 * d0))
    s1 = fround(s1 + fround(d1 * d1))
    s2 = fround(s2 + fround(d2 * d2))
    s3 = fround(s3 + fround(d3 * d3))
  }
  return fround(fround(s0 + s2) + fround(s1 + s3))
}

/** out_i = (x_i + Σ weight x_j over its links) / 2 */
export function smoothFloats(
  x: Float32Array,
  out: Float32Array,
  width: number,
  { starts, links, weights }: RowLinks,
): void {
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let f = 0; f < width; f++) {
      let sum = 0
      for (let e = starts[i]; e < starts[i + 1]; e++) sum = fround(sum + fround(weights[e] * x[links[e] * width + f]))
      out[i * width + f] = 0.5 * fround(x[i * width + f] + sum)
    }
  }
}

/** The nearest of the centres, by |c|² - 2 x·c; of equally near ones the first. */
export function nearestFloatCentres(
  x: Float32Array,
  rowCount: number,
  centres: Float32Array,
  given: {
    readonly width: number
    readonly squares: Float32Array
    readonly count: number
    readonly tile: Float32Array
    readonly stride: number
    readonly labels: Int32Array
  },
): void {
  const { width, squares, count, tile, stride, labels } = given
  for (let i = 0; i < rowCount; i++) {
    floatProducts(x.subarray(i * width, (i + 1) * width), 1, centres, count, width, tile, stride)
    let best = 0
    let least = Infinity
    for (let c = 0; c < count; c++) {
      const score = fround(squares[c] - fround(tile[c] + tile[c]))
      if (score < least) {
        least = score
        best = c
      }
    }
    labels[i] = best
  }
}

/** out_i = Σ value b_column over the entries of row i. */
export function sparseTimesFloats(
  { starts, links, weights }: RowLinks,
  b: Float32Array,
  width: number,
  out: Float32Array,
): void {
  out.fill(0)
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      const from = links[e] * width
      for (let q = 0; q < width; q++) {
        out[i * width + q] = fround(out[i * width + q] + fround(weights[e] * b[from + q]))
      }
    }
  }
}

/** out_column += value b_i over the entries of row i. */
export function addSparseTransposed(
  { starts, links, weights }: RowLinks,
  b: Float32Array,
  width: number,
  out: Float32Array,
): void {
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      const to = links[e] * width
      for (let q = 0; q < width; q++) {
        out[to + q] = fround(out[to + q] + fround(weights[e] * b[i * width + q]))
      }
    }
  }
}
