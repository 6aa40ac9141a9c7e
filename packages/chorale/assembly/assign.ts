// Nearest centres and k-means++ trials. The twins, and the layout of every table, are in src/hot-loops/assign.ts.
// Eight points share a block, coordinate after coordinate, so that each SIMD lane is one point.

/**
 * The nearest centre of the points of blocks `from` to `to`, four centres at a time:
 * the smallest |c|² - 2 x·c, ties to the lowest index, in the same loop as the products.
 * A label is written as it is when the runner-up is farther by more than the rounding error, else as ~label.
 * Points whose label differs from `labels` are listed in `touched`; returns how many the list holds now.
 * `margins` gets, for every point, at most the distance to the runner-up minus the distance to the nearest.
 *
 * If `list` is not 0, the points are the first `listCount` that it names, eight per block; `scratch` has room for a block
 * and for 24 numbers.
 */
export function nearest(
  points: usize,
  slack: usize,
  from: i32,
  to: i32,
  d: i32,
  centres: usize,
  squares: usize,
  groupCount: i32,
  relative: f32,
  squarePerSlack: f32,
  labels: usize,
  next: usize,
  margins: usize,
  touched: usize,
  touchedCount: i32,
  list: usize,
  listCount: i32,
  scratch: usize,
): i32 {
  const factor = f32x4.splat(relative)
  const toSquare = f32x4.splat(squarePerSlack)
  const bytes = <usize>d << 5
  let count = touchedCount
  const found = scratch + bytes
  for (let b = from; b < to; b++) {
    const lanes = list == 0 ? 8 : min(8, listCount - (b << 3))
    const named = list + (<usize>b << 5)
    let block = points + <usize>b * bytes
    let room = slack + (<usize>b << 5)
    if (list != 0) {
      block = scratch
      room = found
      gather(points, slack, named, lanes, bytes, scratch, found)
    }
    let best0 = f32x4.splat(Infinity)
    let best1 = best0
    let second0 = best0
    let second1 = best0
    let index0 = i32x4.splat(0)
    let index1 = index0
    let c = centres
    for (let g = 0; g < groupCount; g++) {
      const s = squares + (<usize>g << 4)
      let a00 = v128.load32_splat(s)
      let a10 = v128.load32_splat(s, 4)
      let a20 = v128.load32_splat(s, 8)
      let a30 = v128.load32_splat(s, 12)
      let a01 = a00
      let a11 = a10
      let a21 = a20
      let a31 = a30
      const end = block + bytes
      for (let x = block; x < end; x += 32) {
        const x0 = v128.load(x)
        const x1 = v128.load(x, 16)
        let y = v128.load32_splat(c)
        a00 = f32x4.add(a00, f32x4.mul(x0, y))
        a01 = f32x4.add(a01, f32x4.mul(x1, y))
        y = v128.load32_splat(c, 4)
        a10 = f32x4.add(a10, f32x4.mul(x0, y))
        a11 = f32x4.add(a11, f32x4.mul(x1, y))
        y = v128.load32_splat(c, 8)
        a20 = f32x4.add(a20, f32x4.mul(x0, y))
        a21 = f32x4.add(a21, f32x4.mul(x1, y))
        y = v128.load32_splat(c, 12)
        a30 = f32x4.add(a30, f32x4.mul(x0, y))
        a31 = f32x4.add(a31, f32x4.mul(x1, y))
        c += 16
      }
      let id = i32x4.splat(g << 2)
      index0 = v128.bitselect(id, index0, f32x4.lt(a00, best0))
      index1 = v128.bitselect(id, index1, f32x4.lt(a01, best1))
      second0 = f32x4.pmin(second0, f32x4.pmax(best0, a00))
      second1 = f32x4.pmin(second1, f32x4.pmax(best1, a01))
      best0 = f32x4.pmin(best0, a00)
      best1 = f32x4.pmin(best1, a01)
      id = i32x4.splat((g << 2) + 1)
      index0 = v128.bitselect(id, index0, f32x4.lt(a10, best0))
      index1 = v128.bitselect(id, index1, f32x4.lt(a11, best1))
      second0 = f32x4.pmin(second0, f32x4.pmax(best0, a10))
      second1 = f32x4.pmin(second1, f32x4.pmax(best1, a11))
      best0 = f32x4.pmin(best0, a10)
      best1 = f32x4.pmin(best1, a11)
      id = i32x4.splat((g << 2) + 2)
      index0 = v128.bitselect(id, index0, f32x4.lt(a20, best0))
      index1 = v128.bitselect(id, index1, f32x4.lt(a21, best1))
      second0 = f32x4.pmin(second0, f32x4.pmax(best0, a20))
      second1 = f32x4.pmin(second1, f32x4.pmax(best1, a21))
      best0 = f32x4.pmin(best0, a20)
      best1 = f32x4.pmin(best1, a21)
      id = i32x4.splat((g << 2) + 3)
      index0 = v128.bitselect(id, index0, f32x4.lt(a30, best0))
      index1 = v128.bitselect(id, index1, f32x4.lt(a31, best1))
      second0 = f32x4.pmin(second0, f32x4.pmax(best0, a30))
      second1 = f32x4.pmin(second1, f32x4.pmax(best1, a31))
      best0 = f32x4.pmin(best0, a30)
      best1 = f32x4.pmin(best1, a31)
    }

    const slack0 = v128.load(room)
    const slack1 = v128.load(room, 16)
    const room0 = f32x4.add(slack0, f32x4.mul(factor, best0))
    const room1 = f32x4.add(slack1, f32x4.mul(factor, best1))
    // A comparison gives all ones where it holds, and exclusive-or with all ones is ~label.
    const label0 = v128.xor(index0, f32x4.le(f32x4.sub(second0, best0), room0))
    const label1 = v128.xor(index1, f32x4.le(f32x4.sub(second1, best1), room1))
    const far0 = f32x4.sub(second0, f32x4.add(slack0, f32x4.mul(factor, second0)))
    const far1 = f32x4.sub(second1, f32x4.add(slack1, f32x4.mul(factor, second1)))
    const margin0 = marginOf(f32x4.mul(toSquare, slack0), f32x4.add(best0, room0), far0)
    const margin1 = marginOf(f32x4.mul(toSquare, slack1), f32x4.add(best1, room1), far1)
    if (list != 0) {
      v128.store(found, label0)
      v128.store(found, label1, 16)
      v128.store(found, margin0, 32)
      v128.store(found, margin1, 48)
      for (let lane: usize = 0; lane < <usize>lanes << 2; lane += 4) {
        const i = <usize>load<i32>(named + lane) << 2
        const label = load<i32>(found + lane)
        store<i32>(next + i, label)
        store<f32>(margins + i, load<f32>(found + lane, 32))
        if (label != load<i32>(labels + i)) {
          store<i32>(touched + (<usize>count << 2), <i32>(i >> 2))
          count++
        }
      }
      continue
    }
    const at = <usize>b << 5
    v128.store(next + at, label0)
    v128.store(next + at, label1, 16)
    v128.store(margins + at, margin0)
    v128.store(margins + at, margin1, 16)
    const change0 = i32x4.ne(label0, v128.load(labels + at))
    const change1 = i32x4.ne(label1, v128.load(labels + at, 16))
    if (v128.any_true(v128.or(change0, change1))) {
      const mask = i32x4.bitmask(change0) | (i32x4.bitmask(change1) << 4)
      for (let lane = 0; lane < 8; lane++) {
        if (mask & (1 << lane)) {
          store<i32>(touched + (<usize>count << 2), (b << 3) + lane)
          count++
        }
      }
    }
  }
  return count
}

/** Copies points, with their slack, into one block. */
function gather(points: usize, slack: usize, named: usize, lanes: i32, bytes: usize, block: usize, out: usize): void {
  for (let lane: usize = 0; lane < <usize>lanes << 2; lane += 4) {
    const i = load<i32>(named + lane)
    store<f32>(out + lane, load<f32>(slack + (<usize>i << 2)))
    let x = points + <usize>(i >> 3) * bytes + (<usize>(i & 7) << 2)
    const end = block + bytes
    for (let y = block + lane; y < end; y += 32) {
      store<f32>(y, load<f32>(x))
      x += 32
    }
  }
}

/** At most √(|x|² + second) - √(|x|² + best), where these include their rounding errors. */
// @ts-ignore: decorator
@inline
function marginOf(square: v128, best: v128, second: v128): v128 {
  const zero = f32x4.splat(0)
  const near = f32x4.sqrt(f32x4.pmax(zero, f32x4.add(square, best)))
  const far = f32x4.sqrt(f32x4.pmax(zero, f32x4.add(square, second)))
  return f32x4.sub(f32x4.mul(far, f32x4.splat(BELOW)), f32x4.mul(near, f32x4.splat(ABOVE)))
}

/** Factors that outweigh a few roundings. */
const BELOW: f32 = 1 - 1e-6
const ABOVE: f32 = 1 + 1e-6

/**
 * Takes steps[label] off the margin of each of the first n points and lists those that may have another nearest centre
 * now. Returns how many there are.
 */
export function restless(labels: usize, margins: usize, steps: usize, n: i32, list: usize): i32 {
  let count = 0
  for (let i = 0; i < n; i++) {
    const at = <usize>i << 2
    const left = load<f32>(margins + at) - load<f32>(steps + (<usize>load<i32>(labels + at) << 2))
    store<f32>(margins + at, left * BELOW)
    store<i32>(list + (<usize>count << 2), i)
    count += i32(!(left > 0))
  }
  return count
}

/**
 * Two candidates for the next k-means++ centre, for the points of blocks `from` to `to`:
 * min(closest, |x - c|²) of every point, and its sum weighted by multiplicity, in f64 with eight partial sums.
 */
export function tryPair(
  points: usize,
  from: i32,
  to: i32,
  d: i32,
  pair: usize,
  closest: usize,
  weights: usize,
  first: usize,
  second: usize,
  sums: usize,
): void {
  const bytes = <usize>d << 5
  const zero = f64x2.splat(0)
  let p0 = zero
  let p1 = zero
  let p2 = zero
  let p3 = zero
  let q0 = zero
  let q1 = zero
  let q2 = zero
  let q3 = zero
  for (let b = from; b < to; b++) {
    let x = points + <usize>b * bytes
    const end = x + bytes
    let c = pair
    let a00 = f32x4.splat(0)
    let a01 = a00
    let a10 = a00
    let a11 = a00
    for (; x < end; x += 32) {
      const x0 = v128.load(x)
      const x1 = v128.load(x, 16)
      let y = v128.load32_splat(c)
      let e = f32x4.sub(x0, y)
      a00 = f32x4.add(a00, f32x4.mul(e, e))
      e = f32x4.sub(x1, y)
      a01 = f32x4.add(a01, f32x4.mul(e, e))
      y = v128.load32_splat(c, 4)
      e = f32x4.sub(x0, y)
      a10 = f32x4.add(a10, f32x4.mul(e, e))
      e = f32x4.sub(x1, y)
      a11 = f32x4.add(a11, f32x4.mul(e, e))
      c += 8
    }
    const at = <usize>b << 5
    const near0 = v128.load(closest + at)
    const near1 = v128.load(closest + at, 16)
    a00 = f32x4.pmin(near0, a00)
    a01 = f32x4.pmin(near1, a01)
    a10 = f32x4.pmin(near0, a10)
    a11 = f32x4.pmin(near1, a11)
    v128.store(first + at, a00)
    v128.store(first + at, a01, 16)
    v128.store(second + at, a10)
    v128.store(second + at, a11, 16)
    const w = weights + (<usize>b << 6)
    const w0 = v128.load(w)
    const w1 = v128.load(w, 16)
    const w2 = v128.load(w, 32)
    const w3 = v128.load(w, 48)
    p0 = f64x2.add(p0, f64x2.mul(w0, f64x2.promote_low_f32x4(a00)))
    p1 = f64x2.add(p1, f64x2.mul(w1, f64x2.promote_low_f32x4(high(a00))))
    p2 = f64x2.add(p2, f64x2.mul(w2, f64x2.promote_low_f32x4(a01)))
    p3 = f64x2.add(p3, f64x2.mul(w3, f64x2.promote_low_f32x4(high(a01))))
    q0 = f64x2.add(q0, f64x2.mul(w0, f64x2.promote_low_f32x4(a10)))
    q1 = f64x2.add(q1, f64x2.mul(w1, f64x2.promote_low_f32x4(high(a10))))
    q2 = f64x2.add(q2, f64x2.mul(w2, f64x2.promote_low_f32x4(a11)))
    q3 = f64x2.add(q3, f64x2.mul(w3, f64x2.promote_low_f32x4(high(a11))))
  }
  const p = f64x2.add(f64x2.add(p0, p1), f64x2.add(p2, p3))
  const q = f64x2.add(f64x2.add(q0, q1), f64x2.add(q2, q3))
  store<f64>(sums, f64x2.extract_lane(p, 0) + f64x2.extract_lane(p, 1))
  store<f64>(sums, f64x2.extract_lane(q, 0) + f64x2.extract_lane(q, 1), 8)
}

/**
 * Takes each of the first `count` points of `touched` out of the sum of its cluster in `labels` and adds it to the one in
 * `next`, then copies the label. A label that is no cluster (k or more) has no sum.
 */
export function move(
  rows: usize,
  d: i32,
  weights: usize,
  touched: usize,
  count: i32,
  labels: usize,
  next: usize,
  k: i32,
  sums: usize,
): void {
  const bytes = <usize>d << 3
  const even = <usize>(d & ~1) << 3
  for (let t = 0; t < count; t++) {
    const i = load<i32>(touched + (<usize>t << 2))
    const from = load<i32>(labels + (<usize>i << 2))
    const to = load<i32>(next + (<usize>i << 2))
    store<i32>(labels + (<usize>i << 2), to)
    const w = load<f64>(weights + (<usize>i << 3))
    const ww = f64x2.splat(w)
    const x = rows + <usize>i * bytes
    const q = sums + <usize>to * bytes
    if (<u32>from < <u32>k) {
      const p = sums + <usize>from * bytes
      for (let j: usize = 0; j < even; j += 16) {
        const value = f64x2.mul(ww, v128.load(x + j))
        v128.store(p + j, f64x2.sub(v128.load(p + j), value))
        v128.store(q + j, f64x2.add(v128.load(q + j), value))
      }
      if (d & 1) {
        const value = w * load<f64>(x + even)
        store<f64>(p + even, load<f64>(p + even) - value)
        store<f64>(q + even, load<f64>(q + even) + value)
      }
    } else {
      for (let j: usize = 0; j < even; j += 16) {
        v128.store(q + j, f64x2.add(v128.load(q + j), f64x2.mul(ww, v128.load(x + j))))
      }
      if (d & 1) store<f64>(q + even, load<f64>(q + even) + w * load<f64>(x + even))
    }
  }
}

/** `start` + Σ w |x - c|² over the points `from` to `to` - 1, in f64; four partial sums per point, by coordinate modulo 4. */
export function inertia(
  rows: usize,
  d: i32,
  weights: usize,
  labels: usize,
  from: i32,
  to: i32,
  centres: usize,
  start: f64,
): f64 {
  const bytes = <usize>d << 3
  const whole = <usize>(d & ~3) << 3
  let total = start
  for (let i = from; i < to; i++) {
    const x = rows + <usize>i * bytes
    const c = centres + <usize>load<i32>(labels + (<usize>i << 2)) * bytes
    let s0 = f64x2.splat(0)
    let s1 = s0
    for (let j: usize = 0; j < whole; j += 32) {
      const e0 = f64x2.sub(v128.load(x + j), v128.load(c + j))
      const e1 = f64x2.sub(v128.load(x + j, 16), v128.load(c + j, 16))
      s0 = f64x2.add(s0, f64x2.mul(e0, e0))
      s1 = f64x2.add(s1, f64x2.mul(e1, e1))
    }
    let rest: f64 = 0
    for (let j = whole; j < bytes; j += 8) {
      const e = load<f64>(x + j) - load<f64>(c + j)
      rest += e * e
    }
    const s = f64x2.add(s0, s1)
    total += load<f64>(weights + (<usize>i << 3)) * (f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1) + rest)
  }
  return total
}

// @ts-ignore: decorator
@inline
function high(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 2, 3, 2, 3)
}
