import { checkOptionNames, InputError, invalid } from '../errors.js'
import { LabelNumbers } from '../tables/labelings/label-numbers.js'
import type { Ensemble, Labels } from '../types.js'
import { checkCoverage } from './coverage.js'
import { storeOf } from './label-store.js'

export { isMissingLabel } from '../tables/labelings/label-numbers.js'

/** A cluster name; null, undefined, NaN, -1 and '' mean that the sample has no label. */
export type LabelValue = number | string | null | undefined

/** One labeling: a typed array, or an array of numbers or strings, possibly with missing labels. */
export type Labeling = ArrayLike<LabelValue>

/** Options of {@link adoptLabelings}. */
export interface AdoptLabelingsOptions {
  /** One name per labeling, used in messages and reports. */
  names?: readonly string[]
  /** The cluster names of each labeling, if the labelings contain numbers 0, 1, 2, ... instead of names. */
  clusterNames?: Ensemble['clusterNames']
}

const OPTIONS = { names: true, clusterNames: true } satisfies Record<keyof AdoptLabelingsOptions, true>

/**
 * Creates an ensemble from existing labelings. Clusters are renumbered 0, 1, 2, ... by first appearance, and missing
 * labels become -1. The input is copied, not changed. A labeling without any label, or a sample without any label, is
 * an error.
 *
 * @example
 * ```ts
 * import { adoptLabelings } from 'chorale'
 *
 * const ensemble = adoptLabelings([['b', 'b', 'a'], [7, null, 3]], { names: ['by hand', 'by machine'] })
 * console.log(ensemble.labelings[0].join(), ensemble.labelings[1].join()) // 0,0,1 0,-1,1
 * ```
 *
 * @group Consensus
 */
export function adoptLabelings(labelings: readonly Labeling[], options: AdoptLabelingsOptions = {}): Ensemble {
  const caller = 'adoptLabelings'
  checkOptionNames(caller, options, Object.keys(OPTIONS))
  const ensemble = numberLabelings(caller, labelings, options)
  const hasMissing = ensemble.labelings.some(labels => labels.includes(-1))
  if (hasMissing) checkCoverage(caller, storeOf(ensemble), ensemble.names)
  return ensemble
}

/** Like {@link adoptLabelings}, but without the check that everything is covered. */
export function numberLabelings(
  caller: string,
  labelings: readonly Labeling[],
  options: Parameters<typeof adoptLabelings>[1] = {},
): Ensemble {
  const names = options.names ?? labelings.map((_, t) => `labeling ${t + 1}`)
  checkShapes(caller, labelings, names)
  const numbered = labelings.map(renumberLabels)
  return {
    sampleCount: labelings[0].length,
    labelings: numbered.map(({ labels }) => labels),
    clusterCounts: numbered.map(({ clusterCount }) => clusterCount),
    names: [...names],
    clusterNames: numbered.map(({ values }, t) => {
      const called = options.clusterNames?.[t]
      return called === undefined ? values : values.map(value => called[Number(value)] ?? value)
    }),
  }
}

/** Creates an ensemble from the columns of a table of labelings. A consensus needs at least two. */
export function adoptColumns({
  labelings,
  names,
  clusterNames,
}: {
  readonly labelings: readonly Labeling[]
  readonly names: readonly string[]
  readonly clusterNames?: Ensemble['clusterNames']
}): Ensemble {
  checkColumnCount(names)
  return adoptLabelings(labelings, { names, clusterNames })
}

/** Rejects a table with fewer than two labelings. */
export function checkColumnCount(names: readonly string[]): void {
  if (names.length >= 2) return
  const found = names.length === 1 ? `only one column with labels, "${names[0]}"` : 'no column with labels'
  throw new InputError(`a consensus needs at least two labelings; found ${found}`)
}

/** Numbers the distinct values of a labeling by first appearance. */
export function renumberLabels(values: Labeling): {
  labels: Labels
  clusterCount: number
  /** The value of each cluster. */
  values: (string | number)[]
} {
  const numbers = new LabelNumbers()
  const labels = numbers.number(values)
  return { labels, clusterCount: numbers.names.length, values: numbers.names }
}

function checkShapes(caller: string, labelings: readonly Labeling[], names: readonly string[]): void {
  if (labelings.length < 2) {
    throw invalid(caller, 'labelings', 'be at least 2 labelings', labelings.length)
  }
  if (names.length !== labelings.length) {
    throw invalid(caller, 'names', `be one name per labeling (${labelings.length})`, names.length)
  }
  const sampleCount = labelings[0].length
  if (sampleCount === 0) throw invalid(caller, 'labelings', 'have at least one sample', 0)
  labelings.forEach((labels, t) => {
    if (labels.length === sampleCount) return
    throw invalid(
      caller,
      'labelings',
      'have the same length',
      `${sampleCount} in '${names[0]}' and ${labels.length} in '${names[t]}'`,
    )
  })
}
