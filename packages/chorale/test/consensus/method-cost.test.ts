import { describe, expect, it } from 'vitest'
import { adoptLabelings, consensus, METHODS } from '../../src/internal.js'

describe('the cost of a method', () => {
  // No two samples have the same labels, so that nothing is saved by equal rows.
  const ensemble = adoptLabelings([
    Array.from({ length: 36 }, (_, i) => i % 6),
    Array.from({ length: 36 }, (_, i) => Math.floor(i / 6)),
  ])
  const extent = { sampleCount: 36, ensembleSize: 2, clusterTotal: 12 }

  it.each(METHODS)('names the memory below which the method refuses: $name', async ({ name: method, cost: costOf }) => {
    const cost = costOf(extent)
    if (cost === null) return
    const run = (memoryLimit: number) => consensus(ensemble, { clusterCount: 3, method, memoryLimit })
    await expect(run(cost.bytes - 1)).rejects.toThrow(/memoryLimit must be at least/)
    await expect(run(cost.bytes)).resolves.toBeDefined()
  })
})
