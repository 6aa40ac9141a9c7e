import { checkOptionNames, InputError } from '../check.js'
import { readArff } from './arff/arff.js'
import { inflate } from './compressed/inflate.js'
import { readCsv } from './csv/csv.js'
import { type FileFormat, fileFormat, isUtf16 } from './file-format.js'
import { readMat } from './mat/mat.js'
import { withMissing } from './missing.js'
import { readNpy } from './npy/npy.js'
import { readNpz } from './npy/npz.js'
import type { Table } from './table.js'

/** Options of {@link readTable}. */
export interface ReadTableOptions {
  /** The file name, used in messages. */
  name?: string
  /** The array to read from a file with several arrays (.mat, .npz). */
  variable?: string
  /** Whether the first row of a text file contains the column names. Auto-detected by default. */
  header?: boolean
  /** Further values that mean "no value", such as '-999' or 'unknown'. Empty cells, NA, NaN and others always do. */
  missing?: readonly string[]
  /** Stops the reading. */
  signal?: AbortSignal
}

const OPTIONS = {
  name: true,
  variable: true,
  header: true,
  missing: true,
  signal: true,
} satisfies Record<keyof ReadTableOptions, true>

/**
 * Reads a table from the bytes of a file. The format is detected from the content:
 * CSV and similar text, ARFF, Parquet, NumPy's .npy and .npz, MATLAB's .mat (v5 to v7), and any of these with gzip.
 *
 * @example
 * ```ts
 * import { readTable } from 'chorale'
 *
 * const table = await readTable('height;weight\n1,80;75\n1,65;58\n')
 * console.log(table.rowCount, table.columns.map(column => column.name).join()) // 2 height,weight
 * console.log(table.notes.length) // 2
 * ```
 *
 * @group Read
 */
export async function readTable(input: string | Uint8Array, options: ReadTableOptions = {}): Promise<Table> {
  checkOptionNames('readTable', options, Object.keys(OPTIONS))
  const caller = options.name ?? 'readTable'
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
  if (!(bytes instanceof Uint8Array)) {
    throw new InputError(`${caller}: input must be a string or a Uint8Array; got ${input}`)
  }
  // Node's Buffer is a Uint8Array whose slice does not copy.
  let content = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let format = fileFormat(caller, content, options.name)
  if (format === 'gzip') {
    content = await inflate(caller, 'gzip', content, { signal: options.signal })
    format = fileFormat(caller, content, options.name)
    if (format === 'gzip')
      throw new InputError(`${caller}: gzip inside gzip is not supported; decompress the file first`)
  }
  const table = await readFormat(caller, format, content, options)
  return options.missing === undefined ? table : withMissing(table, options.missing)
}

async function readFormat(
  caller: string,
  format: Exclude<FileFormat, 'gzip'>,
  content: Uint8Array,
  options: ReadTableOptions,
): Promise<Table> {
  switch (format) {
    case 'csv':
      return await readText(caller, content, options)
    case 'arff':
      return await readArff(content, options)
    case 'npy':
      return readNpy(content, options)
    case 'zip':
      return await readNpz(content, options)
    case 'mat':
      return await readMat(content, options)
    case 'parquet': {
      // The Parquet reader is the largest, so it is loaded only when needed.
      const { readParquet } = await import('./parquet/parquet.js')
      return await readParquet(content, options)
    }
  }
}

async function readText(caller: string, bytes: Uint8Array, options: ReadTableOptions): Promise<Table> {
  if (!isUtf16(bytes)) return await readCsv(bytes, options)
  const encoding = bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new InputError(`${caller}: the file starts like UTF-16 text but is not; save it with UTF-8 encoding`)
  }
  const table = await readCsv(new TextEncoder().encode(text), options)
  return { ...table, notes: ['the file is UTF-16 text', ...table.notes] }
}
