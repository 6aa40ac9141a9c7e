import { checkCompressed, checkSparseSize, matrixOfRows, sparseColumns } from '../sparse/sparse-columns.js'
import { cellTable } from '../sparse/ten-x-folder.js'
import type { Table } from '../table.js'
import { type Hdf5TableOptions, hdf5Numbers, hdf5Texts } from './hdf5-data.js'
import type { Hdf5Object } from './hdf5-file.js'

const NEEDED = ['barcodes', 'data', 'indices', 'indptr', 'shape']

/** The group of the matrix: `matrix` in version 3, the genome in version 2; null if it is no file of 10x Genomics. */
export function tenXGroup(root: Hdf5Object): Hdf5Object | null {
  for (const name of root.links.keys()) {
    const group = root.get(name)!
    if (NEEDED.every(needed => group.links.has(needed))) return group
  }
  return null
}

/** Reads the matrix of cells by genes that Cell Ranger writes as .h5. */
export async function readTenXH5(group: Hdf5Object, { name, signal }: Hdf5TableOptions): Promise<Table> {
  const { file } = group
  const numbers = async (path: string) => hdf5Numbers(file, group.get(path)!.data(), { signal })
  const texts = async (path: string) => {
    const object = group.get(path)
    return object === null ? null : await hdf5Texts(file, object.data(), { signal })
  }
  const [geneCount, cellCount] = await numbers('shape')
  const [values, indices, starts] = [await numbers('data'), await numbers('indices'), await numbers('indptr')]
  checkSparseSize(file.caller, cellCount, geneCount, values.length)
  checkCompressed(file.caller, { starts, indices, values }, { outer: cellCount, inner: geneCount })
  const cells = (await texts('barcodes'))!
  const genes =
    (await texts('features/name')) ??
    (await texts('gene_names')) ??
    (await texts('features/id')) ??
    (await texts('genes'))
  if (genes === null || genes.length !== geneCount || cells.length !== cellCount) {
    throw file.fault('the names of the genes or cells do not fit the matrix')
  }
  const matrix = matrixOfRows(cellCount, geneCount, { starts, columns: indices, values })
  const types = (await texts('features/feature_type')) ?? genes.map(() => '')
  const table = cellTable(file.caller, {
    cells,
    genes,
    types,
    columns: names => sparseColumns(matrix, names, 'feature'),
  })
  return { ...table, name: name ?? null }
}
