/**
 * sums[anchors[a]][anchors[b]] += weights[r] values[a] values[b] for every row r and every two of its links a >= b. The
 * links of row r are at [starts[r], starts[r + 1]); lines of `sums` have length p.
 */
export function addOuterProducts(
  starts: usize, anchors: usize, values: usize, weights: usize, rowCount: i32, sums: usize, p: i32,
): void {
  for (let r = 0; r < rowCount; r++) {
    const from = <usize>load<i32>(starts + (<usize>r << 2))
    const to = <usize>load<i32>(starts + (<usize>r << 2), 4)
    const weight = load<f64>(weights + (<usize>r << 3))
    for (let a = from; a < to; a++) {
      const line = sums + ((<usize>load<i32>(anchors + (a << 2)) * <usize>p) << 3)
      const factor = weight * load<f64>(values + (a << 3))
      for (let b = from; b <= a; b++) {
        const at = line + (<usize>load<i32>(anchors + (b << 2)) << 3)
        store<f64>(at, load<f64>(at) + factor * load<f64>(values + (b << 3)))
      }
    }
  }
}

/**
 * sums[c][anchors[a]] += roots[r] indicators[c] values[a] for every row r, each of its m clusters c (-1 = none) and its
 * links a. One labeling after the other: the lines of its clusters stay in the cache.
 */
export function addClusterProducts(
  starts: usize, anchors: usize, values: usize, clusters: usize, m: i32, roots: usize, indicators: usize, rowCount: i32,
  sums: usize, p: i32,
): void {
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = load<i32>(clusters + (<usize>(r * m + t) << 2))
      if (c < 0) continue
      const line = sums + ((<usize>c * <usize>p) << 3)
      const factor = load<f64>(roots + (<usize>r << 3)) * load<f64>(indicators + (<usize>c << 3))
      const to = <usize>load<i32>(starts + (<usize>r << 2), 4)
      for (let a = <usize>load<i32>(starts + (<usize>r << 2)); a < to; a++) {
        const at = line + (<usize>load<i32>(anchors + (a << 2)) << 3)
        store<f64>(at, load<f64>(at) + factor * load<f64>(values + (a << 3)))
      }
    }
  }
}
