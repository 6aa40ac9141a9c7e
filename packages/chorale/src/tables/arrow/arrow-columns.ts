import { isoDate } from '../columns/dates.js'
import { isMissingText } from '../missing.js'
import { NUMBER_FORMATS } from '../number-format.js'
import { type Column, TextCollector, type VectorColumn } from '../table.js'
import type { CellDecoder } from '../text/cell-decoder.js'
import { vectorsOfCells } from '../vectors/vector-column.js'
import type { ArrowField, ArrowLayout } from './arrow-fields.js'

/** A value of a dictionary. */
export type ArrowValue = string | number | bigint | null

/** A column in one batch: its buffers as they are in the file. */
export interface ArrowPart {
  readonly length: number
  /** One bit for each value, 0 where it is missing; empty if none is. */
  readonly validity: Uint8Array
  readonly buffers: readonly Uint8Array[]
  /** The values of lists. */
  readonly child: ArrowPart | null
  /** What the values refer to, if there is a dictionary. */
  readonly dictionary?: readonly ArrowValue[]
}

/** The number of buffers of a column besides the one of its missing values. */
export function dataBufferCount(layout: Exclude<ArrowLayout, { kind: 'unsupported' }>): number {
  if (layout.kind === 'list') return layout.offsetSize === null ? 0 : 1
  return layout.kind === 'text' ? 2 : 1
}

/** A column of the table from its parts; null for lists that are no vectors. */
export function columnOf(
  caller: string,
  name: string,
  field: ArrowField,
  parts: readonly ArrowPart[],
  rowCount: number,
  decoder: CellDecoder,
): Column | null {
  const { layout, values } = field
  if (layout.kind === 'list') return vectorsOf(caller, name, layout, field.children[0].layout, parts)
  // Integers that a double cannot hold become text, so that different labels and ids stay different.
  const numbers = values.kind === 'number' || values.kind === 'boolean' ? numbersOf(layout, parts, rowCount) : null
  if (numbers !== null) return { name, kind: 'number', numbers }
  const collector = new TextCollector(rowCount)
  let row = 0
  for (const part of parts) {
    const read = valueReader(layout, part, decoder)
    for (let i = 0; i < part.length; i++, row++) {
      const value = isMissing(part, i) ? null : referred(part, read(i))
      if (value === null) continue
      const text = String(value)
      if (!isMissingText(text)) collector.set(row, text)
    }
  }
  return { name, kind: 'text', texts: collector.texts, codes: collector.codes }
}

/** The values of a part, for dictionaries. */
export function valuesOf(layout: ArrowLayout, part: ArrowPart, decoder: CellDecoder): ArrowValue[] {
  const read = valueReader(layout, part, decoder)
  return Array.from({ length: part.length }, (_, i) => (isMissing(part, i) ? null : read(i)))
}

/** The numbers of a column, NaN where one is missing; null if one is an integer that a double cannot hold. */
function numbersOf(layout: ArrowLayout, parts: readonly ArrowPart[], rowCount: number): Float64Array | null {
  const numbers = new Float64Array(rowCount).fill(Number.NaN)
  let row = 0
  for (const part of parts) {
    const read = valueReader(layout, part, null)
    for (let i = 0; i < part.length; i++, row++) {
      if (isMissing(part, i)) continue
      const value = referred(part, read(i))
      if (typeof value === 'bigint') return null
      if (value !== null) numbers[row] = Number(value)
    }
  }
  return numbers
}

function isMissing({ validity }: ArrowPart, i: number): boolean {
  return validity.length > 0 && ((validity[i >> 3] >> (i & 7)) & 1) === 0
}

/** The value itself, or the one of the dictionary that it refers to. */
function referred({ dictionary }: ArrowPart, value: ArrowValue): ArrowValue {
  return dictionary === undefined ? value : (dictionary[value as number] ?? null)
}

/** Reads values of a part. Integers that a double can hold are numbers. */
function valueReader(layout: ArrowLayout, part: ArrowPart, decoder: CellDecoder | null): (i: number) => ArrowValue {
  const [data, texts] = part.buffers
  if (layout.kind === 'boolean') return i => (data[i >> 3] >> (i & 7)) & 1
  if (layout.kind === 'number') return numberReader(layout.format, data)
  const view = data === undefined ? null : viewOf(data)
  if (layout.kind === 'date' && view !== null) {
    const { size, perDay } = layout
    return i => isoDate((size === 4 ? view.getInt32(4 * i, true) : Number(view.getBigInt64(8 * i, true))) / perDay)
  }
  if (layout.kind === 'text' && view !== null) {
    const offset = offsetReader(view, layout.offsetSize)
    return i => decoder!.decode(texts.subarray(offset(i), offset(i + 1)))
  }
  return () => null
}

function numberReader(name: string, data: Uint8Array): (i: number) => number | bigint {
  const format = NUMBER_FORMATS.get(name)
  if (format === undefined) throw new Error(`numbers of type ${name}`)
  const { size, read } = format
  const view = viewOf(data)
  if (size < 8 || name === 'f8') return i => read(view, i * size, true)
  return i => {
    const value = read(view, i * size, true)
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value
  }
}

function offsetReader(view: DataView, size: 4 | 8): (i: number) => number {
  return size === 4 ? i => view.getInt32(4 * i, true) : i => Number(view.getBigInt64(8 * i, true))
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}

/** Numbers that 32 bits hold. */
const SMALL_FORMATS = ['i1', 'u1', 'i2', 'u2', 'f2', 'f4']

/** Lists of numbers of one length as vectors; null if their lengths differ as those of other lists do. */
function vectorsOf(
  caller: string,
  name: string,
  { size, offsetSize }: Extract<ArrowLayout, { kind: 'list' }>,
  ofNumbers: ArrowLayout,
  parts: readonly ArrowPart[],
): VectorColumn | null {
  if (ofNumbers.kind !== 'number') return null
  const cells: (Float32Array | Float64Array | null)[] = []
  for (const part of parts) {
    const values = listedNumbers(ofNumbers.format, part.child!)
    const offset = offsetSize === null ? (i: number) => i * size : offsetReader(viewOf(part.buffers[0]), offsetSize)
    for (let i = 0; i < part.length; i++) {
      const [from, to] = [offset(i), offset(i + 1)]
      if (!(from >= 0 && to >= from && to <= values.length)) throw new Error('a list ends beyond its values')
      cells.push(isMissing(part, i) ? null : values.subarray(from, to))
    }
  }
  return vectorsOfCells(caller, name, cells)
}

function listedNumbers(format: string, part: ArrowPart): Float32Array | Float64Array {
  const { length, buffers } = part
  const bytes = NUMBER_FORMATS.get(format)?.size ?? 1
  if (!(length * bytes <= buffers[0].length))
    throw new Error(`a list of ${length} numbers in ${buffers[0].length} bytes`)
  const read = numberReader(format, buffers[0])
  const values = SMALL_FORMATS.includes(format) ? new Float32Array(length) : new Float64Array(length)
  for (let i = 0; i < length; i++) values[i] = isMissing(part, i) ? Number.NaN : Number(read(i))
  return values
}
