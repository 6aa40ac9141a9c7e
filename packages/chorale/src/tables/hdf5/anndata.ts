import { InputError } from '../../errors.js'
import { manyFloat64Arrays } from '../../numeric/many-arrays.js'
import {
  checkCompressed,
  checkSparseSize,
  matrixOfRows,
  type SparseMatrix,
  sparseColumns,
} from '../sparse/sparse-columns.js'
import { cellTable, idColumn } from '../sparse/ten-x-folder.js'
import { type Column, checkTableSize, quoted, shortList, type Table, TextCollector, uniqueNames } from '../table.js'
import { type Hdf5TableOptions, hdf5Numbers, hdf5References, hdf5Texts, textAttribute } from './hdf5-data.js'
import type { Hdf5Data, Hdf5Object } from './hdf5-file.js'

export function isAnnData(root: Hdf5Object): boolean {
  return root.links.has('obs') && root.links.has('var')
}

/** Matrices beside X that can be read instead, with where their names are. */
const ELSEWHERE = ['layers', 'obsm', 'raw']

/**
 * Reads AnnData's .h5ad: cells by genes. `variable` names another matrix, such as `layers/counts`, `raw/X` or `obsm/X_pca`,
 * or `obs`, the table about the cells alone.
 */
export async function readAnnData(root: Hdf5Object, options: Hdf5TableOptions): Promise<Table> {
  const { name = null, variable, signal } = options
  const { file } = root
  const caller = file.caller
  const obs = await frame(root.get('obs')!, options)
  if (variable === 'obs') {
    const columns = obs.columns.map((column): Column => ({ ...column, name: column.name }))
    return {
      name,
      rowCount: obs.names.length,
      columns: [idColumn(obs.indexName, obs.names), ...columns],
      notes: obs.notes,
      orientation: 'stated',
    }
  }
  const path = pathOf(root, variable)
  const matrix = root.get(path)
  if (matrix === null)
    throw new InputError(
      `${caller}: the file has no matrix X; choose another one with \`variable\`: ${shortList(pathsIn(root))}`,
    )
  const rowCount = obs.names.length
  const isRaw = path.startsWith('raw/')
  const isReduced = path.startsWith('obsm/')
  const genes = isReduced ? null : (await frame(root.get(isRaw ? 'raw/var' : 'var')!, options)).names
  const short = path.split('/').at(-1)!.replace(/^X_/, '')
  const namesFor = (count: number) => genes ?? Array.from({ length: count }, (_, j) => `${short}_${j + 1}`)
  const notes = [`${quoted(path)} of the file is used${othersText(root, path)}`, ...obs.notes]
  const isSparse = !matrix.isDataset
  let columns: (names: readonly string[]) => readonly Column[]
  let columnCount: number
  if (isSparse) {
    const sparse = await sparseMatrix(matrix, rowCount, signal)
    columnCount = sparse.columnCount
    columns = names => sparseColumns(sparse, names, 'feature')
  } else {
    const data = matrix.data()
    if (data.shape.length !== 2)
      throw new InputError(`${caller}: ${quoted(path)} must have two dimensions; it has ${data.shape.length}`)
    columnCount = data.shape[1]
    checkTableSize(caller, data.shape[0], columnCount, options.fileSize)
    if (data.shape[0] !== rowCount) throw file.fault(`${quoted(path)} has ${data.shape[0]} rows for ${rowCount} cells`)
    const values = await hdf5Numbers(file, data, { signal })
    columns = names => denseColumns(values, rowCount, names)
  }
  const names = namesFor(columnCount)
  if (names.length !== columnCount) throw file.fault(`${columnCount} columns for ${names.length} genes`)
  const table = cellTable(name ?? caller, { cells: obs.names, genes: names, types: names.map(() => ''), columns })
  const [id, ...features] = table.columns
  const { names: unique } = uniqueNames([
    obs.indexName,
    ...features.map(column => column.name),
    ...obs.columns.map(column => column.name),
  ])
  const annotations = obs.columns.map(
    (column, at): Column => ({ ...column, name: unique[1 + features.length + at], role: 'annotation' }),
  )
  return {
    ...table,
    name,
    columns: [{ ...id, name: unique[0] }, ...annotations, ...features],
    notes: [...notes, ...table.notes],
  }
}

function pathOf(root: Hdf5Object, variable: string | undefined): string {
  if (variable === undefined) return 'X'
  const paths = pathsIn(root)
  const found = paths.find(path => path === variable) ?? paths.find(path => path.split('/').at(-1) === variable)
  if (found !== undefined) return found
  throw new InputError(
    `${root.file.caller}: \`variable\` must name a matrix of the file; got ${quoted(variable)}, but the file contains ${shortList([...paths, 'obs'])}`,
  )
}

/** The paths of the matrices. */
function pathsIn(root: Hdf5Object): string[] {
  const inside = ELSEWHERE.flatMap(group => {
    const names = [...(root.get(group)?.links.keys() ?? [])]
    return names.filter(name => group !== 'raw' || name === 'X').map(name => `${group}/${name}`)
  })
  return [...(root.links.has('X') ? ['X'] : []), ...inside]
}

function othersText(root: Hdf5Object, path: string): string {
  const others = pathsIn(root).filter(other => other !== path)
  return others.length === 0 ? '' : `; to use another matrix, name it with \`variable\`: ${shortList(others)}`
}

/** A data frame: the names of its rows, and its columns. */
interface Frame {
  readonly names: readonly string[]
  readonly indexName: string
  readonly columns: readonly Column[]
  readonly notes: readonly string[]
}

async function frame(group: Hdf5Object, options: Hdf5TableOptions): Promise<Frame> {
  const { file } = group
  if (group.isDataset) {
    throw new InputError(
      `${file.caller}: the file was written by a version of AnnData before 0.7; read it with a later one and write it again`,
    )
  }
  const indexName = (await textAttribute(group, '_index')) ?? '_index'
  const index = group.get(indexName) ?? group.get('index')
  if (index === null) throw file.fault('a data frame without index')
  const names = await hdf5Texts(file, textsData(index), options)
  const order = group.attribute('column-order')
  const listed = order === null || order.type.kind === 'float' ? [] : await hdf5Texts(file, order, options)
  const wanted = listed.length > 0 ? listed : [...group.links.keys()]
  const columns: Column[] = []
  const skipped: string[] = []
  for (const name of wanted) {
    const object = name === indexName || name.startsWith('__') ? null : group.get(name)
    if (object === null) continue
    const column = await frameColumn(group, object, name, names.length, options)
    if (column === null) skipped.push(name)
    else columns.push(column)
  }
  const notes = skipped.length === 0 ? [] : [`columns that cannot be read are skipped: ${shortList(skipped)}`]
  return { names, indexName: indexName === '_index' ? 'cell' : indexName, columns, notes }
}

/** Texts may be stored with a mask. */
function textsData(object: Hdf5Object): Hdf5Data {
  return (object.isDataset ? object : (object.get('values') ?? object)).data()
}

async function frameColumn(
  group: Hdf5Object,
  object: Hdf5Object,
  name: string,
  rowCount: number,
  options: Hdf5TableOptions,
): Promise<Column | null> {
  const { file } = group
  const check = (length: number) => {
    if (length !== rowCount) throw file.fault(`column ${quoted(name)} has ${length} rows, not ${rowCount}`)
  }
  if (!object.isDataset) {
    const [codes, categories] = [object.get('codes'), object.get('categories')]
    if (codes !== null && categories !== null) {
      return categoryColumn(
        name,
        await hdf5Numbers(file, codes.data(), options),
        await valueTexts(categories, options),
        check,
      )
    }
    const [values, mask] = [object.get('values'), object.get('mask')]
    if (values === null || mask === null) return null
    const isMissing = await hdf5Numbers(file, mask.data(), options)
    const texts = await valueTexts(values, options)
    check(texts.length)
    if (values.data().type.kind === 'integer' || values.data().type.kind === 'float') {
      const numbers = Float64Array.from(await hdf5Numbers(file, values.data(), options), (value, i) =>
        isMissing[i] ? Number.NaN : value,
      )
      return { name, kind: 'number', numbers }
    }
    return textsColumn(
      name,
      texts.map((text, i) => (isMissing[i] ? '' : text)),
    )
  }
  const data = object.data()
  if (data.shape.length !== 1) return null
  check(data.shape[0])
  const { type } = data
  if (type.kind === 'text' || type.kind === 'texts') return textsColumn(name, await hdf5Texts(file, data, options))
  if (type.kind !== 'integer' && type.kind !== 'float') return null
  // Before version 0.8, the categories of a column are elsewhere, and an attribute refers to them.
  const reference = object.attribute('categories')
  const old =
    reference === null
      ? group.get(`__categories/${name}`)
      : group.file === file
        ? object.referred((await hdf5References(file, reference))[0])
        : null
  const numbers = await hdf5Numbers(file, data, options)
  if (old !== null) return categoryColumn(name, numbers, await valueTexts(old, options), check)
  if (type.kind === 'integer' && type.isBoolean)
    return textsColumn(
      name,
      Array.from(numbers, value => (value ? 'true' : 'false')),
    )
  return { name, kind: 'number', numbers: Float64Array.from(numbers) }
}

/** The values of a column as texts. */
async function valueTexts(object: Hdf5Object, options: Hdf5TableOptions): Promise<string[]> {
  const data = textsData(object)
  const { kind } = data.type
  if (kind === 'text' || kind === 'texts') return hdf5Texts(object.file, data, options)
  return Array.from(await hdf5Numbers(object.file, data, options), String)
}

function categoryColumn(
  name: string,
  codes: ArrayLike<number>,
  texts: readonly string[],
  check: (length: number) => void,
): Column {
  check(codes.length)
  return {
    name,
    kind: 'text',
    texts,
    codes: Int32Array.from(codes, code => (code >= 0 && code < texts.length ? code : -1)),
  }
}

function textsColumn(name: string, texts: readonly string[]): Column {
  const collector = new TextCollector(texts.length)
  texts.forEach((text, row) => {
    if (text !== '') collector.set(row, text)
  })
  return { name, kind: 'text', texts: collector.texts, codes: collector.codes }
}

/** A matrix in scipy's formats csr and csc. */
async function sparseMatrix(
  group: Hdf5Object,
  rowCount: number,
  signal: AbortSignal | undefined,
): Promise<SparseMatrix> {
  const { file } = group
  const numbers = async (name: string) => {
    const object = group.get(name)
    if (object === null) throw file.fault(`a sparse matrix without ${name}`)
    return hdf5Numbers(file, object.data(), { signal })
  }
  const shapeData = group.attribute('shape') ?? group.attribute('h5sparse_shape')
  if (shapeData === null) throw file.fault('a sparse matrix without shape')
  const [rows, columnCount] = await hdf5Numbers(file, shapeData)
  if (rows !== rowCount) throw file.fault(`a matrix of ${rows} rows for ${rowCount} cells`)
  const format =
    (await textAttribute(group, 'encoding-type')) ?? (await textAttribute(group, 'h5sparse_format')) ?? 'csr'
  const isRows = format.startsWith('csr')
  const [values, indices, starts] = [await numbers('data'), await numbers('indices'), await numbers('indptr')]
  checkSparseSize(file.caller, rowCount, columnCount, values.length)
  const sizes = isRows ? { outer: rowCount, inner: columnCount } : { outer: columnCount, inner: rowCount }
  checkCompressed(file.caller, { starts, indices, values }, sizes)
  if (isRows) return matrixOfRows(rowCount, columnCount, { starts, columns: indices, values })
  if (values instanceof Float32Array || values instanceof Float64Array)
    return { rowCount, columnCount, starts, rows: indices, values }
  return { rowCount, columnCount, starts, rows: indices, values: Float64Array.from(values) }
}

/** The columns of a matrix that is stored row after row. */
function denseColumns(values: ArrayLike<number>, rowCount: number, names: readonly string[]): Column[] {
  const d = names.length
  const columns = manyFloat64Arrays(d, rowCount)
  for (let i = 0; i < rowCount; i++) for (let j = 0; j < d; j++) columns[j][i] = values[i * d + j]
  return names.map((name, j) => ({ name, kind: 'number', numbers: columns[j], role: 'feature' }))
}
