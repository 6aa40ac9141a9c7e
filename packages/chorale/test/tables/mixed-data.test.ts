import { describe, expect, it } from 'vitest'
import { cluster, evaluate, randomFor } from '../../src/internal.js'

/** Four clusters: numbers tell one half of the difference, categories with several values the other half. */
function mixture(seed: number) {
  const random = randomFor(seed, 0)
  const rows: Record<string, number | string>[] = []
  const truth: string[] = []
  for (let i = 0; i < 240; i++) {
    const isHigh = random() < 0.5
    const isLate = random() < 0.5
    const row: Record<string, number | string> = {}
    for (const name of ['x', 'z', 'w']) row[name] = random() + random() + random() + (isHigh ? 1.25 : 0)
    for (const name of ['colour', 'shape', 'maker']) {
      const own = (isLate ? 2 : 0) + Math.floor(2 * random())
      row[name] = `v${random() < 0.8 ? own : Math.floor(4 * random())}`
    }
    rows.push(row)
    truth.push(`${isHigh} ${isLate}`)
  }
  return { rows, truth }
}

describe('mixed data', () => {
  it('are clustered by numbers and categories alike, where categories are asked for', async () => {
    for (const seed of [1, 2, 3]) {
      const { rows, truth } = mixture(seed)
      const mixed = await cluster(rows, { clusterCount: 4, categorical: 'all', base: 'k-means', seed })
      const numbers = await cluster(rows, { clusterCount: 4, base: 'k-means', seed })
      const [both, alone] = [mixed, numbers].map(({ labels }) => evaluate(labels, truth).ari)
      expect(both! - alone!).toBeGreaterThan(0.2)
    }
  })
})
