import { InputError } from '../../errors.js'
import { type ArrayVariable, columnCountOf, rowCountOf } from '../array-variable.js'
import { NUMBER_FORMATS } from '../number-format.js'
import { type Strided, stridedNumbers, textColumn } from '../strided-column.js'
import { type Column, checkTableSize, quoted, type Table } from '../table.js'
import { CellDecoder } from '../text/cell-decoder.js'

/** The header of an .npy file, and the offset of the values. */
export interface NpyHeader {
  /** One entry for a plain array; one per field, in order, for a structured array. */
  readonly fields: readonly { readonly name: string; readonly type: NpyType }[]
  readonly isStructured: boolean
  readonly isFortran: boolean
  readonly shape: readonly number[]
  readonly dataStart: number
  /** Size of one element in bytes. */
  readonly itemSize: number
}

interface NpyType {
  readonly size: number
  /** A key of NUMBER_FORMATS, or U or S for strings. */
  readonly format: string
  readonly isLittle: boolean
}

/** Reads NumPy's .npy: numbers of every size, booleans, strings; either byte order; C or Fortran order; records. */
export function readNpy(bytes: Uint8Array, options: { name?: string } = {}): Table {
  const caller = options.name ?? 'readTable'
  const header = npyHeader(caller, bytes)
  const decoder = new CellDecoder()
  if (header.isStructured) return readRecords(bytes, header, options.name ?? null, decoder)
  return arrayTable(options.name ?? null, npyVariable(caller, bytes, 'column', header, decoder), decoder)
}

function arrayTable(name: string | null, variable: ArrayVariable, decoder: CellDecoder): Table {
  const columns: Column[] = []
  for (let j = 0; j < columnCountOf(variable); j++) columns.push(variable.column(j, `column${j + 1}`))
  return { name, rowCount: rowCountOf(variable), columns, notes: decoder.notes }
}

/** Reads rows of an array with a known header from the bytes of these rows. */
export function readNpyRows(name: string, header: NpyHeader, bytes: Uint8Array, rowCount: number): Table {
  const shape = [rowCount, ...header.shape.slice(1)]
  const part = { ...header, shape, dataStart: 0 }
  const decoder = new CellDecoder()
  if (header.isStructured) return readRecords(bytes, part, name, decoder)
  const variable = npyVariable(name, bytes, 'column', part, decoder)
  // One row of a matrix with several rows is a row, not a vector of samples.
  if (rowCount === 1 && header.shape[0] > 1 && shape.length === 2) return rowTable(name, header, bytes, decoder)
  return arrayTable(name, variable, decoder)
}

function rowTable(
  name: string,
  { fields: [{ type }], shape, itemSize }: NpyHeader,
  bytes: Uint8Array,
  decoder: CellDecoder,
): Table {
  const view = viewOf(bytes)
  const columns = Array.from({ length: shape[1] }, (_, j) =>
    cells(
      `column${j + 1}`,
      type,
      { view, first: j * itemSize, stride: itemSize, count: 1, isLittle: type.isLittle },
      decoder,
    ),
  )
  return { name, rowCount: 1, columns, notes: decoder.notes }
}

/** The array of an .npy file with a name, for the tables of .npz files. */
export function npyVariable(
  caller: string,
  bytes: Uint8Array,
  name: string,
  header = npyHeader(caller, bytes),
  decoder = new CellDecoder(),
): ArrayVariable {
  const { fields, shape, dataStart, itemSize, isFortran } = header
  const [{ type } = { type: null }] = fields
  if (header.isStructured || type === null)
    throw new InputError(`${caller}: ${quoted(name)} is an array of records; save its fields as arrays`)
  const view = viewOf(bytes)
  const [rowCount = 1, columnCount = 1] = shape
  const variable: ArrayVariable = {
    name,
    shape,
    kind: isText(type) ? 'text' : 'number',
    column(j, columnName) {
      const count = rowCountOf(variable)
      const isRow = shape.length === 2 && rowCount === 1
      const stride = isFortran || isRow ? itemSize : columnCount * itemSize
      const first = dataStart + j * itemSize * (isFortran ? rowCount : 1)
      return cells(columnName, type, { view, first, stride, count, isLittle: type.isLittle }, decoder)
    },
  }
  return variable
}

function readRecords(bytes: Uint8Array, header: NpyHeader, name: string | null, decoder: CellDecoder): Table {
  const { fields, shape, dataStart, itemSize } = header
  const view = viewOf(bytes)
  const columns: Column[] = []
  let offset = dataStart
  for (const field of fields) {
    const place = { view, first: offset, stride: itemSize, count: shape[0], isLittle: field.type.isLittle }
    if (field.name !== '') columns.push(cells(field.name, field.type, place, decoder))
    offset += field.type.size
  }
  return { name, rowCount: shape[0], columns, notes: decoder.notes }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function isText({ format }: NpyType): boolean {
  return format === 'U' || format === 'S'
}

function cells(name: string, type: NpyType, place: Strided, decoder: CellDecoder): Column {
  if (!isText(type)) return stridedNumbers(name, NUMBER_FORMATS.get(type.format)!, place)
  const textAt = (at: number) =>
    type.format === 'U' ? unicodeText(place, at, type.size) : byteText(place, at, type.size, decoder)
  return textColumn(name, place.count, i => textAt(place.first + i * place.stride))
}

/** Four bytes per character, padded with zeros. */
function unicodeText({ view, isLittle }: Strided, at: number, size: number): string {
  let text = ''
  for (let i = at; i < at + size; i += 4) {
    const point = view.getUint32(i, isLittle)
    if (point === 0) break
    text += point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point)
  }
  return text
}

/** Bytes, padded with zeros. NumPy does not know their encoding. */
function byteText({ view }: Strided, at: number, size: number, decoder: CellDecoder): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, size)
  const end = bytes.indexOf(0)
  return decoder.decode(end < 0 ? bytes : bytes.subarray(0, end))
}

/** The header is a Python dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } */
export function npyHeader(caller: string, bytes: Uint8Array, fileSize = bytes.length): NpyHeader {
  const damaged = (what: string) => new InputError(`${caller}: damaged .npy: ${what}`)
  const view = viewOf(bytes)
  const major = bytes[6]
  if (bytes.length < 12) throw damaged('the file is cut short')
  if (major !== 1 && major !== 2 && major !== 3) throw damaged(`version must be 1, 2 or 3; got ${major}`)
  const headerStart = major === 1 ? 10 : 12
  const headerSize = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true)
  const dataStart = headerStart + headerSize
  if (dataStart > bytes.length) throw damaged(`the header should have ${headerSize} bytes, but the file ends earlier`)
  if (headerSize > 1 << 20) throw damaged(`a header of ${headerSize} bytes`)
  const text = new TextDecoder().decode(bytes.subarray(headerStart, dataStart))

  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1]
  const shapeText = /'shape'\s*:\s*\(([^)]*)\)/.exec(text)?.[1]
  if (order === undefined || shapeText === undefined) throw damaged('the header has no fortran_order or no shape')
  const sizes = shapeText.split(',').map(size => size.trim())
  if (sizes[sizes.length - 1] === '') sizes.pop()
  if (!sizes.every(size => /^\d+$/.test(size)))
    throw damaged(`every size in the shape must be at least 0; got (${shapeText.slice(0, 80)})`)
  const shape = sizes.map(Number)
  const { fields, isStructured } = npyFields(caller, text)
  const itemSize = fields.reduce((sum, { type }) => sum + type.size, 0)
  // The size of the file would bound neither time nor memory.
  if (itemSize === 0 || (!isStructured && fields[0].type.size === 0)) {
    throw new InputError(`${caller}: the elements of the array have no bytes; there are no values to read`)
  }

  if (shape.length === 0 || shape.length > 2 || (isStructured && shape.length > 1)) {
    throw new InputError(`${caller}: the array must be a vector or a matrix; its shape is (${shape.join(', ')})`)
  }
  const [rowCount = 0, columnCount = isStructured ? fields.length : 1] = shape
  if (rowCount * columnCount === 0)
    throw new InputError(`${caller}: the array is empty; its shape is (${shape.join(', ')})`)
  // A file that is read in pieces may be larger than memory.
  if (fileSize === bytes.length) checkTableSize(caller, rowCount, isStructured ? fields.length : columnCount)
  const elementCount = shape.reduce((product, size) => product * size, 1)
  if (dataStart + elementCount * itemSize > fileSize) {
    const there = fileSize - dataStart
    const rows =
      isStructured || shape.length === 1 || order === 'False'
        ? Math.floor((there / elementCount / itemSize) * rowCount)
        : 0
    const cut = rows > 0 ? ` and is cut short in row ${rows + 1}` : ''
    throw damaged(
      `shape (${shape.join(', ')}) needs ${elementCount * itemSize} bytes of values, but the file has ${there}${cut}`,
    )
  }
  return { fields, isStructured, isFortran: order === 'True' && shape.length === 2, shape, dataStart, itemSize }
}

function npyFields(caller: string, header: string): Pick<NpyHeader, 'fields' | 'isStructured'> {
  const plain = /'descr'\s*:\s*'([^']*)'/.exec(header)?.[1]
  if (plain !== undefined) return { fields: [{ name: '', type: npyType(caller, plain) }], isStructured: false }
  const list = /'descr'\s*:\s*\[(.*)\]/s.exec(header)?.[1]
  const entry = /\(\s*'([^']*)'\s*,\s*'([^']*)'\s*\)\s*,?\s*/g
  if (list === undefined || list.replace(entry, '').trim() !== '') {
    throw new InputError(`${caller}: damaged .npy, or records inside records: the header is ${quoted(header.trim())}`)
  }
  const fields = [...list.matchAll(entry)].map(([, name, descr]) => ({ name: name!, type: npyType(caller, descr!) }))
  return { fields, isStructured: true }
}

const REFUSED: readonly (readonly [letter: string, kind: string])[] = [
  ['O', 'Python objects (pickled code, which is never run)'],
  ['c', 'complex numbers'],
  ['M', 'dates'],
  ['m', 'time spans'],
]

function npyType(caller: string, descr: string): NpyType {
  const [, order, letter, digits] = /^([<>=|]?)([a-zA-Z?])(\d*)/.exec(descr) ?? []
  const isLittle = order !== '>'
  const size = Number(digits)
  if (letter === 'U') return { size: size * 4, format: 'U', isLittle }
  if (letter === 'S' || letter === 'a') return { size, format: 'S', isLittle }
  // Padding between the fields of a record is skipped.
  if (letter === 'V') return { size, format: 'S', isLittle }
  const format = letter === '?' ? 'b1' : `${letter}${digits}`
  if (NUMBER_FORMATS.has(format)) return { size: NUMBER_FORMATS.get(format)!.size, format, isLittle }
  const kind = REFUSED.find(([refused]) => refused === letter)?.[1] ?? 'values of an unknown type'
  throw new InputError(
    `${caller}: the array contains ${kind} (${descr}); save it as numbers, for example with array.astype(float)`,
  )
}
