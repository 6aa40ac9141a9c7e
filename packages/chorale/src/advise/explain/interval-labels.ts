import type { Labels } from '../../types.js'

/** A switch to another label must save at least this many samples, or this share of all. */
const SWITCH = { samples: 3, share: 0.01 }

/**
 * The labels that the order of some numbers predicts: the sequence of labels along the sorted numbers that errs least,
 *
 *   cost = #{samples with another label} + λ #{changes of the label},   λ = max(3, n / 100)
 *
 * so that clusters that are intervals of the numbers are predicted without errors, and clusters that are mixed along them
 * are not. Equal numbers get one label; samples without a number are predicted together. O(n log n + n k).
 */
export function intervalLabels(numbers: Float64Array, labels: Labels): Int32Array {
  const n = labels.length
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const present = Int32Array.from({ length: n }, (_, i) => i).filter(i => !Number.isNaN(numbers[i]))
  const order = present.sort((a, b) => numbers[a] - numbers[b])
  const starts: number[] = []
  for (let at = 0; at < order.length; at++) {
    if (at === 0 || numbers[order[at]] !== numbers[order[at - 1]]) starts.push(at)
  }
  const penalty = Math.max(SWITCH.samples, SWITCH.share * n)
  const cost = new Float64Array(k)
  const counts = new Int32Array(k)
  /** The label before, for each group of equal numbers and each label. */
  const from = new Int32Array(starts.length * k)
  for (let group = 0; group < starts.length; group++) {
    const end = starts[group + 1] ?? order.length
    counts.fill(0)
    for (let at = starts[group]; at < end; at++) counts[labels[order[at]]]++
    let best = 0
    for (let c = 1; c < k; c++) if (cost[c] < cost[best]) best = c
    const least = cost[best]
    for (let c = 0; c < k; c++) {
      const isSwitch = group > 0 && least + penalty < cost[c]
      from[group * k + c] = isSwitch ? best : c
      cost[c] = (isSwitch ? least + penalty : cost[c]) + end - starts[group] - counts[c]
    }
  }
  const predicted = new Int32Array(n).fill(k)
  let label = cost.indexOf(cost.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY))
  for (let group = starts.length - 1; group >= 0; group--) {
    for (let at = starts[group]; at < (starts[group + 1] ?? order.length); at++) predicted[order[at]] = label
    label = from[group * k + label]
  }
  return predicted
}
