import { describe, expect, it } from 'vitest'
import { adjustedRandIndex as ari, consensus, METHOD_NAMES } from '../../src/internal.js'
import { numberLabelings } from '../../src/labelings/adopt.js'
import { canonicalRows, canonicalSamples, canonicalTable } from '../../src/labelings/canonical-rows.js'
import { collapseRows } from '../../src/labelings/label-table.js'
import { drawIndex, randomFor } from '../../src/numeric/random.js'

/** Noisy copies of planted clusters. */
function noisyLabelings(seed: number, { n = 150, k = 4, m = 10 } = {}): number[][] {
  const random = randomFor(seed, 1)
  const noise = seed % 2 === 0 ? 0.2 : 0.35
  const truth = Array.from({ length: n }, () => drawIndex(k, random))
  return Array.from({ length: m }, () => truth.map(c => (random() < noise ? drawIndex(k + 2, random) : c)))
}

function shuffled(n: number, seed: number): number[] {
  const random = randomFor(seed, 2)
  const order = Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = drawIndex(i + 1, random)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

describe('the order of the rows', () => {
  it.each(METHOD_NAMES)('does not change the clusters: %s', async method => {
    for (let seed = 0; seed < 8; seed++) {
      const labelings = noisyLabelings(seed)
      const order = shuffled(150, seed)
      const options = { clusterCount: 4, method, seed: 1 }
      const one = await consensus(labelings, options)
      const two = await consensus(
        labelings.map(labels => order.map(i => labels[i])),
        options,
      )
      const expected = order.map(i => one.labels[i])
      expect([seed, ari(expected, two.labels)]).toEqual([seed, 1])
    }
  })

  it('does not decide between equal votes for clusters of equal sizes', async () => {
    const truth = shuffled(600, 4).map(i => i % 30)
    const random = randomFor(4, 1)
    const labelings = Array.from({ length: 6 }, () => truth.map(c => (random() < 0.4 ? drawIndex(30, random) : c)))
    const order = shuffled(600, 5)
    const one = await consensus(labelings, { clusterCount: 30, method: 'vote' })
    const moved = labelings.map(labels => order.map(i => labels[i]))
    const two = await consensus(moved, { clusterCount: 30, method: 'vote' })
    expect(
      ari(
        order.map(i => one.labels[i]),
        two.labels,
      ),
    ).toBe(1)
  })

  it.each(METHOD_NAMES)('does not hide a perfect answer, five times the same: %s', async method => {
    for (const [n, k] of [
      [12, 2],
      [60, 3],
      [200, 5],
    ]) {
      const truth = shuffled(n, 3).map(i => i % k)
      for (let seed = 1; seed < 5; seed++) {
        const { labels } = await consensus([truth, truth, truth, truth, truth], { clusterCount: k, method, seed })
        expect(ari(labels, truth)).toBe(1)
      }
    }
  })
})

describe('canonicalRows', () => {
  const tableOf = (labelings: readonly (readonly number[])[]) => collapseRows(numberLabelings('test', labelings))

  it('is the same order of samples for every order of the rows and every numbering of the clusters', () => {
    const labelings = noisyLabelings(3)
    const order = shuffled(150, 9)
    const other = labelings.map(labels => order.map(i => 7 - labels[i]))
    const rowsOf = (given: readonly (readonly number[])[], samples: Int32Array) =>
      Array.from(samples, i => given.map(labels => labels[i]).join())
    const first = rowsOf(labelings, canonicalSamples(tableOf(labelings)))
    const second = rowsOf(
      other.map(labels => labels.map(label => 7 - label)),
      canonicalSamples(tableOf(other)),
    )
    expect(second).toEqual(first)
  })

  it('holds every row and every sample once', () => {
    const table = tableOf(noisyLabelings(4))
    expect([...canonicalRows(table)].sort((a, b) => a - b)).toEqual([...Array(table.rowCount).keys()])
    expect([...canonicalSamples(table)].sort((a, b) => a - b)).toEqual([...Array(150).keys()])
  })

  it('numbers rows and clusters anew, and says which they were', () => {
    const table = tableOf(noisyLabelings(5))
    const { table: own, rows, clusters } = canonicalTable(table)
    for (let t = 0; t < table.ensembleSize; t++) {
      rows.forEach((row, at) => {
        const cluster = own.clusters[t * own.rowCount + at]
        expect(clusters[cluster]).toBe(table.clusters[t * table.rowCount + row])
      })
    }
    expect([...own.clusterSizes]).toEqual(Array.from(clusters, c => table.clusterSizes[c]))
    expect([...own.rowOf].map(row => rows[row])).toEqual([...table.rowOf])
  })
})
