/** |x - y|² of d numbers from `a` on and from `b` on; may stop early once it is known not to be below `limit`. */
export function squaredDistance(
  x: Float64Array,
  a: number,
  y: Float64Array,
  b: number,
  d: number,
  limit: number,
): number {
  let total = 0
  for (let start = 0; start < d && total < limit; start += 16) {
    const end = Math.min(start + 16, d)
    for (let j = start; j < end; j++) {
      const e = x[a + j] - y[b + j]
      total += e * e
    }
  }
  return total
}
