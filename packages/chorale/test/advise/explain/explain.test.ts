import { describe, expect, it } from 'vitest'
import { ARTEFACTS, CLEAN, rowsOf, uniformFrom } from '../../../../../bench/explanation-tables.mjs'
import { explainClusters } from '../../../src/advise/explain/explain.js'
import { intervalLabels } from '../../../src/advise/explain/interval-labels.js'
import { neighbourLabels } from '../../../src/advise/explain/neighbour-labels.js'
import { cluster } from '../../../src/cluster/cluster.js'
import { sampleShape } from '../../../src/sample-shape.js'
import { toDataset } from '../../../src/tables/features/to-dataset.js'

describe('intervalLabels', () => {
  it('finds the intervals of numbers in any order of samples', () => {
    const labels = Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2)
    const numbers = Float64Array.of(5, 6, 7, 8, 1, 2, 3, 4, 9, 10, 11, 12)
    expect([...intervalLabels(numbers, labels)]).toEqual([...labels])
  })

  it('does not cut out single samples', () => {
    const labels = Int32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0)
    expect([
      ...intervalLabels(
        Float64Array.from(labels, (_, i) => i),
        labels,
      ),
    ]).toEqual(new Array(9).fill(0))
  })

  it('gives equal numbers one label, and samples without a number one of their own', () => {
    const labels = Int32Array.of(0, 1, 1, 1, 0, 0)
    expect([...intervalLabels(Float64Array.of(3, 3, 3, 3, Number.NaN, Number.NaN), labels)]).toEqual([1, 1, 1, 1, 2, 2])
  })
})

describe('neighbourLabels', () => {
  it('repeats the labels of groups that are apart', () => {
    const labels = Int32Array.from({ length: 40 }, (_, i) => i % 2)
    const values = Float64Array.from(labels, (label, i) => 100 * label + i)
    expect([...neighbourLabels({ sampleCount: 40, featureCount: 1, values }, labels)]).toEqual([...labels])
  })
})

/** Two columns of noise. */
const noise = (i: number) => ({ height: (i * 37) % 89, weight: (i * 23) % 83 })

function shuffled(count: number, seed: number): number[] {
  const uniform = uniformFrom(seed)
  const keys = Array.from({ length: count }, uniform)
  return [...keys.keys()].sort((a, b) => keys[a] - keys[b])
}

describe('explainClusters', () => {
  it('names a column whose values are the clusters, and says how to leave it out', () => {
    const rows = Array.from({ length: 90 }, (_, i) => ({ sex: i % 2, ...noise(i) }))
    const labels = Int32Array.from(rows, ({ sex }) => sex)
    const [first, ...others] = explainClusters(toDataset(rows), labels)
    expect(first).toMatchObject({ kind: 'column', name: 'sex', agreement: 1, clusters: [0, 1], isCause: true })
    expect(first.sentence).toBe('The clusters are the values of sex.')
    expect(first.remedy).toContain("`exclude: ['sex']`")
    expect(others).toEqual([])
  })

  it('names the cluster of the rows in which a column was filled in', () => {
    const rows = Array.from({ length: 90 }, (_, i) => ({ ...noise(i), income: i % 3 === 0 ? null : (i * 31) % 97 }))
    const labels = Int32Array.from(rows, ({ income }, i) => (income === null ? 2 : i % 2))
    const [first] = explainClusters(toDataset(rows, { impute: 'median' }), labels)
    expect(first).toMatchObject({ kind: 'filled', name: 'income', clusters: [2], isCause: true })
    expect(first.sentence).toBe('Cluster 2 is the 30 rows in which you filled income.')
  })

  it('names the order of the rows, which is no cause', () => {
    const { values, truth, featureCount: d } = sampleShape('blobs', { sampleCount: 120, clusterCount: 3 })
    const labels = Int32Array.from(truth)
    const order = [...labels.keys()].sort((a, b) => labels[a] - labels[b])
    const rows = order.map(i => Array.from(values.subarray(i * d, i * d + d)))
    const sorted = labels.slice().sort()
    const [first, ...others] = explainClusters(toDataset(rows), sorted)
    expect(first).toMatchObject({ kind: 'order', agreement: 1, isCause: false })
    expect(others).toEqual([])
    const random = shuffled(rows.length, 5)
    const mixed = explainClusters(
      toDataset(random.map(i => rows[i])),
      Int32Array.from(random, i => sorted[i]),
    )
    expect(mixed).toEqual([])
  })

  it('is silent about groups that several features show', () => {
    const rows = Array.from({ length: 90 }, (_, i) => ({
      a: (i % 2) * 9 + Math.sin(i),
      b: (i % 2) * 9 + Math.cos(7 * i),
    }))
    expect(
      explainClusters(
        toDataset(rows),
        Int32Array.from(rows, (_, i) => i % 2),
      ),
    ).toEqual([])
  })

  it('takes no sum for a library size that is one of its features', async () => {
    // Heights of plants beside ranks from 1 to 6: the sum is the height.
    const uniform = uniformFrom(5)
    const rows = Array.from({ length: 60 }, (_, i) => ({
      ...Object.fromEntries(['sun', 'soil', 'frost', 'rank', 'colour'].map(name => [name, Math.ceil(6 * uniform())])),
      height: (i % 2 === 0 ? 20 : 150) + Math.round(30 * uniform()),
    }))
    const { explanation } = await cluster(rows, {
      clusterCount: 2,
      columns: ['sun', 'soil', 'frost', 'rank', 'colour', 'height'],
    })
    expect(explanation.filter(({ kind }) => kind === 'size')).toEqual([])
  })

  it('does not accuse a column of two, where groups lie side by side', async () => {
    // Two diamonds: apart along x, alike along y.
    const uniform = uniformFrom(6)
    const rows = Array.from({ length: 300 }, (_, i) => {
      const [a, b] = [uniform() - 0.5, uniform() - 0.5]
      return { x: 2.4 * (i % 2) + a + b, y: a - b }
    })
    const { explanation, verdict } = await cluster(rows, { clusterCount: 2 })
    expect(explanation).toEqual([])
    expect(verdict.level).toBe('clear')
  })

  it('names the only text column, whose values are no groups of samples', async () => {
    const rows = Array.from({ length: 72 }, (_, i) => ({ spray: 'ABCDEF'[(i * 5) % 6] }))
    const { explanation, verdict } = await cluster(rows, { clusterCount: 3, categorical: ['spray'] })
    expect(explanation[0]).toMatchObject({
      kind: 'column',
      name: 'spray',
      isCause: true,
      sentence: 'The clusters are groups of values of spray.',
    })
    expect(verdict.level).toBe('artefact')
  })

  it('is silent about one cluster and about very few samples', () => {
    const rows = Array.from({ length: 40 }, (_, i) => noise(i))
    expect(explainClusters(toDataset(rows), new Int32Array(40))).toEqual([])
    expect(explainClusters(toDataset(rows.slice(0, 8)), Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1))).toEqual([])
  })

  it('says the same for any order of the rows, except about that order', () => {
    const rows = Array.from({ length: 90 }, (_, i) => ({ sex: (i * i) % 7 < 3 ? 1 : 0, ...noise(i) }))
    const found = (seed: number) => {
      const mixed = shuffled(rows.length, seed).map(i => rows[i])
      return explainClusters(
        toDataset(mixed),
        Int32Array.from(mixed, ({ sex }) => sex),
      )
    }
    expect(found(1)).toEqual(found(2))
  })

  it('looks at a part of many samples', () => {
    const rows = Array.from({ length: 9000 }, (_, i) => ({ sex: (i * 7919) % 2, ...noise(i), age: (i * 7919) % 8923 }))
    const [first] = explainClusters(
      toDataset(rows),
      Int32Array.from(rows, ({ sex }) => sex),
    )
    expect(first).toMatchObject({ kind: 'column', name: 'sex', clusters: [0, 1] })
  })

  for (const [artefact, make] of Object.entries(ARTEFACTS)) {
    if (artefact === 'scale') continue
    it(`names an artefact of clusters: ${artefact}`, async () => {
      const { table, options, kind, name } = make(2)
      const { explanation } = await cluster(rowsOf(table), options)
      expect(explanation).toContainEqual(expect.objectContaining(name === null ? { kind } : { kind, name }))
    })
  }

  for (const [kind, make] of Object.entries(CLEAN)) {
    it(`is silent without an artefact: ${kind}`, async () => {
      const { table, options } = make(2)
      expect((await cluster(rowsOf(table), options)).explanation).toEqual([])
    })
  }
})
