/** The fractional part of the golden ratio: its multiples are evenly spread and never in step with the rows of a file. */
const GOLDEN = 0.618033988749895

/**
 * At most `most` of `count` samples, evenly spread. The samples are divided into sections of the same length, and one
 * sample is taken from each, at a different offset: if a file lists its classes in turn, every tenth row would miss some.
 */
export function someOf(count: number, most: number): Int32Array {
  if (count <= most) return Int32Array.from({ length: count }, (_, i) => i)
  return Int32Array.from({ length: most }, (_, at) => Math.floor(((at + ((at * GOLDEN) % 1)) * count) / most))
}

/** The numbers of the samples for which a condition holds, in increasing order. Fast for a million samples. */
export function samplesWhere(count: number, holds: (sample: number) => boolean): Int32Array {
  const found = new Int32Array(count)
  let size = 0
  for (let i = 0; i < count; i++) if (holds(i)) found[size++] = i
  return found.slice(0, size)
}

/** Whether a sorted list of samples holds one, by bisection. */
export function holdsSorted(samples: Int32Array, sample: number): boolean {
  let low = 0
  let high = samples.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (samples[middle] < sample) low = middle + 1
    else high = middle
  }
  return samples[low] === sample
}
