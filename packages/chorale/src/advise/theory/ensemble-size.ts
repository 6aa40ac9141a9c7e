import { standardEnsembleSize } from '../../base/ensemble-size.js'
import { checkInteger } from '../../errors.js'
import { ln } from './bounds.js'

/** The number of base clusterings that the theory recommends. */
export interface EnsembleSizeAdvice {
  /** √n, rounded up, as the paper recommends. */
  readonly recommended: number
  /** The default of `buildEnsemble`: √n, limited to 20 to 100. */
  readonly standard: number
  /** log n; an ensemble must be much larger. */
  readonly logarithm: number
  /** log n / m at the recommended size; for consistency it must go to 0 (Theorem 3.3). */
  readonly ratio: number
}

/**
 * The recommended ensemble size: m = √n grows faster than log n, as consistency requires, and stays fast (Sec. 3).
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
    standard: standardEnsembleSize(sampleCount),
    logarithm,
    ratio: logarithm / recommended,
  }
}

/** The size of an ensemble compared with the condition of Theorem 3.3. */
export interface ConsistencyCheck {
  /** log n / m; the embedding converges if this goes to 0 as n and m grow. */
  readonly ratio: number
  /** The two terms of the rate: √(log n / m), which decreases with more base clusterings, and 1/√n, which decreases with more samples. */
  readonly rates: { readonly ensemble: number; readonly samples: number }
  /** Whether m is below log n, above it, or well above it (10 times or more; the theorem itself is about limits only). */
  readonly standing: 'below' | 'above' | 'well above'
}

/**
 * Checks the condition for consistency, m ≫ log n (Theorem 3.3).
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
