import { exp, log2 } from './exp-log.js'

/**
 * Tail probabilities of the χ² and F distributions, from the regularised incomplete gamma and beta functions.
 *
 * Series and continued fractions as in Press et al., Numerical Recipes, 3rd edition, sections 6.1 to 6.4; about 1e-13
 * relative. exp and log are our own, so that a p value is the same on every JavaScript runtime.
 */

const TINY = 1e-300
const PRECISION = 1e-16
const MAX_TERMS = 10_000

/** P(X ≥ x) for X with a χ² distribution: Q(ν/2, x/2). */
export function chiSquareTail(x: number, degreesOfFreedom: number): number {
  return x <= 0 ? 1 : upperGamma(degreesOfFreedom / 2, x / 2)
}

/** P(X ≥ x) for X with an F distribution of d1 and d2 degrees of freedom: I_y(d2/2, d1/2), y = d2 / (d2 + d1 x). */
export function fTail(x: number, d1: number, d2: number): number {
  if (x <= 0) return 1
  return x === Number.POSITIVE_INFINITY ? 0 : lowerBeta(d2 / (d2 + d1 * x), d2 / 2, d1 / 2)
}

/**
 * P(|X| ≥ |z|) for X with a standard normal distribution: rational approximations of Cody (1969), Math. Comp. 23, in three
 * ranges; about 1e-15 relative.
 */
export function normalTails(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  if (x < 0.46875) {
    const t = x * x
    return 1 - x * ratio(ERF_A, ERF_B, t)
  }
  // erfc(x) e^(x²), with x² in two parts so that the exponent keeps its digits.
  const t = 1 / (x * x)
  const scaled = x <= 4 ? ratio(ERFC_C, ERFC_D, x) : (1 / Math.sqrt(Math.PI) - t * ratio(ERFC_P, ERFC_Q, t)) / x
  const high = Math.trunc(16 * x) / 16
  return exp(-high * high) * exp(-(x - high) * (x + high)) * scaled
}

/** Coefficients of numerators and denominators, the highest power first. */
const ERF_A = [0.18577770618460315, 3.1611237438705655, 113.86415415105016, 377.485237685302, 3209.3775891384694]
const ERF_B = [1, 23.601290952344122, 244.02463793444417, 1282.6165260773723, 2844.236833439171]
const ERFC_C = [
  2.1531153547440383e-8, 0.5641884969886701, 8.883149794388377, 66.11919063714163, 298.6351381974001, 881.952221241769,
  1712.0476126340707, 2051.0783778260716, 1230.3393547979972,
]
const ERFC_D = [
  1, 15.744926110709835, 117.6939508913125, 537.1811018620099, 1621.3895745666903, 3290.7992357334597,
  4362.619090143247, 3439.3676741437216, 1230.3393548037495,
]
const ERFC_P = [
  0.016315387137302097, 0.30532663496123236, 0.36034489994980445, 0.12578172611122926, 0.016083785148742275,
  0.0006587491615298378,
]
const ERFC_Q = [
  1, 2.568520192289822, 1.8729528499234673, 0.5279051029514285, 0.06051834131244132, 0.0023352049762686918,
]

function ratio(numerator: readonly number[], denominator: readonly number[], x: number): number {
  let above = 0
  let below = 0
  for (const coefficient of numerator) above = above * x + coefficient
  for (const coefficient of denominator) below = below * x + coefficient
  return above / below
}

/** Q(a, x) = Γ(a, x) / Γ(a): the series of P = 1 - Q below a + 1, the continued fraction of Q above. */
function upperGamma(a: number, x: number): number {
  const scale = exp(a * ln(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let j = 1; j < MAX_TERMS && term > sum * PRECISION; j++) {
      term *= x / (a + j)
      sum += term
    }
    return 1 - scale * sum
  }
  return scale / continuedFraction(x + 1 - a, j => ({ a: -j * (j - a), b: x + 2 * j + 1 - a }))
}

/** I_x(a, b) = B(x; a, b) / B(a, b). The fraction converges fast below the mean; above it the other tail is taken. */
function lowerBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - lowerBeta(1 - x, b, a)
  const scale = exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * ln(x) + b * ln(1 - x)) / a
  const fraction = continuedFraction(1, j => {
    const half = Math.floor(j / 2)
    const odd = (-(a + half) * (a + b + half) * x) / ((a + 2 * half) * (a + 2 * half + 1))
    const even = (half * (b - half) * x) / ((a + 2 * half - 1) * (a + 2 * half))
    return { a: j % 2 === 1 ? odd : even, b: 1 }
  })
  return scale / fraction
}

/** b₀ + a₁/(b₁ + a₂/(b₂ + ...)) by Lentz's method; `part(j)` gives aⱼ and bⱼ. */
function continuedFraction(b0: number, part: (j: number) => { a: number; b: number }): number {
  let value = b0 || TINY
  let C = value
  let D = 0
  for (let j = 1; j < MAX_TERMS; j++) {
    const { a, b } = part(j)
    D = 1 / (b + a * D || TINY)
    C = b + a / C || TINY
    value *= C * D
    if (Math.abs(C * D - 1) < PRECISION * 4) break
  }
  return value
}

/** Lanczos' approximation with g = 7 (coefficients of Godfrey, 2001), for a > 0. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

export function logGamma(a: number): number {
  const x = a - 1
  const t = x + 7.5
  const sum = LANCZOS.reduce((total, coefficient, j) => total + (j === 0 ? coefficient : coefficient / (x + j)), 0)
  return 0.5 * ln(2 * Math.PI) + (x + 0.5) * ln(t) - t + ln(sum)
}

export function ln(x: number): number {
  return log2(x) * Math.LN2
}
