import { Hdf5Bytes, NOWHERE } from './hdf5-bytes.js'
import { denseLinks } from './hdf5-heap.js'
import { type Hdf5Type, readType } from './hdf5-types.js'

/*
 * The part of HDF5 that AnnData, 10x Genomics, loom, MATLAB and h5py write: groups of every kind, datasets that are compact,
 * contiguous or chunked, numbers, texts and references. Written after the specification of the HDF Group, "HDF5 File Format
 * Specification Version 3.0". Every place is checked against the size of the file, and no structure is followed twice.
 */

/** A message of an object header: what kind it is and where it is. */
interface Message {
  readonly type: number
  readonly at: number
  readonly size: number
  readonly isShared: boolean
}

const DATASPACE = 1
const LINK_INFO = 2
const DATATYPE = 3
const FILL_VALUE = 5
const LINK = 6
const LAYOUT = 8
const FILTERS = 11
const ATTRIBUTE = 12
const CONTINUATION = 16
const SYMBOL_TABLE = 17

/** A filter of the chunks of a dataset. */
export interface Hdf5Filter {
  readonly id: number
  readonly values: readonly number[]
}

/** Where the elements of a dataset are. */
type Hdf5Layout =
  | { readonly kind: 'plain'; readonly at: number; readonly size: number }
  | { readonly kind: 'chunks'; readonly at: number; readonly chunk: readonly number[]; readonly index: ChunkIndex }

/** How chunks are found. `size` and `mask` are those of a single chunk that is filtered. */
type ChunkIndex =
  | { readonly kind: 'tree' }
  | { readonly kind: 'single'; readonly size: number | null; readonly mask: number }
  | { readonly kind: 'implicit' }
  | { readonly kind: 'fixed' }
  | { readonly kind: 'other'; readonly name: string }

/** The elements of a dataset or of an attribute: their type, their number, and where they are. */
export interface Hdf5Data {
  readonly type: Hdf5Type
  /** Empty for a single element. */
  readonly shape: readonly number[]
  readonly layout: Hdf5Layout
  readonly filters: readonly Hdf5Filter[]
  /** The bytes of elements that were never written; null for zeros. */
  readonly fill: Uint8Array | null
}

/** Opens a file: returns its root group. */
export function openHdf5(caller: string, bytes: Uint8Array): Hdf5Object {
  const file = new Hdf5Bytes(caller, bytes)
  let start = 0
  // A block of the user's own may come first: MATLAB's has 512 bytes.
  while (start < bytes.length && !isSuperblock(bytes, start)) start = start === 0 ? 512 : 2 * start
  if (start >= bytes.length) throw file.fault('there is no superblock')
  const version = bytes[start + 8]
  if (version > 3) throw file.fault(`superblock of version ${version}`)
  const isOld = version < 2
  file.offsetSize = bytes[start + (isOld ? 13 : 9)]
  file.lengthSize = bytes[start + (isOld ? 14 : 10)]
  for (const size of [file.offsetSize, file.lengthSize])
    if (![2, 4, 8].includes(size)) throw file.fault('sizes of addresses')
  const addresses = start + (isOld ? (version === 0 ? 24 : 28) : 12)
  file.base = file.uint(addresses, file.offsetSize)
  if (file.base === NOWHERE) throw file.fault('base address')
  const root = addresses + (isOld ? 5 : 3) * file.offsetSize
  return new Hdf5Object(file, file.address(root))
}

function isSuperblock(bytes: Uint8Array, at: number): boolean {
  return [0x89, 0x48, 0x44, 0x46, 13, 10, 26, 10].every((byte, i) => bytes[at + i] === byte)
}

/** A group or a dataset. */
export class Hdf5Object {
  readonly #messages: readonly Message[]
  #links: ReadonlyMap<string, number> | null = null

  constructor(
    readonly file: Hdf5Bytes,
    readonly at: number,
  ) {
    this.#messages = at === NOWHERE ? [] : messagesOf(file, at)
  }

  get isDataset(): boolean {
    return this.#messages.some(({ type }) => type === LAYOUT)
  }

  /** The names of what a group contains, and where it is. */
  get links(): ReadonlyMap<string, number> {
    this.#links ??= linksOf(this.file, this.#messages)
    return this.#links
  }

  /** What is at a path such as `obs/_index`; null if there is nothing. */
  get(path: string): Hdf5Object | null {
    let object: Hdf5Object = this
    for (const name of path.split('/')) {
      const at = object.links.get(name)
      if (at === undefined) return null
      object = new Hdf5Object(this.file, at)
    }
    return object
  }

  /** What a reference of the file points to. */
  referred(address: number): Hdf5Object {
    return new Hdf5Object(this.file, this.file.base + address)
  }

  /** The elements of an attribute; null if there is none of that name. */
  attribute(name: string): Hdf5Data | null {
    for (const message of this.#messages) {
      if (message.type !== ATTRIBUTE) continue
      const found = attributeOf(this.file, message, name)
      if (found !== null) return found
    }
    return null
  }

  /** Where the elements of a dataset are. */
  data(): Hdf5Data {
    const { file } = this
    const one = (type: number) => this.#messages.find(message => message.type === type)
    const [datatype, dataspace, layout] = [one(DATATYPE), one(DATASPACE), one(LAYOUT)]
    if (!datatype || !dataspace || !layout) throw file.fault('a dataset without type, shape or layout')
    const filters = one(FILTERS)
    const fill = one(FILL_VALUE)
    return {
      type: readType(file, placeOfType(file, datatype)),
      shape: shapeOf(file, dataspace.at),
      layout: layoutOf(file, layout.at),
      filters: filters ? filtersOf(file, filters.at) : [],
      fill: fill ? fillOf(file, fill.at) : null,
    }
  }
}

/** The messages of an object header of either version. */
function messagesOf(file: Hdf5Bytes, at: number): Message[] {
  const { bytes } = file
  const messages: Message[] = []
  const isNew = bytes[at] === 0x4f
  const blocks: { from: number; to: number }[] = []
  let hasOrder = false
  if (isNew) {
    file.signature(at, 'OHDR')
    const flags = bytes[at + 5]
    hasOrder = (flags & 4) !== 0
    const sizeAt = at + 6 + (flags & 32 ? 16 : 0) + (flags & 16 ? 4 : 0)
    const sizeOf = 1 << (flags & 3)
    const from = sizeAt + sizeOf
    blocks.push({ from, to: from + file.uint(sizeAt, sizeOf) })
  } else {
    if (bytes[at] !== 1) throw file.fault(`there is no object at byte ${at}`)
    blocks.push({ from: at + 16, to: at + 16 + file.uint(at + 8, 4) })
  }
  const seen = new Set<number>()
  for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
    if (seen.has(block.from) || block.to > bytes.length) throw file.fault('an object header has no end')
    seen.add(block.from)
    const headSize = isNew ? (hasOrder ? 6 : 4) : 8
    for (let place = block.from; place + headSize <= block.to; ) {
      const type = file.uint(place, isNew ? 1 : 2)
      const size = file.uint(place + (isNew ? 1 : 2), 2)
      const flags = bytes[place + (isNew ? 3 : 4)]
      const start = place + headSize
      if (size < 0 || start + size > block.to) throw file.fault('a message of an object header is cut short')
      if (type === CONTINUATION) {
        const from = file.address(start)
        const to = from + file.length(start + file.offsetSize)
        if (isNew) file.signature(from, 'OCHK')
        blocks.push(isNew ? { from: from + 4, to: to - 4 } : { from, to })
      } else messages.push({ type, at: start, size, isShared: (flags & 2) !== 0 })
      place = start + size
    }
  }
  return messages
}

/** Where the type is: in the message itself, or in the header of a named type. */
function placeOfType(file: Hdf5Bytes, { at, isShared }: Message): number {
  if (!isShared) return at
  const address = file.address(at + (file.bytes[at] === 1 ? 8 : 2))
  const named = messagesOf(file, address).find(({ type }) => type === DATATYPE)
  if (named === undefined || named.isShared) throw file.fault('a named type is not there')
  return named.at
}

const MOST_DIMENSIONS = 32

function shapeOf(file: Hdf5Bytes, at: number): number[] {
  const [version, rank] = [file.bytes[at], file.bytes[at + 1]]
  if (rank > MOST_DIMENSIONS) throw file.fault(`${rank} dimensions`)
  if (version === 2 && file.bytes[at + 3] === 2) return [0]
  const from = at + (version === 1 ? 8 : 4)
  return Array.from({ length: rank }, (_, i) => file.length(from + i * file.lengthSize))
}

function layoutOf(file: Hdf5Bytes, at: number): Hdf5Layout {
  const { bytes, offsetSize } = file
  const version = bytes[at]
  if (version < 3) {
    const rank = bytes[at + 1]
    const kind = bytes[at + 2]
    if (kind === 0) {
      const sizeAt = at + 8 + 4 * rank
      return { kind: 'plain', at: sizeAt + 4, size: file.uint(sizeAt, 4) }
    }
    const sizes = Array.from({ length: rank }, (_, i) => file.uint(at + 8 + offsetSize + 4 * i, 4))
    const address = file.address(at + 8)
    if (kind === 1) return { kind: 'plain', at: address, size: sizes.reduce((product, size) => product * size, 1) }
    return { kind: 'chunks', at: address, chunk: sizes.slice(0, -1), index: { kind: 'tree' } }
  }
  const kind = bytes[at + 1]
  if (kind === 0) return { kind: 'plain', at: at + 4, size: file.uint(at + 2, 2) }
  if (kind === 1) return { kind: 'plain', at: file.address(at + 2), size: file.length(at + 2 + offsetSize) }
  if (kind !== 2) throw file.fault('a virtual dataset, whose elements are in other files')
  if (version === 3) {
    const rank = bytes[at + 2]
    const chunk = Array.from({ length: rank }, (_, i) => file.uint(at + 3 + offsetSize + 4 * i, 4)).slice(0, -1)
    return { kind: 'chunks', at: file.address(at + 3), chunk, index: { kind: 'tree' } }
  }
  const [flags, rank, width] = bytes.subarray(at + 2, at + 5)
  const chunk = Array.from({ length: rank }, (_, i) => file.uint(at + 5 + width * i, width)).slice(0, -1)
  const indexAt = at + 5 + width * rank
  const place = (skipped: number) => file.address(indexAt + 1 + skipped)
  switch (bytes[indexAt]) {
    case 1: {
      const isFiltered = (flags & 2) !== 0
      const size = isFiltered ? file.length(indexAt + 1) : null
      const mask = isFiltered ? file.uint(indexAt + 1 + file.lengthSize, 4) : 0
      const at = place(isFiltered ? file.lengthSize + 4 : 0)
      return { kind: 'chunks', at, chunk, index: { kind: 'single', size, mask: Math.max(0, mask) } }
    }
    case 2:
      return { kind: 'chunks', at: place(0), chunk, index: { kind: 'implicit' } }
    case 3:
      return { kind: 'chunks', at: place(1), chunk, index: { kind: 'fixed' } }
    default:
      return {
        kind: 'chunks',
        at: NOWHERE,
        chunk,
        index: { kind: 'other', name: 'growing chunks of the latest version' },
      }
  }
}

function filtersOf(file: Hdf5Bytes, at: number): Hdf5Filter[] {
  const [version, count] = file.bytes.subarray(at, at + 2)
  let place = at + (version === 1 ? 8 : 2)
  return Array.from({ length: count }, () => {
    const id = file.uint(place, 2)
    const hasName = version === 1 || id >= 256
    const nameSize = hasName ? file.uint(place + 2, 2) : 0
    place += hasName ? 4 : 2
    const valueCount = file.uint(place + 2, 2)
    place += 4 + (version === 1 ? 8 * Math.ceil(nameSize / 8) : nameSize)
    if (valueCount > 64) throw file.fault('a filter with too many values')
    const values = Array.from({ length: valueCount }, (_, i) => file.uint(place + 4 * i, 4))
    place += 4 * (version === 1 ? valueCount + (valueCount % 2) : valueCount)
    return { id, values }
  })
}

/** The value of elements that were never written; null if it is zero or not set. */
function fillOf(file: Hdf5Bytes, at: number): Uint8Array | null {
  const { bytes } = file
  const isSet = bytes[at] === 3 ? (bytes[at + 1] & 32) !== 0 : bytes[at] === 1 || bytes[at + 3] === 1
  if (!isSet) return null
  const sizeAt = at + (bytes[at] === 3 ? 2 : 4)
  const size = file.uint(sizeAt, 4)
  const value = bytes.subarray(sizeAt + 4, sizeAt + 4 + Math.max(0, size))
  return value.length === 0 || value.every(byte => byte === 0) ? null : value
}

function attributeOf(file: Hdf5Bytes, { at, size }: Message, wanted: string): Hdf5Data | null {
  const { bytes } = file
  const version = bytes[at]
  const [nameSize, typeSize, spaceSize] = [2, 4, 6].map(offset => file.uint(at + offset, 2))
  const nameAt = at + (version === 3 ? 9 : 8)
  if (file.text(nameAt, nameSize) !== wanted) return null
  const padded = (length: number) => (version === 1 ? 8 * Math.ceil(length / 8) : length)
  const typeAt = nameAt + padded(nameSize)
  const spaceAt = typeAt + padded(typeSize)
  const dataAt = spaceAt + padded(spaceSize)
  const isNamed = version > 1 && (bytes[at + 1] & 1) !== 0
  const type = readType(
    file,
    isNamed ? placeOfType(file, { type: DATATYPE, at: typeAt, size: typeSize, isShared: true }) : typeAt,
  )
  const shape = shapeOf(file, spaceAt)
  return { type, shape, layout: { kind: 'plain', at: dataAt, size: at + size - dataAt }, filters: [], fill: null }
}

/** The names of what a group contains, and where it is; links to other names and other files are left out. */
function linksOf(file: Hdf5Bytes, messages: readonly Message[]): Map<string, number> {
  const links = new Map<string, number>()
  for (const { type, at } of messages) {
    if (type === SYMBOL_TABLE) readSymbols(file, file.address(at), file.address(at + file.offsetSize), links)
    else if (type === LINK) readLink(file, at, links)
    else if (type === LINK_INFO) {
      const flags = file.bytes[at + 1]
      const heapAt = at + 2 + (flags & 1 ? 8 : 0)
      const heap = file.address(heapAt)
      const tree = file.address(heapAt + file.offsetSize)
      if (heap !== NOWHERE) for (const place of denseLinks(file, heap, tree)) readLink(file, place, links)
    }
  }
  return links
}

function readLink(file: Hdf5Bytes, at: number, links: Map<string, number>): void {
  const flags = file.bytes[at + 1]
  let place = at + 2
  const type = flags & 8 ? file.bytes[place++] : 0
  if (flags & 4) place += 8
  if (flags & 16) place++
  const width = 1 << (flags & 3)
  const nameSize = file.uint(place, width)
  place += width
  if (type === 0) links.set(file.text(place, nameSize), file.address(place + nameSize))
}

/** The symbols of a group of the first version: a tree whose leaves are tables of names. */
function readSymbols(file: Hdf5Bytes, tree: number, heap: number, links: Map<string, number>): void {
  file.signature(heap, 'HEAP')
  const names = file.address(heap + 8 + 2 * file.lengthSize)
  const { offsetSize, lengthSize } = file
  for (const node of treeLeaves(file, tree, 0, lengthSize)) {
    file.signature(node.child, 'SNOD')
    const count = file.uint(node.child + 6, 2)
    for (let i = 0, at = node.child + 8; i < count; i++, at += 2 * offsetSize + 24) {
      const nameAt = names + file.uint(at, offsetSize)
      // Cache type 2 is a link to another name.
      if (file.uint(at + 2 * offsetSize, 4) === 2) continue
      links.set(file.text(nameAt, file.textEnd(nameAt) - nameAt), file.address(at + offsetSize))
    }
  }
}

/** The entries of the leaves of a tree of the first version: the place of the key, and where the child is. */
export function treeLeaves(
  file: Hdf5Bytes,
  root: number,
  type: 0 | 1,
  keySize: number,
): { key: number; child: number }[] {
  const leaves: { key: number; child: number }[] = []
  const seen = new Set<number>()
  const open = root === NOWHERE ? [] : [root]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) throw file.fault('a tree has a cycle')
    seen.add(at)
    file.signature(at, 'TREE')
    if (file.bytes[at + 4] !== type) throw file.fault('a tree of another kind')
    const level = file.bytes[at + 5]
    const count = file.uint(at + 6, 2)
    const first = at + 8 + 2 * file.offsetSize
    const children: number[] = []
    for (let i = 0, key = first; i < count; i++, key += keySize + file.offsetSize) {
      const child = file.address(key + keySize)
      if (level === 0) leaves.push({ key, child })
      else children.push(child)
    }
    open.push(...children.reverse())
  }
  return leaves
}
