import { describe, expect, it } from 'vitest'
import { appendedCsv } from '../src/data/appended-csv.js'
import { categoryShares } from '../src/data/category-shares.js'
import { clusterSplits } from '../src/data/cluster-splits.js'
import { conclusionWords } from '../src/data/conclusion.js'
import { featureDistributions } from '../src/data/feature-distributions.js'
import { featureEffects } from '../src/data/feature-effects.js'
import { featurePoints } from '../src/data/feature-points.js'
import { silhouetteBars } from '../src/data/silhouette-bars.js'
import { effectsChart, splitsChart } from '../src/feature-charts.js'
import { FILE_THEME } from '../src/theme.js'
import { renderReport } from '../src/write-report.js'
import { datasetOf, wholeInput } from './inputs.js'

const labels = Int32Array.of(0, 0, 1, 1)

describe('featureEffects', () => {
  it('ranks features by the share of their variance between the clusters: the hand-worked example', () => {
    // far: means 0 and 10, all variance between. near: 1, 3 against 2, 4: means 2 and 3, 1/4 of 5/4 between.
    const dataset = datasetOf({ near: [1, 3, 2, 4], constant: [5, 5, 5, 5], far: [0, 0, 10, 10] })
    const { features, clusters, featureCount } = featureEffects(dataset, labels)!
    expect(features.map(({ name }) => name)).toEqual(['far', 'near'])
    expect(features.map(({ separation }) => separation)).toEqual([1, expect.closeTo(0.2, 12)])
    expect(features[0].effects).toEqual([-2, 2])
    expect(features[0].means).toEqual([0, 10])
    expect(features[1].effects).toEqual([
      expect.closeTo(-1 / Math.sqrt(1.25), 12),
      expect.closeTo(1 / Math.sqrt(1.25), 12),
    ])
    expect([clusters, featureCount]).toEqual([[0, 1], 3])
  })

  it('has nothing to compare with one cluster', () => {
    expect(featureEffects(datasetOf({ x: [1, 2] }), Int32Array.of(0, 0))).toBeNull()
  })
})

describe('featureDistributions', () => {
  it('has the quantiles of every cluster in the original units', () => {
    const values = Array.from({ length: 21 }, (_, i) => i)
    const scaling = { scale: 'standard' as const, centre: Float64Array.of(100), spread: Float64Array.of(10) }
    const dataset = datasetOf({ x: values }, { scaling })
    const all = new Int32Array(21)
    const effect = { name: 'x', feature: 0, separation: 0.5, effects: [], means: [] }
    const [{ boxes }] = featureDistributions(dataset, all, [effect])
    expect(boxes).toEqual([{ cluster: 0, quantiles: [110, 150, 200, 250, 290] }])
  })
})

describe('featurePoints', () => {
  it('shows two features as they are, and more by their principal components', () => {
    const plane = featurePoints(datasetOf({ x: [0, 2], y: [1, 3] }), Int32Array.of(0, 1))!
    expect(plane.axes).toEqual(['x', 'y'])
    expect([...plane.coordinates]).toEqual([-1, -1, 1, 1])
    const line = featurePoints(datasetOf({ x: [0, 3], y: [0, 4], z: [0, 0] }), Int32Array.of(0, 1))!
    expect(line.shares[0]).toBeCloseTo(1, 12)
    expect(Math.abs(line.coordinates[2] - line.coordinates[0])).toBeCloseTo(5, 12)
  })

  it('shows latitude and longitude as a map, whatever the other features', () => {
    const columns = { latitude: [58, 62, 60, 60], longitude: [10, 10, 6, 14], x: [0, 50, 0, 50] }
    const { axes, coordinates } = featurePoints(datasetOf(columns), Int32Array.of(0, 1, 0, 1))!
    expect(axes).toEqual(['longitude', 'latitude'])
    // At 60 degrees north, a degree of longitude is half as wide as one of latitude.
    const wanted = [0, -2, 0, 2, -2, 0, 2, 0]
    wanted.forEach((value, at) => {
      expect(coordinates[at]).toBeCloseTo(value, 9)
    })
    const elsewhere = datasetOf({ lat: [1000, 2000], long: [1, 2], x: [0, 1] })
    expect(featurePoints(elsewhere, Int32Array.of(0, 1))!.axes[0]).toBe('component 1')
  })

  it('finds the same directions by iteration for many features', () => {
    const columns = Object.fromEntries(
      Array.from({ length: 70 }, (_, j) => [
        `f${j}`,
        Array.from({ length: 30 }, (_, i) => (j < 35 ? 3 * (i % 5) : i % 3) + ((i * j) % 7) / 50),
      ]),
    )
    const { shares } = featurePoints(datasetOf(columns), new Int32Array(30))!
    expect(shares[0]).toBeGreaterThan(0.9)
    expect(shares[0] + shares[1]).toBeGreaterThan(0.99)
  })

  it('needs two features', () => {
    expect(featurePoints(datasetOf({ x: [0, 2] }), Int32Array.of(0, 1))).toBeNull()
  })
})

describe('categoryShares', () => {
  it('counts the values by cluster, the most telling column first', () => {
    const [first, second] = categoryShares(
      [
        { column: 'none', values: ['a', 'b'], codes: Int32Array.of(0, 1, 0, 1) },
        { column: 'all', values: ['x'], codes: Int32Array.of(0, 0, -1, -1) },
      ],
      labels,
    )
    expect([first.name, first.association, first.values]).toEqual(['all', 1, ['x', 'missing']])
    expect([...first.counts]).toEqual([2, 0, 0, 2])
    expect([second.name, second.association]).toEqual(['none', 0])
  })

  it('sums up rare values, and leaves out columns with one value or with more than 50', () => {
    const codes = Int32Array.from({ length: 60 }, (_, i) => Math.max(0, i - 19))
    const [{ values: shown, counts }, ...others] = categoryShares(
      [
        { column: 'same', values: ['x'], codes: new Int32Array(60) },
        { column: 'many', values: Array.from({ length: 41 }, (_, value) => `value ${value}`), codes },
        { column: 'names', values: Array.from({ length: 60 }, (_, i) => `name ${i}`), codes: codes.map((_, i) => i) },
      ],
      new Int32Array(60),
    )
    expect(others).toEqual([])
    expect(shown).toHaveLength(8)
    expect(shown[7]).toBe('other values')
    expect(counts.reduce((a, b) => a + b, 0)).toBe(60)
  })

  it('rejects labels of another length', () => {
    const description = { column: 'a', values: ['x', 'y'], codes: Int32Array.of(0, 1) }
    expect(() => categoryShares([description], Int32Array.of(0))).toThrow(
      'categoryShares: labels must have one entry per sample of the descriptions (2); got 1',
    )
  })
})

describe('silhouetteBars', () => {
  it('is sorted within every cluster: the hand-worked example', () => {
    // Clusters {0, 1} and {10}: for 0, a = 1 and b = 10; for 1, a = 1 and b = 9; a cluster of one has 0.
    const { clusters, mean } = silhouetteBars(datasetOf({ x: [1, 0, 10] }), Int32Array.of(0, 0, 1))!
    expect([...clusters[0].values]).toEqual([0.9, expect.closeTo(8 / 9, 12)])
    expect([...clusters[1].values]).toEqual([0])
    expect(mean).toBeCloseTo((0.9 + 8 / 9) / 3, 12)
  })
})

describe('clusterSplits', () => {
  it('counts the samples that consecutive runs share, and puts parts next to each other', () => {
    const { levels } = clusterSplits([
      { clusterCount: 2, labels: Int32Array.of(0, 0, 0, 1, 1) },
      { clusterCount: 3, labels: Int32Array.of(0, 2, 2, 1, 1) },
    ])!
    expect(levels[1].clusters.map(({ cluster }) => cluster)).toEqual([0, 2, 1])
    expect(levels[1].flows).toEqual([
      { from: 0, to: 0, count: 1 },
      { from: 0, to: 2, count: 2 },
      { from: 1, to: 1, count: 2 },
    ])
    expect(clusterSplits([{ clusterCount: 2, labels }])).toBeNull()
  })
})

describe('the conclusion', () => {
  it('says how many, how sure, what tells them apart, and how k-means compares', async () => {
    const page = await renderReport(await wholeInput())
    const conclusion = page.slice(page.indexOf('class="conclusion"'), page.indexOf('class="figures"'))
    expect(conclusion).toMatch(/There are 3 clusters of 24 samples/)
    expect(conclusion).toMatch(/mean confidence of a sample is 0\.\d\d/)
    expect(conclusion).toMatch(/clusters differ most in (width|height)/)
    expect(conclusion).toMatch(/Plain k-means finds/)
    expect(conclusion).toMatch(/known classes in “kind”, the ARI is 0\.\d\d; plain k-means reaches 0\.\d\d/)
  })

  it('starts with the verdict and repeats what it is based on', () => {
    const verdict = { level: 'weak' as const, sentence: 'Weak.', reasons: ['One.', 'Two.'], next: ['Do.'] }
    const input = { clusters: [], sampleCount: 4, meanConfidence: 1, effects: null, truth: null }
    const words = conclusionWords({ ...input, verdict })
    expect(words[0]).toBe('Weak. Do.')
    expect(words).toEqual(expect.arrayContaining(['One.', 'Two.']))
    expect(conclusionWords({ ...input, verdict: null })[0]).toMatch(/^There are 0 clusters/)
  })
})

describe('charts with a row or column per cluster', () => {
  it('are left out where they would be unreadable', () => {
    const many = Int32Array.from({ length: 60 }, (_, i) => i % 30)
    const effects = featureEffects(datasetOf({ x: Array.from({ length: 60 }, (_, i) => i % 30) }), many)
    expect(effectsChart({ effects }, FILE_THEME)).toBeNull()
    expect(splitsChart({ splits: null }, FILE_THEME)).toBeNull()
  })
})

describe('appendedCsv', () => {
  it('quotes cells, keeps every row and renames columns that are taken', () => {
    const table = {
      name: null,
      rowCount: 3,
      columns: [
        { name: 'cluster', kind: 'text' as const, texts: ['a, b'], codes: Int32Array.of(0, -1, 0) },
        { name: 'x', kind: 'number' as const, numbers: Float64Array.of(1.5, Number.NaN, 3) },
      ],
      notes: [],
    }
    const run = {
      name: 'cluster',
      confidenceName: 'confidence',
      labels: Int32Array.of(0, 1),
      confidence: Float64Array.of(1, 0.25),
    }
    expect([...appendedCsv(table, [run], [1])].join('')).toBe(
      'cluster,x,cluster_2,confidence\n"a, b",1.5,0,1\n,,,\n"a, b",3,1,0.25\n',
    )
  })
})
