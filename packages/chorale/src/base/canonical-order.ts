import type { Samples } from '../types.js'

/** Digits to which the marks of a column count: sums over samples in another order differ in the last few. */
const DIGITS = 9

/**
 * An order of the samples that depends on their values only, not on the order of rows or columns: sorted by the columns,
 * which are themselves sorted by their distributions. Random choices made in this order are the same for shuffled data.
 */
export function canonicalOrder(samples: Samples): Int32Array {
  const { sampleCount: n, featureCount: d, values } = samples
  const columns = columnOrder(samples)
  const order = Int32Array.from({ length: n }, (_, i) => i)
  return order.sort((a, b) => {
    for (const f of columns) {
      const difference = values[a * d + f] - values[b * d + f]
      if (difference !== 0) return difference
    }
    return a - b
  })
}

/** The columns by their smallest and largest values, third moments, and third moments of the row sums within them. */
function columnOrder({ sampleCount: n, featureCount: d, values }: Samples): Int32Array {
  const marks = Array.from({ length: d }, () => [Infinity, -Infinity, 0, 0])
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let f = 0; f < d; f++) sum += values[i * d + f]
    for (let f = 0; f < d; f++) {
      const value = values[i * d + f]
      const mark = marks[f]
      if (value < mark[0]) mark[0] = value
      if (value > mark[1]) mark[1] = value
      mark[2] += value * value * value
      mark[3] += value * sum * sum
    }
  }
  const rounded = marks.map(mark => mark.map(value => Number(value.toPrecision(DIGITS))))
  return Int32Array.from({ length: d }, (_, f) => f).sort((a, b) => {
    for (let at = 0; at < 4; at++) {
      if (rounded[a][at] !== rounded[b][at]) return rounded[a][at] - rounded[b][at]
    }
    return a - b
  })
}
