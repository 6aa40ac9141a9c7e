import { describe, expect, it } from 'vitest'
import { cluster } from '../../src/cluster/cluster.js'
import { planCluster } from '../../src/cluster/plan.js'
import { InputError } from '../../src/errors.js'
import { predict } from '../../src/predict/predict.js'
import { toDataset } from '../../src/tables/features/to-dataset.js'
import { geneNames } from '../../src/tables/orientation/gene-names.js'
import { joinAnnotations } from '../../src/tables/orientation/join-annotations.js'
import { orientTable } from '../../src/tables/orientation/orient-table.js'
import { readTable } from '../../src/tables/read-table.js'
import { cellText, type Table } from '../../src/tables/table.js'

const SYMBOLS =
  'TP53 EGFR KRT5 KRT14 CD8A CXCL10 COL1A1 GATA3 ESR1 FOXA1 SLC7A5 ZNF217 IL6 MMP9 HLA-A RPL3 TMEM45B A1BG QSER1 DUX4'.split(
    ' ',
  )
const PROBES = SYMBOLS.map((_, g) => `${1007 + 46 * g}_s_at`)
const SAMPLES = ['TCGA-02-0001', 'TCGA-02-0003', 'TCGA-02-0004', 'TCGA-02-0006', 'TCGA-02-0007', 'TCGA-02-0009']

/** A value for every gene and sample. */
const value = (g: number, s: number) => ((g * 7 + s * 13) % 29) / 4 + (s < 3 ? 0 : g % 5)

function expression(header: string | null, genes = SYMBOLS, samples = SAMPLES, separator = ','): string {
  const first = header === null ? samples : [header, ...samples]
  const rows = genes.map((gene, g) => [gene, ...samples.map((_, s) => value(g, s))])
  return `${[first, ...rows].map(row => row.join(separator)).join('\n')}\n`
}

const oriented = async (text: string, options = {}) => orientTable('test', await readTable(text), options)

/** The texts of a column. */
const texts = (table: Table, name: string) => {
  const column = table.columns.find(each => each.name === name)!
  return Array.from({ length: table.rowCount }, (_, row) => cellText(column, row))
}

describe('genes in rows', () => {
  const HEADERS = [
    '',
    '""',
    null,
    'Hugo_Symbol',
    'gene',
    'gene_id',
    'ID_REF',
    'Ensembl_ID',
    'Unnamed: 0',
    'NAME',
    'sample',
    'Entrez_Gene_Id',
    'probe',
    'probe_id',
    'Gene Symbol',
    'GeneSymbol',
    'symbol',
    'id',
    'X',
    'V1',
    'row.names',
    'index',
  ]
  it.each(HEADERS.flatMap(header => [SYMBOLS, PROBES].map(genes => [header, genes] as const)))(
    'are recognised below the header %j: %j',
    async (header, genes) => {
      const table = await oriented(expression(header, genes))
      expect(table.orientation).toBe('transposed')
      expect(texts(table, 'sample')).toEqual(SAMPLES)
      expect(table.columns.slice(1).map(({ name }) => name)).toEqual(genes)
      expect(texts(table, genes[3])).toEqual(SAMPLES.map((_, s) => String(value(3, s))))
      expect(table.notes[0]).toMatch(/^genes are in rows .* its 6 columns are the samples and its 20 rows the features/)
    },
  )

  it.each([
    ['ENSG00000141510', 'Ensembl ids'],
    ['ENSMUSG00000059552.4', 'Ensembl ids'],
    ['cg00000029', 'CpG ids'],
    ['ILMN_1762337', 'probe ids'],
    ['NM_000546', 'RefSeq ids'],
    ['hsa-miR-21', 'microRNAs'],
  ])('have names such as %s', (name, kind) => {
    const names = Array.from({ length: 30 }, (_, g) => name.replace(/\d(?=\D*$)/, String(g % 10)))
    expect(geneNames(names).kind).toBe(kind)
  })

  it('are recognised by numeric ids below Entrez_Gene_Id, and by numbered names among names of samples', async () => {
    const ids = SYMBOLS.map((_, g) => String(1 + 9 * g))
    expect((await oriented(expression('Entrez_Gene_Id', ids))).columns[2].name).toBe('10')
    const numbered = SYMBOLS.map((_, g) => `G${g + 1}`)
    expect((await oriented(expression('', numbered, ['S1', 'S2', 'S3', 'S4']))).rowCount).toBe(4)
  })

  it('keep the numbers of patients as names of samples', async () => {
    const table = await oriented(expression('', PROBES, ['01005', '01010', '03002', 'LAL5', '04006']))
    expect(texts(table, 'sample')).toEqual(['01005', '01010', '03002', 'LAL5', '04006'])
  })

  it('get numbers where names repeat, and a name where they have none', async () => {
    const table = await oriented(expression('gene', [...SYMBOLS.slice(0, 17), 'TP53', '', 'sample']))
    expect(table.columns.slice(-3).map(({ name }) => name)).toEqual(['TP53_2', 'row19', 'sample_2'])
    expect(table.notes.join()).toContain('repeated names get a number: "TP53", "sample"')
  })

  it('leave out the columns that describe the genes', async () => {
    const rows = SYMBOLS.map(
      (gene, g) => `${gene},${g + 100},chr1;chr2,${g * 50},+,${1000 + g},${SAMPLES.map((_, s) => value(g, s))}`,
    )
    const table = await oriented(`Geneid,Entrez_Gene_Id,Chr,Start,Strand,Length,${SAMPLES}\n${rows.join('\n')}\n`)
    expect([table.rowCount, table.columns.length]).toEqual([6, 21])
    expect(table.notes[0]).toContain('"Entrez_Gene_Id", "Chr", "Start", "Strand", "Length" describe the genes')
  })

  it('have lines above that describe the samples; one of them may be the truth', async () => {
    const [header, ...rows] = expression('gene').trimEnd().split('\n')
    const text = [header, 'class,a,a,a,b,b,b', 'stage,I,II,I,III,I,II', ...rows].join('\n')
    const dataset = toDataset(await readTable(text))
    expect([dataset.truthName, dataset.truth?.join(''), dataset.featureCount]).toEqual(['class', 'aaabbb', 20])
    expect(dataset.descriptions.map(({ column }) => column)).toEqual(['stage'])
    expect(dataset.ids).toEqual(SAMPLES)
  })

  it('have no other roles, whatever they are called', async () => {
    const genes = [...SYMBOLS, 'ID1', 'CLASS', 'year', 'CS', 'GC']
    const text = expression('gene', genes).replaceAll(/\.\d+/g, '')
    const { featureNames, idName } = toDataset(await readTable(text))
    expect([featureNames.slice(-5), idName]).toEqual([genes.slice(-5), 'sample'])
  })

  it.each([
    [
      `gene,baseMean,log2FoldChange,pvalue,padj\n${SYMBOLS.map(g => `${g},1.5,2.5,0.1,0.2`).join('\n')}\n`,
      '"baseMean" are statistics',
    ],
    [`gene,a,b\n${SYMBOLS.map((g, i) => `${g},${i},${i / 2}`).join('\n')}\n`, 'only 2 columns of numbers'],
    [expression('', SYMBOLS, SYMBOLS), 'the columns are named like genes, too'],
  ])('are refused where it is unclear: %#', async (text, why) => {
    const fault = await oriented(text).catch(error => error)
    expect(fault).toBeInstanceOf(InputError)
    expect(fault.message).toContain('the rows may be genes')
    expect(fault.message).toContain(why)
    expect(fault.suggestion).toEqual({ option: 'genesIn', value: 'rows' })
    expect((await oriented(text, { genesIn: 'columns' })).rowCount).toBe(SYMBOLS.length)
  })

  it('are refused with the place of a word among the numbers of a sample', async () => {
    const text = expression('gene').replace(/\nKRT5,[^,]+,/, '\nKRT5,high,')
    await expect(oriented(text)).rejects.toThrow('row 3, column "TCGA-02-0001" is "high"')
  })

  it('stay rows if the caller says that the rows are the samples', async () => {
    const table = await oriented(expression('gene'), { genesIn: 'columns' })
    expect([table.rowCount, table.columns.length]).toEqual([20, 7])
  })

  it('give the same dataset as the table with samples in rows', async () => {
    const rows = SAMPLES.map((sample, s) => [sample, ...SYMBOLS.map((_, g) => value(g, s))].join())
    const upright = toDataset(await readTable(`id,${SYMBOLS}\n${rows.join('\n')}\n`))
    const turned = toDataset(await readTable(expression('gene')))
    expect(turned.values).toEqual(upright.values)
    expect([turned.featureNames, turned.ids]).toEqual([upright.featureNames, upright.ids])
  })
})

describe('tables with samples in rows', () => {
  const wide = (name: (j: number) => string, id?: (i: number) => string) => {
    const header = [...(id ? ['id'] : []), ...Array.from({ length: 60 }, (_, j) => name(j))]
    const rows = Array.from({ length: 30 }, (_, i) => [
      ...(id ? [id(i)] : []),
      ...header.slice(id ? 1 : 0).map((_, j) => value(j, i)),
    ])
    return `${[header, ...rows].map(row => row.join()).join('\n')}\n`
  }
  const WORDS =
    'the of and kit met set mars net ins des map rap cap lamp stat notch fat van jag sun dog cat rat mat hat bat far tar war car'.split(
      ' ',
    )

  it.each([
    [
      'genes in columns',
      wide(
        j => SYMBOLS[j % 20] + (j < 20 ? '' : `.${j}`),
        i => `TCGA-02-${1000 + i}`,
      ),
    ],
    ['genes in columns, without ids', wide(j => `ENSG000001415${10 + j}`)],
    [
      'embeddings of words',
      wide(
        j => `dim_${j}`,
        i => WORDS[i],
      ),
    ],
    ['embeddings with numbers for names', wide(j => String(j))],
    [
      'pixels',
      wide(
        j => `p${j + 1}`,
        i => `img_${i}.png`,
      ),
    ],
    [
      'pixels with letters',
      wide(
        j => `pixel${j}`,
        i => `a${i}`,
      ),
    ],
    [
      'answers of people',
      wide(
        j => `Q${j + 1}`,
        i => `R_${(i * 7919) % 1000}xZ`,
      ),
    ],
    [
      'people',
      wide(
        j => `x${j}`,
        i => `Person ${i}`,
      ),
    ],
    [
      'patients CD1, CD2, UC1, ...',
      wide(
        j => `f${j}`,
        i => (i % 2 ? `CD${i}` : `UC${i}`),
      ),
    ],
    [
      'countries',
      wide(
        j => `y${1960 + j}`,
        i => `C${String.fromCharCode(65 + i)}`,
      ),
    ],
    [
      'shares',
      wide(
        j => `t${j}`,
        i => ['AAPL', 'MSFT', 'IBM', 'CAT', 'MET', 'ALB', 'CDW', 'IT', 'KEY', 'F'][i % 10] + i,
      ),
    ],
    [
      'positions on a plate',
      wide(
        j => `w${j}`,
        i => `${'ABCDEFGH'[i % 8]}${i}`,
      ),
    ],
    [
      'proteins of yeast',
      wide(
        j => `m${j}`,
        i => `${['ADT1', 'CDC28', 'COX1', 'RL3', 'PMA1'][i % 5]}${i}_YEAST`,
      ),
    ],
    [
      'samples named S1, S2, ... with features',
      wide(
        j => `feature_${j}`,
        i => `S${i + 1}`,
      ),
    ],
    [
      'a column gene that repeats',
      wide(j => `m${j}`)
        .replace(/^(?=.)/gm, 'TP53,')
        .replace('TP53,m0', 'gene,m0'),
    ],
  ])('stay as they are: %s', async (_, text) => {
    const read = await readTable(text)
    expect(orientTable('test', read, {})).toBe(read)
  })

  it('are transposed if the caller says so, whatever their names are', async () => {
    const table = await oriented('f,n1,n2,n3\nheight,1,2,3\nweight,4,5,6\n', { genesIn: 'rows' })
    expect(table.columns.map(({ name }) => name)).toEqual(['sample', 'height', 'weight'])
    expect(texts(table, 'weight')).toEqual(['4', '5', '6'])
    const plain = toDataset(
      [
        [1, 2, 3],
        [4, 6, 5],
      ],
      { genesIn: 'rows', scale: 'none' },
    )
    expect([plain.sampleCount, Array.from(plain.values)]).toEqual([3, [1, 4, 2, 6, 3, 5]])
  })
})

describe('a plan', () => {
  it('says that the table is transposed, and does it again', async () => {
    const table = await readTable(expression('Hugo_Symbol'))
    const plan = await planCluster(table, { clusterCount: 2 })
    expect([plan.sampleCount, plan.featureCount, plan.reading.genesIn]).toEqual([6, 20, 'rows'])
    expect(plan.choices[0]).toEqual({
      option: 'genesIn',
      value: 'rows',
      reason: 'The names of the rows are those of genes.',
    })
    const result = await cluster(table, { clusterCount: 2 })
    expect(result.labels.length).toBe(6)
    const again = await predict(result.model, table)
    expect([again.ids, again.labels]).toEqual([SAMPLES, result.labels])
  })
})

describe('joinAnnotations', () => {
  const join = async (sheet: string, text = expression('gene')) =>
    joinAnnotations('test', await oriented(text), await readTable(sheet, { name: 'sheet.csv' }))

  it('joins by the names of the samples, in any order, and sets the columns aside', async () => {
    const table = await join(`note,barcode,class,age\nx,${SAMPLES[4]},b,40\ny,${SAMPLES[0]},a,50\nz,other,a,60\n`)
    expect(texts(table, 'class')).toEqual(['a', null, null, null, 'b', null])
    expect(texts(table, 'age')).toEqual(['50', null, null, null, '40', null])
    expect(table.notes.at(-2)).toBe('sheet.csv describes 2 of 6 samples (joined by "barcode"): "note", "class", "age"')
    const { featureCount, ids } = toDataset(table)
    expect([featureCount, ids?.length]).toEqual([20, 6])
  })

  it('takes a column that is named like the truth as the truth', async () => {
    const table = await join(
      `sample,class\n${SAMPLES.map((sample, s) => `${sample},${s % 2 ? 'b' : 'a'}`).join('\n')}\n`,
    )
    const { truth, truthName } = toDataset(table)
    expect([truthName, truth?.join('')]).toEqual(['class', 'ababab'])
  })

  it('knows names as R writes them', async () => {
    const table = await join(
      `id,group\n${SAMPLES.map((sample, s) => `${sample.replaceAll('-', '.')},g${s}`).join('\n')}\n`,
    )
    expect(texts(table, 'group')).toEqual(['g0', 'g1', 'g2', 'g3', 'g4', 'g5'])
  })

  it('refuses a sheet without the names, and one that has them twice', async () => {
    await expect(join('id,class\nx,1\ny,2\n')).rejects.toThrow(
      'sheet.csv: no column has the names of the samples, such as "TCGA-02-0001"',
    )
    const rows = [...SAMPLES, SAMPLES[0]].map((sample, s) => `${sample},${s}`)
    await expect(join(`id,class\n${rows.join('\n')}\n`)).rejects.toThrow(
      'column "id" has samples more than once: "TCGA-02-0001"',
    )
  })
})
