import { describe, expect, it } from 'vitest'
import { exp, log2 } from '../../src/numeric/exp-log.js'
import { randomFor } from '../../src/numeric/random.js'

const SMALLEST = Number.MIN_VALUE
const SMALLEST_NORMAL = 2 ** -1022

/** The distance to the next double. */
function ulp(x: number): number {
  const exponent = Math.floor(Math.log2(Math.abs(x)))
  return 2 ** Math.max(-1074, exponent - 52)
}

const relativeError = (got: number, wanted: number) => (got === wanted ? 0 : Math.abs(got - wanted) / Math.abs(wanted))

/** Numbers in (0, ∞) over all binary exponents, subnormal ones included. */
function positiveNumbers(count: number): number[] {
  const random = randomFor(1, 0)
  return Array.from({ length: count }, () => {
    const exponent = Math.floor(random() * 2098) - 1074
    return (1 + random()) * 2 ** exponent || SMALLEST
  }).filter(Number.isFinite)
}

describe('exp', () => {
  it('is exactly 1 at 0 and keeps the special values', () => {
    expect(exp(0)).toBe(1)
    expect(exp(-0)).toBe(1)
    expect(exp(Number.NaN)).toBeNaN()
    expect(exp(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
    expect(exp(Number.NEGATIVE_INFINITY)).toBe(0)
    expect(exp(SMALLEST)).toBe(1)
    expect(exp(-SMALLEST)).toBe(1)
  })

  it('leaves the range of doubles where it should, and not before', () => {
    expect(relativeError(exp(709.782712893384), 1.797693134862273e308)).toBeLessThan(1e-15)
    expect(exp(709.7827128933841)).toBe(Number.POSITIVE_INFINITY)
    expect(exp(1e308)).toBe(Number.POSITIVE_INFINITY)
    expect(exp(-745.1332191019411)).toBe(SMALLEST)
    expect(exp(-745.1332191019413)).toBe(0)
    expect(exp(-1e308)).toBe(0)
  })

  it('agrees with Math.exp to 4e-16 on 1e5 points', () => {
    const random = randomFor(2, 0)
    let worst = 0
    for (let i = 0; i < 1e5; i++) {
      // Half over the whole normal range, half near 0, where entropies lie.
      const x = i % 2 === 0 ? -708 + random() * 1417 : (random() - 0.5) * 2 ** -Math.floor(random() * 60)
      worst = Math.max(worst, relativeError(exp(x), Math.exp(x)))
    }
    expect(worst).toBeLessThanOrEqual(4e-16)
  })

  it('agrees with Math.exp to the last subnormal bit', () => {
    const random = randomFor(3, 0)
    let worst = 0
    for (let i = 0; i < 1e4; i++) {
      const x = -708 - random() * 38
      const difference = Math.abs(exp(x) - Math.exp(x))
      worst = Math.max(worst, difference / ulp(Math.exp(x) || SMALLEST))
    }
    expect(worst).toBeLessThanOrEqual(1)
  })

  it('is within 0.8 ulp of the true value', () => {
    const random = randomFor(4, 0)
    let worst = 0
    for (let i = 0; i < 2000; i++) worst = Math.max(worst, ulpsFrom(exactExp, exp, (random() - 0.5) * 20))
    expect(worst).toBeLessThan(0.8)
  })

  it('rises with x', () => {
    const values = Array.from({ length: 49152 }, (_, i) => exp(-3 + i / 8192))
    expect(values.every((value, i) => i === 0 || value > values[i - 1]!)).toBe(true)
  })
})

describe('log2', () => {
  it('keeps the special values', () => {
    expect(log2(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(log2(-0)).toBe(Number.NEGATIVE_INFINITY)
    expect(log2(-1)).toBeNaN()
    expect(log2(-SMALLEST)).toBeNaN()
    expect(log2(Number.NEGATIVE_INFINITY)).toBeNaN()
    expect(log2(Number.NaN)).toBeNaN()
    expect(log2(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
  })

  it('is exact at every power of two', () => {
    for (let e = -1074; e <= 1023; e++) expect(log2(2 ** e)).toBe(e)
  })

  it('agrees with Math.log2 to 4e-16 on 1e5 points of all sizes', () => {
    let worst = 0
    for (const x of [SMALLEST_NORMAL, Number.MAX_VALUE, 3 * SMALLEST, ...positiveNumbers(5e4)]) {
      worst = Math.max(worst, relativeError(log2(x), Math.log2(x)))
    }
    const random = randomFor(5, 0)
    for (let i = 0; i < 5e4; i++) {
      const share = 1 - random()
      worst = Math.max(worst, relativeError(log2(share), Math.log2(share)))
    }
    expect(worst).toBeLessThanOrEqual(4e-16)
  })

  it('is within 0.6 ulp of the true value, also beside 1', () => {
    const random = randomFor(6, 0)
    let worst = 0
    for (let i = 0; i < 2000; i++) {
      const x = i % 2 === 0 ? 0.5 + random() * 1.5 : 1 + (random() - 0.5) * 2 ** -Math.floor(random() * 40)
      worst = Math.max(worst, ulpsFrom(exactLog2, log2, x))
    }
    expect(worst).toBeLessThan(0.6)
  })
})

// True values in fixed point, 2^-200 as the unit: enough for 53 bits of results down to 2^-60.
const UNIT = 200n
const ONE = 1n << UNIT

/** A double as a fixed-point number, exactly; |x| must be a multiple of 2^-200. */
function fixed(x: number): bigint {
  let exponent = 0
  let significand = x
  while (!Number.isInteger(significand)) {
    significand *= 2
    exponent++
  }
  return BigInt(significand) << (UNIT - BigInt(exponent))
}

/** Σ xⁿ/n!, after halving x ten times and before squaring as often. */
function exactExp(x: bigint): bigint {
  const small = x >> 10n
  let sum = ONE
  let term = ONE
  for (let i = 1n; term !== 0n && term !== -1n; i++) {
    term = ((term * small) >> UNIT) / i
    sum += term
  }
  for (let i = 0; i < 10; i++) sum = (sum * sum) >> UNIT
  return sum
}

/** 2 artanh((x - 1)/(x + 1)). */
function exactLn(x: bigint): bigint {
  const s = ((x - ONE) << UNIT) / (x + ONE)
  const square = (s * s) >> UNIT
  let power = s
  let sum = 0n
  for (let i = 1n; power !== 0n && power !== -1n; i += 2n) {
    sum += power / i
    power = (power * square) >> UNIT
  }
  return 2n * sum
}

const LN2 = exactLn(2n * ONE)
const exactLog2 = (x: bigint) => (exactLn(x) << UNIT) / LN2

function ulpsFrom(exact: (x: bigint) => bigint, f: (x: number) => number, x: number): number {
  const got = f(x)
  const difference = Number(fixed(got) - exact(fixed(x))) / 2 ** 200
  return difference === 0 ? 0 : Math.abs(difference) / ulp(got)
}
