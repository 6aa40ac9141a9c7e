import { describe, expect, it } from 'vitest'
import { clusterRows } from '../../src/consensus/row-clusters.js'
import { collapseRows } from '../../src/labelings/label-table.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { loadHotLoops } from '../../src/numeric/loops/hot-loops.js'
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
    const labels = await clusterRows(
      { rowCount: n, columnCount: 2, values },
      table,
      { clusterCount: 3, restarts: 3 },
      context,
    )
    expect(adjustedRandIndex(labels, truth)).toBe(1)
  })

  it('keeps the clusters whose samples share a few of very many rows', async () => {
    // Samples of one cluster all differ; those of the two others, 5 and 7, are one row each.
    const single = 60_000
    const [many, more] = [40_000, 50_000]
    const rowOf = (i: number) => (i < single ? i : i < single + many ? single : single + 1)
    const table = collapseRows({
      sampleCount: single + many + more,
      labelings: [Int32Array.from({ length: single + many + more }, (_, i) => rowOf(i))],
      clusterCounts: [single + 2],
      names: ['a'],
    })
    const random = randomFor(4, 0)
    const values = Float64Array.from({ length: single + 2 }, (_, r) => (r < single ? random() : r === single ? 5 : 7))
    const points = { rowCount: single + 2, columnCount: 1, values }
    const loops = await loadHotLoops()
    const options = { clusterCount: 3, restarts: 3 }
    for (const seed of [1, 2, 3, 4]) {
      const labels = await clusterRows(points, table, options, { loops, seed, pauser: new Pauser() })
      const [first, second, third] = [labels[0], labels[single], labels[single + many]]
      expect(new Set([first, second, third]).size).toBe(3)
      expect(labels.subarray(0, single).every(label => label === first)).toBe(true)
    }
  })
})
