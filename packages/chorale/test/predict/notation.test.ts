import { describe, expect, it } from 'vitest'
import { cluster, loadModel, type Model, predict, readTable, saveModel, toDataset } from '../../src/internal.js'

/** Two groups: x, y, a colour and a weight, with the numbers written by `written` and `weight`. */
function rows(written: (value: number) => string, weight: (value: number) => string, separator = ';'): string {
  const lines = Array.from({ length: 24 }, (_, i) => {
    const far = i % 2
    const noise = ((i * 37) % 11) / 1000
    const cells = [
      written(6.123 + 4 * far + noise),
      written(-4.25 - 3 * far + noise),
      weight(70.125 + 30 * far + noise),
    ]
    return [cells[0], cells[1], far ? 'red' : 'green', cells[2]].join(separator)
  })
  return `${['x', 'y', 'colour', 'weight'].join(separator)}\n${lines.join('\n')}\n`
}

const comma = (value: number) => value.toFixed(3).replace('.', ',')
const point = (value: number) => value.toFixed(3)

async function modelOf(text: string): Promise<Model> {
  const table = await readTable(text)
  const { model } = await cluster(table, { clusterCount: 2, seed: 1 })
  return loadModel(saveModel(model))
}

const EU = rows(
  value => value.toFixed(2).replace('.', ','),
  value => `${comma(value)} kg`,
)

/** The cluster of one new sample. */
async function clusterOf(model: Model, line: string, header = 'x;y;colour;weight'): Promise<number> {
  const { labels } = await predict(model, await readTable(`${header}\n${line}\n`))
  return labels[0]
}

describe('numbers with decimal commas', () => {
  it('are read in training by the sign of the file: 70,125 kg is 70.125', async () => {
    const { values, featureNames } = toDataset(await readTable(EU), { scale: 'none' })
    expect(featureNames).toEqual(['x', 'y', 'weight'])
    expect([...values.subarray(0, 3)]).toEqual([6.12, -4.25, 70.125])
  })

  it('are read by the sign of the model where the new rows do not tell', async () => {
    const model = await modelOf(EU)
    const near = await clusterOf(model, '6,123;-4,250;green;70,125 kg')
    const far = await clusterOf(model, '10,123;-7,250;red;100,125 kg')
    expect(near).not.toBe(far)
    expect(await clusterOf(model, '6.12;-4.25;green;70.1 kg')).toBe(near)
    expect(await clusterOf(model, '10.12;-7.25;red;100.1 kg')).toBe(far)
    const json = JSON.stringify([{ x: 10.123, y: -7.25, colour: 'red', weight: '100.1 kg' }])
    expect((await predict(model, await readTable(json))).labels[0]).toBe(far)
  })

  it('are not mixed up with thousands: points that could be either are refused', async () => {
    const model = await modelOf(EU)
    await expect(clusterOf(model, '6.123;-4.250;green;70.125 kg')).rejects.toThrow(
      'row 1, column "x" is 6.123, whose point may be a decimal sign or separate thousands',
    )
    const typed = JSON.stringify([{ x: 6.123, y: -4.25, colour: 'green', weight: '70.125 kg' }])
    await expect(predict(model, await readTable(typed))).rejects.toThrow('column "weight" is 70.125 kg, whose point')
  })

  it('leave models of points as they are', async () => {
    const model = await modelOf(rows(point, value => `${point(value)} kg`, ','))
    const near = await clusterOf(model, '6.123,-4.250,green,70.125 kg', 'x,y,colour,weight')
    const far = await clusterOf(model, '10.123,-7.250,red,100.125 kg', 'x,y,colour,weight')
    expect(near).not.toBe(far)
  })
})

describe('units', () => {
  it('of another kind are refused, and missing ones are said', async () => {
    const model = await modelOf(EU)
    await expect(clusterOf(model, '6,12;-4,25;green;154,6 lb')).rejects.toThrow(
      'column "weight" is in lb, but the model needs kg; convert the numbers',
    )
    const found = await predict(model, await readTable('x;y;weight\n6,12;-4,25;70,1\n'))
    expect(found.warnings).toContain('"weight" has no unit; its numbers are taken for kg, as in the model')
  })

  it('of numbers that had none in the model are said', async () => {
    const model = await modelOf(rows(point, point, ','))
    const found = await predict(model, await readTable('x,y,weight\n6.12,-4.25,70.1 kg\n'))
    expect(found.warnings).toContain('"weight" is in kg; the numbers that the model was trained on have no unit')
  })

  it('are not asked of models of earlier versions', async () => {
    const model = await modelOf(EU)
    const columns = model.base!.reading!.columns.map(({ decimal: _, unit: __, ...column }) => column)
    const earlier = { ...model, base: { ...model.base!, reading: { ...model.base!.reading!, columns } } }
    const { warnings } = await predict(earlier, await readTable('x;y;weight\n6,12;-4,25;70,1\n'))
    expect(warnings).toEqual([])
  })
})
