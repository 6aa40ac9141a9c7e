import type { Labels, Samples } from '../types.js'

/** Rows that keep their labels: those of a fit whose labels depend on the other rows, too. Recognised by their values. */
export interface KnownRows {
  readonly rowCount: number
  /** Two hashes of the values of each row, side by side. */
  readonly marks: Int32Array
  readonly labels: Labels
  readonly confidence: Float64Array
}

/** The rows of samples with their labels; of equal rows, the first. */
export function knownRows(
  samples: Samples,
  { labels, confidence }: Pick<KnownRows, 'labels' | 'confidence'>,
): KnownRows {
  const { sampleCount: n } = samples
  const marks = new Int32Array(2 * n)
  writeMarks(marks, samples)
  return { rowCount: n, marks, labels, confidence }
}

/** Finds the known row that equals each of some rows; -1 if there is none. */
export function createKnownFinder({ rowCount, marks }: KnownRows): (samples: Samples) => Int32Array {
  const places = new Map<number, number>()
  for (let row = rowCount - 1; row >= 0; row--) places.set(keyOf(marks, row), row)
  return samples => {
    const found = new Int32Array(samples.sampleCount)
    const given = new Int32Array(2 * samples.sampleCount)
    writeMarks(given, samples)
    for (let i = 0; i < found.length; i++) found[i] = places.get(keyOf(given, i)) ?? -1
    return found
  }
}

/** 53 bits of both hashes. */
function keyOf(marks: Int32Array, row: number): number {
  return (marks[2 * row] >>> 0) * 2 ** 21 + (marks[2 * row + 1] >>> 11)
}

/** Hashes of the values, rounded to 24 bits, so that the last digits of the scaling do not count. */
function writeMarks(out: Int32Array, { sampleCount, featureCount: d, values }: Samples): void {
  const rounded = new Float32Array(d)
  const bits = new Int32Array(rounded.buffer)
  for (let i = 0; i < sampleCount; i++) {
    // -0 becomes 0.
    for (let f = 0, at = i * d; f < d; f++) rounded[f] = values[at + f] + 0
    let a = d
    let b = ~d
    for (let f = 0; f < d; f++) {
      a = Math.imul(a ^ bits[f], 0x9e3779b1)
      a ^= a >>> 15
      b = Math.imul(b ^ bits[f], 0x85ebca6b)
      b ^= b >>> 13
    }
    out[2 * i] = a
    out[2 * i + 1] = b
  }
}
