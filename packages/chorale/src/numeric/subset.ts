import type { Random } from './random.js'

/**
 * Draws `size` of the numbers 0..count-1, in increasing order, each subset equally likely: Knuth's selection sampling
 * (TAOCP 3.4.2, algorithm S). Numbers for which `always` holds are in every subset; there must not be more than `size`.
 */
export function drawSubset(
  count: number,
  size: number,
  random: Random,
  always: (number: number) => boolean = () => false,
): Int32Array {
  const subset = new Int32Array(size)
  let certain = 0
  for (let i = 0; i < count; i++) if (always(i)) certain++
  let open = count - certain
  let wanted = size - certain
  let at = 0
  for (let i = 0; i < count; i++) {
    if (always(i)) subset[at++] = i
    else {
      if (random() * open < wanted) {
        subset[at++] = i
        wanted--
      }
      open--
    }
  }
  return subset
}

/** Draws `size` of the numbers 0..count-1, one from each of `size` equal stretches: `size` draws however large `count` is. */
export function drawSpread(count: number, size: number, random: Random): Int32Array {
  const spread = new Int32Array(size)
  for (let s = 0; s < size; s++) {
    const from = Math.floor((s * count) / size)
    const to = Math.floor(((s + 1) * count) / size)
    spread[s] = from + Math.floor(random() * (to - from))
  }
  return spread
}
