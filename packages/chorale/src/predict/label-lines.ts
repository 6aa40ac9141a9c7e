import type { SampleLabels } from './sample-labeler.js'

/** Lines of CSV for rows that follow each other: the number of the row, then cluster, confidence and, if there are any, outlier score of every clustering. */
export function labelLines(firstRow: number, clusterings: readonly SampleLabels[]): string {
  const { length } = clusterings[0].labels
  let text = ''
  for (let i = 0; i < length; i++) {
    text += firstRow + i + 1
    for (const { labels, confidence, outlier } of clusterings) {
      text += `,${labels[i]},${confidenceText(confidence[i])}`
      if (outlier) text += `,${confidenceText(outlier[i])}`
    }
    text += '\n'
  }
  return text
}

const MILLION = 1_000_000
/** Closer to a tie, the product with a million could be rounded the other way than the value itself. */
const NEAR_TIE = 1e-6

/** A number from 0 to 1 with up to six decimals: `String(Number(value.toFixed(6)))`, several times as fast. */
export function confidenceText(value: number): string {
  const scaled = value * MILLION
  const whole = Math.floor(scaled)
  const rest = scaled - whole
  if (!(value >= 0 && value <= 1) || Math.abs(rest - 0.5) < NEAR_TIE) return String(Number(value.toFixed(6)))
  let millionths = rest < 0.5 ? whole : whole + 1
  if (millionths === 0) return '0'
  if (millionths === MILLION) return '1'
  let zeros = 0
  while (millionths % 10 === 0) {
    millionths /= 10
    zeros++
  }
  return `0.${String(millionths).padStart(6 - zeros, '0')}`
}
