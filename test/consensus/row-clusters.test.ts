import { describe, expect, it } from 'vitest'
import { clusterRows } from '../../src/consensus/row-clusters.js'
import { collapseRows } from '../../src/ensemble/label-table.js'
import { loadHotLoops } from '../../src/hot-loops/hot-loops.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { randomFor } from '../../src/numeric/random.js'
import { Pauser } from '../../src/pause.js'

describe('clusterRows', () => {
  it('finds the same clusters of very many rows from a sample of them', async () => {
    const n = 60_000
    const random = randomFor(3, 0)
    const truth = Int32Array.from({ length: n }, () => Math.floor(3 * random()))
    const values = Float64Array.from({ length: 2 * n }, (_, at) => truth[at >> 1] * (at % 2 === 0 ? 5 : 3) + random())
    const table = collapseRows({
      sampleCount: n,
      labelings: [Int32Array.from({ length: n }, (_, i) => i)],
      clusterCounts: [n],
      names: ['a'],
    })
    expect(table.rowCount).toBe(n)
    const context = { loops: await loadHotLoops(), seed: 1, pauser: new Pauser() }
    const labels = clusterRows(
      { rowCount: n, columnCount: 2, values },
      table,
      { clusterCount: 3, restarts: 3 },
      context,
    )
    expect(adjustedRandIndex(labels, truth)).toBe(1)
  })
})
