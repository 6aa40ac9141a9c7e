/**
 * c += X' Y over rows [from, to): X and Y have `width` columns (a multiple of 8), row after row; c is width x width.
 * Tiles of 4 x 4 outputs are kept in registers; each output is one sum over the rows in order, added to c at the end.
 */
export function panelGram(x: usize, y: usize, width: i32, from: i32, to: i32, c: usize): void {
  const rowBytes = <usize>width << 3
  for (let a: usize = 0; a < rowBytes; a += 32) {
    for (let b: usize = 0; b < rowBytes; b += 32) {
      let p = x + <usize>from * rowBytes + a
      let q = y + <usize>from * rowBytes + b
      let c00 = f64x2.splat(0), c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00, c30 = c00, c31 = c00
      for (let r = from; r < to; r++) {
        const y0 = v128.load(q), y1 = v128.load(q, 16)
        let s = v128.load64_splat(p)
        c00 = f64x2.add(c00, f64x2.mul(s, y0)); c01 = f64x2.add(c01, f64x2.mul(s, y1))
        s = v128.load64_splat(p, 8)
        c10 = f64x2.add(c10, f64x2.mul(s, y0)); c11 = f64x2.add(c11, f64x2.mul(s, y1))
        s = v128.load64_splat(p, 16)
        c20 = f64x2.add(c20, f64x2.mul(s, y0)); c21 = f64x2.add(c21, f64x2.mul(s, y1))
        s = v128.load64_splat(p, 24)
        c30 = f64x2.add(c30, f64x2.mul(s, y0)); c31 = f64x2.add(c31, f64x2.mul(s, y1))
        p += rowBytes
        q += rowBytes
      }
      let o = c + (a >> 3) * rowBytes + b
      v128.store(o, f64x2.add(v128.load(o), c00)); v128.store(o, f64x2.add(v128.load(o, 16), c01), 16)
      o += rowBytes
      v128.store(o, f64x2.add(v128.load(o), c10)); v128.store(o, f64x2.add(v128.load(o, 16), c11), 16)
      o += rowBytes
      v128.store(o, f64x2.add(v128.load(o), c20)); v128.store(o, f64x2.add(v128.load(o, 16), c21), 16)
      o += rowBytes
      v128.store(o, f64x2.add(v128.load(o), c30)); v128.store(o, f64x2.add(v128.load(o, 16), c31), 16)
    }
  }
}

/**
 * y += X C over rows [from, to), shapes as above. Each output adds its products in the order of the columns of X. Two rows at
 * a time: their sums do not wait for each other.
 */
export function panelUpdate(x: usize, c: usize, width: i32, from: i32, to: i32, y: usize): void {
  const rowBytes = <usize>width << 3
  let r = from
  for (; r + 1 < to; r += 2) {
    const row = x + <usize>r * rowBytes
    for (let b: usize = 0; b < rowBytes; b += 64) {
      const o = y + <usize>r * rowBytes + b
      const n = o + rowBytes
      let y0 = v128.load(o), y1 = v128.load(o, 16), y2 = v128.load(o, 32), y3 = v128.load(o, 48)
      let z0 = v128.load(n), z1 = v128.load(n, 16), z2 = v128.load(n, 32), z3 = v128.load(n, 48)
      let q = c + b
      for (let a: usize = 0; a < rowBytes; a += 8) {
        const s = v128.load64_splat(row + a)
        const t = v128.load64_splat(row + rowBytes + a)
        const c0 = v128.load(q), c1 = v128.load(q, 16), c2 = v128.load(q, 32), c3 = v128.load(q, 48)
        y0 = f64x2.add(y0, f64x2.mul(s, c0)); z0 = f64x2.add(z0, f64x2.mul(t, c0))
        y1 = f64x2.add(y1, f64x2.mul(s, c1)); z1 = f64x2.add(z1, f64x2.mul(t, c1))
        y2 = f64x2.add(y2, f64x2.mul(s, c2)); z2 = f64x2.add(z2, f64x2.mul(t, c2))
        y3 = f64x2.add(y3, f64x2.mul(s, c3)); z3 = f64x2.add(z3, f64x2.mul(t, c3))
        q += rowBytes
      }
      v128.store(o, y0); v128.store(o, y1, 16); v128.store(o, y2, 32); v128.store(o, y3, 48)
      v128.store(n, z0); v128.store(n, z1, 16); v128.store(n, z2, 32); v128.store(n, z3, 48)
    }
  }
  if (r < to) updateRow(x + <usize>r * rowBytes, c, rowBytes, y + <usize>r * rowBytes)
}

function updateRow(row: usize, c: usize, rowBytes: usize, y: usize): void {
  for (let b: usize = 0; b < rowBytes; b += 16) {
    let sum = v128.load(y + b)
    let q = c + b
    for (let a: usize = 0; a < rowBytes; a += 8) {
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(row + a), v128.load(q)))
      q += rowBytes
    }
    v128.store(y + b, sum)
  }
}

/** z = 2 (f z - y) - x, number by number: a step of the Chebyshev recurrence. `count` is a multiple of 2. */
export function panelRecur(x: usize, y: usize, f: f64, count: i32, z: usize): void {
  const factor = f64x2.splat(f)
  const two = f64x2.splat(2)
  for (let at: usize = 0, end = <usize>count << 3; at < end; at += 16) {
    const inner = f64x2.sub(f64x2.mul(factor, v128.load(z + at)), v128.load(y + at))
    v128.store(z + at, f64x2.sub(f64x2.mul(two, inner), v128.load(x + at)))
  }
}
