import type { Samples } from '../types.js'

/** A hash of the values of a row, rounded to 24 bits, so that the last digits of the scaling do not count. */
export function contentHash({ featureCount: d, values }: Samples): (row: number) => number {
  const rounded = new Float32Array(d)
  const bits = new Int32Array(rounded.buffer)
  return row => {
    for (let f = 0; f < d; f++) rounded[f] = values[row * d + f]
    let hash = d
    for (let f = 0; f < d; f++) {
      hash = Math.imul(hash ^ bits[f], 0x9e3779b1)
      hash ^= hash >>> 15
    }
    return hash >>> 0
  }
}
