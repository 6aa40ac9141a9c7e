/**
 * y = A x for rows [from, to) of a sparse matrix A in compressed rows and a block x of `width` columns, row after row.
 * width is a multiple of 8. Each output is one sum over the row's entries in their stored order.
 */
export function sparseTimesBlock(
  starts: usize, columns: usize, values: usize, x: usize, y: usize, width: i32, from: i32, to: i32,
): void {
  const rowBytes = <usize>width << 3
  for (let r = from; r < to; r++) {
    const first = load<i32>(starts + (<usize>r << 2))
    const last = load<i32>(starts + (<usize>r << 2), 4)
    const out = y + <usize>r * rowBytes
    let lane: usize = 0
    // Sixteen columns at a time while there are that many, then eight.
    for (; lane + 128 <= rowBytes; lane += 128) {
      let a = f64x2.splat(0), b = a, c = a, d = a, e = a, f = a, g = a, h = a
      for (let at = first; at < last; at++) {
        const p = x + <usize>load<i32>(columns + (<usize>at << 2)) * rowBytes + lane
        const v = v128.load64_splat(values + (<usize>at << 3))
        a = f64x2.add(a, f64x2.mul(v, v128.load(p)))
        b = f64x2.add(b, f64x2.mul(v, v128.load(p, 16)))
        c = f64x2.add(c, f64x2.mul(v, v128.load(p, 32)))
        d = f64x2.add(d, f64x2.mul(v, v128.load(p, 48)))
        e = f64x2.add(e, f64x2.mul(v, v128.load(p, 64)))
        f = f64x2.add(f, f64x2.mul(v, v128.load(p, 80)))
        g = f64x2.add(g, f64x2.mul(v, v128.load(p, 96)))
        h = f64x2.add(h, f64x2.mul(v, v128.load(p, 112)))
      }
      const o = out + lane
      v128.store(o, a)
      v128.store(o, b, 16)
      v128.store(o, c, 32)
      v128.store(o, d, 48)
      v128.store(o, e, 64)
      v128.store(o, f, 80)
      v128.store(o, g, 96)
      v128.store(o, h, 112)
    }
    for (; lane < rowBytes; lane += 64) {
      let a = f64x2.splat(0), b = a, c = a, d = a
      for (let at = first; at < last; at++) {
        const p = x + <usize>load<i32>(columns + (<usize>at << 2)) * rowBytes + lane
        const v = v128.load64_splat(values + (<usize>at << 3))
        a = f64x2.add(a, f64x2.mul(v, v128.load(p)))
        b = f64x2.add(b, f64x2.mul(v, v128.load(p, 16)))
        c = f64x2.add(c, f64x2.mul(v, v128.load(p, 32)))
        d = f64x2.add(d, f64x2.mul(v, v128.load(p, 48)))
      }
      const o = out + lane
      v128.store(o, a)
      v128.store(o, b, 16)
      v128.store(o, c, 32)
      v128.store(o, d, 48)
    }
  }
}
