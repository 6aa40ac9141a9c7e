import type { Steps } from '../../pause.js'
import { type AssignTables, BLOCK, GROUP } from './assign-tables.js'

// The TypeScript versions of assembly/assign.ts: the same operations on every number in the same order, in tiles of 2 points.

const f32 = Math.fround

/** Points between two pauses. */
const PAUSE = 64

/** The TypeScript version of `nearest`, in tiles of 2 points x 4 centres. */
export function* plainNearest(tables: AssignTables, groupCount: number, relative: number): Steps<number> {
  const { blockCount, dimension: d, points, slack, centres, squares, labels, next, touched } = tables
  const factor = f32(relative)
  let count = 0
  for (let p = 0; p < blockCount * BLOCK; p += 2) {
    if (p % PAUSE === 0) yield
    const block = (p >> 3) * d * BLOCK + (p & 7)
    let best0 = f32(Infinity)
    let best1 = f32(Infinity)
    let second0 = f32(Infinity)
    let second1 = f32(Infinity)
    let label0 = 0
    let label1 = 0
    for (let g = 0; g < groupCount; g++) {
      const s = g * GROUP
      let a00 = squares[s]
      let a10 = squares[s + 1]
      let a20 = squares[s + 2]
      let a30 = squares[s + 3]
      let a01 = a00
      let a11 = a10
      let a21 = a20
      let a31 = a30
      let x = block
      const end = (g + 1) * GROUP * d
      for (let c = s * d; c < end; c += GROUP) {
        const x0 = points[x]
        const x1 = points[x + 1]
        const c0 = centres[c]
        const c1 = centres[c + 1]
        const c2 = centres[c + 2]
        const c3 = centres[c + 3]
        a00 = f32(a00 + f32(x0 * c0))
        a01 = f32(a01 + f32(x1 * c0))
        a10 = f32(a10 + f32(x0 * c1))
        a11 = f32(a11 + f32(x1 * c1))
        a20 = f32(a20 + f32(x0 * c2))
        a21 = f32(a21 + f32(x1 * c2))
        a30 = f32(a30 + f32(x0 * c3))
        a31 = f32(a31 + f32(x1 * c3))
        x += BLOCK
      }
      if (a00 < best0) {
        second0 = best0
        best0 = a00
        label0 = s
      } else if (a00 < second0) second0 = a00
      if (a10 < best0) {
        second0 = best0
        best0 = a10
        label0 = s + 1
      } else if (a10 < second0) second0 = a10
      if (a20 < best0) {
        second0 = best0
        best0 = a20
        label0 = s + 2
      } else if (a20 < second0) second0 = a20
      if (a30 < best0) {
        second0 = best0
        best0 = a30
        label0 = s + 3
      } else if (a30 < second0) second0 = a30
      if (a01 < best1) {
        second1 = best1
        best1 = a01
        label1 = s
      } else if (a01 < second1) second1 = a01
      if (a11 < best1) {
        second1 = best1
        best1 = a11
        label1 = s + 1
      } else if (a11 < second1) second1 = a11
      if (a21 < best1) {
        second1 = best1
        best1 = a21
        label1 = s + 2
      } else if (a21 < second1) second1 = a21
      if (a31 < best1) {
        second1 = best1
        best1 = a31
        label1 = s + 3
      } else if (a31 < second1) second1 = a31
    }
    if (f32(second0 - best0) <= f32(slack[p] + f32(factor * best0))) label0 = ~label0
    if (f32(second1 - best1) <= f32(slack[p + 1] + f32(factor * best1))) label1 = ~label1
    next[p] = label0
    next[p + 1] = label1
    if (label0 !== labels[p]) touched[count++] = p
    if (label1 !== labels[p + 1]) touched[count++] = p + 1
  }
  return count
}

const partial = new Float64Array(2 * BLOCK)

/** The TypeScript version of `tryPair`, with the same eight partial sums per candidate. */
export function plainTryPair(
  tables: AssignTables,
  pairIndex: number,
  from: number,
  to: number,
  closest: number,
  first: number,
  second: number,
): void {
  const { dimension: d, points, weights, totals } = tables
  const pair = tables.pairs[pairIndex]
  const near = tables.trials[closest]
  const out0 = tables.trials[first]
  const out1 = tables.trials[second]
  partial.fill(0)
  for (let p = from * BLOCK; p < to * BLOCK; p += 2) {
    let x = (p >> 3) * d * BLOCK + (p & 7)
    let a00 = f32(0)
    let a01 = f32(0)
    let a10 = f32(0)
    let a11 = f32(0)
    for (let c = 0; c < 2 * d; c += 2) {
      const x0 = points[x]
      const x1 = points[x + 1]
      const c0 = pair[c]
      const c1 = pair[c + 1]
      const e00 = f32(x0 - c0)
      const e01 = f32(x1 - c0)
      const e10 = f32(x0 - c1)
      const e11 = f32(x1 - c1)
      a00 = f32(a00 + f32(e00 * e00))
      a01 = f32(a01 + f32(e01 * e01))
      a10 = f32(a10 + f32(e10 * e10))
      a11 = f32(a11 + f32(e11 * e11))
      x += BLOCK
    }
    const near0 = near[p]
    const near1 = near[p + 1]
    if (near0 <= a00) a00 = near0
    if (near1 <= a01) a01 = near1
    if (near0 <= a10) a10 = near0
    if (near1 <= a11) a11 = near1
    out0[p] = a00
    out0[p + 1] = a01
    out1[p] = a10
    out1[p + 1] = a11
    const lane = p & 7
    partial[lane] += weights[p] * a00
    partial[lane + 1] += weights[p + 1] * a01
    partial[BLOCK + lane] += weights[p] * a10
    partial[BLOCK + lane + 1] += weights[p + 1] * a11
  }
  totals[0] = lanesTotal(0)
  totals[1] = lanesTotal(BLOCK)
}

/** Eight partial sums added in the order of the module: pairs of lanes first, then even and odd. */
function lanesTotal(at: number): number {
  const even = partial[at] + partial[at + 2] + (partial[at + 4] + partial[at + 6])
  const odd = partial[at + 1] + partial[at + 3] + (partial[at + 5] + partial[at + 7])
  return even + odd
}

export function plainMove(tables: AssignTables, count: number, clusterCount: number): void {
  const { dimension: d, rows, weights, touched, labels, next, sums } = tables
  for (let t = 0; t < count; t++) {
    const i = touched[t]
    const from = labels[i]
    const to = next[i]
    labels[i] = to
    const w = weights[i]
    const x = i * d
    const q = to * d
    const known = from >= 0 && from < clusterCount
    const p = known ? from * d : q
    for (let j = 0; j < d; j++) {
      const value = w * rows[x + j]
      if (known) sums[p + j] -= value
      sums[q + j] += value
    }
  }
}

export function plainInertia(tables: AssignTables): number {
  const { pointCount, dimension: d, rows, weights, labels, exactCentres: centres } = tables
  const whole = d - (d % 4)
  let total = 0
  for (let i = 0; i < pointCount; i++) {
    const x = i * d
    const c = labels[i] * d
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    for (let j = 0; j < whole; j += 4) {
      const e0 = rows[x + j] - centres[c + j]
      const e1 = rows[x + j + 1] - centres[c + j + 1]
      const e2 = rows[x + j + 2] - centres[c + j + 2]
      const e3 = rows[x + j + 3] - centres[c + j + 3]
      s0 += e0 * e0
      s1 += e1 * e1
      s2 += e2 * e2
      s3 += e3 * e3
    }
    let rest = 0
    for (let j = whole; j < d; j++) {
      const e = rows[x + j] - centres[c + j]
      rest += e * e
    }
    total += weights[i] * (s0 + s2 + (s1 + s3) + rest)
  }
  return total
}
