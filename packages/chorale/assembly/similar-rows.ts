/**
 * The nonzero similarities of one row to other rows: out[q] += weights[c] over the members q of its `count` clusters c
 * (-1 = none) in their order; then the sums, divided, that reach `least` and are not zero go to `columns` and `values`, and
 * `out` is zero again. `out` has `rowCount` entries, padded with zeros to a multiple of 4. Returns how many there are; `total`
 * gets the number of all that are not zero.
 */
export function similarRows(
  clusters: usize, count: i32, starts: usize, members: usize, weights: usize, row: i32, rowCount: i32, divisor: f64,
  least: f64, out: usize, columns: usize, values: usize, total: usize,
): i32 {
  for (let t = 0; t < count; t++) {
    const c = load<i32>(clusters + (<usize>t << 2))
    if (c < 0) continue
    const weight = load<f64>(weights + (<usize>c << 3))
    const last = members + (<usize>load<i32>(starts + (<usize>c << 2), 4) << 2)
    for (let at = members + (<usize>load<i32>(starts + (<usize>c << 2)) << 2); at < last; at += 4) {
      const o = out + (<usize>load<i32>(at) << 3)
      store<f64>(o, load<f64>(o) + weight)
    }
  }
  store<f64>(out + (<usize>row << 3), 0)
  let found = 0
  let nonzero = 0
  for (let q = 0; q < rowCount; q += 4) {
    const o = out + (<usize>q << 3)
    if (!v128.any_true(v128.or(v128.load(o), v128.load(o, 16)))) continue
    for (let b = 0; b < 4; b++) {
      const value = load<f64>(o + (<usize>b << 3))
      store<i32>(columns + (<usize>found << 2), q + b)
      const similarity = value / divisor
      store<f64>(values + (<usize>found << 3), similarity)
      nonzero += i32(value != 0)
      found += i32(value != 0) & i32(similarity >= least)
    }
    v128.store(o, f64x2.splat(0))
    v128.store(o, f64x2.splat(0), 16)
  }
  store<i32>(total, nonzero)
  return found
}
