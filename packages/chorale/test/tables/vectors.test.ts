import { describe, expect, it } from 'vitest'
import { cluster } from '../../src/cluster/cluster.js'
import { loadModel } from '../../src/predict/load-model.js'
import { predict } from '../../src/predict/predict.js'
import { saveModel } from '../../src/predict/save-model.js'
import { columnRoles } from '../../src/tables/columns/column-roles.js'
import { toDataset } from '../../src/tables/features/to-dataset.js'
import { readTable } from '../../src/tables/read-table.js'
import { cellText, shownCellText, type VectorColumn } from '../../src/tables/table.js'
import { toTable } from '../../src/tables/to-table.js'

/** Two groups of vectors, far apart. */
const vectors = Array.from({ length: 24 }, (_, i) => [i % 2 === 0 ? 10 : -10, (i * 7) % 5, (i * 3) % 4])
const records = vectors.map((embedding, i) => ({ id: `row${i}`, text: `a short text ${i}`, tokens: i % 7, embedding }))

const columnOf = (data: Parameters<typeof toTable>[0], name = 'embedding') =>
  toTable(data).columns.find(column => column.name === name) as VectorColumn

describe('columns of vectors', () => {
  it('rejects a list of another length, with row and column', () => {
    const ragged = records.map((record, i) => (i === 7 ? { ...record, embedding: [1, 2] } : record))
    expect(() => toTable(ragged)).toThrow(
      'row 8, column "embedding" has a vector of the wrong length: 3 expected, got 2',
    )
  })

  it('rejects a Buffer of bytes, as a row and as a cell', () => {
    const bytes = Buffer.from(Float32Array.of(1, 2, 3).buffer)
    expect(() => toTable([bytes, bytes])).toThrow('row 1 must be a list of numbers; got a Buffer of bytes')
    expect(() => toTable([{ embedding: bytes }])).toThrow('row 1, column "embedding" must be a list of numbers')
  })

  it('rejects a missing number inside of a vector, and names the row', () => {
    const holes = records.map((record, i) => (i === 4 ? { ...record, embedding: [1, Number.NaN, 2] } : record))
    expect(() => toDataset(holes)).toThrow('row 5 column "embedding"')
    expect(() => toDataset(holes, { impute: 'median' })).toThrow(
      "vectors cannot be filled in; use `impute: 'drop-rows'`",
    )
    expect(toDataset(holes, { impute: 'drop-rows' })).toMatchObject({ sampleCount: 23, droppedRows: [4] })
  })

  it('rejects an infinite number, with its place', () => {
    const wrong = records.map((record, i) => (i === 2 ? { ...record, embedding: [1, Infinity, 2] } : record))
    expect(() => toDataset(wrong)).toThrow('row 3, column "embedding", number 2 of its vector is Infinity')
  })

  it('are the features, ahead of columns of numbers, and a note says so', () => {
    const { featureNames, roles, notes, scaling } = toDataset(records)
    expect(featureNames).toEqual(['embedding_1', 'embedding_2', 'embedding_3'])
    expect(roles.map(({ role }) => role)).toEqual(['id', 'description', 'unused', 'feature'])
    expect(notes).toContain('used as features: "embedding" (vectors of 3 numbers)')
    expect(notes).toContain('not used as features: "tokens" (beside the vectors in "embedding")')
    expect(scaling.scale).toBe('none')
  })

  it('leave sentences to describe the samples, not to name them', () => {
    const roles = columnRoles(records.map(({ text, embedding }) => ({ text, embedding })))
    expect(roles.map(({ role }) => role)).toEqual(['description', 'feature'])
  })

  it('are used with other columns if the caller lists both', () => {
    const { featureNames } = toDataset(records, { columns: ['tokens', 'embedding'] })
    expect(featureNames).toEqual(['tokens', 'embedding_1', 'embedding_2', 'embedding_3'])
    expect(() => toDataset(records, { roles: { embedding: 'id' } })).toThrow('contains vectors')
  })

  it('give the same numbers in every form', async () => {
    const expected = [...toDataset(vectors, { scale: 'none' }).values]
    const valuesOf = (data: Parameters<typeof toDataset>[0]) => [...toDataset(data, { scale: 'none' }).values]
    const flat = vectors.flat()
    expect(valuesOf(vectors.map(row => Float32Array.from(row)))).toEqual(expected)
    expect(valuesOf(vectors.map(row => Int8Array.from(row)))).toEqual(expected)
    expect(valuesOf({ sampleCount: 24, featureCount: 3, values: Float32Array.from(flat) })).toEqual(expected)
    expect(valuesOf({ data: Float32Array.from(flat), dims: [24, 3] })).toEqual(expected)
    expect(valuesOf({ data: Float32Array.from(flat), shape: [24, 3] })).toEqual(expected)
    expect(valuesOf(vectors.map(row => ({ embedding: Float32Array.from(row) })))).toEqual(expected)
    expect(valuesOf(vectors.map(row => ({ embedding: JSON.stringify(row) })))).toEqual(expected)
    const lines = records.map(record => JSON.stringify(record))
    expect(valuesOf(await readTable(lines.join('\n')))).toEqual(expected)
    expect(valuesOf(await readTable(`[${lines.join()}]`))).toEqual(expected)
    const csv = `id,tokens,embedding\n${records.map(r => `${r.id},${r.tokens},"[${r.embedding.join(', ')}]"`).join('\n')}\n`
    expect(valuesOf(await readTable(csv))).toEqual(expected)
    expect(valuesOf(await readTable(csv.replaceAll('", ', '" ').replaceAll(', ', ' ')))).toEqual(expected)
  })

  it('reads a tensor of 16-bit numbers that are stored as integers', () => {
    const { values } = toDataset(
      { type: 'float16', data: Uint16Array.of(0x3c00, 0xc000, 0x3800, 0), dims: [2, 2] } as never,
      { scale: 'none' },
    )
    expect([...values]).toEqual([1, -2, 0.5, 0])
  })

  it('rejects a tensor with a vector per token', () => {
    expect(() => toTable({ data: new Float32Array(24), dims: [2, 3, 4] })).toThrow('needs pooling first')
  })

  it('keep 32-bit numbers in 32 bits', () => {
    expect(columnOf(vectors.map(row => ({ embedding: Float32Array.from(row) }))).values).toBeInstanceOf(Float32Array)
    expect(columnOf(records).values).toBeInstanceOf(Float64Array)
  })

  it('leave lists of many lengths to a note', async () => {
    const lines = [1, 2, 3, 4].map(i => JSON.stringify({ x: i * i, y: -i, words: new Array(i).fill(1) }))
    const table = await readTable(lines.join('\n'))
    expect(table.columns.map(({ name }) => name)).toEqual(['x', 'y'])
    expect(table.notes).toEqual(['skipped because their values are nested: "words"'])
  })

  it('are written whole into files and shortened for people', () => {
    const column = columnOf([{ embedding: [0.123456789, 2, 3, 4] }, { embedding: [1, 2, 3, 4] }])
    expect(cellText(column, 0)).toBe('[0.123456789, 2, 3, 4]')
    expect(shownCellText(column, 0)).toBe('[0.1235, 2, 3, ... 4 numbers]')
  })
})

describe('predicting from vectors', () => {
  it('accepts vectors in every form, and a saved model does, too', async () => {
    const result = await cluster(records, { clusterCount: 2, seed: 1, review: false })
    const model = loadModel(saveModel(result.model))
    for (const data of [
      [{ embedding: [9, 1, 1] }, { embedding: [-9, 1, 1] }],
      [{ vector: [9, 1, 1] }, { vector: [-9, 1, 1] }],
      [
        [9, 1, 1],
        [-9, 1, 1],
      ],
      [Float32Array.of(9, 1, 1), Float32Array.of(-9, 1, 1)],
      { data: Float32Array.of(9, 1, 1, -9, 1, 1), dims: [2, 3] },
    ]) {
      expect([...(await result.predict(data)).labels]).toEqual([0, 1])
      expect([...(await predict(model, data)).labels]).toEqual([0, 1])
    }
  })

  it('rejects vectors of another length', async () => {
    const fromRecords = await cluster(records, { clusterCount: 2, seed: 1, review: false })
    const fromRows = await cluster(vectors, { clusterCount: 2, seed: 1, review: false })
    for (const { predict: predictNew } of [fromRecords, fromRows]) {
      await expect(
        predictNew([
          [1, 2],
          [3, 4],
        ]),
      ).rejects.toThrow('3 expected, got 2')
      await expect(predictNew([{ embedding: [1, 2] }])).rejects.toThrow('3 expected, got 2')
    }
  })
})
