import { expect, it } from 'vitest'
import { describeWithData, firstColumns, poolColumns } from '../../../../test/reference-data.js'
import { consensus } from '../../src/consensus/consensus.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'

describeWithData('a fit on half of the rows of the published pools', () => {
  it.each([
    ['MF', 10, 1000],
    ['LS', 6, 3200],
  ] as const)('%s: is as right as one on all rows', async (pool, clusterCount, fitRows) => {
    const labelings = poolColumns(pool, firstColumns(20))
    const [truth] = poolColumns(pool, ['gt'])
    for (const method of ['gpec', 'balanced', 'lwgp'] as const) {
      const options = { clusterCount, method, alpha: method === 'lwgp' ? undefined : 0.1 }
      const whole = await consensus(labelings, options)
      let sum = 0
      for (let seed = 1; seed <= 4; seed++) {
        const { labels } = await consensus(labelings, { ...options, fitRows, seed })
        sum += adjustedRandIndex(labels, truth)
      }
      expect(sum / 4, method).toBeGreaterThan(adjustedRandIndex(whole.labels, truth) - 0.05)
    }
  })
})
