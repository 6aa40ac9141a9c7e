import { accuracyOf } from './accuracy.js'
import { ariOf } from './adjusted-rand-index.js'
import { contingency, type LabelValues } from './contingency.js'
import { nmiOf } from './normalized-mutual-information.js'
import { fscoreOf } from './pairwise-f-score.js'
import { purityOf } from './purity.js'

/** Measures of a labeling against the ground truth. All are 1 if the two are the same partition. */
export interface Metrics {
  /** Normalized mutual information. */
  readonly nmi: number
  /** Adjusted Rand index. */
  readonly ari: number
  readonly purity: number
  /** Pairwise F1. */
  readonly fscore: number
  /** Accuracy under the best matching of clusters to classes. */
  readonly accuracy: number
}

/**
 * Computes all metrics of a labeling from one contingency table. Every distinct value of truth, including -1, is a class.
 *
 * @example
 * ```ts
 * import { evaluate } from 'chorale'
 *
 * const { purity, accuracy } = evaluate([0, 0, 0, 1], ['a', 'a', 'b', 'b'])
 * console.log(purity, accuracy) // 0.75 0.75
 * ```
 *
 * @group Metrics
 */
export function evaluate(labels: LabelValues, truth: LabelValues): Metrics {
  const table = contingency('evaluate', labels, truth)
  return {
    nmi: nmiOf(table),
    ari: ariOf(table),
    purity: purityOf(table),
    fscore: fscoreOf(table),
    accuracy: accuracyOf(table),
  }
}
