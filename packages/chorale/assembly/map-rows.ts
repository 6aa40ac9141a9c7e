// (x - centre) · matrix for rows of features. The twin is mapRows in src/base/feature-map.ts.

/**
 * Maps rows of `d` numbers to `width` numbers, a multiple of two; the matrix has `d` lines of `width` numbers. Every sum
 * runs over the features in order.
 */
export function mapRows(rows: usize, rowCount: i32, d: i32, centre: usize, matrix: usize, width: i32, out: usize): void {
  const bytes = <usize>d << 3
  const line = <usize>width << 3
  for (let r = 0; r < rowCount; r++) {
    const row = rows + <usize>r * bytes
    const to = out + <usize>r * line
    let at: usize = 0
    for (; at + 64 <= line; at += 64) {
      let a = f64x2.splat(0), b = a, c = a, e = a
      let from = matrix + at
      for (let f: usize = 0; f < bytes; f += 8, from += line) {
        const value = f64x2.splat(load<f64>(row + f) - load<f64>(centre + f))
        a = f64x2.add(a, f64x2.mul(value, v128.load(from)))
        b = f64x2.add(b, f64x2.mul(value, v128.load(from, 16)))
        c = f64x2.add(c, f64x2.mul(value, v128.load(from, 32)))
        e = f64x2.add(e, f64x2.mul(value, v128.load(from, 48)))
      }
      v128.store(to + at, a)
      v128.store(to + at, b, 16)
      v128.store(to + at, c, 32)
      v128.store(to + at, e, 48)
    }
    for (; at < line; at += 16) {
      let a = f64x2.splat(0)
      let from = matrix + at
      for (let f: usize = 0; f < bytes; f += 8, from += line) {
        const value = f64x2.splat(load<f64>(row + f) - load<f64>(centre + f))
        a = f64x2.add(a, f64x2.mul(value, v128.load(from)))
      }
      v128.store(to + at, a)
    }
  }
}
