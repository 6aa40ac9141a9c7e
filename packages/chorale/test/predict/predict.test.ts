import { describe, expect, it } from 'vitest'
import {
  adoptColumns,
  buildEnsemble,
  consensus,
  createModel,
  InputError,
  loadModel,
  type Model,
  mergeLabelings,
  predict,
  predictSamples,
  readTable,
  saveModel,
  type ToDatasetOptions,
  toDataset,
  toLabelings,
} from '../../src/internal.js'

const table = (text: string, name = 'new.csv') => readTable(new TextEncoder().encode(text), { name })

/** Two groups of four that all columns tell apart; colour is a text, old is true or false. */
const TRAIN = [
  'id,size,colour,old,weight',
  'p1,1,red,true,10',
  'p2,1.1,red,true,11',
  'p3,0.9,red,true,10.5',
  'p4,1.2,red,true,9.5',
  'p5,5,blue,false,30',
  'p6,5.1,blue,false,31',
  'p7,4.8,green,false,29',
  'p8,5.2,blue,false,30.5',
  '',
].join('\n')

async function featureModel(options: ToDatasetOptions = {}, text = TRAIN): Promise<Model> {
  const dataset = toDataset(await table(text), { categorical: 'all', ...options })
  const ensemble = await buildEnsemble(dataset, { ensembleSize: 10, generator: 'fixed-k', clusterCount: 2 })
  const result = await consensus(ensemble, { clusterCount: 2 })
  return loadModel(saveModel(createModel(result, { ensemble, dataset })))
}

const predictText = async (model: Model, text: string, options = {}) => predict(model, await table(text), options)

describe('predict from features', () => {
  it('reads a table as the first one was read: the first samples keep their clusters', async () => {
    for (const scale of ['standard', 'minmax', 'none'] as const) {
      const found = await predictText(await featureModel({ scale }), TRAIN)
      expect([...found.labels]).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
      expect(found.ids).toEqual(['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8'])
      expect(found.warnings).toEqual([])
    }
  })

  it('gives the same features to the bit, whatever the order of the columns', async () => {
    const dataset = toDataset(await table(TRAIN), { categorical: 'all' })
    const model = await featureModel()
    const moved = TRAIN.split('\n')
      .map(line => line.split(',').reverse().join())
      .join('\n')
    const [as, is] = [await predictText(model, moved), await predictText(model, TRAIN)]
    expect(as.labels).toEqual(is.labels)
    expect(as.confidence).toEqual(is.confidence)
    expect([...(await predictSamples(model, dataset)).labels]).toEqual([...is.labels])
  })

  it('ignores columns that it does not know, and says so', async () => {
    const { notes, labels } = await predictText(
      await featureModel(),
      'size,colour,old,weight,extra\n5,blue,false,30,1\n',
    )
    expect([...labels]).toEqual([1])
    expect(notes.at(-1)).toBe('ignored columns that the model does not use: "extra"')
  })

  it.each([
    [
      'size,colour,old\n1,red,true\n',
      'new.csv: the model needs the column "weight"; the table has "size", "colour", "old"',
    ],
    [
      'Size,colour,weight\n1,red,2\n',
      'new.csv: the model needs the columns "size", "old"; the table has "Size", "colour", "weight"',
    ],
    [
      'size,colour,old,weight\n1,red,true,7\n2,red,true,heavy\n',
      'new.csv: row 2, column "weight" is "heavy"; the model needs numbers there',
    ],
    [
      'size,colour,old,weight\n1,red,true,7\n,red,true,8\n',
      'new.csv: row 2 has no value in column "size"; fill it in, or train the model with `impute`',
    ],
    [
      'size,colour,old,weight\n1,red,true,inf\n',
      'new.csv: row 1, column "weight" is Infinity; features must be finite numbers',
    ],
  ])('refuses %j', async (text, message) => {
    await expect(predictText(await featureModel(), text)).rejects.toThrow(new InputError(message))
  })

  it('takes a text that it has not seen as none of the known ones, with a warning', async () => {
    const text = 'size,colour,old,weight\n5,mauve,false,30\n1,mauve,true,10\n'
    const { labels, warnings } = await predictText(await featureModel(), text)
    expect([...labels]).toEqual([1, 0])
    expect(warnings).toEqual(['the model does not know 2 values of "colour"; unknown values set no feature'])
  })

  it('fills in what is missing with the median or mean of the first table, not of the new one', async () => {
    const lone = 'size,colour,old,weight\n,red,true,10\n99,blue,false,30\n'
    for (const [impute, size] of [
      ['median', 3],
      ['mean', 24.3 / 8],
    ] as const) {
      const model = await featureModel({ impute })
      expect(model.base?.reading?.columns[0].fill).toBeCloseTo(size, 12)
      const filled = `size,colour,old,weight\n${size},red,true,10\n99,blue,false,30\n`
      expect((await predictText(model, lone)).confidence).toEqual((await predictText(model, filled)).confidence)
    }
    const model = await featureModel({ impute: 'median' })
    expect(model.base?.reading?.columns[1]).toMatchObject({ column: 'colour', fill: 0 })
    expect([...(await predictText(model, 'size,colour,old,weight\n1,,true,10\n')).labels]).toEqual([0])
  })

  it('gives no cluster to rows that would have been left out', async () => {
    const model = await featureModel({ impute: 'drop-rows' })
    const { labels, warnings } = await predictText(
      model,
      'size,colour,old,weight\n1,red,true,10\n,red,true,10\n5,,false,30\n',
    )
    expect([...labels]).toEqual([0, -1, -1])
    expect(warnings).toEqual(['no cluster for 2 rows with missing values'])
  })

  it('does not ask for columns that were constant', async () => {
    const model = await featureModel({}, TRAIN.replaceAll(/,\d+(\.5)?$/gm, ',7'))
    expect([...(await predictText(model, 'size,colour,old\n5,blue,false\n')).labels]).toEqual([1])
  })

  it('takes the id column of the model, one that is named, or none', async () => {
    const model = await featureModel({ id: 'id' })
    expect((await predictText(model, TRAIN)).idName).toBe('id')
    const text = 'key2,size,colour,old,weight\nq1,1,red,true,10\n'
    expect((await predictText(model, text, { id: 'key2' })).ids).toEqual(['q1'])
    expect((await predictText(model, TRAIN, { id: null })).ids).toBeNull()
    await expect(predictText(model, TRAIN, { id: 'nobody' })).rejects.toThrow('`id` must name a column')
  })
})

describe('predict from labelings', () => {
  const LABELS = 'id,a,b,c\ns1,x,1,01\ns2,x,1,01\ns3,x,1,02\ns4,y,2,02\ns5,y,2,02\ns6,y,,02\n'
  const modelOf = async () => {
    const ensemble = adoptColumns(toLabelings(await table(LABELS)))
    return loadModel(saveModel(createModel(await consensus(ensemble, { clusterCount: 2 }), { ensemble })))
  }

  it('finds clusters by the names that the file gave them', async () => {
    const { labels, warnings } = await predictText(await modelOf(), 'c,b,a\n02,2,y\n01,1,x\n02,-1,\n')
    expect([...labels]).toEqual([1, 0, 1])
    expect(warnings).toEqual([])
  })

  it('warns of labels it has not seen, and gives a sample of only such labels no cluster', async () => {
    const { labels, warnings } = await predictText(await modelOf(), 'a,b,c\nz,9,03\nx,9,01\n')
    expect([...labels]).toEqual([-1, 0])
    expect(warnings).toHaveLength(4)
    expect(warnings[0]).toBe("the model does not know 1 label of 'a'; unknown labels count as missing")
  })

  it('refuses a table without one of the labelings, by name', async () => {
    const message = 'new.csv: the model needs the column "c"; the table has "a", "b"'
    await expect(predictText(await modelOf(), 'a,b\nx,1\n')).rejects.toThrow(new InputError(message))
  })

  it('knows the names of clusters after several files were merged', async () => {
    const [one, two] = [await table('id,a\nx,u\ny,u\nz,v\nw,v\n'), await table('id,b\nw,k\nz,k\ny,j\nx,j\n')]
    const ensemble = adoptColumns(mergeLabelings([one, two]))
    expect(ensemble.clusterNames).toEqual([
      ['u', 'v'],
      ['j', 'k'],
    ])
    const model = createModel(await consensus(ensemble, { clusterCount: 2 }))
    expect([...(await predictText(model, 'a,b\nv,k\nu,j\n')).labels]).toEqual([1, 0])
  })

  it('has no features to predict from', async () => {
    const samples = { sampleCount: 1, featureCount: 1, values: Float64Array.of(1) }
    await expect(predictSamples(await modelOf(), samples)).rejects.toThrow(
      new InputError('predictSamples: model must have base models; got a model of given labelings'),
    )
  })
})
