import type { Ensemble, Labels } from 'chorale/internal'
import { agreementWithLabelings, evaluate, type Metrics } from 'chorale/internal'
import { COMPARISON_MEASURES, type ComparisonMeasure, type Spread, spreadOf } from './comparison.js'

/** What consensus methods are compared with. */
type BaselineName = 'k-means' | 'best base clustering' | 'median base clustering'

/** The scores of one baseline in one repeat. */
export interface BaselineRun {
  readonly name: BaselineName
  readonly metrics: Metrics | null
  /** Mean NMI with the base clusterings. */
  readonly baseAgreement: number
}

/** A baseline over all repeats. */
export interface BaselineSummary {
  readonly name: BaselineName
  readonly measures: Partial<Record<ComparisonMeasure, Spread>>
}

/** A base clustering is compared with at most this many others, if there is no truth. */
const MOST_OTHERS = 20

/**
 * Plain k-means, and the best and the median of the base clusterings: by NMI with the truth or, without truth, by mean NMI
 * with the other base clusterings. A score of a base clustering counts the samples that it covers. To choose the best one
 * needs the truth, so it is a bound rather than a method.
 */
export function baselineRuns(
  { labelings }: Pick<Ensemble, 'labelings'>,
  truth: Labels | null,
  kMeans: Labels | null,
): BaselineRun[] {
  const others = labelings.slice(0, MOST_OTHERS)
  const runOf = (name: BaselineName, labels: Labels): BaselineRun => ({
    name,
    metrics: truth === null ? null : scoreOf(labels, truth),
    baseAgreement: agreementWithLabelings(labels, labelings),
  })
  const ranked = labelings
    .map(labels => ({
      labels,
      score: truth === null ? agreementWithLabelings(labels, others) : scoreOf(labels, truth).nmi,
    }))
    .sort((a, b) => b.score - a.score)
  return [
    ...(kMeans === null ? [] : [runOf('k-means', kMeans)]),
    runOf('best base clustering', ranked[0].labels),
    runOf('median base clustering', ranked[ranked.length >> 1].labels),
  ]
}

function scoreOf(labels: Labels, truth: Labels): Metrics {
  const isCovered = (_: number, i: number) => labels[i] >= 0
  return labels.includes(-1) ? evaluate(labels.filter(isCovered), truth.filter(isCovered)) : evaluate(labels, truth)
}

/** Means and standard deviations over the repeats. */
export function summarizeBaselines(repeats: readonly (readonly BaselineRun[])[]): BaselineSummary[] {
  return repeats[0].map(({ name }, at) => {
    const runs = repeats.map(each => each[at])
    const measures: Partial<Record<ComparisonMeasure, Spread>> = {}
    for (const measure of COMPARISON_MEASURES) {
      const values = runs.flatMap(({ metrics, baseAgreement }) => {
        const value = measure === 'baseAgreement' ? baseAgreement : metrics?.[measure]
        return value === undefined ? [] : [value]
      })
      if (values.length > 0) measures[measure] = spreadOf(values)
    }
    return { name, measures }
  })
}
