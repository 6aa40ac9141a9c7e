/**
 * The similarities of a row to p references: sums[l] = Σ weights[c] over its m clusters c (-1 = none) that reference l is in, in
 * their order. `sums` has room for a multiple of 2.
 */
export function referenceSums(
  row: usize, m: i32, starts: usize, members: usize, weights: usize, p: i32, sums: usize,
): void {
  const end = sums + (<usize>p << 3)
  for (let at = sums; at < end; at += 16) v128.store(at, f64x2.splat(0))
  for (let t = 0; t < m; t++) {
    const c = load<i32>(row + (<usize>t << 2))
    if (c < 0) continue
    const weight = load<f64>(weights + (<usize>c << 3))
    const last = members + (<usize>load<i32>(starts + (<usize>c << 2), 4) << 2)
    for (let at = members + (<usize>load<i32>(starts + (<usize>c << 2)) << 2); at < last; at += 4) {
      const o = sums + (<usize>load<i32>(at) << 3)
      store<f64>(o, load<f64>(o) + weight)
    }
  }
}

/**
 * The links of a row: the references whose sum, divided, is at least alpha, and roots[l] times this similarity, scaled to
 * length 1. Returns the number of links.
 */
export function referenceLinks(
  sums: usize, p: i32, divisor: f64, alpha: f64, roots: usize, indices: usize, values: usize,
): i32 {
  let count = 0
  let square: f64 = 0
  // A sum below this, which allows for rounding, is no link: most references need no division.
  const least = alpha * divisor * 0.999999
  for (let l = 0; l < p; l++) {
    const sum = load<f64>(sums + (<usize>l << 3))
    if (sum < least) continue
    const similarity = sum / divisor
    if (similarity < alpha) continue
    const value = load<f64>(roots + (<usize>l << 3)) * similarity
    store<i32>(indices + (<usize>count << 2), l)
    store<f64>(values + (<usize>count << 3), value)
    square += value * value
    count++
  }
  const factor = square > 0 ? 1 / sqrt<f64>(square) : 0
  for (let a = 0; a < count; a++) {
    const at = values + (<usize>a << 3)
    store<f64>(at, load<f64>(at) * factor)
  }
  return count
}
