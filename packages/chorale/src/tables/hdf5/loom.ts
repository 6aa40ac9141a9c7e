import { InputError } from '../../errors.js'
import { idColumn } from '../sparse/ten-x-folder.js'
import { type Column, checkTableSize, shortList, type Table, uniqueNames } from '../table.js'
import { columnOfCells } from '../to-table.js'
import { type Hdf5TableOptions, hdf5Numbers, hdf5Texts } from './hdf5-data.js'
import type { Hdf5Object } from './hdf5-file.js'

export function isLoom(root: Hdf5Object): boolean {
  return ['matrix', 'row_attrs', 'col_attrs'].every(name => root.links.has(name))
}

const GENE_NAMES = ['Gene', 'gene', 'GeneName', 'gene_names', 'var_names', 'Accession', 'gene_ids']
const CELL_NAMES = ['CellID', 'cell_id', 'obs_names', 'cell_names', 'Barcode']

/** Reads a .loom file: a matrix of genes by cells, with attributes of both. */
export async function readLoom(
  root: Hdf5Object,
  { name = undefined, signal, fileSize }: Hdf5TableOptions,
): Promise<Table> {
  const { file } = root
  const data = root.get('matrix')!.data()
  if (data.shape.length !== 2) throw file.fault('a matrix of other than two dimensions')
  const [geneCount, cellCount] = data.shape
  checkTableSize(file.caller, cellCount, geneCount, fileSize)
  const values = await hdf5Numbers(file, data, { signal })
  const genes = await namesOf(root.get('row_attrs')!, GENE_NAMES, geneCount)
  const cells = await namesOf(root.get('col_attrs')!, CELL_NAMES, cellCount)
  const facts: Column[] = []
  const skipped: string[] = []
  const group = root.get('col_attrs')!
  for (const fact of group.links.keys()) {
    if (CELL_NAMES.includes(fact)) continue
    const column = await factColumn(group.get(fact)!, fact, cellCount)
    if (column === null) skipped.push(fact)
    else facts.push(column)
  }
  const { names, repeated } = uniqueNames([
    'cell',
    ...facts.map(fact => fact.name),
    ...(genes ?? Array.from({ length: geneCount }, (_, g) => `gene_${g + 1}`)),
  ])
  const columns = names.slice(1 + facts.length).map(
    (gene, g): Column => ({
      name: gene,
      kind: 'number',
      numbers: Float64Array.from(values.subarray(g * cellCount, (g + 1) * cellCount)),
      role: 'feature',
    }),
  )
  const notes = [
    ...(repeated.length > 0 ? [`repeated names get a number: ${shortList(repeated)}`] : []),
    ...(skipped.length > 0 ? [`attributes that cannot be read are skipped: ${shortList(skipped)}`] : []),
  ]
  const ids = cells ?? Array.from({ length: cellCount }, (_, i) => `cell_${i + 1}`)
  const annotations = facts.map((fact, at) => ({ ...fact, name: names[1 + at] }))
  return {
    name: name ?? null,
    rowCount: cellCount,
    columns: [idColumn('cell', ids), ...annotations, ...columns],
    notes,
    orientation: 'stated',
  }
}

async function namesOf(group: Hdf5Object, candidates: readonly string[], count: number): Promise<string[] | null> {
  const found = candidates.find(candidate => group.links.has(candidate))
  if (found === undefined) return null
  const texts = await hdf5Texts(group.file, group.get(found)!.data())
  if (texts.length !== count)
    throw new InputError(`${group.file.caller}: ${found} has ${texts.length} names, not ${count}`)
  return texts
}

async function factColumn(object: Hdf5Object, name: string, count: number): Promise<Column | null> {
  const { file } = object
  if (!object.isDataset) return null
  const data = object.data()
  const { kind } = data.type
  if (data.shape.length !== 1 || data.shape[0] !== count) return null
  if (kind === 'text' || kind === 'texts') {
    return { ...columnOfCells(file.caller, name, await hdf5Texts(file, data)), role: 'annotation' }
  }
  if (kind !== 'integer' && kind !== 'float') return null
  return { name, kind: 'number', numbers: Float64Array.from(await hdf5Numbers(file, data)), role: 'annotation' }
}
