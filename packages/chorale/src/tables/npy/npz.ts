import { InputError } from '../../errors.js'
import { type ArrayTableOptions, type ArrayVariable, tableOfArrays } from '../array-variable.js'
import { decompressedLimitInMemory } from '../compressed/inflate.js'
import { unzip, type ZipEntry, zipEntries } from '../compressed/zip.js'
import {
  checkCompressed,
  checkSparseSize,
  matrixOfEntries,
  matrixOfRows,
  type SparseMatrix,
  sparseColumns,
} from '../sparse/sparse-columns.js'
import { quoted, shortList, type Table } from '../table.js'
import { CellDecoder } from '../text/cell-decoder.js'
import { npyHeader, npyVariable } from './npy.js'

/** Reads NumPy's .npz, a zip archive of .npy files. */
export async function readNpz(
  bytes: Uint8Array,
  options: ArrayTableOptions & { signal?: AbortSignal } = {},
): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const variables: ArrayVariable[] = []
  const skipped: string[] = []
  const decoder = new CellDecoder()
  let format: string | null = null
  for (const entry of arrayEntries(caller, bytes)) {
    const name = entry.name.replace(/\.npy$/, '')
    const content = await unzip(caller, bytes, entry, options.signal)
    if (name === 'format') format = sparseFormat(content)
    try {
      variables.push(npyVariable(caller, content, name, npyHeader(caller, content), decoder))
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      skipped.push(`${quoted(name)} (${error.message.replace(`${caller}: `, '')})`)
    }
  }
  const sparse = options.variable === undefined ? sparseTable(caller, variables, format, options.name ?? null) : null
  if (sparse !== null) return sparse
  const table = tableOfArrays(caller, variables, options, skipped)
  return { ...table, notes: [...table.notes, ...decoder.notes] }
}

/** A matrix as scipy.sparse.save_npz writes it, in the formats csr, csc and coo; null for other archives. */
function sparseTable(
  caller: string,
  variables: readonly ArrayVariable[],
  format: string | null,
  name: string | null,
): Table | null {
  const numbersOf = (wanted: string) => {
    const column = variables.find(each => each.name === wanted)?.column(0, wanted)
    return column?.kind === 'number' ? column.numbers : null
  }
  const [values, shape] = [numbersOf('data'), numbersOf('shape')]
  if (values === null || shape?.length !== 2) return null
  const [rowCount, columnCount] = shape
  if (!(rowCount >= 1 && columnCount >= 1)) return null
  const matrix = sparseMatrix(caller, { rowCount, columnCount, values }, numbersOf, format)
  if (matrix === null) return null
  const names = Array.from({ length: columnCount }, (_, j) => `column${j + 1}`)
  return { name, rowCount, columns: sparseColumns(matrix, names), notes: ['the archive is a sparse matrix of SciPy'] }
}

/** The single text of a .npy file, in one or four bytes per letter, that names a format of SciPy. */
function sparseFormat(content: Uint8Array): string | null {
  const end = String.fromCharCode(...content.subarray(-12)).replaceAll('\0', '')
  return /(csr|csc|coo)$/.exec(end)?.[1] ?? null
}

function sparseMatrix(
  caller: string,
  { rowCount, columnCount, values }: { rowCount: number; columnCount: number; values: Float64Array },
  numbersOf: (name: string) => Float64Array | null,
  format: string | null,
): SparseMatrix | null {
  checkSparseSize(caller, rowCount, columnCount, values.length)
  const [rows, columns] = [numbersOf('row'), numbersOf('col')]
  if (rows !== null && columns !== null) {
    checkCompressed(caller, { starts: [0, rows.length], indices: rows, values }, { outer: 1, inner: rowCount })
    checkCompressed(caller, { starts: [0, columns.length], indices: columns, values }, { outer: 1, inner: columnCount })
    return matrixOfEntries(rowCount, columnCount, { rows, columns, values })
  }
  const [indices, starts] = [numbersOf('indices'), numbersOf('indptr')]
  if (indices === null || starts === null) return null
  const isRows = format === 'csr' || (format === null && starts.length === rowCount + 1)
  const sizes = isRows ? { outer: rowCount, inner: columnCount } : { outer: columnCount, inner: rowCount }
  checkCompressed(caller, { starts, indices, values }, sizes)
  if (isRows) return matrixOfRows(rowCount, columnCount, { starts, columns: indices, values })
  return { rowCount, columnCount, starts, rows: indices, values }
}

/** Arrays of many zeros, such as counts of single cells, are compressed to a small part of their size. */
const ALWAYS_ALLOWED = 2 ** 28

/** The .npy files of the archive. Rejects other archives, and archives that decompress to too much. */
function arrayEntries(caller: string, bytes: Uint8Array): ZipEntry[] {
  const entries = zipEntries(caller, bytes)
  const names = entries.map(entry => entry.name)
  if (names.includes('[Content_Types].xml')) {
    throw new InputError(`${caller}: not a table but another Office document; save the table as CSV`)
  }
  const arrays = entries.filter(entry => entry.name.endsWith('.npy'))
  if (arrays.length === 0) {
    throw new InputError(
      `${caller}: the zip archive contains no .npy file (${names.length === 0 ? 'it is empty' : `found ${shortList(names)}`}); extract the table first`,
    )
  }
  const size = arrays.reduce((sum, entry) => sum + entry.size, 0)
  const limit = Math.max(ALWAYS_ALLOWED, decompressedLimitInMemory(bytes.length))
  if (size > limit) {
    throw new InputError(
      `${caller}: the archive of ${bytes.length} bytes decompresses to ${size}, more than ${limit}; if this is intended, extract the file first`,
    )
  }
  return arrays
}
