import { countText } from '../../count-text.js'
import { checkOneOf, InputError } from '../../errors.js'
import { type Column, quoted, type Table } from '../table.js'
import { geneNames, mayMeanGenes, meansGeneFact, meansGenes, meansStatistic, sampleNames } from './gene-names.js'
import { parsedTexts, transposeGenes } from './transpose-genes.js'

/** Where the genes, or other features, of a table are. */
export const GENES_IN = ['rows', 'columns'] as const
export type GenesIn = (typeof GENES_IN)[number]

/** Options about the orientation of a table. */
export interface OrientationOptions {
  /**
   * Where the genes, or other features, are: 'rows' transposes the table, so that its columns are the samples; 'columns'
   * keeps it as it is. By default genes in rows are recognised by their names.
   */
  genesIn?: GenesIn
}

/** With fewer columns of numbers, a table of genes hardly has samples to cluster. */
const LEAST_SAMPLES = 4
/** Numbered rows are genes only if there are so many times more of them than samples. */
const SHAPE = 2
/** The column with the names of the genes has at least this share of different values. */
const LEAST_DIFFERENT = 0.5
/** A column in which at least this share of the cells are numbers can be a sample. */
const LEAST_NUMBERS = 0.5

/**
 * The table with samples in rows. Genes in rows are recognised by their names, by the shape of the table and by its header;
 * a note says that the table is transposed. Throws if it is unclear what the rows are.
 */
export function orientTable(caller: string, table: Table, { genesIn }: OrientationOptions): Table {
  if (genesIn !== undefined) checkOneOf(caller, 'genesIn', genesIn, GENES_IN)
  if (table.orientation !== undefined) return table
  if (genesIn === 'columns') return { ...table, orientation: 'stated' }
  if (genesIn === 'rows') return transposed(caller, table, namesColumn(table), 'as requested')
  const found = genesInRows(table)
  if (found === null) return table
  if (found.doubt !== null) throw unclear(caller, found.why, found.doubt)
  return transposed(caller, table, found.column, found.why)
}

/** Whether the genes of a table are in its rows, as far as the names show it. */
export function seemsTransposed(table: Table): boolean {
  return table.orientation === undefined && genesInRows(table) !== null
}

function transposed(caller: string, table: Table, names: number | null, why: string): Table {
  const samples = sampleColumns(table, names)
  if (samples.length === 0)
    throw new InputError(`${caller}: no column of numbers is left for the samples of a table with genes in rows`)
  const result = transposeGenes(caller, table, { names, samples })
  const aside = [...table.columns.keys()]
    .filter(j => j !== names && !samples.includes(j))
    .map(j => quoted(table.columns[j].name))
  const genes = result.columns.filter(({ role }) => role === 'feature').length
  const note =
    `genes are in rows (${why}): the table is transposed, so that its ${countText(samples.length, 'column')} are the samples and ` +
    `its ${countText(genes, 'row')} the features${aside.length > 0 ? `; ${aside.slice(0, 8).join(', ')} ${aside.length === 1 ? 'describes' : 'describe'} the genes and ${aside.length === 1 ? 'is' : 'are'} left out` : ''}` +
    (why === 'as requested' ? '' : "; to cluster the rows as they are, use `genesIn: 'columns'`")
  return { ...result, notes: [note, ...result.notes] }
}

function unclear(caller: string, why: string, doubt: string): InputError {
  return new InputError(
    `${caller}: the rows may be genes (${why}), but ${doubt}. Use \`genesIn: 'rows'\` if the columns are the samples, or ` +
      "`genesIn: 'columns'` if the rows are",
    { caller, parameter: 'genesIn', suggestion: { option: 'genesIn', value: 'rows' } },
  )
}

/** Genes in rows: the column with their names, what shows it, and what speaks against it. */
interface GenesFound {
  readonly column: number
  readonly why: string
  readonly doubt: string | null
}

function genesInRows(table: Table): GenesFound | null {
  const { columns } = table
  if (columns.length < 3 || table.rowCount < 3) return null
  const texts = columns.flatMap((column, j) => (column.kind === 'text' && isMostlyDifferent(column) ? [j] : []))
  for (const j of texts) {
    const { kind } = geneNames(namesIn(columns[j]))
    if (kind !== null) return judged(table, j, `${kind} in ${quoted(columns[j].name)}`)
  }
  const [first] = columns
  const samples = () => sampleColumns(table, 0)
  if (first.kind === 'text' && texts[0] === 0) {
    const { isNumbered } = geneNames(namesIn(first))
    const why = `named ${quoted(first.name)}`
    if (meansGenes(first.name)) return judged(table, 0, why)
    const isOpen = first.name === '' || mayMeanGenes(first.name)
    const isTall = table.rowCount >= SHAPE * (columns.length - 1)
    if (isNumbered && isOpen && isTall && sampleNames(samples().map(j => columns[j].name))) {
      return judged(table, 0, `numbered names in ${quoted(first.name)}, and names of samples above the columns`)
    }
  }
  if (first.kind === 'number' && meansGenes(first.name) && isIntegerId(first.numbers)) {
    return judged(table, 0, `gene ids in ${quoted(first.name)}`)
  }
  return null
}

function judged(table: Table, column: number, why: string): GenesFound | null {
  const samples = sampleColumns(table, column).map(j => table.columns[j].name)
  return samples.length === 0 ? null : { column, why, doubt: doubtOf(samples) }
}

function doubtOf(samples: readonly string[]): string | null {
  const statistics = samples.filter(meansStatistic)
  if (2 * statistics.length >= samples.length) {
    return `columns such as ${quoted(statistics[0])} are statistics rather than samples`
  }
  if (samples.length < LEAST_SAMPLES)
    return `there ${samples.length === 1 ? 'is' : 'are'} only ${countText(samples.length, 'column')} of numbers`
  const { kind } = geneNames(samples)
  if (kind !== null) return `the columns are named like genes, too (${kind})`
  return null
}

/** The columns that can be samples: numbers, and no facts about genes. */
function sampleColumns({ columns, rowCount }: Table, names: number | null): number[] {
  return [...columns.keys()].filter(j => {
    const column = columns[j]
    if (j === names || column.kind === 'vector' || meansGeneFact(column.name)) return false
    if (column.kind === 'number') return true
    const parsed = parsedTexts(column)
    let numbers = 0
    let present = 0
    for (const code of column.codes) {
      if (code < 0) continue
      present++
      if (parsed[code] !== null) numbers++
    }
    return rowCount > 0 && numbers >= LEAST_NUMBERS * present && numbers > 0
  })
}

/** The column with the names of the rows, in a table that is transposed because the caller says so. */
function namesColumn({ columns }: Table): number | null {
  const texts = [...columns.keys()].filter(j => columns[j].kind === 'text')
  const genes =
    texts.find(j => geneNames(namesIn(columns[j])).kind !== null) ??
    [...columns.keys()].find(j => meansGenes(columns[j].name))
  if (genes !== undefined) return genes
  return columns[0]?.kind === 'text' ? 0 : null
}

function namesIn(column: Column): readonly string[] {
  return column.kind === 'text' ? column.texts : []
}

function isMostlyDifferent(column: Column): boolean {
  if (column.kind !== 'text') return false
  return column.texts.length >= LEAST_DIFFERENT * column.codes.length
}

/** Positive integers that all differ. */
function isIntegerId(numbers: Float64Array): boolean {
  return numbers.every(value => value > 0 && Number.isInteger(value)) && new Set(numbers).size === numbers.length
}
