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
 * y = alpha (W x + s (shared - s x)) + (1 - alpha) Y on rows [from, to): W sparse in compressed rows, s the scale of each
 * row, Y one 1 per row in the column that `labels` names. A panel of 2, 4, 6 or 8 columns, the first of them `column`.
 * Each output adds the entries of its row in order.
 */
export function diffuseRows(
  starts: usize, columns: usize, values: usize, x: usize, shared: usize, scales: usize, labels: usize, y: usize,
  column: i32, width: i32, alpha: f64, from: i32, to: i32,
): void {
  const rowBytes = <usize>width << 3
  const factor = f64x2.splat(alpha)
  const zero = f64x2.splat(0)
  let at = columns + (<usize>load<i32>(starts + (<usize>from << 2)) << 2)
  let value = values + (<usize>load<i32>(starts + (<usize>from << 2)) << 3)
  for (let r = from; r < to; r++) {
    const last = columns + (<usize>load<i32>(starts + (<usize>r << 2), 4) << 2)
    let a = zero, b = zero, c = zero, d = zero
    if (width == 8) {
      for (; at < last; at += 4, value += 8) {
        const p = x + (<usize>load<i32>(at) << 6)
        const v = v128.load64_splat(value)
        a = f64x2.add(a, f64x2.mul(v, v128.load(p)))
        b = f64x2.add(b, f64x2.mul(v, v128.load(p, 16)))
        c = f64x2.add(c, f64x2.mul(v, v128.load(p, 32)))
        d = f64x2.add(d, f64x2.mul(v, v128.load(p, 48)))
      }
    } else if (width == 6) {
      for (; at < last; at += 4, value += 8) {
        const p = x + <usize>load<i32>(at) * 48
        const v = v128.load64_splat(value)
        a = f64x2.add(a, f64x2.mul(v, v128.load(p)))
        b = f64x2.add(b, f64x2.mul(v, v128.load(p, 16)))
        c = f64x2.add(c, f64x2.mul(v, v128.load(p, 32)))
      }
    } else if (width == 4) {
      for (; at < last; at += 4, value += 8) {
        const p = x + (<usize>load<i32>(at) << 5)
        const v = v128.load64_splat(value)
        a = f64x2.add(a, f64x2.mul(v, v128.load(p)))
        b = f64x2.add(b, f64x2.mul(v, v128.load(p, 16)))
      }
    } else {
      for (; at < last; at += 4, value += 8) {
        a = f64x2.add(a, f64x2.mul(v128.load64_splat(value), v128.load(x + (<usize>load<i32>(at) << 4))))
      }
    }
    const s = v128.load64_splat(scales + (<usize>r << 3))
    const o = <usize>r * rowBytes
    v128.store(y + o, mixed(a, x + o, shared + o, s, factor))
    if (width > 2) v128.store(y + o, mixed(b, x + o + 16, shared + o + 16, s, factor), 16)
    if (width > 4) v128.store(y + o, mixed(c, x + o + 32, shared + o + 32, s, factor), 32)
    if (width > 6) v128.store(y + o, mixed(d, x + o + 48, shared + o + 48, s, factor), 48)
    const own = load<i32>(labels + (<usize>r << 2)) - column
    if (own >= 0 && own < width) {
      const place = y + o + (<usize>own << 3)
      store<f64>(place, load<f64>(place) + (1 - alpha))
    }
  }
}

// @ts-ignore: decorator
@inline
function mixed(product: v128, x: usize, shared: usize, s: v128, alpha: v128): v128 {
  const others = f64x2.sub(v128.load(shared), f64x2.mul(s, v128.load(x)))
  return f64x2.mul(alpha, f64x2.add(product, f64x2.mul(s, others)))
}
