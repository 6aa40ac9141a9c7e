import { InputError } from '../errors.js'
import { isMat4 } from './mat/mat4-header.js'
import { isUtf16 } from './text/decode-text.js'

export type FileFormat =
  | 'csv'
  | 'json'
  | 'gzip'
  | 'zip'
  | 'arrow'
  | 'parquet'
  | 'npy'
  | 'mat'
  | 'arff'
  | 'hdf5'
  | 'gct'
  | 'series-matrix'
  | 'matrix-market'

/** How to export what R saves. */
const R_WORKSPACE = [
  'an R workspace',
  "export the table in R, for example with load('file.RData') and write.csv(t(x), 'file.csv') for a matrix x of genes by samples",
] as const
const R_OBJECT = [
  'an R object',
  "export the table in R, for example with x <- readRDS('file.rds') and write.csv(x, 'file.csv'); of a Seurat object, write Matrix::writeMM(x[['RNA']]$counts, 'matrix.mtx'), its row names as genes.tsv and its column names as barcodes.tsv",
] as const

/** Files that are recognised only to tell the user how to convert them. */
const FOREIGN_FORMATS: readonly (readonly [signature: string, kind: string, remedy: string])[] = [
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook', 'save it as .xlsx or CSV'],
  ['# Created by Octave', 'an Octave text file', "save it with save('-v7', file, variables)"],
  ['%PDF', 'a PDF document', 'save the table as CSV'],
  ['\x89PNG', 'a PNG image', 'save the table as CSV'],
  ['GIF8', 'a GIF image', 'save the table as CSV'],
  ['\xff\xd8\xff', 'a JPEG image', 'save the table as CSV'],
  ['FEA1', 'a Feather file of version 1', 'save it with version 2, or as Parquet'],
  ['SQLite format 3', 'an SQLite database', 'export the table as CSV'],
  ['RDX2\n', ...R_WORKSPACE],
  ['RDX3\n', ...R_WORKSPACE],
  ['RDA3\n', ...R_WORKSPACE],
  ['X\n\0\0', ...R_OBJECT],
  ['A\n3\n', ...R_OBJECT],
  ['BZh91AY', 'bzip2 data', 'decompress it, or compress it with gzip'],
  ['\xfd7zXZ', 'xz data', 'decompress it, or compress it with gzip'],
  ['\x28\xb5\x2f\xfd', 'Zstandard data', 'decompress it, or compress it with gzip'],
  ['7z\xbc\xaf', 'a 7-Zip archive', 'extract it'],
  ['\x80\x03', 'a Python pickle', 'save the table as .npy, .csv or Parquet'],
  ['\x80\x04', 'a Python pickle', 'save the table as .npy, .csv or Parquet'],
  ['\x80\x05', 'a Python pickle', 'save the table as .npy, .csv or Parquet'],
  ['<!DOCTYPE', 'a web page', 'save the table as CSV'],
  ['<html', 'a web page', 'save the table as CSV'],
  ['<?xml', 'an XML document', 'save the table as CSV'],
]

/** Detects the format of a file from its first bytes. Its name matters only if the bytes fit two formats. */
export function fileFormat(caller: string, bytes: Uint8Array, name = ''): FileFormat {
  if (bytes.length === 0) throw new InputError(`${caller}: the file is empty; expected a table with a header and rows`)
  const opening = String.fromCharCode(...bytes.subarray(0, 256))
  if (opening.startsWith('\x1f\x8b')) return 'gzip'
  if (opening.startsWith('PK\x03\x04') || opening.startsWith('PK\x05\x06')) return 'zip'
  // A column may be called PAR1, but text holds no control characters.
  const isText = firstControl(bytes.subarray(0, 256)) < 0
  if (opening.startsWith('PAR1') && !isText) return 'parquet'
  if (opening.startsWith('PARE') && !isText) {
    throw new InputError(`${caller}: the Parquet file is encrypted; save it without encryption`)
  }
  if (opening.startsWith('ARROW1\0') || opening.startsWith('\xff\xff\xff\xff')) return 'arrow'
  if (opening.startsWith('\x93NUMPY')) return 'npy'
  if (opening.startsWith('MATLAB 5.0 MAT-file') || isMatHeader(opening)) return 'mat'
  // MATLAB 7.3 writes HDF5 after 512 bytes of its own.
  if (opening.startsWith('\x89HDF\r\n\x1a\n') || opening.startsWith('MATLAB 7.3 MAT-file')) return 'hdf5'
  if (isMat4(bytes)) return 'mat'
  for (const [signature, kind, remedy] of FOREIGN_FORMATS) {
    if (opening.startsWith(signature)) throw new InputError(`${caller}: not a table but ${kind}; ${remedy}`)
  }
  if (/\.mat$/i.test(name)) {
    throw new InputError(`${caller}: not a MATLAB file of version 4 to 7; save it with save(file, variables, '-v7')`)
  }
  checkText(caller, bytes)
  if (isJson(opening)) return 'json'
  if (/^#1\.[23]\s*\n/.test(opening)) return 'gct'
  if (/^%%MatrixMarket/i.test(opening)) return 'matrix-market'
  if (/^!(Series|Sample)_\w+\t/.test(opening) || opening.startsWith('!series_matrix_table_begin'))
    return 'series-matrix'
  return isArff(bytes, name) ? 'arff' : 'csv'
}

/** A .mat file whose header text was written by another program: version 0x0100 and the byte-order mark at 124. */
function isMatHeader(opening: string): boolean {
  const mark = opening.slice(124, 128)
  return mark === '\x00\x01IM' || mark === '\x01\x00MI'
}

function checkText(caller: string, bytes: Uint8Array): void {
  const at = isUtf16(bytes) ? -1 : firstControl(bytes.subarray(0, 1 << 16))
  if (at < 0) return
  const shown = bytes[at].toString(16).padStart(2, '0')
  throw new InputError(
    `${caller}: not a table: byte ${at + 1} is 0x${shown}, which is not text; ` +
      'supported formats are CSV, TSV, ARFF, JSON, GCT, Matrix Market (each also as .gz), .xlsx, Parquet, Arrow, .npy, .npz, .mat, .h5ad and .h5',
  )
}

/** The offset of the first control character other than tab, line feed, form feed and carriage return; -1 if there is none. */
function firstControl(bytes: Uint8Array): number {
  return bytes.findIndex(byte => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)
}

/** An array or an object of JSON, after white space and a byte-order mark. */
function isJson(opening: string): boolean {
  return /^(\xef\xbb\xbf)?\s*(\[\s*([[{"]|-?\d|null|true|false)|\{\s*")/.test(opening)
}

/** After comments and empty lines, ARFF begins with @relation. */
function isArff(bytes: Uint8Array, name: string): boolean {
  if (/\.arff(\.gz)?$/i.test(name)) return true
  const lines = new TextDecoder().decode(bytes.subarray(0, 1 << 16)).split(/\r\n|\r|\n/)
  const first = lines.map(line => line.trim()).find(line => line !== '' && !line.startsWith('%'))
  return first !== undefined && /^@relation\b/i.test(first)
}
