import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { toDataset } from '../../src/tables/features/to-dataset.js'
import { guessInputKind } from '../../src/tables/guess-input.js'
import { toLabelings } from '../../src/tables/labelings/to-labelings.js'
import { readTable } from '../../src/tables/read-table.js'
import { readTenXFolder } from '../../src/tables/sparse/ten-x-folder.js'
import { cellText, type Table } from '../../src/tables/table.js'

const texts = (table: Table, name: string) => {
  const column = table.columns.find(each => each.name === name)!
  return Array.from({ length: table.rowCount }, (_, row) => cellText(column, row))
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Every damage of a file gives a table or an InputError, and never takes long. */
async function checkDamaged(bytes: Uint8Array, name: string): Promise<void> {
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) await settle(bytes.subarray(0, at), name)
  let random = 7
  for (let trial = 0; trial < 150; trial++) {
    const damaged = bytes.slice()
    for (let change = 0; change < 4; change++) {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0
      damaged[random % damaged.length] = random >>> 24
    }
    await settle(damaged, name)
  }
}

async function settle(bytes: Uint8Array, name: string): Promise<void> {
  const fault = await readTable(bytes, { name }).then(
    () => null,
    error => error,
  )
  if (fault !== null) expect(fault).toBeInstanceOf(InputError)
}

describe('GCT', () => {
  const OLD = '#1.2\n3\t2\nNAME\tDescription\ts1\ts2\nTP53\tna\t1\t2\nTP53\ttwice\t3.5\t4\nEGFR\t\t5\t6\n'
  const NEW =
    '#1.3\n2\t3\t1\t2\nid\tsymbol\ts1\ts2\ts3\ntissue\tna\tlung\tskin\tlung\nage\tna\t40\t50\t60\n1007_s_at\tDDR1\t1\t2\t3\n1053_at\tRFC2\t4\t5\t7\n'

  it('has samples in rows and genes in columns, in version 1.2', async () => {
    const table = await readTable(OLD)
    expect(table.columns.map(({ name }) => name)).toEqual(['sample', 'TP53', 'TP53_2', 'EGFR'])
    expect([texts(table, 'sample'), texts(table, 'TP53_2')]).toEqual([
      ['s1', 's2'],
      ['3.5', '4'],
    ])
  })

  it('has what describes the samples, in version 1.3', async () => {
    const table = await readTable(gzipSync(NEW))
    expect(table.columns.map(({ name, role }) => [name, role])).toEqual([
      ['sample', 'id'],
      ['tissue', 'annotation'],
      ['age', 'annotation'],
      ['1007_s_at', 'feature'],
      ['1053_at', 'feature'],
    ])
    expect([texts(table, 'tissue'), texts(table, 'age')]).toEqual([
      ['lung', 'skin', 'lung'],
      ['40', '50', '60'],
    ])
    expect(toDataset(table, { scale: 'none' }).values).toEqual(Float64Array.of(1, 4, 2, 5, 3, 7))
  })

  it.each([
    ['#1.2\nx\nNAME\tDescription\ts1\nA\tb\t1\n', 'line 2 must have the numbers of genes and samples'],
    [OLD.replace('3\t2', '4\t2'), 'line 2 announces 4 genes and 2 samples; the file has 3 and 2'],
    [OLD.replace('3.5', 'high'), 'is "high"'],
  ])('says what is wrong with it: %#', async (text, why) => {
    await expect(readTable(text)).rejects.toThrow(why)
  })

  it('gives an InputError when it is damaged', () => checkDamaged(bytesOf(NEW), 'x.gct'))
})

describe('a series matrix of GEO', () => {
  const TEXT = [
    '!Series_title\t"A study"',
    '!Sample_title\t"first"\t"second"\t"third"',
    '!Sample_characteristics_ch1\t"tissue: brain"\t"tissue: liver"\t"tissue: brain"',
    '!Sample_characteristics_ch1\t"age: 4"\t""\t"age: 7"',
    '!Sample_contact_name\t"x"\t"x"\t"x"',
    '!series_matrix_table_begin',
    '"ID_REF"\t"GSM1"\t"GSM2"\t"GSM3"',
    '"1007_s_at"\t1.5\t2\tnull',
    '"1053_at"\t4\t5\t6',
    '!series_matrix_table_end',
    '',
  ].join('\n')

  it('has samples in rows, with their titles and characteristics', async () => {
    const table = await readTable(TEXT)
    expect(table.columns.map(({ name }) => name)).toEqual(['sample', 'title', 'tissue', 'age', '1007_s_at', '1053_at'])
    expect(texts(table, 'sample')).toEqual(['GSM1', 'GSM2', 'GSM3'])
    expect(texts(table, 'tissue')).toEqual(['brain', 'liver', 'brain'])
    expect(texts(table, 'age')).toEqual(['4', null, '7'])
    expect(texts(table, '1007_s_at')).toEqual(['1.5', '2', null])
    expect(toDataset(table, { impute: 'median' }).featureCount).toBe(2)
  })

  it('says that there is no table, and gives an InputError when it is damaged', async () => {
    await expect(readTable(TEXT.split('!series_matrix_table_begin')[0])).rejects.toThrow(
      'the series matrix has no table',
    )
    await checkDamaged(bytesOf(TEXT), 'x.txt')
  })
})

describe('Matrix Market', () => {
  const TEXT = '%%MatrixMarket matrix coordinate real general\n% a comment\n3 4 4\n1 1 2.5\n3 2 -1\n1 4 7e2\n1 4 1\n'

  it('has the numbers at their places, and adds those of one place', async () => {
    for (const input of [TEXT, gzipSync(TEXT)]) {
      const table = await readTable(input)
      expect([table.rowCount, table.columns.map(({ name }) => texts(table, name))]).toEqual([
        3,
        [
          ['2.5', '0', '0'],
          ['0', '0', '-1'],
          ['0', '0', '0'],
          ['701', '0', '0'],
        ],
      ])
    }
    const pattern = await readTable('%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n')
    expect([texts(pattern, 'column1'), texts(pattern, 'column2')]).toEqual([
      ['0', '1'],
      ['1', '0'],
    ])
  })

  it.each([
    [
      '%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 1\n',
      'only Matrix Market files of real, integer or pattern',
    ],
    [TEXT.replace('3 4 4', '3 4 5'), 'the file is cut short'],
    [TEXT.replace('3 4 4', '3 4 900000'), '900000 entries do not fit'],
    [TEXT.replace('3 2 -1', '4 2 -1'), 'entry 4, 2 is outside of 3 x 4'],
    [TEXT.replace('3 4 4', '900000 9000000 4'), 'too many cells'],
    [TEXT.replace('7e2', 'x'), '3 numbers are needed'],
  ])('says what is wrong with it: %#', async (text, why) => {
    await expect(readTable(text)).rejects.toThrow(why)
  })

  it('gives an InputError when it is damaged', () => checkDamaged(bytesOf(TEXT), 'x.mtx'))
})

describe('a folder of 10x Genomics', () => {
  const files = (genes: string, matrix = '2 3 2\n1 1 5\n2 3 4\n') =>
    new Map([
      ['matrix.mtx', bytesOf(`%%MatrixMarket matrix coordinate integer general\n${matrix}`)],
      ['genes.tsv', bytesOf(genes)],
      ['barcodes.tsv', new Uint8Array(gzipSync('AAC-1\nACC-1\nAGG-1\n'))],
    ])

  it('has cells in rows and genes in columns', async () => {
    const table = await readTenXFolder('pbmc', files('ENSG1\tTP53\nENSG2\tEGFR\n'))
    expect([texts(table, 'cell'), texts(table, 'TP53'), texts(table, 'EGFR')]).toEqual([
      ['AAC-1', 'ACC-1', 'AGG-1'],
      ['5', '0', '0'],
      ['0', '0', '4'],
    ])
  })

  it('says what does not fit', async () => {
    await expect(readTenXFolder('pbmc', files('ENSG1\tTP53\n'))).rejects.toThrow(
      'there are 1 genes in genes.tsv and 3 cells in barcodes.tsv',
    )
    await expect(readTenXFolder('pbmc', new Map([['a.txt', bytesOf('')]]))).rejects.toThrow('it has "a.txt"')
  })
})

describe('HDF5', () => {
  const fixture = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, 'fixtures', name)))

  it('keeps what describes the cells apart from the genes, for features and for labelings', async () => {
    const table = await readTable(fixture('dense.h5ad'))
    expect(toDataset(table).featureCount).toBe(25)
    const labelings = toLabelings(table, { columns: ['leiden', 'batch'] })
    expect([labelings.names, labelings.ids?.[0]]).toEqual([['leiden', 'batch'], 'CELL000-1'])
    expect(toLabelings(table).names).toEqual(['leiden', 'batch', 'is_doublet', 'stage'])
    expect(guessInputKind(table).kind).toBe('features')
  })

  it.each(['dense.h5ad', 'ten-x-v3.h5', 'seven.mat'])('gives an InputError when %s is damaged', name =>
    checkDamaged(fixture(name), name),
  )

  it('is refused when a size promises more than the bytes can hold', async () => {
    const bytes = fixture('ten-x-v3.h5')
    // The number of cells, 40, in the shape of the matrix.
    const pattern = [25, 0, 0, 0, 40, 0, 0, 0]
    const at = bytes.findIndex((_, i) => pattern.every((byte, k) => bytes[i + k] === byte))
    expect(at).toBeGreaterThan(0)
    bytes.set([0xff, 0xff, 0xff, 0x7f], at + 4)
    await expect(readTable(bytes)).rejects.toThrow(InputError)
  })
})

describe('files of R', () => {
  it.each([
    ['an R object', 'X\n\0\0\0\u0003', "readRDS('file.rds') and write.csv"],
    ['an R workspace', 'RDX3\nX\n', "load('file.RData') and write.csv"],
  ])('are refused with a line that says how to export them: %s', async (kind, text, way) => {
    for (const input of [bytesOf(text), new Uint8Array(gzipSync(text))]) {
      const fault = await readTable(input).catch(error => error)
      expect(fault).toBeInstanceOf(InputError)
      expect(fault.message).toContain(`not a table but ${kind}`)
      expect(fault.message).toContain(way)
    }
  })
})
