/**
 * The inner loops of small dense operations. They are separate functions so that the runtime compiles them early:
 * nested loops inside a function that is called only a few times would run in its slow tier.
 */

/** Σᵢ x[xAt + i] y[yAt + i], in four interleaved sums. */
export function dot(x: Float64Array, xAt: number, y: Float64Array, yAt: number, length: number): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let i = 0
  for (; i + 3 < length; i += 4) {
    a += x[xAt + i] * y[yAt + i]
    b += x[xAt + i + 1] * y[yAt + i + 1]
    c += x[xAt + i + 2] * y[yAt + i + 2]
    d += x[xAt + i + 3] * y[yAt + i + 3]
  }
  for (; i < length; i++) a += x[xAt + i] * y[yAt + i]
  return a + b + (c + d)
}

/** y[yAt + i] += factor x[xAt + i]. */
export function addScaled(
  y: Float64Array,
  yAt: number,
  x: Float64Array,
  xAt: number,
  length: number,
  factor: number,
): void {
  for (let i = 0; i < length; i++) y[yAt + i] += factor * x[xAt + i]
}

/** y[yAt + i] -= a x[at + i] + b z[at + i]. */
export function subtractTwoScaled(
  y: Float64Array,
  yAt: number,
  x: Float64Array,
  a: number,
  z: Float64Array,
  b: number,
  at: number,
  length: number,
): void {
  for (let i = 0; i < length; i++) y[yAt + i] -= a * x[at + i] + b * z[at + i]
}
