import { checkInteger } from '../check.js'
import { ln } from './bounds.js'

/** How many base clusterings the theory asks for. */
export interface EnsembleSizeAdvice {
  /** √n, rounded up: what the paper recommends. */
  readonly recommended: number
  /** What `buildEnsemble` makes when nothing is said: √n, but from 20 to 100. */
  readonly standard: number
  /** log n: an ensemble must be well above it. */
  readonly logarithm: number
  /** log n / m at the recommended size: consistency asks that it goes to 0 (Theorem 3.3). */
  readonly ratio: number
}

/**
 * The recommended ensemble size: m = √n grows faster than log n, as consistency asks, and stays cheap (Sec. 3).
 *
 * @example
 * ```ts
 * import { recommendEnsembleSize } from 'chorale'
 *
 * console.log(recommendEnsembleSize(5000).recommended) // 71
 * ```
 *
 * @group Advise
 */
export function recommendEnsembleSize(sampleCount: number): EnsembleSizeAdvice {
  checkInteger('recommendEnsembleSize', 'sampleCount', sampleCount, 2, Number.MAX_SAFE_INTEGER)
  const recommended = Math.max(2, Math.ceil(Math.sqrt(sampleCount)))
  const logarithm = ln(sampleCount)
  return {
    recommended,
    standard: Math.min(100, Math.max(20, Math.round(Math.sqrt(sampleCount)))),
    logarithm,
    ratio: logarithm / recommended,
  }
}

/** Where an ensemble stands in the light of Theorem 3.3. */
export interface ConsistencyCheck {
  /** log n / m: the embedding converges when this goes to 0 as n and m grow. */
  readonly ratio: number
  /** The two terms of the rate: √(log n / m), which more base clusterings lower, and 1/√n, which more samples lower. */
  readonly rates: { readonly ensemble: number; readonly samples: number }
  /** m below log n, above it, or well above it (10 times or more; the theorem itself speaks of limits only). */
  readonly standing: 'below' | 'above' | 'well above'
}

/**
 * The condition for consistency, m ≫ log n (Theorem 3.3), at given sizes.
 *
 * @example
 * ```ts
 * import { consistencyCheck } from 'chorale'
 *
 * console.log(consistencyCheck(5000, 71).standing) // above
 * ```
 *
 * @group Advise
 */
export function consistencyCheck(sampleCount: number, ensembleSize: number): ConsistencyCheck {
  const caller = 'consistencyCheck'
  checkInteger(caller, 'sampleCount', sampleCount, 2, Number.MAX_SAFE_INTEGER)
  checkInteger(caller, 'ensembleSize', ensembleSize, 1, Number.MAX_SAFE_INTEGER)
  const ratio = ln(sampleCount) / ensembleSize
  return {
    ratio,
    rates: { ensemble: Math.sqrt(ratio), samples: 1 / Math.sqrt(sampleCount) },
    standing: ratio > 1 ? 'below' : ratio > 0.1 ? 'above' : 'well above',
  }
}
