// The nearest cells of many rows. src/hot-loops/near-cells.ts has the layout of the tables and the reason why the result
// is exact: distances in f32 only choose candidates, which are then compared in f64.

/** Candidates of a row. A row with more is left to the caller. */
const ROOM: i32 = 64
/** Most cells that are wanted per row. */
const MOST: usize = 16

/** Factors that outweigh a few roundings. */
const BELOW: f32 = 1 - 1e-6
const ABOVE: f32 = 1 + 1e-6

/** Copies the rows that `named` lists, at most eight, into one block of f32: coordinate after coordinate, eight lanes. */
function gatherRows(rows: usize, d: i32, shift: usize, named: usize, lanes: i32, block: usize, squares: usize): void {
  const bytes = <usize>d << 3
  for (let lane = 0; lane < 8; lane++) {
    const row = rows + <usize>load<i32>(named + (<usize>min(lane, lanes - 1) << 2)) * bytes
    let square: f32 = 0
    let to = block + (<usize>lane << 2)
    for (let at: usize = 0; at < bytes; at += 8, to += 32) {
      const value = <f32>(load<f64>(row + at) - load<f64>(shift + at))
      store<f32>(to, value)
      square += value * value
    }
    store<f32>(squares + (<usize>lane << 2), square)
  }
}

/** |c|² - 2 x·c of eight points and four centres: 32 numbers, one centre after the other. */
// @ts-ignore: decorator
@inline
function scoreFour(block: usize, end: usize, centres: usize, squares: usize, out: usize): void {
  let a00 = v128.load32_splat(squares)
  let a10 = v128.load32_splat(squares, 4)
  let a20 = v128.load32_splat(squares, 8)
  let a30 = v128.load32_splat(squares, 12)
  let a01 = a00
  let a11 = a10
  let a21 = a20
  let a31 = a30
  let c = centres
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
  v128.store(out, a00)
  v128.store(out, a01, 16)
  v128.store(out, a10, 32)
  v128.store(out, a11, 48)
  v128.store(out, a20, 64)
  v128.store(out, a21, 80)
  v128.store(out, a30, 96)
  v128.store(out, a31, 112)
}

/**
 * Sorts rows by their two nearest groups, so that the eight rows of a block look at the same groups. `order` gets the
 * rows; `keys` has room for one number per row, `counts` for groupCount² + 1.
 */
export function orderRows(
  rows: usize, rowCount: i32, d: i32, shift: usize, groupCount: i32, groups: usize, groupSquares: usize, block: usize,
  scores: usize, keys: usize, counts: usize, order: usize,
): void {
  const keyCount = groupCount * groupCount
  const end = block + (<usize>d << 5)
  memory.fill(counts, 0, <usize>(keyCount + 1) << 2)
  for (let r = 0; r < rowCount; r++) store<i32>(order + (<usize>r << 2), r)
  for (let from = 0; from < rowCount; from += 8) {
    const lanes = min(8, rowCount - from)
    gatherRows(rows, d, shift, order + (<usize>from << 2), lanes, block, scores)
    scoreGroups(block, end, groupCount, groups, groupSquares, scores)
    for (let lane = 0; lane < lanes; lane++) {
      let nearest = 0
      let second = 0
      let least: f32 = Infinity
      let next: f32 = Infinity
      let at = scores + (<usize>lane << 2)
      for (let g = 0; g < groupCount; g++, at += 32) {
        const score = load<f32>(at)
        if (score < least) {
          next = least
          second = nearest
          least = score
          nearest = g
        } else if (score < next) {
          next = score
          second = g
        }
      }
      const key = nearest * groupCount + second
      store<i32>(keys + (<usize>(from + lane) << 2), key)
      const place = counts + (<usize>(key + 1) << 2)
      store<i32>(place, load<i32>(place) + 1)
    }
  }
  for (let key = 0; key < keyCount; key++) {
    const place = counts + (<usize>key << 2)
    store<i32>(place, load<i32>(place) + load<i32>(place, 4), 4)
  }
  for (let r = 0; r < rowCount; r++) {
    const place = counts + (<usize>load<i32>(keys + (<usize>r << 2)) << 2)
    const at = load<i32>(place)
    store<i32>(place, at + 1)
    store<i32>(order + (<usize>at << 2), r)
  }
}

function scoreGroups(block: usize, end: usize, groupCount: i32, groups: usize, squares: usize, scores: usize): void {
  const bytes = (end - block) >> 1
  for (let g = 0; g < groupCount; g += 4) {
    const place = <usize>g
    scoreFour(block, end, groups + (place >> 2) * bytes, squares + (place << 2), scores + (place << 5))
  }
}

/** What is known about the eight rows of a block: see the layout in src/hot-loops/near-cells.ts. */
// @ts-ignore: decorator
@inline
const SLACK: usize = 32
// @ts-ignore: decorator
@inline
const LIMITS: usize = 64
// @ts-ignore: decorator
@inline
const COUNTS: usize = 96
// @ts-ignore: decorator
@inline
const SCORES: usize = 128
// @ts-ignore: decorator
@inline
const BEST: usize = 256
// @ts-ignore: decorator
@inline
const IDS: usize = BEST + 8 * (MOST << 2)
// @ts-ignore: decorator
@inline
const CANDIDATES: usize = IDS + 8 * (<usize>ROOM << 2)

/** Takes a cell into the candidates of a row. */
function offerCandidate(state: usize, lane: usize, place: i32, score: f32, last: usize): void {
  const limit = state + LIMITS + (lane << 2)
  if (!(score < load<f32>(limit))) return
  const ids = state + IDS + lane * (<usize>ROOM << 2)
  const scores = state + CANDIDATES + lane * (<usize>ROOM << 2)
  const counter = state + COUNTS + (lane << 2)
  let n = load<i32>(counter)
  if (n == ROOM) {
    n = 0
    const most = load<f32>(limit)
    for (let c = 0; c < ROOM; c++) {
      const value = load<f32>(scores + (<usize>c << 2))
      if (!(value < most)) continue
      store<f32>(scores + (<usize>n << 2), value)
      store<i32>(ids + (<usize>n << 2), load<i32>(ids + (<usize>c << 2)))
      n++
    }
    if (n == ROOM) {
      // The caller decides this row.
      store<i32>(counter, ROOM + 1)
      store<f32>(limit, -Infinity)
      return
    }
  }
  store<i32>(ids + (<usize>n << 2), place)
  store<f32>(scores + (<usize>n << 2), score)
  store<i32>(counter, n + 1)
  const best = state + BEST + lane * (MOST << 2)
  if (!(score < load<f32>(best + (last << 2)))) return
  let at = last
  while (at > 0 && load<f32>(best + ((at - 1) << 2)) > score) {
    store<f32>(best + (at << 2), load<f32>(best + ((at - 1) << 2)))
    at--
  }
  store<f32>(best + (at << 2), score)
  store<f32>(limit, load<f32>(best + (last << 2)) + load<f32>(state + SLACK + (lane << 2)))
}

/** Whether no row of the block can have a wanted cell in a group. */
// @ts-ignore: decorator
@inline
function isFar(state: usize, scores: usize, radius: v128, side: usize): bool {
  const zero = f32x4.splat(0)
  const square = v128.load(state + side)
  const slack = v128.load(state + side + SLACK)
  const toCentre = f32x4.sub(f32x4.add(square, v128.load(scores + side)), slack)
  const bound = f32x4.sub(f32x4.mul(f32x4.sqrt(f32x4.pmax(zero, toCentre)), f32x4.splat(BELOW)), radius)
  const reach = f32x4.add(f32x4.add(square, v128.load(state + side + LIMITS)), slack)
  const farthest = f32x4.mul(f32x4.sqrt(f32x4.pmax(zero, reach)), f32x4.splat(ABOVE))
  return i32x4.all_true(f32x4.gt(bound, farthest))
}

/** Offers the cells of a group to the rows of a block. */
function searchCells(
  block: usize, end: usize, from: i32, to: i32, cells: usize, squares: usize, state: usize, last: usize,
): void {
  const bytes = (end - block) >> 1
  const out = state + SCORES
  let limit0 = v128.load(state + LIMITS)
  let limit1 = v128.load(state + LIMITS, 16)
  for (let e = from; e < to; e += 4) {
    scoreFour(block, end, cells + <usize>(e >> 2) * bytes, squares + (<usize>e << 2), out)
    const least0 = f32x4.pmin(
      f32x4.pmin(v128.load(out), v128.load(out, 32)), f32x4.pmin(v128.load(out, 64), v128.load(out, 96)),
    )
    const least1 = f32x4.pmin(
      f32x4.pmin(v128.load(out, 16), v128.load(out, 48)), f32x4.pmin(v128.load(out, 80), v128.load(out, 112)),
    )
    const near0 = f32x4.lt(least0, limit0)
    const near1 = f32x4.lt(least1, limit1)
    if (!v128.any_true(v128.or(near0, near1))) continue
    let lanes = i32x4.bitmask(near0) | (i32x4.bitmask(near1) << 4)
    while (lanes != 0) {
      const lane = <usize>ctz(lanes)
      lanes &= lanes - 1
      const at = out + (lane << 2)
      offerCandidate(state, lane, e, load<f32>(at), last)
      offerCandidate(state, lane, e + 1, load<f32>(at, 32), last)
      offerCandidate(state, lane, e + 2, load<f32>(at, 64), last)
      offerCandidate(state, lane, e + 3, load<f32>(at, 96), last)
    }
    limit0 = v128.load(state + LIMITS)
    limit1 = v128.load(state + LIMITS, 16)
  }
}

/** Takes a cell into those of a row; returns whether it is exactly as far as one of them, so that the order decides. */
function offerExact(distance: f64, member: i32, cells: usize, distances: usize, last: usize): bool {
  if (!(distance < load<f64>(distances + (last << 3)))) return distance == load<f64>(distances + (last << 3))
  let place = last
  while (place > 0 && load<f64>(distances + ((place - 1) << 3)) > distance) {
    store<f64>(distances + (place << 3), load<f64>(distances + ((place - 1) << 3)))
    store<i32>(cells + (place << 2), load<i32>(cells + ((place - 1) << 2)))
    place--
  }
  store<f64>(distances + (place << 3), distance)
  store<i32>(cells + (place << 2), member)
  return place > 0 && load<f64>(distances + ((place - 1) << 3)) == distance
}

/** Compares the candidates of a row in f64, two at a time. Returns false if it cannot decide. */
function decide(
  row: usize, d: i32, lane: usize, state: usize, members: usize, exact: usize, cells: usize, distances: usize,
  count: i32,
): bool {
  const n = load<i32>(state + COUNTS + (lane << 2))
  if (n > ROOM) return false
  const ids = state + IDS + lane * (<usize>ROOM << 2)
  const scores = state + CANDIDATES + lane * (<usize>ROOM << 2)
  const limit = load<f32>(state + LIMITS + (lane << 2))
  let kept = 0
  for (let c = 0; c < n; c++) {
    if (!(load<f32>(scores + (<usize>c << 2)) < limit)) continue
    store<i32>(ids + (<usize>kept << 2), load<i32>(ids + (<usize>c << 2)))
    kept++
  }
  if (kept < count) return false
  const last = <usize>(count - 1)
  for (let q = 0; q < count; q++) store<f64>(distances + (<usize>q << 3), Infinity)
  const bytes = <usize>d << 3
  let isTied = false
  for (let c = 0; c < kept; c += 2) {
    const first = load<i32>(ids + (<usize>c << 2))
    const second = c + 1 < kept ? load<i32>(ids + (<usize>c << 2), 4) : first
    const a = exact + <usize>first * bytes
    const b = exact + <usize>second * bytes
    let sum = f64x2.splat(0)
    for (let at: usize = 0; at < bytes; at += 8) {
      const pair = v128.load64_lane(b + at, v128.load64_zero(a + at), 1)
      const e = f64x2.sub(v128.load64_splat(row + at), pair)
      sum = f64x2.add(sum, f64x2.mul(e, e))
    }
    const firstMember = load<i32>(members + (<usize>first << 2))
    isTied = offerExact(f64x2.extract_lane(sum, 0), firstMember, cells, distances, last) || isTied
    if (second == first) break
    const secondMember = load<i32>(members + (<usize>second << 2))
    isTied = offerExact(f64x2.extract_lane(sum, 1), secondMember, cells, distances, last) || isTied
  }
  return !isTied
}

/**
 * The `count` nearest cells of each row, nearest first, for rows in `order`. Writes the rows that it cannot decide into
 * `open` and returns how many there are.
 */
export function nearCells(
  rows: usize, rowCount: i32, d: i32, shift: usize, groupCount: i32, groups: usize, groupSquares: usize, radii: usize,
  visits: usize, starts: usize, cells: usize, cellSquares: usize, members: usize, exact: usize, reach: f32,
  rounding: f32, count: i32, order: usize, block: usize, groupScores: usize, state: usize, outCells: usize,
  outDistances: usize, open: usize,
): i32 {
  const bytes = <usize>d << 3
  const end = block + (<usize>d << 5)
  const last = <usize>(count - 1)
  let openCount = 0
  for (let from = 0; from < rowCount; from += 8) {
    const lanes = min(8, rowCount - from)
    const named = order + (<usize>from << 2)
    gatherRows(rows, d, shift, named, lanes, block, state)
    scoreGroups(block, end, groupCount, groups, groupSquares, groupScores)
    for (let lane: usize = 0; lane < 8; lane++) {
      const at = state + (lane << 2)
      const length = f32(Math.sqrt(load<f32>(at))) + reach
      store<f32>(at, rounding * length * length + <f32>1e-36, SLACK)
      store<f32>(at, Infinity, LIMITS)
      store<i32>(at, 0, COUNTS)
      for (let q: usize = 0; q <= last; q++) store<f32>(state + BEST + lane * (MOST << 2) + (q << 2), Infinity)
    }

    let nearest = 0
    for (let g = 1; g < groupCount; g++) {
      if (load<f32>(groupScores + (<usize>g << 5)) < load<f32>(groupScores + (<usize>nearest << 5))) nearest = g
    }
    const visit = visits + (<usize>(nearest * groupCount) << 2)
    for (let v = 0; v < groupCount; v++) {
      const g = <usize>load<i32>(visit + (<usize>v << 2))
      const radius = v128.load32_splat(radii + (g << 2))
      const scores = groupScores + (g << 5)
      if (v > 0 && isFar(state, scores, radius, 0) && isFar(state, scores, radius, 16)) continue
      const first = load<i32>(starts + (g << 2))
      searchCells(block, end, first, load<i32>(starts + (g << 2), 4), cells, cellSquares, state, last)
    }

    for (let lane = 0; lane < lanes; lane++) {
      const r = load<i32>(named + (<usize>lane << 2))
      const at = <usize>(r * count)
      const row = rows + <usize>r * bytes
      const here = outCells + (at << 2)
      if (decide(row, d, <usize>lane, state, members, exact, here, outDistances + (at << 3), count)) continue
      store<i32>(open + (<usize>openCount << 2), r)
      openCount++
    }
  }
  return openCount
}
