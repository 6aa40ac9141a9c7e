import type { Hdf5Bytes } from './hdf5-bytes.js'

/** The type of the elements of a dataset. */
export type Hdf5Type =
  | {
      readonly kind: 'integer'
      readonly size: number
      readonly isLittle: boolean
      readonly isSigned: boolean
      readonly isBoolean?: true
    }
  | { readonly kind: 'float'; readonly size: number; readonly isLittle: boolean }
  | { readonly kind: 'text'; readonly size: number; readonly isSpaced: boolean }
  | { readonly kind: 'texts'; readonly size: number }
  | { readonly kind: 'reference'; readonly size: number }
  | { readonly kind: 'other'; readonly size: number; readonly name: string }

const OTHERS = ['time', 'bits', 'opaque', 'compound', 'lists', 'arrays']

/** Reads the description of a type. */
export function readType(file: Hdf5Bytes, at: number): Hdf5Type {
  const { bytes } = file
  const version = bytes[at] >> 4
  const kind = bytes[at] & 15
  const flags = file.uint(at + 1, 3)
  const size = file.uint(at + 4, 4)
  if (size <= 0) throw file.fault('a type without size')
  const isLittle = (flags & 1) === 0
  if (kind === 0 && size <= 8) return { kind: 'integer', size, isLittle, isSigned: (flags & 8) !== 0 }
  if (kind === 1 && (size === 2 || size === 4 || size === 8)) return { kind: 'float', size, isLittle }
  if (kind === 3) return { kind: 'text', size, isSpaced: (flags & 15) === 2 }
  if (kind === 4 && size <= 8) return { kind: 'integer', size, isLittle, isSigned: false }
  if (kind === 7 && (flags & 15) === 0) return { kind: 'reference', size }
  if (kind === 8) {
    const base = readType(file, at + 8)
    if (base.kind !== 'integer') return { kind: 'other', size, name: 'enumeration' }
    return isBoolean(file, at + 20, flags & 0xffff, version) ? { ...base, isBoolean: true } : base
  }
  if (kind === 9 && (flags & 15) === 1) return { kind: 'texts', size }
  return { kind: 'other', size, name: OTHERS[[2, 4, 5, 6, 9, 10].indexOf(kind)] ?? `class ${kind}` }
}

/** Whether an enumeration has the names FALSE and TRUE, as h5py stores booleans. */
function isBoolean(file: Hdf5Bytes, namesAt: number, count: number, version: number): boolean {
  if (count !== 2) return false
  let at = namesAt
  const names: string[] = []
  for (let i = 0; i < count; i++) {
    const end = file.textEnd(at)
    names.push(file.text(at, end - at))
    at = version < 3 ? at + 8 * Math.ceil((end + 1 - at) / 8) : end + 1
  }
  return names.join() === 'FALSE,TRUE'
}
