import { describe, expect, it } from 'vitest'
import { consensus } from '../../src/consensus/consensus.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { randomFor } from '../../src/numeric/random.js'

/**
 * Many fine labelings of three clusters: each divides every cluster at random into `parts`, so that two samples of a
 * cluster share a label in 1 of `parts` labelings.
 */
function fineLabelings(n: number, m: number, parts: number) {
  const random = randomFor(5, 0)
  const truth = Int32Array.from({ length: n }, (_, i) => i % 3)
  const labelings = Array.from({ length: m }, () => Array.from(truth, c => c * parts + Math.floor(parts * random())))
  return { truth, labelings }
}

describe('samples without links', () => {
  const { truth, labelings } = fineLabelings(240, 100, 60)

  it.each(['balanced', 'gpec'] as const)(
    '%s lowers its standard alpha until they have some, and says so',
    async method => {
      const found = await consensus(labelings, { clusterCount: 3, method })
      expect(found.warnings).toContainEqual(
        expect.stringMatching(/^Lowered alpha from 0\.(1|05) to 0\.0\d+: at 0\.(1|05), \d+ samples had no link/),
      )
      expect(found.alpha).toBeLessThan(0.05)
      expect(adjustedRandIndex(found.labels, truth)).toBeGreaterThan(0.95)
      // New samples are compared with links above the same threshold.
      const { labels } = await found.predict(Array.from(truth, (_, i) => labelings.map(labels => labels[i])))
      expect(adjustedRandIndex(labels, found.labels)).toBeGreaterThan(0.95)
    },
  )

  it('keep an alpha that the caller chose', async () => {
    const found = await consensus(labelings, { clusterCount: 3, method: 'balanced', alpha: 0.2 })
    expect(found.alpha).toBe(0.2)
    expect(found.warnings.join()).not.toContain('Lowered')
  })
})
