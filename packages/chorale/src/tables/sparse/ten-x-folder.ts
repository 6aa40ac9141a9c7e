import { InputError } from '../../errors.js'
import { inflate } from '../compressed/inflate.js'
import { quoted, shortList, type Table, type TextColumn, uniqueNames } from '../table.js'
import { matrixMarket } from './matrix-market.js'
import { sparseColumns } from './sparse-columns.js'

/** The names of the files of a folder of 10x Genomics: genes.tsv in version 2, features.tsv.gz in version 3. */
const FILES = {
  matrix: ['matrix.mtx', 'matrix.mtx.gz'],
  genes: ['features.tsv.gz', 'features.tsv', 'genes.tsv', 'genes.tsv.gz'],
  cells: ['barcodes.tsv.gz', 'barcodes.tsv'],
}

/** What most features of a file are; others, such as antibodies, are left out. */
const GENE_TYPE = 'Gene Expression'

/** The files that are needed of a folder with these files; null if it is no folder of 10x Genomics. */
export function tenXFiles(names: readonly string[]): string[] | null {
  const found = Object.values(FILES).map(candidates => candidates.find(name => names.includes(name)))
  return found.every(name => name !== undefined) ? (found as string[]) : null
}

/** Reads a folder as Cell Ranger writes it: a matrix of genes by cells, their names, and those of the cells. */
export async function readTenXFolder(
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Table> {
  const [matrixName, genesName, cellsName] = tenXFiles([...files.keys()]) ?? []
  if (matrixName === undefined) {
    throw new InputError(
      `${name}: the folder must have matrix.mtx, features.tsv (or genes.tsv) and barcodes.tsv, each also as .gz; it has ${shortList([...files.keys()])}`,
    )
  }
  const bytesOf = async (file: string) => {
    const bytes = files.get(file)!
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? await inflate(`${name}/${file}`, 'gzip', bytes, { signal }) : bytes
  }
  const matrix = await matrixMarket(`${name}/${matrixName}`, await bytesOf(matrixName), signal, true)
  const genes = linesOf(await bytesOf(genesName)).map(line => line.split('\t'))
  const cells = linesOf(await bytesOf(cellsName)).map(line => line.split('\t')[0])
  if (genes.length !== matrix.columnCount || cells.length !== matrix.rowCount) {
    throw new InputError(
      `${name}: ${matrixName} has ${matrix.columnCount} x ${matrix.rowCount}, but there are ${genes.length} genes in ${genesName} and ${cells.length} cells in ${cellsName}`,
    )
  }
  return cellTable(name, {
    cells,
    genes: genes.map(([id, symbol]) => symbol ?? id),
    types: genes.map(([, , type]) => type ?? GENE_TYPE),
    columns: names => sparseColumns(matrix, names, 'feature'),
  })
}

/** Cells with their genes. */
export interface CellMatrix {
  readonly cells: readonly string[]
  readonly genes: readonly string[]
  /** The type of every feature, such as Gene Expression or Antibody Capture. */
  readonly types: readonly string[]
  /** The columns of all features, with these names. */
  columns(names: readonly string[]): Table['columns']
}

/** The table of cells by genes. Features of other types are left out if there are genes. */
export function cellTable(name: string, { cells, genes, types, columns }: CellMatrix): Table {
  const { names, repeated } = uniqueNames(['cell', ...genes])
  const all = columns(names.slice(1))
  const hasGenes = types.includes(GENE_TYPE)
  const kept = all.filter((_, j) => !hasGenes || types[j] === GENE_TYPE)
  const others = new Set(types.filter(type => hasGenes && type !== GENE_TYPE))
  const notes: string[] = []
  if (repeated.length > 0) notes.push(`repeated names get a number: ${shortList(repeated)}`)
  if (others.size > 0) notes.push(`features other than genes are left out: ${[...others].map(quoted).join(', ')}`)
  return { name, rowCount: cells.length, columns: [idColumn('cell', cells), ...kept], notes, orientation: 'stated' }
}

/** A column of the names of the samples. */
export function idColumn(name: string, ids: readonly string[]): TextColumn {
  const { names } = uniqueNames(ids)
  return { name, kind: 'text', texts: names, codes: Int32Array.from(names.keys()), role: 'id' }
}

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder()
    .decode(bytes)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
}
