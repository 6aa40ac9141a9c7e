import type { Labels } from '../types.js'

/** Labels numbered by first appearance, and the number of every old label; -1 if it does not occur. */
export function numberByAppearance(found: Labels): { labels: Labels; numbers: Int32Array } {
  const numbers = new Int32Array(found.reduce((most, label) => Math.max(most, label), -1) + 1).fill(-1)
  const labels = new Int32Array(found.length)
  let count = 0
  for (let i = 0; i < found.length; i++) {
    if (numbers[found[i]] < 0) numbers[found[i]] = count++
    labels[i] = numbers[found[i]]
  }
  return { labels, numbers }
}
