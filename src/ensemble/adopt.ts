import { checkOptionNames, InputError } from '../check.js'
import type { Ensemble, Labels } from '../types.js'

/** A cluster name of any kind; null, undefined, NaN, -1 and '' mean that the sample is not covered. */
export type LabelValue = number | string | null | undefined

/** One labeling as people have it: typed array, numbers, strings, with gaps. */
export type Labeling = ArrayLike<LabelValue>

/** Options of {@link adoptLabelings}. */
export interface AdoptLabelingsOptions {
  /** A name per labeling, for messages and reports. */
  names?: readonly string[]
  /** What the clusters of each labeling are called, where the labelings hold numbers 0, 1, 2, ... in place of names. */
  clusterNames?: Ensemble['clusterNames']
}

const OPTIONS = { names: true, clusterNames: true } satisfies Record<keyof AdoptLabelingsOptions, true>

/**
 * Takes ready-made labelings into an ensemble: clusters renumbered 0, 1, 2, ... by first appearance, gaps as -1.
 * The input is copied, never changed. A labeling without members and a sample that no labeling covers are errors.
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
  checkOptionNames('adoptLabelings', options, Object.keys(OPTIONS))
  const names = options.names ?? labelings.map((_, t) => `labeling ${t + 1}`)
  checkShapes(labelings, names)

  const sampleCount = labelings[0].length
  const numbered = labelings.map(renumberLabels)
  checkCoverage(
    numbered.map(({ labels }) => labels),
    names,
    sampleCount,
  )
  return {
    sampleCount,
    labelings: numbered.map(({ labels }) => labels),
    clusterCounts: numbered.map(({ clusterCount }) => clusterCount),
    names: [...names],
    clusterNames: numbered.map(({ values }, t) => {
      const called = options.clusterNames?.[t]
      return called === undefined ? values : values.map(value => called[Number(value)] ?? value)
    }),
  }
}

/** Takes the columns of a table of labelings into an ensemble; a consensus needs two of them at least. */
export function adoptColumns({
  labelings,
  names,
  clusterNames,
}: {
  readonly labelings: readonly Labeling[]
  readonly names: readonly string[]
  readonly clusterNames?: Ensemble['clusterNames']
}): Ensemble {
  if (labelings.length >= 2) return adoptLabelings(labelings, { names, clusterNames })
  const found = labelings.length === 1 ? `only one column, "${names[0]}",` : 'no column'
  throw new InputError(`a consensus needs at least two labelings; ${found} is left as a labeling`)
}

/** Numbers the distinct values of a labeling by first appearance. */
export function renumberLabels(values: Labeling): {
  labels: Labels
  clusterCount: number
  /** The value of each cluster. */
  values: (string | number)[]
} {
  const labels = new Int32Array(values.length)
  const numbers = new Map<string | number, number>()
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (isMissingLabel(value)) {
      labels[i] = -1
      continue
    }
    let number = numbers.get(value)
    if (number === undefined) {
      number = numbers.size
      numbers.set(value, number)
    }
    labels[i] = number
  }
  return { labels, clusterCount: numbers.size, values: [...numbers.keys()] }
}

/** Whether a value says that the sample has no label. */
export function isMissingLabel(value: LabelValue): value is null | undefined | -1 | '' {
  return value === null || value === undefined || value === -1 || value === '' || Number.isNaN(value)
}

function checkShapes(labelings: readonly Labeling[], names: readonly string[]): void {
  if (labelings.length < 2) {
    throw new InputError(`adoptLabelings: labelings must be at least 2 labelings; got ${labelings.length}`)
  }
  if (names.length !== labelings.length) {
    throw new InputError(
      `adoptLabelings: names must be one name per labeling (${labelings.length}); got ${names.length}`,
    )
  }
  const sampleCount = labelings[0].length
  if (sampleCount === 0) throw new InputError('adoptLabelings: labelings must have at least one sample; got 0')
  labelings.forEach((labels, t) => {
    if (labels.length === sampleCount) return
    throw new InputError(
      `adoptLabelings: labelings must have one length; got ${sampleCount} in '${names[0]}' and ${labels.length} in '${names[t]}'`,
    )
  })
}

function checkCoverage(labelings: readonly Labels[], names: readonly string[], sampleCount: number): void {
  const covered = new Uint8Array(sampleCount)
  labelings.forEach((labels, t) => {
    let members = 0
    for (let i = 0; i < sampleCount; i++) {
      if (labels[i] < 0) continue
      members++
      covered[i] = 1
    }
    if (members === 0) {
      throw new InputError(
        `adoptLabelings: every labeling must cover at least one sample; '${names[t]}' has only missing labels`,
      )
    }
  })
  const lonely = covered.indexOf(0)
  if (lonely >= 0) {
    throw new InputError(
      `adoptLabelings: every sample must be covered by at least one labeling; sample ${lonely + 1} has only missing labels`,
    )
  }
}
