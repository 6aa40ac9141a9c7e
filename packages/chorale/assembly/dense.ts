/**
 * y = A x for the columns [from, to), a multiple of 8: A is size x size with size a multiple of 2, x and y are
 * size x width, row after row. Tiles of 2 x 8 outputs are kept in registers; each output is one sum over the columns of A in order.
 */
export function denseTimesBlock(a: usize, x: usize, y: usize, size: i32, width: i32, from: i32, to: i32): void {
  const rowBytes = <usize>width << 3
  const lineBytes = <usize>size << 3
  for (let lane = <usize>from << 3; lane < <usize>to << 3; lane += 64) {
    for (let r = 0; r < size; r += 2) {
      let f = a + <usize>r * lineBytes
      let p = x + lane
      let c00 = f64x2.splat(0), c01 = c00, c02 = c00, c03 = c00, c10 = c00, c11 = c00, c12 = c00, c13 = c00
      for (let b = 0; b < size; b++) {
        const x0 = v128.load(p), x1 = v128.load(p, 16), x2 = v128.load(p, 32), x3 = v128.load(p, 48)
        let s = v128.load64_splat(f)
        c00 = f64x2.add(c00, f64x2.mul(s, x0)); c01 = f64x2.add(c01, f64x2.mul(s, x1))
        c02 = f64x2.add(c02, f64x2.mul(s, x2)); c03 = f64x2.add(c03, f64x2.mul(s, x3))
        s = v128.load64_splat(f + lineBytes)
        c10 = f64x2.add(c10, f64x2.mul(s, x0)); c11 = f64x2.add(c11, f64x2.mul(s, x1))
        c12 = f64x2.add(c12, f64x2.mul(s, x2)); c13 = f64x2.add(c13, f64x2.mul(s, x3))
        f += 8
        p += rowBytes
      }
      let o = y + <usize>r * rowBytes + lane
      v128.store(o, c00); v128.store(o, c01, 16); v128.store(o, c02, 32); v128.store(o, c03, 48)
      o += rowBytes
      v128.store(o, c10); v128.store(o, c11, 16); v128.store(o, c12, 32); v128.store(o, c13, 48)
    }
  }
}
