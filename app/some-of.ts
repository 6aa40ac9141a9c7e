/** The golden ratio: its multiples fall everywhere alike, and never in step with the rows of a file. */
const GOLDEN = 0.618033988749895

/**
 * So many of `count` samples, spread over all of them, or all. One comes from every stretch of the same length, but not
 * from the same place in it: files often list their classes in turns, and every tenth row would then miss some.
 */
export function someOf(count: number, most: number): Int32Array {
  if (count <= most) return Int32Array.from({ length: count }, (_, i) => i)
  return Int32Array.from({ length: most }, (_, at) => Math.floor(((at + ((at * GOLDEN) % 1)) * count) / most))
}
