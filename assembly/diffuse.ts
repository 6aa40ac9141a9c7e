/** shared += diag(scales) F for n rows of `width` columns (a multiple of 2). */
export function addScaled(f: usize, scales: usize, width: i32, n: i32, shared: usize): void {
  const rowBytes = <usize>width << 3
  let at: usize = 0
  for (let i = 0; i < n; i++) {
    const s = v128.load64_splat(scales + (<usize>i << 3))
    const end = at + rowBytes
    for (; at < end; at += 16) {
      v128.store(shared + at, f64x2.add(v128.load(shared + at), f64x2.mul(s, v128.load(f + at))))
    }
  }
}

/**
 * y = alpha (W x + s (shared - s x)) on rows [from, to): W sparse in compressed rows, s the scale of each row, blocks of
 * `width` columns (a multiple of 2). Each output adds the entries of its row in order.
 */
export function diffuseRows(
  starts: usize, columns: usize, values: usize, x: usize, shared: usize, scales: usize, y: usize,
  width: i32, alpha: f64, from: i32, to: i32,
): void {
  const rowBytes = <usize>width << 3
  const factor = f64x2.splat(alpha)
  for (let r = from; r < to; r++) {
    const first = load<i32>(starts + (<usize>r << 2))
    const last = load<i32>(starts + (<usize>r << 2), 4)
    const s = v128.load64_splat(scales + (<usize>r << 3))
    const row = <usize>r * rowBytes
    let lane: usize = 0
    // Eight columns at a time while there are that many, then two.
    for (; lane + 64 <= rowBytes; lane += 64) {
      let a = f64x2.splat(0), b = a, c = a, d = a
      for (let at = first; at < last; at++) {
        const p = x + <usize>load<i32>(columns + (<usize>at << 2)) * rowBytes + lane
        const v = v128.load64_splat(values + (<usize>at << 3))
        a = f64x2.add(a, f64x2.mul(v, v128.load(p)))
        b = f64x2.add(b, f64x2.mul(v, v128.load(p, 16)))
        c = f64x2.add(c, f64x2.mul(v, v128.load(p, 32)))
        d = f64x2.add(d, f64x2.mul(v, v128.load(p, 48)))
      }
      const o = row + lane
      v128.store(y + o, mixed(a, x + o, shared + o, s, factor))
      v128.store(y + o, mixed(b, x + o + 16, shared + o + 16, s, factor), 16)
      v128.store(y + o, mixed(c, x + o + 32, shared + o + 32, s, factor), 32)
      v128.store(y + o, mixed(d, x + o + 48, shared + o + 48, s, factor), 48)
    }
    for (; lane < rowBytes; lane += 16) {
      let a = f64x2.splat(0)
      for (let at = first; at < last; at++) {
        const p = x + <usize>load<i32>(columns + (<usize>at << 2)) * rowBytes + lane
        a = f64x2.add(a, f64x2.mul(v128.load64_splat(values + (<usize>at << 3)), v128.load(p)))
      }
      v128.store(y + row + lane, mixed(a, x + row + lane, shared + row + lane, s, factor))
    }
  }
}

// @ts-ignore: decorator
@inline
function mixed(product: v128, x: usize, shared: usize, s: v128, alpha: v128): v128 {
  const others = f64x2.sub(v128.load(shared), f64x2.mul(s, v128.load(x)))
  return f64x2.mul(alpha, f64x2.add(product, f64x2.mul(s, others)))
}
