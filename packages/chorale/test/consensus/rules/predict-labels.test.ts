import { describe, expect, it } from 'vitest'
import { type ConsensusModel, consensus, InputError, METHOD_NAMES, predictLabels } from '../../../src/internal.js'
import { plantedEnsemble, unstructuredEnsemble } from '../../ensembles.js'

/** Two clusters of three, which three labelings see with one slip each. */
const CLEAR = [
  ['a', 'a', 'a', 'b', 'b', 'b'],
  [1, 1, 2, 2, 2, 2],
  ['x', 'x', 'x', 'y', 'y', 'x'],
]
const modelOf = async (method: 'eac' | 'gpec' | 'balanced') =>
  (await consensus(CLEAR, { clusterCount: 2, method, alpha: method === 'eac' ? undefined : 0.1 })).model

describe('predictLabels: bad input', () => {
  it.each<[string, unknown[][], string]>([
    [
      'another number of labelings',
      [['a'], [1]],
      'predictLabels: labelings must be the 3 labelings of the model, in the same order; got 2',
    ],
    [
      'labelings of several lengths',
      [['a'], [1, 1], ['x']],
      "predictLabels: labelings must all have the same length; got 1 in 'labeling 1' and 2 in 'labeling 2'",
    ],
  ])('rejects %s', async (_, labelings, message) => {
    await expect(predictLabels(await modelOf('eac'), labelings as never)).rejects.toThrow(new InputError(message))
  })

  it('rejects a row of another length', async () => {
    const result = await consensus(CLEAR, { clusterCount: 2 })
    const message = 'predict: every row must have a label (or null) for each of the 3 labelings; row 2 has 2'
    const rows = [
      ['a', 1, 'x'],
      ['a', 1],
    ]
    await expect(result.predict(rows)).rejects.toThrow(new InputError(message))
  })
})

describe('predictLabels: corners', () => {
  it('takes no samples', async () => {
    const { labels, confidence, warnings } = await predictLabels(await modelOf('balanced'), [[], [], []])
    expect([labels.length, confidence.length, warnings.length]).toEqual([0, 0, 0])
  })

  it.each(['eac', 'gpec', 'balanced'] as const)(
    'gives no cluster to a sample without a known label: %s',
    async method => {
      const labelings = [
        ['a', null, 'q'],
        [1, Number.NaN, 7],
        ['x', '', 'z'],
      ]
      const { labels, confidence, warnings } = await predictLabels(await modelOf(method), labelings)
      expect([...labels]).toEqual([0, -1, -1])
      expect([...confidence.subarray(1)]).toEqual([0, 0])
      expect(warnings).toEqual([
        "the model does not know 1 label of 'labeling 1'; unknown labels count as missing",
        "the model does not know 1 label of 'labeling 2'; unknown labels count as missing",
        "the model does not know 1 label of 'labeling 3'; unknown labels count as missing",
        'no cluster for 2 samples without a known label',
      ])
    },
  )

  it('takes a label that only a labeling of one cluster knows as none', async () => {
    const { model } = await consensus([...CLEAR, new Array(6).fill('all')], { clusterCount: 2 })
    const { labels } = await predictLabels(model, [[null], [null], [null], ['all']])
    expect([...labels]).toEqual([-1])
  })

  it('finds numbers that are written as text, and texts that are numbers', async () => {
    const { model } = await consensus(
      [
        [1, 1, 2, 2],
        ['01', '01', '2', '2'],
      ],
      { clusterCount: 2 },
    )
    const { labels, warnings } = await predictLabels(model, [
      ['1', '2.0', 2],
      ['01', 2, '2'],
    ])
    expect([...labels]).toEqual([0, 1, 1])
    expect(warnings).toEqual([])
  })

  it('knows 1 and "1" as two clusters where the consensus did', async () => {
    const { model } = await consensus(
      [
        [1, 1, '1', '1'],
        [0, 0, 1, 1],
      ],
      { clusterCount: 2 },
    )
    expect([
      ...(
        await predictLabels(model, [
          [1, '1'],
          [0, 1],
        ])
      ).labels,
    ]).toEqual([0, 1])
  })

  it('gives everything to the one cluster of k = 1', async () => {
    for (const method of METHOD_NAMES) {
      const { model } = await consensus(CLEAR, { clusterCount: 1, method })
      expect([...(await predictLabels(model, [['b'], [1], ['x']])).labels]).toEqual([0])
    }
  })
})

describe('predictLabels by agreement', () => {
  it('takes the cluster whose members agree most, as worked by hand', async () => {
    // Row (b, 1, x): with cluster 0 it shares 0 + 2 + 3 of 9 labels, with cluster 1 3 + 0 + 1 of 9.
    const { labels, confidence } = await predictLabels(await modelOf('eac'), [['b'], [1], ['x']])
    expect([...labels]).toEqual([0])
    expect(confidence[0]).toBeCloseTo(1 - 4 / 5, 14)
  })

  it('counts only the labels that are known', async () => {
    // Row (b, -, x): 0 + 3 of 6 with cluster 0, 3 + 1 of 6 with cluster 1.
    const { labels, confidence } = await predictLabels(await modelOf('eac'), [['b'], [null], ['x']])
    expect([...labels]).toEqual([1])
    expect(confidence[0]).toBeCloseTo(1 - 3 / 4, 14)
  })

  it('gives ties to the lowest cluster', async () => {
    const even = [
      [0, 0, 1, 1],
      [0, 0, 1, 1],
    ]
    const { model } = await consensus(even, { clusterCount: 2, method: 'eac' })
    expect([
      ...(
        await predictLabels(model, [
          [1, 0],
          [0, 1],
        ])
      ).labels,
    ]).toEqual([0, 0])
  })

  it('remembers only the rows that agreement would put elsewhere, and all of them where labels are missing', async () => {
    const { labelings } = plantedEnsemble(1, { sampleCount: 90, ensembleSize: 8, clusterCount: 3 })
    const whole = await consensus(labelings, { clusterCount: 3, method: 'lwea' })
    expect(whole.model.rows.rowCount).toBe(0)
    labelings[0][5] = -1
    const holed = await consensus(labelings, { clusterCount: 3, method: 'lwea' })
    expect(holed.model.rows.rowCount).toBe(holed.ensemble.distinctRows)
  })

  it('gives a sample the cluster of those that it repeats wherever they have labels', async () => {
    // Sample 4 is an odd one: by agreement alone its labels, completed, belong to cluster 0.
    const rows = { rowCount: 2, labelings: Int32Array.of(0, 1, 0, -1), multiplicity: Int32Array.of(1, 1) }
    const model: ConsensusModel = {
      names: ['s', 't'],
      clusterCounts: [2, 2],
      clusterNames: null,
      counts: {
        clusterCount: 2,
        inCluster: Int32Array.of(9, 9, 9, 9, 0, 1, 0, 0),
        covered: Int32Array.of(18, 18, 1, 0),
      },
      rows: { ...rows, labels: Int32Array.of(0, 1), isWhole: true },
      rule: { kind: 'agreement' },
    }
    expect([
      ...(
        await predictLabels(model, [
          [1, 0, 1],
          [1, 1, 0],
        ])
      ).labels,
    ]).toEqual([1, 0, 1])
  })
})

describe('predictLabels', () => {
  const train = unstructuredEnsemble(21, { sampleCount: 60, ensembleSize: 6, largest: 4 })
  const others = unstructuredEnsemble(22, { sampleCount: 40, ensembleSize: 6, largest: 4, missing: 0.2 })

  it.each(METHOD_NAMES)('does not depend on the other new samples, nor on kernels: %s', async method => {
    const run = async (loops: 'simd' | 'plain') => (await consensus(train, { clusterCount: 3, method, loops })).model
    const model = await run('simd')
    expect(await run('plain')).toEqual(model)
    const { labels, confidence } = await predictLabels(model, others)
    expect(labels.every(label => label >= 0 && label < 3)).toBe(true)
    for (const i of [0, 17, 39]) {
      const alone = await predictLabels(
        model,
        others.map(column => [column[i]]),
      )
      expect([alone.labels[0], alone.confidence[0]]).toEqual([labels[i], confidence[i]])
    }
  })

  it.each(['eac', 'gpec', 'balanced'] as const)('does not depend on how clusters are called: %s', async method => {
    const name = (column: number[]) => column.map(label => (label < 0 ? null : `n${(label * 7 + 3) % 11}`))
    const [plain, named] = [
      await consensus(train, { clusterCount: 3, method }),
      await consensus(train.map(name), { clusterCount: 3, method }),
    ]
    expect(await predictLabels(named.model, others.map(name))).toEqual(await predictLabels(plain.model, others))
  })

  it('can be sent to a worker with its result, and stops when told to', async () => {
    const result = await consensus(train, { clusterCount: 3 })
    const { model } = structuredClone(result)
    expect(await predictLabels(model, others)).toEqual(await predictLabels(result.model, others))
    const stop = new AbortController()
    stop.abort(new Error('enough'))
    await expect(predictLabels(model, others, { signal: stop.signal })).rejects.toThrow('enough')
  })
})
