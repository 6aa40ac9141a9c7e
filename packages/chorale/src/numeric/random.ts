import { mersenne } from 'pure-rand/generator/mersenne'

/** A stream of numbers in [0, 1). Every random choice takes one as an argument. */
export type Random = () => number

/**
 * The stream of one task: MT19937, seeded by a hash of seed and task.
 * It does not depend on the thread or the order of tasks, so results are the same for any number of threads.
 */
export function randomFor(seed: number, task: number): Random {
  const generator = mersenne(hash32(seed, task))
  return () => {
    // 53 bits from two draws, as in MT19937's own genrand_res53.
    const high = (generator.next() >>> 5) * 67108864
    const low = generator.next() >>> 6
    return (high + low) / 9007199254740992
  }
}

/** A seed for a child task, as one 32-bit number: two rounds of the murmur3 finaliser. */
export function hash32(seed: number, task: number): number {
  return finalise(finalise(seed >>> 0) ^ Math.imul((task >>> 0) + 0x9e3779b9, 0x85ebca6b))
}

function finalise(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** An integer from 0 to count - 1. */
export function drawIndex(count: number, random: Random): number {
  return Math.floor(random() * count)
}
