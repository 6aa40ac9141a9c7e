import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Table, toDataset } from 'chorale'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { itNeeds, works } from '../../../test/it-needs.js'
import { readTableFile } from '../src/read-table-file.js'

/** Files that h5py, anndata and scipy write, read as these read them. */

const LIBRARIES = 'import h5py, anndata, scipy, pandas'
const python = ['python3', '/usr/bin/python3'].find(program => works(program, '-c', LIBRARIES))
const WHERE = 'h5py, anndata and scipy (Debian: python3-h5py, python3-anndata, python3-scipy)'

let home = ''
let expected: { counts: number[][]; cells: string[]; genes: string[]; n_counts: number[] }

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'chorale-hdf5-'))
  if (python === undefined) return
  const script = resolve('packages/chorale/test/tables/fixtures/make_hdf5.py')
  const { status, stderr } = spawnSync(python, [script, home], { encoding: 'utf8' })
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  expected = JSON.parse(readFileSync(join(home, 'expected.json'), 'utf8'))
})

afterAll(() => rmSync(home, { recursive: true }))

const read = (name: string, options = {}) => readTableFile(join(home, name), options)

const textsOf = (table: Table, name: string) => {
  const column = table.columns.find(each => each.name === name)
  return column?.kind === 'text' ? Array.from(column.codes, code => column.texts[code] ?? null) : null
}

/** The numbers of the features, row after row. */
const matrixOf = (table: Table, count = Infinity) => {
  const features = table.columns.filter(
    ({ role, kind }) => role === 'feature' || (role === undefined && kind === 'number'),
  )
  const numbers = features.slice(0, count).map(column => (column.kind === 'number' ? column.numbers : []))
  return Array.from({ length: table.rowCount }, (_, i) => numbers.map(values => values[i]))
}

const numbersOf = (table: Table, name: string) => {
  const column = table.columns.find(each => each.name === name)
  return column?.kind === 'number' ? Array.from(column.numbers) : null
}

describe('AnnData', () => {
  for (const [name, what] of [
    ['csr.h5ad', 'rows, gzip'],
    ['csc.h5ad', 'columns, lzf'],
    ['dense.h5ad', 'dense'],
  ]) {
    itNeeds(python, WHERE, `reads X, the names and obs (${what})`, async () => {
      const table = await read(name)
      expect(matrixOf(table)).toEqual(expected.counts)
      expect(textsOf(table, 'cell')).toEqual(expected.cells)
      expect(table.columns.filter(({ role }) => role === 'feature').map(column => column.name)).toEqual([
        ...expected.genes.slice(0, -1),
        `${expected.genes[0]}_2`,
      ])
      expect(textsOf(table, 'leiden')).toEqual(expected.cells.map((_, i) => String(i % 3)))
      expect(textsOf(table, 'batch')).toEqual(expected.cells.map((_, i) => (i < 20 ? 'left' : 'right')))
      expect(textsOf(table, 'is_doublet')?.slice(0, 3)).toEqual(['true', 'false', 'false'])
      expect(textsOf(table, 'stage')?.slice(4, 7)).toEqual(['E0', null, 'E0'])
      expect(numbersOf(table, 'n_counts')).toEqual(expected.n_counts)
      expect(numbersOf(table, 'rank')).toEqual(expected.cells.map((_, i) => 3 * i))
      const { featureCount, ids } = toDataset(table)
      expect([featureCount, ids]).toEqual([25, expected.cells])
    })
  }

  itNeeds(python, WHERE, 'reads layers, components, and the table about the cells alone', async () => {
    const layer = await read('csr.h5ad', { variable: 'counts' })
    expect(matrixOf(layer)).toEqual(expected.counts.map(row => row.map(value => 2 * value)))
    const components = await read('csr.h5ad', { variable: 'obsm/X_pca' })
    expect(matrixOf(components)).toEqual(expected.counts.map(row => row.slice(0, 4).map(value => value / 3)))
    expect(components.columns.filter(({ role }) => role === 'feature').map(({ name }) => name)).toEqual([
      'pca_1',
      'pca_2',
      'pca_3',
      'pca_4',
    ])
    const obs = await read('csr.h5ad', { variable: 'obs' })
    expect(obs.columns.map(({ name }) => name)).toEqual([
      'cell',
      'leiden',
      'n_counts',
      'batch',
      'is_doublet',
      'stage',
      'rank',
    ])
    await expect(read('csr.h5ad', { variable: 'nothing' })).rejects.toThrow(
      'the file contains "X", "layers/counts", "obsm/X_pca", "obs"',
    )
  })
})

describe('10x Genomics', () => {
  for (const [name, count] of [
    ['ten-x-v3.h5', 23],
    ['ten-x-v2.h5', 25],
    ['ten-x-v2', 25],
    ['ten-x-v3', 25],
    ['ten-x-v3/matrix.mtx.gz', 25],
  ] as const) {
    itNeeds(python, WHERE, `reads ${name}`, async () => {
      const table = await read(name)
      expect(matrixOf(table)).toEqual(expected.counts.map(row => row.slice(0, count)))
      expect(textsOf(table, 'cell')).toEqual(expected.cells)
      expect(table.columns[1 + 7].name).toBe('G7')
    })
  }

  itNeeds(python, WHERE, 'says which files a folder needs', async () => {
    await expect(read('.')).rejects.toThrow(
      'the folder must have matrix.mtx, features.tsv (or genes.tsv) and barcodes.tsv',
    )
  })
})

describe('other files', () => {
  itNeeds(python, WHERE, 'reads .loom', async () => {
    const table = await read('cells.loom')
    expect(matrixOf(table)).toEqual(expected.counts)
    expect([textsOf(table, 'cell'), textsOf(table, 'cluster_name')?.[4]]).toEqual([expected.cells, 'c1'])
  })

  itNeeds(python, WHERE, 'reads MATLAB 7.3', async () => {
    const table = await read('seven.mat')
    expect(matrixOf(table, 3)).toEqual(Array.from({ length: 20 }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2]))
    expect(numbersOf(table, 'gt')?.slice(0, 5)).toEqual([0, 1, 2, 3, 0])
    expect(textsOf(table, 'ids')?.at(-1)).toBe('row 19')
    const sparse = await read('seven.mat', { variable: 'S' })
    expect(matrixOf(sparse)).toEqual([
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
      [0, 0, 0],
    ])
  })

  for (const file of ['old.h5', 'new.h5']) {
    itNeeds(python, WHERE, `reads every type, layout and filter of ${file}`, async () => {
      const table = Array.from({ length: 70 }, (_, i) => Array.from({ length: 11 }, (_, j) => 11 * i + j))
      const kinds = [
        'i1',
        'u1',
        'little i2',
        'big u2',
        'little i4',
        'big i4',
        'little u8',
        'big i8',
        'little f2',
        'big f4',
        'little f8',
        'big f8',
      ]
      for (const kind of kinds) {
        expect(matrixOf(await read(file, { variable: `kind ${kind}` })), kind).toEqual(
          table.map(row => row.map(value => value % 100)),
        )
      }
      const filters = [
        'compression gzip',
        'compression lzf',
        'shuffle True compression gzip',
        'fletcher32 True',
        'shuffle True compression lzf fletcher32 True',
      ]
      for (const filter of filters)
        expect(matrixOf(await read(file, { variable: `filters ${filter}` })), filter).toEqual(table)
      expect(matrixOf(await read(file, { variable: 'whole' }))).toEqual(table)
      expect(matrixOf(await read(file, { variable: 'filled' }))).toEqual(
        table.map((row, i) => row.map((_, j) => (i < 16 && j < 4 ? 1 : 7))),
      )
      const many = Array.from({ length: 70 }, (_, i) => Array.from({ length: 30 }, (_, j) => 30 * i + j))
      expect(matrixOf(await read(file, { variable: 'many chunks' }))).toEqual(many)
      for (const member of [0, 8, 37, 59]) {
        const one = matrixOf(await read(file, { variable: `deep/member ${member}` }))
        expect(one).toEqual(Array.from({ length: 3 }, () => [member, member]))
      }
    })
  }

  for (const form of ['csr', 'csc', 'coo']) {
    itNeeds(python, WHERE, `reads a sparse .npz of SciPy in the format ${form}, square or not`, async () => {
      expect(matrixOf(await read(`${form}.npz`))).toEqual(expected.counts)
      expect(matrixOf(await read(`square-${form}.npz`))).toEqual(expected.counts.slice(0, 25))
    })
  }

  itNeeds(python, WHERE, 'reads Matrix Market', async () => {
    expect(matrixOf(await read('real.mtx'))).toEqual(
      expected.counts.map(row => row.map(value => Math.fround(value / 3))),
    )
    expect(matrixOf(await read('whole.mtx'))).toEqual(expected.counts.map(row => row.slice(0, 3)))
    expect(matrixOf(await read('symmetric.mtx'))).toEqual([
      [2, 1, 0],
      [1, 0, 5],
      [0, 5, 4],
    ])
  })
})
