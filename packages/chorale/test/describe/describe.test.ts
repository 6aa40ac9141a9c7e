import { describe, expect, it } from 'vitest'
import { centralRows } from '../../src/describe/central-rows.js'
import { clusterTree, cutClusterTree, nestedTree, newickTree } from '../../src/describe/cluster-tree.js'
import { describeClusters } from '../../src/describe/describe-clusters.js'
import { distinctWords, keywordsOf } from '../../src/describe/keywords.js'
import { cluster, sampleShape, toDataset } from '../../src/index.js'
import type { Samples } from '../../src/types.js'

const line = (...values: number[]): Samples => ({
  sampleCount: values.length,
  featureCount: 1,
  values: Float64Array.from(values),
})

describe('centralRows', () => {
  it('are those nearest to the mean of their cluster; rows of no cluster do not count', () => {
    // Means 2 and 11; row 5 belongs to no cluster.
    const samples = line(0, 1, 5, 10, 12, 1000)
    const found = centralRows(samples, Int32Array.of(0, 0, 0, 1, 1, -1), 2)
    expect(found).toEqual([
      { cluster: 0, size: 3, medoid: 1, central: Int32Array.of(1, 0) },
      { cluster: 1, size: 2, medoid: 3, central: Int32Array.of(3, 4) },
    ])
  })

  it('begin with the row with the least mean squared distance to its cluster', () => {
    const { sampleCount, featureCount: d, values, truth } = sampleShape('blobs', { sampleCount: 60, clusterCount: 3 })
    const labels = Int32Array.from(truth, Number)
    const squares = (i: number, j: number) => {
      let sum = 0
      for (let f = 0; f < d; f++) sum += (values[i * d + f] - values[j * d + f]) ** 2
      return sum
    }
    for (const { cluster: own, medoid } of centralRows({ sampleCount, featureCount: d, values }, labels, 1)) {
      const members = [...labels.keys()].filter(i => labels[i] === own)
      const costs = members.map(i => members.reduce((sum, j) => sum + squares(i, j), 0))
      expect(medoid).toBe(members[costs.indexOf(Math.min(...costs))])
    }
  })
})

describe('clusterTree', () => {
  // Means 0, 3 and 10 of 2, 1 and 1 rows.
  const samples = line(-1, 1, 3, 10)
  const labels = Int32Array.of(0, 0, 1, 2)
  const tree = clusterTree(samples, labels)

  it('merges by the height of Ward', () => {
    // √(2·2·1/3)·3 = √12; then {0, 1} has 3 rows with mean 1: √(2·3·1/4)·9 = √121.5.
    expect(tree.clusters).toEqual([0, 1, 2])
    expect(tree.sizes).toEqual([2, 1, 1])
    expect(tree.merges.map(({ first, second, size }) => [first, second, size])).toEqual([
      [0, 1, 3],
      [3, 2, 4],
    ])
    expect(tree.merges[0].height).toBeCloseTo(Math.sqrt(12), 12)
    expect(tree.merges[1].height).toBeCloseTo(Math.sqrt(121.5), 12)
  })

  it('is cut into any number of groups, and rows of no cluster stay without', () => {
    expect(Array.from(cutClusterTree(tree, labels, 2))).toEqual([0, 0, 0, 1])
    expect(Array.from(cutClusterTree(tree, Int32Array.of(2, -1, 0, 1), 2))).toEqual([1, -1, 0, 0])
    expect(Array.from(cutClusterTree(tree, labels, 1))).toEqual([0, 0, 0, 0])
    expect(Array.from(cutClusterTree(tree, labels, 3))).toEqual(Array.from(labels))
    expect(() => cutClusterTree(tree, labels, 4)).toThrow(
      'cutClusterTree: groupCount must be an integer from 1 to 3; got 4',
    )
    expect(() => cutClusterTree(tree, Int32Array.of(7), 1)).toThrow(
      'cutClusterTree: labels must be the labels of the tree',
    )
  })

  it('is written as Newick and as nested objects', () => {
    expect(newickTree(tree)).toBe('((0:3.46410162,1:3.46410162):7.55860223,2:11.0227038);')
    const root = nestedTree(tree)
    expect([root.size, root.children?.length, root.children?.[1]]).toEqual([4, 2, { cluster: 2, size: 1, height: 0 }])
    expect(newickTree(clusterTree(line(1, 2), Int32Array.of(0, 0)))).toBe('0;')
  })

  it('has heights that never fall, and groups that are nested', () => {
    const blobs = sampleShape('blobs', { sampleCount: 200, clusterCount: 8 })
    const own = Int32Array.from(blobs.truth, Number)
    const big = clusterTree(blobs, own)
    for (let at = 1; at < big.merges.length; at++) {
      expect(big.merges[at].height).toBeGreaterThanOrEqual(big.merges[at - 1].height * (1 - 1e-12))
    }
    for (let count = 1; count <= 8; count++) {
      const groups = cutClusterTree(big, own, count)
      expect(new Set(groups).size).toBe(count)
      const finer = cutClusterTree(big, own, Math.min(8, count + 1))
      expect(new Set(finer.map((group, i) => group * 100 + groups[i])).size).toBe(Math.min(8, count + 1))
    }
  })
})

describe('distinctWords', () => {
  it('knows letters of every script, and neither numbers nor single letters', () => {
    expect(distinctWords('A cat, the CAT; Zürich’s naïve café 42 B2B 3-4')).toEqual([
      'cat',
      'the',
      "zürich's",
      'naïve',
      'café',
      'b2b',
    ])
    expect(distinctWords('Москва и море')).toEqual(['москва', 'море'])
    expect(distinctWords('e\u0301te\u0301')).toEqual(['été'])
  })

  it('takes two neighbouring characters where a script has no spaces', () => {
    expect(distinctWords('東京都 AI研究')).toEqual(['東京', '京都', 'ai', '研究'])
  })
})

describe('keywordsOf', () => {
  const texts = ['the cat sat', 'the cat ran', 'the dog sat', 'the dog ran']
  const description = { column: 'text', values: texts, codes: Int32Array.of(0, 1, 2, 3) }

  it('scores words by class-based tf-idf, without words that are everywhere', () => {
    const [cats, dogs] = keywordsOf(description, Int32Array.of(0, 0, 1, 1), 5)
    // "cat" is in 2 of the 6 pairs of its cluster and in 2 texts; a cluster has 6 pairs. "sat" and "ran" are in one text of each.
    expect(cats).toEqual([{ word: 'cat', score: expect.closeTo((2 / 6) * Math.log(4), 12), inside: 1, outside: 0 }])
    expect(dogs.map(({ word }) => word)).toEqual(['dog'])
  })

  it('knows stop words by their frequency in three clusters and more', () => {
    const values = ['of a hen', 'of the hen', 'of a fox', 'the fox', 'of an owl', 'an owl']
    const found = keywordsOf(
      { column: 'text', values, codes: Int32Array.of(0, 1, 2, 3, 4, 5) },
      Int32Array.of(0, 0, 1, 1, 2, 2),
      5,
    )
    // "of" is in 2, 1 and 1 texts of the clusters: it would be twice as frequent in the first as elsewhere.
    expect(found.map(words => words.map(({ word }) => word))).toEqual([['hen'], ['fox'], ['an', 'owl']])
  })

  it('leaves out rows of no cluster and rows without a text', () => {
    const gaps = { ...description, codes: Int32Array.of(0, 1, 2, -1) }
    const [cats, dogs] = keywordsOf(gaps, Int32Array.of(0, 0, -1, 1), 5)
    expect([cats.map(({ word }) => word), dogs]).toEqual([['cat', 'the'], []])
  })
})

describe('describeClusters', () => {
  const rows = texts().map((text, i) => ({ text, embedding: [i < 4 ? 0 : 5, i % 4] }))

  function texts() {
    const sea = ['ships sail the sea', 'waves of the sea rise', 'the sea and its ships', 'a calm sea']
    return [...sea, 'snow on the mountain', 'a steep mountain path', 'the mountain in snow', 'one mountain hut']
  }

  it('finds the column of sentences beside vectors', () => {
    const dataset = toDataset(rows)
    expect(dataset.textName).toBe('text')
    const found = describeClusters(dataset, Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1), 'euclidean')
    expect(found.map(({ keywords }) => keywords[0].word)).toEqual(['sea', 'mountain'])
    expect(found.map(({ medoid }) => medoid)).toEqual([1, 5])
  })

  it('uses the column that `text` names, and none for null', () => {
    const plain = rows.map(({ text, embedding: [x, y] }, i) => ({ x, y, note: text, group: `g${i}` }))
    expect(toDataset(plain).textName).toBeNull()
    expect(toDataset(plain, { text: 'note' }).textName).toBe('note')
    expect(toDataset(rows, { text: null }).textName).toBeNull()
    expect(() => toDataset(plain, { text: 'words' })).toThrow('`text` must name a column')
  })

  it('refuses labels of other rows', () => {
    expect(() => describeClusters(toDataset(rows), Int32Array.of(0), 'euclidean')).toThrow(
      'describeClusters: labels must have one entry per sample of the dataset (8); got 1',
    )
  })
})

describe('the result of cluster', () => {
  it('has clusters, a tree and memberships, which do not travel to workers', async () => {
    const blobs = sampleShape('blobs', { sampleCount: 120, clusterCount: 4 })
    const result = await cluster(blobs, { clusterCount: 4, review: false })
    expect(result.clusters.map(({ size }) => size).reduce((a, b) => a + b)).toBe(120)
    expect(result.clusters.every(({ cluster: own, medoid }) => result.labels[medoid] === own)).toBe(true)
    expect(result.tree.merges.length).toBe(3)
    expect(Object.keys(result)).not.toContain('clusters')
    expect(() => structuredClone({ ...result })).not.toThrow()
  })

  it.each([
    { fitRows: undefined, d: 4 },
    { fitRows: 150, d: 4 },
    { fitRows: 150, d: 40 },
  ])(
    'has memberships that sum to 1 and agree with the labels (fitRows $fitRows, $d features)',
    async ({ fitRows, d }) => {
      const values = sampleShape('blobs', { sampleCount: 300, clusterCount: 3, featureCount: d })
      const { labels, confidence, memberships } = await cluster(values, { clusterCount: 3, fitRows, review: false })
      const { starts, clusters, shares, clusterCount } = await memberships()
      expect([starts.length, clusterCount]).toEqual([301, 3])
      let agreeing = 0
      for (let i = 0; i < 300; i++) {
        const own = Array.from(shares.subarray(starts[i], starts[i + 1]))
        expect(own.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
        const best = Math.max(...own)
        if (clusters[starts[i] + own.indexOf(best)] === labels[i]) agreeing++
        expect(confidence[i]).toBeLessThanOrEqual(1)
      }
      expect(agreeing).toBeGreaterThan(0.97 * 300)
    },
  )

  it('has the memberships of a hand-worked ensemble', async () => {
    const { adoptLabelings, consensus, createModel } = await import('../../src/index.js')
    const { memberships } = await import('../../src/describe/memberships.js')
    // Sample 2 is once with {0, 1} and twice with {3, 4}.
    const ensemble = adoptLabelings([
      [0, 0, 0, 1, 1],
      [0, 0, 1, 1, 1],
      [0, 0, 1, 1, 1],
    ])
    const result = await consensus(ensemble, { clusterCount: 2 })
    const model = createModel(result, { ensemble })
    expect(Array.from(result.labels)).toEqual([0, 0, 1, 1, 1])
    const dataset = { sampleCount: 5, featureCount: 0, values: new Float64Array(0) }
    const { starts, shares } = await memberships({ model, dataset, ensemble, fit: { places: null } })
    // share(2, 0) = 2 of 6 pairs; share(2, 1) = itself 1, then {2, 3, 4} twice: 7 of 9 pairs.
    const [first, second] = shares.subarray(starts[2], starts[3])
    expect(first).toBeCloseTo(2 / 6 / (2 / 6 + 7 / 9), 12)
    expect(second).toBeCloseTo(7 / 9 / (2 / 6 + 7 / 9), 12)
  })
})
