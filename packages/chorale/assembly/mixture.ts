// The most likely component of a mixture of normal distributions. The twin is mixtureLabels in
// src/mixture/gaussian-mixture.ts.

/**
 * Labels rows, eight at a time; the first `d` of `width` numbers per row are used. `block` and `difference` have room for
 * 8 d numbers. Components are compared by constant - |L⁻¹ (x - mean)|² / 2; ties go to the lowest.
 */
export function mixtureLabels(
  rows: usize, rowCount: i32, width: i32, d: i32, k: i32, means: usize, factors: usize, constants: usize, block: usize,
  difference: usize, labels: usize,
): void {
  const line = <usize>width << 3
  const bytes = <usize>d << 3
  const size = <usize>d << 6
  const half = f64x2.splat(2)
  for (let r = 0; r < rowCount; r += 8) {
    for (let lane = 0; lane < 8; lane++) {
      const row = rows + <usize>min(r + lane, rowCount - 1) * line
      for (let f: usize = 0; f < bytes; f += 8) store<f64>(block + (f << 3) + (<usize>lane << 3), load<f64>(row + f))
    }
    let most0 = f64x2.splat(-Infinity), most1 = most0, most2 = most0, most3 = most0
    let best0 = i64x2.splat(0), best1 = best0, best2 = best0, best3 = best0
    let mean = means
    let factor = factors
    for (let c = 0; c < k; c++, mean += bytes, factor += bytes * <usize>d) {
      for (let f: usize = 0; f < size; f += 16) {
        v128.store(difference + f, f64x2.sub(v128.load(block + f), v128.load64_splat(mean + ((f >> 6) << 3))))
      }
      let q0 = f64x2.splat(0), q1 = q0, q2 = q0, q3 = q0
      for (let row: usize = 0; row < bytes; row += 8) {
        let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0
        const from = factor + row * <usize>d
        let at = difference
        for (let f: usize = 0; f <= row; f += 8, at += 64) {
          const value = v128.load64_splat(from + f)
          s0 = f64x2.add(s0, f64x2.mul(value, v128.load(at)))
          s1 = f64x2.add(s1, f64x2.mul(value, v128.load(at, 16)))
          s2 = f64x2.add(s2, f64x2.mul(value, v128.load(at, 32)))
          s3 = f64x2.add(s3, f64x2.mul(value, v128.load(at, 48)))
        }
        q0 = f64x2.add(q0, f64x2.mul(s0, s0))
        q1 = f64x2.add(q1, f64x2.mul(s1, s1))
        q2 = f64x2.add(q2, f64x2.mul(s2, s2))
        q3 = f64x2.add(q3, f64x2.mul(s3, s3))
      }
      const constant = v128.load64_splat(constants + (<usize>c << 3))
      const id = i64x2.splat(c)
      const l0 = f64x2.sub(constant, f64x2.div(q0, half))
      const l1 = f64x2.sub(constant, f64x2.div(q1, half))
      const l2 = f64x2.sub(constant, f64x2.div(q2, half))
      const l3 = f64x2.sub(constant, f64x2.div(q3, half))
      let isMore = f64x2.gt(l0, most0)
      most0 = v128.bitselect(l0, most0, isMore)
      best0 = v128.bitselect(id, best0, isMore)
      isMore = f64x2.gt(l1, most1)
      most1 = v128.bitselect(l1, most1, isMore)
      best1 = v128.bitselect(id, best1, isMore)
      isMore = f64x2.gt(l2, most2)
      most2 = v128.bitselect(l2, most2, isMore)
      best2 = v128.bitselect(id, best2, isMore)
      isMore = f64x2.gt(l3, most3)
      most3 = v128.bitselect(l3, most3, isMore)
      best3 = v128.bitselect(id, best3, isMore)
    }
    v128.store(block, best0)
    v128.store(block, best1, 16)
    v128.store(block, best2, 32)
    v128.store(block, best3, 48)
    for (let lane = 0; lane < min(8, rowCount - r); lane++) {
      store<i32>(labels + (<usize>(r + lane) << 2), <i32>load<i64>(block + (<usize>lane << 3)))
    }
  }
}
