import { KernelSpectrum } from '../../consensus/embedding/kernel-spectrum.js'
import { checkClusterCount, checkOptionNames } from '../../errors.js'
import { adoptLabelings, type Labeling } from '../../labelings/adopt.js'
import { collapseRows } from '../../labelings/label-table.js'
import { PLAIN_KERNELS } from '../../numeric/loops/hot-loops.js'
import type { Ensemble } from '../../types.js'
import { adoptTruth } from './expected-kernel.js'

/** Options of {@link empiricalExcessRisk}. */
export interface EmpiricalExcessRiskOptions {
  /** k; the number of classes when absent. */
  clusterCount?: number
  /** w of K^w; 1/m each when absent. */
  weights?: Float64Array
}

const OPTIONS = { clusterCount: true, weights: true } satisfies Record<keyof EmpiricalExcessRiskOptions, true>

/** The excess risk of the embedding of an ensemble, with the kernel of the true classes as K*. */
export interface EmpiricalExcessRisk {
  /** tr(Z' K* Z) - tr(Ẑ' K* Ẑ), from 0 to k, as plotted in the paper. */
  readonly value: number
  /** The same divided by n, in the units of F. */
  readonly perSample: number
  /** tr(Ẑ' K* Ẑ). */
  readonly captured: number
}

/**
 * How much of the true classes the embedding of the ensemble misses (Sec. 6.3).
 *
 *   tr(Z' K* Z) - tr(Ẑ' K* Ẑ),   Ẑ = top-k eigenvectors of K̄ (or K^w),  K* = kernel of the true classes
 *
 * K* is a projection, so the first trace is the smaller of k and the number of classes. O(n m k) per step of the solver.
 *
 * @example
 * ```ts
 * import { empiricalExcessRisk } from 'chorale'
 *
 * const labelings = [[0, 0, 1, 1], [0, 1, 1, 1]]
 * const { value } = empiricalExcessRisk(labelings, ['a', 'a', 'b', 'b'])
 * console.log(value > 0 && value < 1) // true
 * ```
 *
 * @group Advise
 */
export function empiricalExcessRisk(
  input: Ensemble | readonly Labeling[],
  truth: ArrayLike<number | string>,
  options: EmpiricalExcessRiskOptions = {},
): EmpiricalExcessRisk {
  const caller = 'empiricalExcessRisk'
  checkOptionNames(caller, options, Object.keys(OPTIONS))
  const ensemble = 'labelings' in input ? input : adoptLabelings(input)
  const { sampleCount: n, labelings } = ensemble
  const classes = adoptTruth(caller, truth, n)
  const { clusterCount: k = classes.classCount, weights } = options
  checkClusterCount(caller, k, n)

  const m = labelings.length
  const table = collapseRows(ensemble)
  const start = (weights ?? new Float64Array(m).fill(1 / m)).map(Math.sqrt)
  const vectors = new KernelSpectrum(PLAIN_KERNELS, table, k).evaluate({ start }).vectors()
  // Σ over classes c: |Ẑ' 1_c|² / |c|. The share of a sample in the entry of its row is 1/√μ.
  const sums = new Float64Array(classes.classCount * k)
  const sizes = new Float64Array(classes.classCount)
  for (let i = 0; i < n; i++) {
    const r = table.rowOf[i]
    const share = 1 / Math.sqrt(table.multiplicity[r])
    sizes[classes.truth[i]]++
    for (let q = 0; q < k; q++) sums[classes.truth[i] * k + q] += share * vectors[r * k + q]
  }
  let captured = 0
  for (let at = 0; at < sums.length; at++) captured += (sums[at] * sums[at]) / sizes[Math.floor(at / k)]
  const value = Math.min(k, classes.classCount) - captured
  return { value, perSample: value / n, captured }
}
