import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { consensus } from '../../chorale/src/internal.js'
import { randomFor } from '../../chorale/src/numeric/random.js'
import { threads } from '../src/threads.js'

/** Labelings of planted clusters, some labels by chance: almost every row is a distinct one. */
function noisyLabelings(sampleCount: number, missing: number): (number | null)[][] {
  const random = randomFor(5, 0)
  const planted = Array.from({ length: sampleCount }, () => Math.floor(4 * random()))
  return Array.from({ length: 9 }, (_, t) =>
    planted.map(cluster => {
      if (random() < missing) return null
      return random() < 0.15 ? Math.floor(random() * 4 * (t + 1)) : cluster * (t + 1) + Math.floor(random() * (t + 1))
    }),
  )
}

describe('links in threads', () => {
  it.each([
    ['gpec', 'auto', 0],
    ['balanced', 0.1, 0],
    ['balanced', 0.4, 0.1],
  ] as const)(
    'give the result of one thread to the bit: %s at alpha %s, %d missing',
    async (method, alpha, missing) => {
      const labelings = noisyLabelings(4500, missing)
      const options = { method, alpha, clusterCount: 4, restarts: 2 }
      const alone = await consensus(labelings, options)
      expect(alone.ensemble.distinctRows).toBeGreaterThan(4096)
      for (const count of alpha === 'auto' ? [2] : [2, 3]) {
        const together = await consensus(labelings, { ...options, executor: threads({ count }) })
        expect(isDeepStrictEqual({ ...together }, { ...alone })).toBe(true)
      }
    },
  )

  it('stop when they are told to', async () => {
    const stop = new AbortController()
    const run = consensus(noisyLabelings(20_000, 0), {
      clusterCount: 4,
      method: 'gpec',
      alpha: 0.1,
      signal: stop.signal,
      executor: threads({ count: 2 }),
    })
    setTimeout(() => stop.abort(), 300)
    await expect(run).rejects.toThrow(/abort/i)
  })
})
