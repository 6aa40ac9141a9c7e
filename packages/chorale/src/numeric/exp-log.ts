/**
 * The exponential and the base-2 logarithm, the same to the last bit on every JavaScript runtime.
 *
 * ECMAScript leaves the rounding of Math.exp and Math.log2 open. If their values decide a threshold, a tie or a
 * label, one bit can change a result. These two use only + - * /, which IEEE 754 fixes, and the exponent bits of
 * a double. Both are within 1 ulp of the true value; test/numeric/exp-log.test.ts holds them to that.
 */

// ln 2 = LN2_HIGH + LN2_LOW. The high part ends in 21 zero bits, so that k LN2_HIGH is exact for every exponent k.
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

// 2 / ln 2 = TWO_OVER_LN2_HIGH + TWO_OVER_LN2_LOW. The high part has 26 bits: its product with another such is exact.
const TWO_OVER_LN2 = 2 / Math.LN2
const TWO_OVER_LN2_HIGH = 2.8853901028633118
const TWO_OVER_LN2_LOW = -2.1085384952858276e-8

/** Splits a double into halves of at most 26 bits (Veltkamp): high = s x - (s x - x) with s = 2²⁷ + 1. */
const SPLITTER = 134217729

const TWO_TO_54 = 18014398509481984

/** The bits of one double. A DataView, because it fixes the byte order. */
const bits = new DataView(new ArrayBuffer(8))

/**
 * eˣ.
 *
 *   x = k ln 2 + r,  |r| ≤ (ln 2)/2        eˣ = 2ᵏ eʳ
 *
 * eʳ is its Taylor series to r¹³; what is left out is below 5e-18. Exact at 0.
 */
export function exp(x: number): number {
  if (Number.isNaN(x)) return Number.NaN
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY
  if (x < -745.1332191019412) return 0

  const k = Math.floor(x / Math.LN2 + 0.5)
  const high = x - k * LN2_HIGH
  const low = k * LN2_LOW
  const r = high - low
  const lost = high - r - low

  let tail = 1 / 6227020800
  tail = tail * r + 1 / 479001600
  tail = tail * r + 1 / 39916800
  tail = tail * r + 1 / 3628800
  tail = tail * r + 1 / 362880
  tail = tail * r + 1 / 40320
  tail = tail * r + 1 / 5040
  tail = tail * r + 1 / 720
  tail = tail * r + 1 / 120
  tail = tail * r + 1 / 24
  tail = tail * r + 1 / 6
  tail = tail * r + 1 / 2
  // The smallest terms are added first; `lost` is what rounding r has dropped.
  const value = 1 + (r + (lost + r * r * tail))

  // 2ᵏ itself may be no normal number at either end, while the result is one: two factors there.
  if (k > 1023) return value * 2 * powerOfTwo(k - 1)
  if (k < -1022) return (value * powerOfTwo(k + 54)) / TWO_TO_54
  return value * powerOfTwo(k)
}

/**
 * log₂ x; -Infinity at 0, NaN below.
 *
 *   x = 2ᵉ f,  √½ ≤ f < √2        log₂ x = e + (2/ln 2) (s + s³/3 + s⁵/5 + ...),   s = (f - 1)/(f + 1)
 *
 * The series runs to s²³; what is left out is below 1e-18 of the first term. That term, which carries the rounding, is
 * kept in two parts. Exact at powers of two.
 */
export function log2(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x

  // Subnormal numbers have no exponent bits to read: lift them first.
  const subnormal = x < 2.2250738585072014e-308
  bits.setFloat64(0, subnormal ? x * TWO_TO_54 : x)
  const top = bits.getUint32(0)
  let e = (top >>> 20) - (subnormal ? 1077 : 1023)
  bits.setUint32(0, (top & 0xfffff) | 0x3ff00000)
  let f = bits.getFloat64(0)
  if (f >= Math.SQRT2) {
    f /= 2
    e += 1
  }

  // s = sHigh + sLow: the remainder of the division is computed exactly from halves of s and f + 1.
  const numerator = f - 1
  const denominator = f + 1
  const s = numerator / denominator
  const sHigh = upperHalf(s)
  const denominatorHigh = upperHalf(denominator)
  const denominatorLow = f - (denominatorHigh - 1)
  const sLow = (numerator - sHigh * denominatorHigh - sHigh * denominatorLow) / denominator

  const z = s * s
  let series = 1 / 23
  series = series * z + 1 / 21
  series = series * z + 1 / 19
  series = series * z + 1 / 17
  series = series * z + 1 / 15
  series = series * z + 1 / 13
  series = series * z + 1 / 11
  series = series * z + 1 / 9
  series = series * z + 1 / 7
  series = series * z + 1 / 5
  series = series * z + 1 / 3

  const lead = sHigh * TWO_OVER_LN2_HIGH
  const rest = sHigh * TWO_OVER_LN2_LOW + TWO_OVER_LN2 * (sLow + s * z * series)
  const sum = e + lead
  return sum + (lead - (sum - e) + rest)
}

function upperHalf(x: number): number {
  const scaled = x * SPLITTER
  return scaled - (scaled - x)
}

/** 2ᵏ for -1022 ≤ k ≤ 1023. */
function powerOfTwo(k: number): number {
  bits.setUint32(0, (k + 1023) << 20)
  bits.setUint32(4, 0)
  return bits.getFloat64(0)
}
