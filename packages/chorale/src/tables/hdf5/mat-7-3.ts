import { type ArrayVariable, tableOfArrays } from '../array-variable.js'
import { textColumn } from '../strided-column.js'
import { quoted, type Table } from '../table.js'
import { type Hdf5TableOptions, hdf5Numbers, hdf5References, textAttribute } from './hdf5-data.js'
import type { Hdf5Object } from './hdf5-file.js'

/** More cells of a cell array are hardly names of samples. */
const MOST_CELLS = 1_000_000

/** Reads MATLAB's .mat of version 7.3, which is HDF5: numbers, logical, sparse, char, and cells of char. */
export async function readMat73(root: Hdf5Object, options: Hdf5TableOptions): Promise<Table> {
  const { caller } = root.file
  const variables: ArrayVariable[] = []
  const skipped: string[] = []
  for (const name of root.links.keys()) {
    // Names that begin with # are MATLAB's own.
    if (name.startsWith('#')) continue
    const found = await variableOf(root.get(name)!, name, options)
    if (typeof found === 'string') skipped.push(`${quoted(name)} (${found})`)
    else variables.push(found)
  }
  return tableOfArrays(caller, variables, options, skipped)
}

/** A variable, or why it cannot be read. */
async function variableOf(
  object: Hdf5Object,
  name: string,
  { signal }: Hdf5TableOptions,
): Promise<ArrayVariable | string> {
  const { file } = object
  const kind = (await textAttribute(object, 'MATLAB_class')) ?? 'double'
  const sparseRows = object.attribute('MATLAB_sparse')
  if (sparseRows !== null) return sparseVariable(object, name, (await hdf5Numbers(file, sparseRows))[0])
  if (!object.isDataset) return `a ${kind === 'double' ? 'struct' : kind}`
  if (object.attribute('MATLAB_empty') !== null) return 'empty'
  const data = object.data()
  if (data.shape.length !== 2) return `${data.shape.length} dimensions`
  // MATLAB stores column after column, so that the dimensions are the other way round.
  const [columnCount, rowCount] = data.shape
  const shape = [rowCount, columnCount]
  if (data.type.kind === 'reference') {
    if (rowCount * columnCount > MOST_CELLS) return 'a cell array with too many cells'
    const texts = await cellTexts(object)
    if (texts === null) return 'a cell array of other than text'
    return {
      name,
      shape,
      kind: 'text',
      column: (j, own) =>
        textColumn(own, isRow(shape) ? texts.length : rowCount, i => texts[isRow(shape) ? i : j * rowCount + i]),
    }
  }
  if (data.type.kind !== 'integer' && data.type.kind !== 'float')
    return data.type.kind === 'other' ? 'complex numbers, or a type that MATLAB does not write' : 'text'
  const values = await hdf5Numbers(file, data, { signal })
  if (kind === 'char') {
    // A matrix of characters has one text per row.
    const texts = Array.from({ length: rowCount }, (_, i) =>
      String.fromCharCode(...Array.from({ length: columnCount }, (_, j) => values[j * rowCount + i])).trimEnd(),
    )
    return { name, shape: [rowCount, 1], kind: 'text', column: (_, own) => textColumn(own, rowCount, i => texts[i]) }
  }
  return {
    name,
    shape,
    kind: 'number',
    column: (j, own) => ({
      name: own,
      kind: 'number',
      numbers: Float64Array.from(isRow(shape) ? values : values.subarray(j * rowCount, (j + 1) * rowCount)),
    }),
  }
}

function isRow([rows, columns]: readonly number[]): boolean {
  return rows === 1 && columns > 1
}

async function cellTexts(object: Hdf5Object): Promise<string[] | null> {
  const { file } = object
  const texts: string[] = []
  for (const address of await hdf5References(file, object.data())) {
    const cell = object.referred(address)
    if (!cell.isDataset) return null
    const kind = await textAttribute(cell, 'MATLAB_class')
    if (kind !== 'char') return null
    const isEmpty = cell.attribute('MATLAB_empty') !== null
    const codes = isEmpty ? [] : Array.from(await hdf5Numbers(file, cell.data()))
    texts.push(String.fromCharCode(...codes.slice(0, 1000)))
  }
  return texts
}

async function sparseVariable(object: Hdf5Object, name: string, rowCount: number): Promise<ArrayVariable | string> {
  const { file } = object
  const numbers = async (path: string) => {
    const part = object.get(path)
    return part === null ? new Float64Array(0) : await hdf5Numbers(file, part.data())
  }
  const [values, rows, starts] = [await numbers('data'), await numbers('ir'), await numbers('jc')]
  const isWhole = starts.length > 0 && starts[starts.length - 1] === values.length && rows.length === values.length
  if (!isWhole || !(rowCount >= 1) || rows.some(row => row < 0 || row >= rowCount)) return 'a damaged sparse matrix'
  return {
    name,
    shape: [rowCount, starts.length - 1],
    kind: 'number',
    column: (j, own) => {
      const column = new Float64Array(rowCount)
      for (let at = starts[j]; at < starts[j + 1]; at++) column[rows[at]] = values[at]
      return { name: own, kind: 'number', numbers: column }
    },
  }
}
