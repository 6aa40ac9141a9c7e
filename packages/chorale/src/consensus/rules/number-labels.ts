import { InputError, invalid } from '../../errors.js'
import { isMissingLabel, type Labeling, type LabelValue } from '../../labelings/adopt.js'
import type { Labels } from '../../types.js'
import type { ConsensusModel } from './consensus-model.js'

/** Labels of new samples, numbered as in the model. */
export interface NumberedLabels {
  /** One array per labeling of the model; -1 if the sample has no label or an unknown one. */
  readonly labelings: readonly Labels[]
  /** Number of unknown labels, by labeling. */
  readonly unknownCounts: readonly number[]
}

/** Finds the clusters that labels name. A number and the same number as a string are equal if no cluster has the other form. */
export function numberLabels(caller: string, model: ConsensusModel, labelings: readonly Labeling[]): NumberedLabels {
  const { names, clusterCounts, clusterNames } = model
  if (labelings.length !== names.length) {
    throw invalid(
      caller,
      'labelings',
      `be the ${names.length} labelings of the model, in the same order`,
      labelings.length,
    )
  }
  const other = labelings.findIndex(labels => labels.length !== labelings[0].length)
  if (other >= 0) {
    throw new InputError(
      `${caller}: labelings must all have the same length; got ${labelings[0].length} in '${names[0]}' and ${labelings[other].length} in '${names[other]}'`,
    )
  }
  const unknownCounts = names.map(() => 0)
  const numbered = labelings.map((values, t) => {
    const find = clusterNames === null ? numberWithin(clusterCounts[t]) : numberByName(clusterNames[t])
    const labels = new Int32Array(values.length)
    for (let i = 0; i < values.length; i++) {
      labels[i] = isMissingLabel(values[i]) ? -1 : find(values[i])
      if (labels[i] === UNKNOWN) {
        labels[i] = -1
        unknownCounts[t]++
      }
    }
    return labels
  })
  return { labelings: numbered, unknownCounts }
}

const UNKNOWN = -2

function numberWithin(clusterCount: number): (value: LabelValue) => number {
  return value => {
    const number = Number(value)
    return Number.isInteger(number) && number >= 0 && number < clusterCount ? number : UNKNOWN
  }
}

function numberByName(names: readonly (string | number)[]): (value: LabelValue) => number {
  const known = new Map<LabelValue, number>(names.map((name, c) => [name, c]))
  const asText = new Map<string, number>()
  names.forEach((name, c) => {
    if (!asText.has(String(name))) asText.set(String(name), c)
  })
  const search = (value: LabelValue) => {
    const text = String(value)
    return asText.get(text) ?? asText.get(String(Number(text))) ?? UNKNOWN
  }
  return value => {
    let number = known.get(value)
    if (number === undefined) {
      number = search(value)
      known.set(value, number)
    }
    return number
  }
}
