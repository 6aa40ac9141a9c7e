import type { NeighbourGraph } from './neighbour-graph.js'

/** The curve 1 / (1 + a d²) of UMAP, close to a spread of 1 and a minimum distance of 0.1. An exponent of 1 saves powers. */
const A = 1.4

/** Pushed pairs per pulled pair. */
const PUSHES = 5

/** The longest step of a coordinate in one move. */
const LONGEST_STEP = 4

/** Side of the square in which the points start. */
const START_SIDE = 20

/**
 * The layout of UMAP: linked points attract each other, random pairs repel each other, with shrinking steps. Changes the
 * positions in place. Yields the share that is done after each round. The same seed gives the same layout.
 */
export function* layOut(
  { pointCount: n, from, to, weights }: NeighbourGraph,
  places: Float32Array,
  rounds: number,
  seed: number,
): Generator<number, void> {
  scaleToStart(places)
  const most = weights.reduce((a, b) => Math.max(a, b), 0)
  const links = Int32Array.from(weights.keys()).filter(at => weights[at] >= most / rounds)
  // Each link takes part in a share of the rounds that is proportional to its weight.
  const period = Float32Array.from(links, at => most / weights[at])
  const next = period.slice()
  const random = xorshift(seed)
  for (let round = 0; round < rounds; round++) {
    const step = 1 - round / rounds
    for (let at = 0; at < links.length; at++) {
      if (next[at] > round + 1) continue
      next[at] += period[at]
      const i = 2 * from[links[at]]
      const j = 2 * to[links[at]]
      const dx = places[i] - places[j]
      const dy = places[i + 1] - places[j + 1]
      const squared = dx * dx + dy * dy
      const pull = (-2 * A) / (1 + A * squared)
      const moveX = step * limited(pull * dx)
      const moveY = step * limited(pull * dy)
      places[i] += moveX
      places[i + 1] += moveY
      places[j] -= moveX
      places[j + 1] -= moveY
      for (let push = 0; push < PUSHES; push++) {
        const other = 2 * (random() % n)
        if (other === i) continue
        const ox = places[i] - places[other]
        const oy = places[i + 1] - places[other + 1]
        const apart = ox * ox + oy * oy
        const force = 2 / ((0.001 + apart) * (1 + A * apart))
        // Points at the same position are pushed apart in different directions.
        places[i] += step * (apart > 0 ? limited(force * ox) : (random() % 3) - 1)
        places[i + 1] += step * (apart > 0 ? limited(force * oy) : (random() % 3) - 1)
      }
    }
    yield (round + 1) / rounds
  }
}

function limited(value: number): number {
  return Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, value))
}

function scaleToStart(places: Float32Array): void {
  const most = places.reduce((a, b) => Math.max(a, Math.abs(b)), 0) || 1
  for (let at = 0; at < places.length; at++) places[at] *= START_SIDE / 2 / most
}

/** Unsigned 32-bit numbers, fast enough for the inner loop (xorshift32). */
function xorshift(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9) | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
