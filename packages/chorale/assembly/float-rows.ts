// Rows of floats: products, nearest rows, smoothing. The twin is src/numeric/loops/float-rows.ts.
// A row has `width` floats, a multiple of 4, padded with zeros. A product of two rows is the sum of four interleaved
// sums, (s0 + s2) + (s1 + s3).

/** The four-fold sums of four accumulators: (c.0 + c.2) + (c.1 + c.3) for each. */
// @ts-ignore: decorator
@inline
function sumsOfFour(c0: v128, c1: v128, c2: v128, c3: v128): v128 {
  const a = f32x4.add(v128.shuffle<f32>(c0, c1, 0, 4, 1, 5), v128.shuffle<f32>(c0, c1, 2, 6, 3, 7))
  const b = f32x4.add(v128.shuffle<f32>(c2, c3, 0, 4, 1, 5), v128.shuffle<f32>(c2, c3, 2, 6, 3, 7))
  return f32x4.add(v128.shuffle<f32>(a, b, 0, 1, 4, 5), v128.shuffle<f32>(a, b, 2, 3, 6, 7))
}

/** out[i * stride + j] = a_i · b_j; `aCount` is a multiple of 2, `bCount` and `stride` of 4. */
export function floatProducts(a: usize, aCount: i32, b: usize, bCount: i32, width: i32, out: usize, stride: i32): void {
  const line = <usize>width << 2
  for (let j = 0; j < bCount; j += 4) {
    const from = b + <usize>j * line
    for (let i = 0; i < aCount; i += 2) {
      let p = a + <usize>i * line
      let q = from
      const last = p + line
      let c00 = f32x4.splat(0), c01 = c00, c02 = c00, c03 = c00, c10 = c00, c11 = c00, c12 = c00, c13 = c00
      for (; p < last; p += 16, q += 16) {
        const x0 = v128.load(p), x1 = v128.load(p + line)
        let y = v128.load(q)
        c00 = f32x4.add(c00, f32x4.mul(x0, y)); c10 = f32x4.add(c10, f32x4.mul(x1, y))
        y = v128.load(q + line)
        c01 = f32x4.add(c01, f32x4.mul(x0, y)); c11 = f32x4.add(c11, f32x4.mul(x1, y))
        y = v128.load(q + 2 * line)
        c02 = f32x4.add(c02, f32x4.mul(x0, y)); c12 = f32x4.add(c12, f32x4.mul(x1, y))
        y = v128.load(q + 3 * line)
        c03 = f32x4.add(c03, f32x4.mul(x0, y)); c13 = f32x4.add(c13, f32x4.mul(x1, y))
      }
      const o = out + (<usize>(i * stride + j) << 2)
      v128.store(o, sumsOfFour(c00, c01, c02, c03))
      v128.store(o + (<usize>stride << 2), sumsOfFour(c10, c11, c12, c13))
    }
  }
}

/** Inserts a candidate into an ascending list of `count`; equal distances keep their order. */
// @ts-ignore: decorator
@inline
function offer(distances: usize, rows: usize, count: i32, distance: f32, row: i32): void {
  let at = <usize>(count - 1) << 2
  while (at > 0 && load<f32>(distances + at - 4) > distance) {
    store<f32>(distances + at, load<f32>(distances + at - 4))
    store<i32>(rows + at, load<i32>(rows + at - 4))
    at -= 4
  }
  store<f32>(distances + at, distance)
  store<i32>(rows + at, row)
}

/**
 * Offers the rows [j0, j1) to the lists of the rows [i0, i1) and the other way round; with i0 = j0 every pair once.
 * A list has the `count` nearest rows so far, ascending: |x|² + |y|² - 2 x·y.
 */
export function nearFloatTile(
  points: usize, squares: usize, width: i32, i0: i32, i1: i32, j0: i32, j1: i32, tile: usize, stride: i32,
  count: i32, distances: usize, rows: usize,
): void {
  const line = <usize>width << 2
  const list = <usize>count << 2
  const worst = list - 4
  floatProducts(points + <usize>i0 * line, (i1 - i0 + 1) & ~1, points + <usize>j0 * line, (j1 - j0 + 3) & ~3, width, tile, stride)
  const isDiagonal = i0 == j0
  for (let i = i0; i < i1; i++) {
    const own = load<f32>(squares + (<usize>i << 2))
    const near = distances + <usize>i * list
    const nearRows = rows + <usize>i * list
    const products = tile + (<usize>((i - i0) * stride) << 2)
    for (let j = isDiagonal ? i + 1 : j0; j < j1; j++) {
      const both = own + load<f32>(squares + (<usize>j << 2))
      const product = load<f32>(products + (<usize>(j - j0) << 2))
      const distance = both - (product + product)
      if (distance < load<f32>(near + worst)) offer(near, nearRows, count, distance, j)
      const other = distances + <usize>j * list
      if (distance < load<f32>(other + worst)) offer(other, rows + <usize>j * list, count, distance, i)
    }
  }
}

/** The squared distance of two rows: a sum of four interleaved sums of squared differences. */
// @ts-ignore: decorator
@inline
function squaredDistance(p: usize, q: usize, line: usize): f32 {
  let c = f32x4.splat(0)
  for (let at: usize = 0; at < line; at += 16) {
    const difference = f32x4.sub(v128.load(p + at), v128.load(q + at))
    c = f32x4.add(c, f32x4.mul(difference, difference))
  }
  return (f32x4.extract_lane(c, 0) + f32x4.extract_lane(c, 2)) + (f32x4.extract_lane(c, 1) + f32x4.extract_lane(c, 3))
}

/** The nearest `count` of the `candidateCount` candidates of every row in [from, to), ascending. */
export function nearestCandidates(
  points: usize, width: i32, from: i32, to: i32, candidates: usize, candidateCount: i32,
  count: i32, distances: usize, rows: usize,
): void {
  const line = <usize>width << 2
  const worst = <usize>(count - 1) << 2
  for (let i = from; i < to; i++) {
    for (let at: usize = 0; at <= worst; at += 4) store<f32>(distances + at, f32.MAX_VALUE)
    const near = rows + (<usize>(i * count) << 2)
    const own = points + <usize>i * line
    let at = candidates + (<usize>(i * candidateCount) << 2)
    for (let c = 0; c < candidateCount; c++, at += 4) {
      const row = load<i32>(at)
      const distance = squaredDistance(own, points + <usize>row * line, line)
      if (distance < load<f32>(distances + worst)) offer(distances, near, count, distance, row)
    }
  }
}

/** out_i = (x_i + Σ weight x_j over its links) / 2 for the rows [from, to). */
export function smoothFloats(
  x: usize, out: usize, width: i32, starts: usize, links: usize, weights: usize, from: i32, to: i32,
): void {
  const line = <usize>width << 2
  const half = f32x4.splat(0.5)
  for (let i = from; i < to; i++) {
    const first = load<i32>(starts + (<usize>i << 2))
    const last = load<i32>(starts + (<usize>i << 2), 4)
    const row = <usize>i * line
    let at: usize = 0
    for (; at + 64 <= line; at += 64) {
      let a = f32x4.splat(0), b = a, c = a, d = a
      for (let e = first; e < last; e++) {
        const weight = v128.load32_splat(weights + (<usize>e << 2))
        const p = x + <usize>load<i32>(links + (<usize>e << 2)) * line + at
        a = f32x4.add(a, f32x4.mul(weight, v128.load(p)))
        b = f32x4.add(b, f32x4.mul(weight, v128.load(p, 16)))
        c = f32x4.add(c, f32x4.mul(weight, v128.load(p, 32)))
        d = f32x4.add(d, f32x4.mul(weight, v128.load(p, 48)))
      }
      const o = row + at
      v128.store(out + o, f32x4.mul(half, f32x4.add(v128.load(x + o), a)))
      v128.store(out + o, f32x4.mul(half, f32x4.add(v128.load(x + o, 16), b)), 16)
      v128.store(out + o, f32x4.mul(half, f32x4.add(v128.load(x + o, 32), c)), 32)
      v128.store(out + o, f32x4.mul(half, f32x4.add(v128.load(x + o, 48), d)), 48)
    }
    for (; at < line; at += 16) {
      let a = f32x4.splat(0)
      for (let e = first; e < last; e++) {
        const weight = v128.load32_splat(weights + (<usize>e << 2))
        a = f32x4.add(a, f32x4.mul(weight, v128.load(x + <usize>load<i32>(links + (<usize>e << 2)) * line + at)))
      }
      const o = row + at
      v128.store(out + o, f32x4.mul(half, f32x4.add(v128.load(x + o), a)))
    }
  }
}

/** The nearest of the centres to the rows [from, to), by |c|² - 2 x·c; of equally near ones the first. */
export function nearestFloatCentres(
  x: usize, width: i32, from: i32, to: i32, centres: usize, squares: usize, centreCount: i32, tile: usize, stride: i32,
  labels: usize,
): void {
  const line = <usize>width << 2
  const places = (centreCount + 3) & ~3
  for (let first = from; first < to; first += 8) {
    const rows = min(8, to - first)
    floatProducts(x + <usize>first * line, (rows + 1) & ~1, centres, places, width, tile, stride)
    for (let r = 0; r < rows; r++) {
      const products = tile + (<usize>(r * stride) << 2)
      let best = 0
      let least = f32.MAX_VALUE
      for (let c = 0; c < centreCount; c++) {
        const product = load<f32>(products + (<usize>c << 2))
        const score = load<f32>(squares + (<usize>c << 2)) - (product + product)
        if (score < least) {
          least = score
          best = c
        }
      }
      store<i32>(labels + (<usize>(first + r) << 2), best)
    }
  }
}

/** out_i = Σ value b_column over the entries of the rows [from, to) in compressed rows; `width` floats per row of b. */
export function sparseTimesFloats(
  starts: usize, columns: usize, values: usize, from: i32, to: i32, b: usize, width: i32, out: usize,
): void {
  const line = <usize>width << 2
  for (let i = from; i < to; i++) {
    const first = load<i32>(starts + (<usize>i << 2))
    const last = load<i32>(starts + (<usize>i << 2), 4)
    const o = out + <usize>i * line
    for (let at: usize = 0; at < line; at += 16) v128.store(o + at, f32x4.splat(0))
    for (let e = first; e < last; e++) {
      const value = v128.load32_splat(values + (<usize>e << 2))
      const p = b + <usize>load<i32>(columns + (<usize>e << 2)) * line
      for (let at: usize = 0; at < line; at += 16) {
        v128.store(o + at, f32x4.add(v128.load(o + at), f32x4.mul(value, v128.load(p + at))))
      }
    }
  }
}

/** out_column += value b_i over the entries of the rows [from, to): the product with the transposed matrix. */
export function addSparseTransposed(
  starts: usize, columns: usize, values: usize, from: i32, to: i32, b: usize, width: i32, out: usize,
): void {
  const line = <usize>width << 2
  for (let i = from; i < to; i++) {
    const first = load<i32>(starts + (<usize>i << 2))
    const last = load<i32>(starts + (<usize>i << 2), 4)
    const p = b + <usize>i * line
    for (let e = first; e < last; e++) {
      const value = v128.load32_splat(values + (<usize>e << 2))
      const o = out + <usize>load<i32>(columns + (<usize>e << 2)) * line
      for (let at: usize = 0; at < line; at += 16) {
        v128.store(o + at, f32x4.add(v128.load(o + at), f32x4.mul(value, v128.load(p + at))))
      }
    }
  }
}
