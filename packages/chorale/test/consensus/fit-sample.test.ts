import { describe, expect, it } from 'vitest'
import { type ConsensusOptions, consensus } from '../../src/consensus/consensus.js'
import { Preparation, preparationOf } from '../../src/consensus/prepare.js'
import { sampleOf } from '../../src/consensus/row-sample.js'
import { predictLabels } from '../../src/consensus/rules/predict-labels.js'
import { thinModel } from '../../src/consensus/rules/thin-model.js'
import { adoptLabelings, type Labeling, numberLabelings } from '../../src/labelings/adopt.js'
import { storeOf } from '../../src/labelings/label-store.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { randomFor } from '../../src/numeric/random.js'
import { plantedEnsemble } from '../ensembles.js'

/** Samples in 5 noisy groups, nearly all of them with label rows of their own. */
const noisy = (sampleCount = 900) =>
  plantedEnsemble(3, { sampleCount, ensembleSize: 12, clusterCount: 5, noise: 0.25 }).labelings

const holed = (labelings: readonly ArrayLike<number>[]) =>
  labelings.map((labels, t) => Int32Array.from(labels, (label, i) => ((i + 3 * t) % 11 === 0 ? -1 : label)))

/** The rows of a preparation as texts, in order. */
const rowTexts = ({ labelings, clusterNames }: Preparation) =>
  Array.from(labelings[0], (_, i) =>
    labelings.map((labels, t) => (labels[i] < 0 ? '-' : String(clusterNames![t][labels[i]]))).join(),
  )

const shuffled = (labelings: readonly Labeling[], seed: number) => {
  const random = randomFor(seed, 0)
  const order = Array.from({ length: labelings[0].length }, (_, i) => [random(), i]).sort(([a], [b]) => a - b)
  return labelings.map(labels => order.map(([, i]) => labels[i]))
}

describe('fitRows: bad input', () => {
  it.each<[Partial<ConsensusOptions>, string]>([
    [{ fitRows: 1 }, "consensus: fitRows must be an integer from 2 to 1000000000, or 'all'; got 1"],
    [{ fitRows: 2.5 }, "consensus: fitRows must be an integer from 2 to 1000000000, or 'all'; got 2.5"],
    [{ fitRows: 'some' as never }, "consensus: fitRows must be an integer from 2 to 1000000000, or 'all'; got some"],
    [{ fitRows: 4 }, 'consensus: fitRows must be at least the number of clusters (5); got 4'],
    [{ fitRows: 100, exact: true }, 'consensus: exact must be false if fitRows is a number; got true with 100 rows'],
  ])('refuses %o', async (options, message) => {
    await expect(consensus(noisy(), { clusterCount: 5, ...options })).rejects.toThrow(message)
  })
})

describe('a fit on all rows', () => {
  it('is the default while it takes seconds, and said', async () => {
    const { fit } = await consensus(noisy(), { clusterCount: 5 })
    expect(fit).toEqual({ rows: 900, of: 900, reason: 'few rows' })
  })

  it.each([{ fitRows: 'all' }, { exact: true }, { fitRows: 900 }, { fitRows: 1e9 }] as const)(
    'is what %o asks for, and the same',
    async options => {
      const standard = await consensus(noisy(), { clusterCount: 5 })
      const asked = await consensus(noisy(), { clusterCount: 5, ...options })
      expect(asked).toEqual({ ...standard, fit: { rows: 900, of: 900, reason: 'asked for' } })
    },
  )
})

describe('a fit on a sample', () => {
  it.each(['balanced', 'gpec', 'lwgp', 'eac', 'sec', 'lwea'] as const)(
    'finds nearly the labels of a fit on all rows, and says how many rows it had (%s)',
    async method => {
      const labelings = plantedEnsemble(3, {
        sampleCount: 2000,
        ensembleSize: 12,
        clusterCount: 5,
        noise: 0.15,
      }).labelings
      // A single start of sec can end far from the best.
      const options = { clusterCount: 5, method, ...(method === 'sec' ? { restarts: 10 } : {}) }
      const whole = await consensus(labelings, options)
      const found = await consensus(labelings, { ...options, fitRows: 700 })
      expect(found.fit).toEqual({ rows: 700, of: 2000, reason: 'asked for' })
      expect(adjustedRandIndex(found.labels, whole.labels)).toBeGreaterThan(0.97)
      expect(found.embedding).toBeNull()
      expect(found.labels[0]).toBe(0)
      expect(found.weights).toHaveLength(12)
      expect(found.ensemble.sampleCount).toBe(2000)
    },
  )

  it.each(['balanced', 'gpec', 'lwgp', 'eac'] as const)(
    'gives every row the label and confidence that its model predicts (%s)',
    async method => {
      for (const labelings of [noisy(), holed(noisy())]) {
        const { labels, confidence, model } = await consensus(labelings, { clusterCount: 5, method, fitRows: 300 })
        expect(await predictLabels(model, labelings)).toEqual({ labels, confidence, warnings: [] })
      }
    },
  )

  it('works with missing labels', async () => {
    const labelings = holed(noisy())
    const whole = await consensus(labelings, { clusterCount: 5 })
    const { labels } = await consensus(labelings, { clusterCount: 5, fitRows: 400 })
    expect(adjustedRandIndex(labels, whole.labels)).toBeGreaterThan(0.9)
  })

  it('is drawn by the seed', async () => {
    const run = (seed: number) => consensus(noisy(), { clusterCount: 5, fitRows: 100, seed })
    expect(await run(1)).toEqual(await run(1))
    expect((await run(1)).objective).not.toBe((await run(2)).objective)
  })

  it.each(['balanced', 'lwgp', 'eac'] as const)(
    'does not depend on the order of the rows, or on how clusters are numbered (%s)',
    async method => {
      const named = noisy().map(labels => Array.from(labels, label => `c${label}`))
      const options = { clusterCount: 5, method, fitRows: 300 }
      const { labels } = await consensus(named, options)
      const order = shuffled([Array.from({ length: 900 }, (_, i) => i)], 4)[0] as number[]
      const other = await consensus(
        named.map(values => order.map(i => values[i])),
        options,
      )
      expect(
        adjustedRandIndex(
          other.labels,
          Int32Array.from(order, i => labels[i]),
        ),
      ).toBe(1)
    },
  )

  it('is taken without being asked where the links of all rows exceed the memory limit', async () => {
    const { labelings } = plantedEnsemble(3, { sampleCount: 3000, ensembleSize: 12, clusterCount: 5, noise: 0.25 })
    const { fit } = await consensus(labelings, { clusterCount: 5, memoryLimit: 10_000_000 })
    expect(fit).toEqual({ rows: 1000, of: 3000, reason: 'too much memory' })
  })

  it('is refused with the figure where even that does not fit', async () => {
    const { labelings } = plantedEnsemble(3, { sampleCount: 3000, ensembleSize: 12, clusterCount: 5, noise: 0.25 })
    await expect(consensus(labelings, { clusterCount: 5, memoryLimit: 100_000 })).rejects.toThrow(
      /memoryLimit must be at least \d+ MiB for method balanced \(\d+ distinct label rows; a fit on fewer rows needs less\)/,
    )
  })

  it('weights a labeling 0 whose clusters the sample does not tell apart', async () => {
    const labelings = noisy().map(labels => Array.from(labels))
    const rare = labelings[0].map((_, i) => (i === 899 ? 'odd' : 'common'))
    const { weights, model } = await consensus([...labelings, rare], { clusterCount: 5, fitRows: 60, seed: 2 })
    expect(model.clusterNames![12]).toEqual(['common'])
    expect(weights[12]).toBe(0)
    expect(weights[0]).toBeGreaterThan(0)
  })

  it('says so where the sample has no cluster of a row', async () => {
    // The last row has clusters of its own in both labelings.
    const first = Array.from({ length: 500 }, (_, i) => (i === 499 ? 9 : i % 2))
    const second = Array.from({ length: 500 }, (_, i) => (i === 499 ? 9 : (i % 4) >> 1))
    const { labels, confidence, warnings } = await consensus([first, second], { clusterCount: 2, fitRows: 20 })
    const sizes = [0, 1].map(cluster => labels.filter(label => label === cluster).length)
    expect(labels[499]).toBe(sizes[0] >= sizes[1] ? 0 : 1)
    expect(confidence[499]).toBe(0)
    expect(warnings).toContain(
      'The sample has none of the clusters of 1 row. They are in the largest cluster, with confidence 0. Fit on more rows.',
    )
  })
})

describe('sampleOf', () => {
  it('has the exact size and rows of the whole, in proportion to how often they occur', () => {
    const labelings = [
      Array.from({ length: 1000 }, (_, i) => (i < 800 ? 0 : 1)),
      Array.from({ length: 1000 }, (_, i) => (i < 900 ? 0 : 1)),
    ]
    const whole = preparationOf(adoptLabelings(labelings))
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 200; seed++) {
      const texts = rowTexts(sampleOf(whole, 100, seed).preparation)
      expect(texts).toHaveLength(100)
      for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(['0,0', '1,0', '1,1'])
    expect(counts.get('0,0')! / 200).toBeCloseTo(80, 0)
    expect(counts.get('1,0')! / 200).toBeCloseTo(10, 0)
  })

  it('takes the same rows in the same order, however rows are ordered, clusters numbered and blocks cut', () => {
    const named = holed(noisy(3000)).map(labels => Array.from(labels, label => (label < 0 ? null : `c${label}`)))
    const sampled = (labelings: readonly Labeling[]) =>
      rowTexts(sampleOf(preparationOf(numberLabelings('test', labelings)), 500, 7).preparation)
    expect(sampled(shuffled(named, 1))).toEqual(sampled(named))
  })

  it('numbers only the clusters that it has', () => {
    const labels = Array.from({ length: 400 }, (_, i) => i % 100)
    const ensemble = adoptLabelings([labels, labels.map(label => label % 7)])
    const { preparation, numbers } = sampleOf(preparationOf(ensemble), 50, 1)
    const known = [...numbers[0]].filter(number => number >= 0)
    expect(known.sort((a, b) => a - b)).toEqual(Array.from({ length: known.length }, (_, number) => number))
    expect(known.length).toBe(preparation.report.clusterCounts[0])
    expect(known.length).toBeLessThanOrEqual(50)
    expect(preparation.report.sampleCount).toBe(50)
  })

  it('leaves out rows that only labelings with one cluster in the sample cover', () => {
    const first = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? null : i % 2))
    const second = Array.from({ length: 300 }, (_, i) => (i === 0 ? 'odd' : 'common'))
    const { store, ...names } = namedStore([first, second])
    const { preparation } = sampleOf(new Preparation({ store, ...names }), 30, 1)
    expect(preparation.report.sampleCount).toBeLessThan(30)
    expect(preparation.names).toEqual(['labeling 1'])
    expect(rowTexts(preparation)).not.toContain('-')
  })
})

function namedStore(labelings: readonly Labeling[]) {
  const ensemble = adoptLabelings(labelings)
  return { store: storeOf(ensemble), names: ensemble.names, clusterNames: ensemble.clusterNames }
}

describe('thinModel', () => {
  it('compares with fewer rows, of every cluster, and labels nearly all rows alike', async () => {
    const labelings = noisy(2000)
    const { model } = await consensus(labelings, { clusterCount: 5 })
    const thin = thinModel(model)
    expect(model.rows.rowCount).toBeGreaterThan(1000)
    expect(thin.rows.rowCount).toBeLessThan(600)
    expect(new Set(thin.rows.labels).size).toBe(5)
    const before = await predictLabels(model, labelings)
    const after = await predictLabels(thin, labelings)
    expect(adjustedRandIndex(after.labels, before.labels)).toBeGreaterThan(0.98)
  })

  it('keeps the sum of the samples that its rows stand for', async () => {
    const { model } = await consensus(noisy(2000), { clusterCount: 5 })
    const { rule } = thinModel(model)
    expect(rule.kind).toBe('spectral')
    if (rule.kind !== 'spectral') return
    const mass = rule.roots.reduce((sum, root) => sum + root * root, 0)
    expect(mass).toBeCloseTo(2000, 6)
  })

  it('leaves small models and other rules as they are', async () => {
    const small = await consensus(noisy(300), { clusterCount: 5 })
    expect(thinModel(small.model)).toBe(small.model)
    const other = await consensus(noisy(900), { clusterCount: 5, method: 'eac' })
    expect(thinModel(other.model)).toBe(other.model)
  })
})
