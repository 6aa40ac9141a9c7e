import { describe, expect, it } from 'vitest'
import { PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { createPointSet, loadPoints } from '../../src/numeric/point-set.js'
import { randomFor } from '../../src/numeric/random.js'
import { type Seeding, seedCentres } from '../../src/numeric/seeding.js'

/** How often two centres among the points 0, 1 and 3 on a line are 0 and 1. */
function shareOfNearPair(seeding: Seeding, draws: number): number {
  const set = createPointSet({ pointCount: 3, dimension: 1, capacity: 2 }, PLAIN_KERNELS)
  loadPoints(set, Float64Array.of(0, 1, 3))
  const { rows, exactCentres } = set.assign.tables
  let near = 0
  for (let draw = 0; draw < draws; draw++) {
    for (const _ of seedCentres(set, 2, randomFor(5, draw), seeding));
    if (!exactCentres.subarray(0, 2).includes(rows[2])) near++
  }
  return near / draws
}

describe('seedCentres', () => {
  // First centre 0: the others are at squared distance 1 and 9, so 1 is drawn with 1/10. First centre 1: 1 and 4, so 0 with 1/5.
  it('plain: draws by squared distance', () => {
    const expected = (0.1 + 0.2) / 3
    expect(Math.abs(shareOfNearPair('plain', 4000) - expected)).toBeLessThan(4 * Math.sqrt(expected / 4000))
  })

  // Two candidates for two centres: the pair comes about only where both candidates are the near point.
  it('greedy: keeps the candidate that leaves the smaller total', () => {
    const expected = (0.1 ** 2 + 0.2 ** 2) / 3
    expect(Math.abs(shareOfNearPair('greedy', 4000) - expected)).toBeLessThan(4 * Math.sqrt(expected / 4000))
  })
})
