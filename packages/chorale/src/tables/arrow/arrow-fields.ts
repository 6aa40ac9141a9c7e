import type { FlatTable } from './flat-table.js'

/** How the values of a column are stored. */
export type ArrowLayout =
  | { readonly kind: 'number'; readonly format: string }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text'; readonly offsetSize: 4 | 8 }
  /** Dates and times: integers of `size` bytes, `perDay` of them a day. */
  | { readonly kind: 'date'; readonly size: 4 | 8; readonly perDay: number }
  /** Lists of the values of one child: all of `size` values, or of any length, with offsets of `offsetSize` bytes. */
  | { readonly kind: 'list'; readonly size: number; readonly offsetSize: null }
  | { readonly kind: 'list'; readonly size: null; readonly offsetSize: 4 | 8 }
  | { readonly kind: 'unsupported'; readonly bufferCount: number }

/** A column of the schema. */
export interface ArrowField {
  readonly name: string
  readonly layout: ArrowLayout
  /** The id of the dictionary whose values the column refers to; null for plain columns. */
  readonly dictionary: number | null
  /** The layout of the values of the dictionary. */
  readonly values: ArrowLayout
  readonly children: readonly ArrowField[]
}

const INT = 2
const FLOAT = 3
const TEXT = 5
const BOOLEAN = 6
const DATE = 8
const TIMESTAMP = 10
const LIST = 12
const FIXED_SIZE_LIST = 16
const LARGE_TEXT = 20
const LARGE_LIST = 21

/** Buffers per value of types that are skipped: validity and data, and offsets where there are any. */
const BUFFER_COUNTS = new Map([
  [1, 0],
  [4, 3],
  [7, 2],
  [9, 2],
  [11, 2],
  [13, 1],
  [15, 2],
  [17, 2],
  [18, 2],
  [19, 3],
])

const DAY_SECONDS = 86_400

/** Reads a field of the schema; null if its type is unknown, so that the buffers after it cannot be found. */
export function arrowField(field: FlatTable): ArrowField | null {
  const children = field.tables(5).map(arrowField)
  const layout = usableLayout(layoutOf(field.byte(2), field.table(3)), children)
  if (layout === null || children.includes(null)) return null
  const encoding = field.table(4)
  return {
    name: field.text(0),
    layout: encoding === null ? layout : indexLayout(encoding.table(1)),
    dictionary: encoding === null ? null : encoding.long(0),
    values: layout,
    // The children of a dictionary are in the dictionary.
    children: encoding === null ? (children as ArrowField[]) : [],
  }
}

/** Lists are read if they are lists of numbers. */
function usableLayout(layout: ArrowLayout | null, children: readonly (ArrowField | null)[]): ArrowLayout | null {
  if (layout?.kind !== 'list') return layout
  const [child] = children
  const isOfNumbers = children.length === 1 && child?.layout.kind === 'number' && child.dictionary === null
  return isOfNumbers ? layout : { kind: 'unsupported', bufferCount: layout.offsetSize === null ? 1 : 2 }
}

function indexLayout(type: FlatTable | null): ArrowLayout {
  return { kind: 'number', format: type === null ? 'i4' : integerFormat(type) }
}

function integerFormat(type: FlatTable): string {
  return `${type.byte(1) === 0 ? 'u' : 'i'}${type.int(0) / 8}`
}

function layoutOf(type: number, details: FlatTable | null): ArrowLayout | null {
  if (type === INT && details !== null) return { kind: 'number', format: integerFormat(details) }
  if (type === FLOAT) return { kind: 'number', format: ['f2', 'f4', 'f8'][details?.short(0) ?? 0] }
  if (type === BOOLEAN) return { kind: 'boolean' }
  if (type === TEXT || type === LARGE_TEXT) return { kind: 'text', offsetSize: type === TEXT ? 4 : 8 }
  if (type === DATE) {
    const isDays = (details?.short(0, 1) ?? 1) === 0
    return { kind: 'date', size: isDays ? 4 : 8, perDay: isDays ? 1 : DAY_SECONDS * 1000 }
  }
  if (type === TIMESTAMP) {
    const perSecond = [1, 1e3, 1e6, 1e9][details?.short(0) ?? 0]
    return { kind: 'date', size: 8, perDay: DAY_SECONDS * perSecond }
  }
  if (type === FIXED_SIZE_LIST) return { kind: 'list', size: details?.int(0) ?? 0, offsetSize: null }
  if (type === LIST || type === LARGE_LIST) return { kind: 'list', size: null, offsetSize: type === LIST ? 4 : 8 }
  const bufferCount = BUFFER_COUNTS.get(type)
  return bufferCount === undefined ? null : { kind: 'unsupported', bufferCount }
}
