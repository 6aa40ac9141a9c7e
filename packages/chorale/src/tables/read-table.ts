import { checkOneOf, checkOptionNames, InputError, invalid } from '../errors.js'
import { inflate } from './compressed/inflate.js'
import { readCsv } from './csv/csv.js'
import { type FileFormat, fileFormat } from './file-format.js'
import { withMissing, withoutMissingSigns } from './missing.js'
import { readNpy } from './npy/npy.js'
import { quoted, type Table } from './table.js'
import { ENCODINGS, isUtf16, NotUtf8Error, type TextEncoding, toUtf8 } from './text/decode-text.js'
import { withVectors } from './vectors/vector-texts.js'

/** Options of {@link readTable}. */
export interface ReadTableOptions {
  /** The file name, used in messages. */
  name?: string
  /** The array to read from a file with several arrays (.mat, .npz). */
  variable?: string
  /** Whether the first row contains the column names: for text files, Excel, and JSON arrays of arrays. Auto-detected by default. */
  header?: boolean
  /** The sheet of an Excel workbook: its name, or its number counted from 1. By default the first. */
  sheet?: string
  /** The encoding of a text file. Auto-detected by default. */
  encoding?: TextEncoding
  /** Further values that mean "no value", such as '-999' or 'unknown'. Empty cells, NA, NaN and others always do. */
  missing?: readonly string[]
  /** Stops the reading. */
  signal?: AbortSignal
}

const OPTIONS = {
  name: true,
  variable: true,
  header: true,
  sheet: true,
  encoding: true,
  missing: true,
  signal: true,
} satisfies Record<keyof ReadTableOptions, true>

/**
 * Reads a table from the bytes of a file. The format is detected from the content:
 * CSV and similar text, JSON, NDJSON, ARFF, Excel's .xlsx, Parquet, Arrow and Feather, NumPy's .npy and .npz, MATLAB's .mat, GCT,
 * series matrices of GEO, Matrix Market, .h5ad of AnnData, .h5 of 10x Genomics, .loom, and any of these with gzip.
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
  if (options.encoding !== undefined) checkOneOf(caller, 'encoding', options.encoding, ENCODINGS)
  if (typeof input === 'string') checkContent(caller, input)
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
  if (!(bytes instanceof Uint8Array)) {
    throw invalid(caller, 'input', 'be a string or a Uint8Array', input)
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
  checkVariable(caller, format, options.variable)
  const table = await readFormat(caller, format, content, { ...options, fileSize: bytes.length })
  const present = withoutSigns(table)
  return withVectors(caller, options.missing === undefined ? present : withMissing(present, options.missing))
}

/** The table with the signs that mean no value missing, in every format alike. */
function withoutSigns(table: Table): Table {
  const columns = table.columns.map(column => (column.kind === 'text' ? withoutMissingSigns(column) : column))
  return { ...table, columns }
}

/** Options of the readers. The size of the file, as it was given, bounds the number of cells. */
interface ReaderOptions extends ReadTableOptions {
  readonly fileSize: number
}

async function readFormat(
  caller: string,
  format: Exclude<FileFormat, 'gzip'>,
  content: Uint8Array,
  options: ReaderOptions,
): Promise<Table> {
  // Readers of rarer formats are loaded only when needed.
  switch (format) {
    case 'csv':
      return await readDetected(caller, content, options, readCsv)
    case 'npy':
      return readNpy(content, options)
    case 'arff': {
      const { readArff } = await import('./arff/arff.js')
      return await readDetected(caller, content, options, readArff)
    }
    case 'json': {
      const { readJson } = await import('./json/json.js')
      return await readDetected(caller, content, options, readJson)
    }
    case 'zip': {
      const { zipEntries } = await import('./compressed/zip.js')
      const { isWorkbook, readXlsx } = await import('./xlsx/xlsx.js')
      const entries = zipEntries(caller, content)
      if (isWorkbook(entries)) return await readXlsx(content, entries, options)
      const { readNpz } = await import('./npy/npz.js')
      return await readNpz(content, options)
    }
    case 'gct': {
      const { readGct } = await import('./gct/gct.js')
      return await readGct(content, options)
    }
    case 'series-matrix': {
      const { readSeriesMatrix } = await import('./geo/series-matrix.js')
      return await readSeriesMatrix(content, options)
    }
    case 'matrix-market': {
      const { readMatrixMarket } = await import('./sparse/matrix-market.js')
      return await readMatrixMarket(content, options)
    }
    case 'hdf5': {
      const { readHdf5 } = await import('./hdf5/read-hdf5.js')
      return await readHdf5(content, options)
    }
    case 'mat': {
      const { readMat } = await import('./mat/mat.js')
      return await readMat(content, options)
    }
    case 'arrow': {
      const { readArrow } = await import('./arrow/arrow.js')
      return readArrow(content, options)
    }
    case 'parquet': {
      const { readParquet } = await import('./parquet/parquet.js')
      return await readParquet(content, options)
    }
  }
}

/** Refuses `variable` for a file that has no named arrays. */
export function checkVariable(caller: string, format: string, variable: string | undefined): void {
  if (variable === undefined || format === 'mat' || format === 'hdf5' || format === 'zip' || format === 'gzip') return
  throw new InputError(
    `${caller}: \`variable\` must not be set for this file; it names an array of a .mat, .npz, .h5ad or .h5 file`,
  )
}

/** Rejects a file name or URL that was passed instead of the content. */
function checkContent(caller: string, input: string): void {
  const isName =
    input.length < 500 && !input.includes('\n') && /^([a-z0-9]+:\/\/\S+|[^,;\t]*\.[a-z0-9]{2,8})$/i.test(input.trim())
  if (!isName) return
  throw invalid(
    caller,
    'input',
    'be the content of a file',
    `the name ${quoted(input)}. Download or read the file first; in Node, readTableFile does it`,
  )
}

type ReadText = (bytes: Uint8Array, options: ReaderOptions) => Promise<Table>

/** Text in any encoding. Text that is not UTF-8 is most likely Windows-1252, which contains latin1. */
async function readDetected(caller: string, bytes: Uint8Array, options: ReaderOptions, read: ReadText): Promise<Table> {
  const encoding = options.encoding ?? (isUtf16(bytes) ? 'utf-16' : undefined)
  if (encoding !== undefined) return await readEncoded(caller, bytes, encoding, options, read)
  try {
    return await read(bytes, options)
  } catch (error) {
    if (!(error instanceof NotUtf8Error)) throw error
    return await readEncoded(caller, bytes, 'latin1', options, read)
  }
}

async function readEncoded(
  caller: string,
  bytes: Uint8Array,
  encoding: TextEncoding,
  options: ReaderOptions,
  read: ReadText,
): Promise<Table> {
  const table = await read(toUtf8(caller, bytes, encoding), options)
  if (encoding === options.encoding) return table
  const note =
    encoding === 'latin1' ? 'the file is not UTF-8 and is read as latin1 (Windows-1252)' : 'the file is UTF-16 text'
  return { ...table, notes: [note, ...table.notes] }
}
