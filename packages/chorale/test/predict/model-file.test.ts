import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildEnsemble,
  consensus,
  createModel,
  InputError,
  loadModel,
  METHOD_NAMES,
  type Model,
  predictLabels,
  predictSamples,
  sampleShape,
  saveModel,
} from '../../src/internal.js'
import { packNumbers, unpackNumbers } from '../../src/predict/packed-numbers.js'
import { checksumOf } from '../../src/predict/save-model.js'
import { unstructuredEnsemble } from '../ensembles.js'

const LABELINGS = unstructuredEnsemble(5, { sampleCount: 40, ensembleSize: 5, largest: 4, missing: 0.1 })
const given = async (method: (typeof METHOD_NAMES)[number]) =>
  createModel(await consensus(LABELINGS, { clusterCount: 3, method }), { options: { seed: 1, alpha: undefined } })

async function builtFrom(generator: 'mixed' | 'random-k'): Promise<Model> {
  const samples = sampleShape('blobs', { sampleCount: 60, clusterCount: 3, featureCount: 4 })
  const ensemble = await buildEnsemble(samples, { ensembleSize: 8, generator })
  return createModel(await consensus(ensemble, { clusterCount: 3 }), { ensemble })
}

describe('packed numbers', () => {
  it('come back to the bit, in as few bytes as whole numbers need', () => {
    for (const [values, text] of [
      [Int32Array.of(-1, 0, 127), { i8: '/wB/' }],
      [Int32Array.of(128), { i16: 'gAA=' }],
      [Int32Array.of(-70000), { i32: 'kO7+/w==' }],
      [Float64Array.of(1), { f64: 'AAAAAAAA8D8=' }],
    ] as const) {
      expect(packNumbers(values)).toEqual(text)
      expect([...unpackNumbers(text, 'any', 'x')]).toEqual([...values])
    }
    const long = Float64Array.from({ length: 20_000 }, (_, i) => Math.sqrt(i) / 7)
    expect(unpackNumbers(packNumbers(long), 'any', 'x')).toEqual(long)
  })

  it.each([
    [null, 'x must be an encoded list of numbers'],
    [{ i9: '' }, 'x must be an encoded list of numbers'],
    [{ i8: '', f64: '' }, 'x must be an encoded list of numbers'],
    [{ i8: 'a!' }, 'x must be base64'],
    [{ i16: 'AAAA' }, 'x must consist of whole values of 2 bytes each'],
    [{ f64: 'AAAAAAAA8H8=' }, 'x must be finite numbers; got Infinity'],
  ])('refuse %j', (packed, message) => {
    expect(() => unpackNumbers(packed, 'any', 'x')).toThrow(new InputError(message))
  })
})

describe('a model file', () => {
  it.each(METHOD_NAMES)('gives the model back as it was: %s', async method => {
    const model = await given(method)
    expect(loadModel(saveModel(model))).toEqual(model)
  })

  it('gives base models back, and with them the same clusters from features', async () => {
    for (const generator of ['mixed', 'random-k'] as const) {
      const model = await builtFrom(generator)
      const loaded = loadModel(saveModel(model))
      expect(loaded).toEqual(model)
      const samples = sampleShape('blobs', { sampleCount: 30, clusterCount: 3, featureCount: 4, seed: 2 })
      expect(await predictSamples(loaded, samples)).toEqual(await predictSamples(model, samples))
    }
  })

  it('keeps what clusters are called, infinite numbers as text', async () => {
    const names = [
      ['a', 'a', 7, 7],
      [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.5, 0.5],
    ]
    const { consensus: model } = loadModel(saveModel(createModel(await consensus(names, { clusterCount: 2 }))))
    expect(model.clusterNames).toEqual([
      ['a', 7],
      ['Infinity', 0.5],
    ])
    const { labels } = await predictLabels(model, [
      [7, 'a'],
      [0.5, Number.POSITIVE_INFINITY],
    ])
    expect([...labels]).toEqual([1, 0])
  })

  it('may be laid out anew', async () => {
    const model = await given('gpec')
    expect(loadModel(JSON.stringify(JSON.parse(saveModel(model)), null, 2))).toEqual(model)
  })
})

describe('a model file that is not whole', () => {
  const refusal = (text: string) => {
    try {
      loadModel(text, { name: 'm.json' })
    } catch (error) {
      if (error instanceof InputError) return error.message
      throw error
    }
    return null
  }

  it.each([
    ['', 'm.json: not a Chorale model'],
    ['[]', 'm.json: not a Chorale model'],
    ['null', 'm.json: not a Chorale model'],
    ['id,a\n1,2\n', 'm.json: not a Chorale model'],
    ['{"format":"else"}', 'm.json: not a Chorale model'],
    [
      '{"format":"chorale-model","version":3,"checksum":"","content":{}}',
      'm.json: the model has version 3, but this version of Chorale reads versions 1 to 2; create the model again',
    ],
    ['{"format":"chorale-model","version":1,"content":{}}', 'm.json: the model is damaged: checksum must be a string'],
    [
      '{"format":"chorale-model","version":1,"checksum":"00","content":{}}',
      'm.json: the model is damaged: its checksum is wrong',
    ],
  ])('is refused: %j', (text, message) => {
    expect(refusal(text)).toBe(message)
  })

  it('is refused wherever it is cut, and whichever character is altered', async () => {
    const text = saveModel(await given('balanced'))
    const start = text.indexOf('"content"')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: text.length - 2 }), length => {
        expect(refusal(text.slice(0, length))).toMatch(/^m\.json: (the model is damaged|not a Chorale model)/)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: start, max: text.length - 3 }), at => {
        const other = text[at] === 'A' ? 'B' : 'A'
        expect(refusal(text.slice(0, at) + other + text.slice(at + 1))).not.toBeNull()
      }),
    )
  })

  /** What is said of the file with a part of its content changed and the checksum put right. */
  function forged(model: Model, path: string, value: unknown): string | null {
    const file = JSON.parse(saveModel(model))
    const keys = path.split('.')
    const last = keys.pop()!
    const owner = keys.reduce((part, key) => part[key], file.content)
    owner[last] = value
    file.checksum = checksumOf(JSON.stringify(file.content))
    return refusal(JSON.stringify(file))
  }

  it.each<[string, string, unknown]>([
    ['an unknown method', 'method', 'constructor'],
    ['an unknown rule', 'consensus.rule.kind', 'toString'],
    ['k as text', 'clusterCount', '3'],
    ['a list that is too short', 'consensus.rows.labels', { i8: '' }],
    ['a row count that is negative', 'consensus.rows.rowCount', -1],
    ['a row count that nothing can hold', 'consensus.rows.rowCount', 2 ** 30],
    ['a centre too few', 'consensus.rule.centres.rowCount', 1],
    ['a projection of another length', 'consensus.rule.projection', { f64: '' }],
    ['a threshold above 1', 'consensus.rule.alpha', 1.5],
    ['no cluster names', 'consensus.clusterNames', []],
    ['names that are objects', 'consensus.clusterNames.0.0', {}],
    ['options that are a list', 'options', []],
    ['no consensus', 'consensus', null],
  ])('is refused with a right checksum too: %s', async (_, path, value) => {
    expect(forged(await given('balanced'), path, value)).toMatch(/^m\.json: the model is damaged: /)
  })

  it('is refused when its rows are equal, or have labels beyond their labelings', async () => {
    const model = await given('eac')
    const { length } = model.consensus.rows.labelings
    const fill = (label: number) => packNumbers(new Int32Array(length).fill(label))
    const path = 'consensus.rows.labelings'
    expect(forged(model, path, fill(0))).toBe('m.json: the model is damaged: rows.labelings must have no repeated row')
    expect(forged(model, path, fill(99))).toMatch(
      /^m\.json: the model is damaged: rows\.labelings must be labels of 'labeling 1'/,
    )
    expect(forged(model, path, packNumbers(model.consensus.rows.labelings))).toBeNull()
  })

  it.each<[string, string, unknown]>([
    ['another number of base models', 'base.models', []],
    ['centres of another width', 'base.models.0.centres.columnCount', 1],
    ['a feature that is not there', 'base.models.2.features', packNumbers(Int32Array.of(0, 44))],
    ['a projection that is not there', 'base.models.3.projection', null],
    ['a projection without end', 'base.models.3.projection.dimension', 2 ** 30],
    ['a generator that is not there', 'base.models.0.kind', '__proto__'],
  ])('is refused with a right checksum too: %s', async (_, path, value) => {
    expect(forged(await builtFrom('mixed'), path, value)).toMatch(/^m\.json: the model is damaged: /)
  })

  it('of projections of 20,000 features is loaded again, and labels as before', async () => {
    const featureCount = 20_000
    // Two clusters; 14 projections have more numbers than are kept at a time.
    const values = Float64Array.from({ length: 12 * featureCount }, (_, at) => {
      const [i, j] = [Math.floor(at / featureCount), at % featureCount]
      return (i % 2) * 5 + ((i * 7919 + j * 104_729) % 97) / 97
    })
    const samples = { sampleCount: 12, featureCount, values }
    const ensemble = await buildEnsemble(samples, { ensembleSize: 14, generator: 'projection', maxClusterCount: 3 })
    const found = await consensus(ensemble, { clusterCount: 2 })
    const text = saveModel(createModel(found, { ensemble }))
    expect((await predictSamples(loadModel(text), samples)).labels).toEqual(found.labels)
  })

  it('is not saved if it could not be loaded', async () => {
    const model = await builtFrom('mixed')
    const wide = model.base!.models.map(base =>
      'projection' in base && base.projection ? { ...base, featureCount: 2 ** 28 } : base,
    )
    expect(() => saveModel({ ...model, base: { ...model.base!, models: wide } } as Model)).toThrow(
      /^the random projections of a model may have 300 million numbers in all, but these have \d+ million; use fewer/,
    )
  })

  it('is refused if drawing its projections again takes minutes', async () => {
    const model = await builtFrom('mixed')
    const file = JSON.parse(saveModel(model))
    const width = 20_000
    for (const base of file.content.base.models) base.featureCount = width
    for (const base of file.content.base.models.filter((each: { projection: unknown }) => each.projection === null)) {
      if (base.features === null) base.features = packNumbers(Int32Array.of(0, 1, 2, 3))
    }
    const projected = file.content.base.models.find((each: { projection: unknown }) => each.projection !== null)
    const { rowCount } = projected.centres
    projected.projection.dimension = width
    projected.centres = { rowCount, columnCount: width, values: packNumbers(new Float64Array(rowCount * width)) }
    file.checksum = checksumOf(JSON.stringify(file.content))
    expect(refusal(JSON.stringify(file))).toMatch(
      /^m\.json: the model is damaged: the random projections of a model may have 300 million numbers in all, but these have \d{3} million/,
    )
  })

  it('changes nothing outside itself', async () => {
    const text = saveModel(await given('eac')).replace(
      '"options":{',
      '"options":{"__proto__":{"polluted":1},"constructor":1,',
    )
    const file = JSON.parse(text)
    file.checksum = checksumOf(JSON.stringify(file.content))
    const { options } = loadModel(JSON.stringify(file))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((options as Record<string, unknown>).polluted).toBeUndefined()
  })
})
