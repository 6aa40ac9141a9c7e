import { type Hdf5Bytes, NOWHERE } from './hdf5-bytes.js'

/*
 * Groups with many members in the later format keep them in a fractal heap, and a tree of the second version has a record
 * for each of them. The order of the records does not matter here.
 */

/** The places of the links of a group. */
export function denseLinks(file: Hdf5Bytes, heap: number, tree: number): number[] {
  const placeOf = fractalHeap(file, heap)
  return treeRecords(file, tree).map(({ at, type }) => {
    // Links by name have the hash of the name before the id, links by creation the number of the creation.
    const id = at + (type === 5 ? 4 : 8)
    return placeOf(id)
  })
}

/** The records of a tree of the second version. */
function treeRecords(file: Hdf5Bytes, at: number): { at: number; type: number }[] {
  if (at === NOWHERE) return []
  file.signature(at, 'BTHD')
  const type = file.bytes[at + 5]
  const nodeSize = file.uint(at + 6, 4)
  const recordSize = file.uint(at + 10, 2)
  const depth = file.uint(at + 12, 2)
  const root = file.address(at + 16)
  const rootCount = file.uint(at + 16 + file.offsetSize, 2)
  if (nodeSize < 16 || recordSize < 1 || depth > 16) throw file.fault('a tree of the second version')
  // How many records a node of every level has at most, which decides how wide numbers of records are.
  const most: { records: number; all: number }[] = []
  const pointerSizes: { own: number; all: number }[] = []
  for (let level = 0; level <= depth; level++) {
    if (level === 0) {
      const records = Math.floor((nodeSize - 10) / recordSize)
      most.push({ records, all: records })
      pointerSizes.push({ own: 0, all: 0 })
      continue
    }
    const below = most[level - 1]
    const own = bytesFor(below.records)
    const all = level > 1 ? bytesFor(below.all) : 0
    pointerSizes.push({ own, all })
    const pointer = file.offsetSize + own + all
    const records = Math.floor((nodeSize - 10 - pointer) / (recordSize + pointer))
    most.push({ records, all: (records + 1) * below.all + records })
  }
  const found: { at: number; type: number }[] = []
  const seen = new Set<number>()
  const visit = (node: number, count: number, level: number) => {
    if (node === NOWHERE || seen.has(node)) throw file.fault('a tree has a cycle')
    seen.add(node)
    file.signature(node, level === 0 ? 'BTLF' : 'BTIN')
    if (count > most[level].records) throw file.fault('a node has too many records')
    for (let i = 0; i < count; i++) found.push({ at: node + 6 + i * recordSize, type })
    if (level === 0) return
    const { own, all } = pointerSizes[level]
    for (let i = 0, place = node + 6 + count * recordSize; i <= count; i++, place += file.offsetSize + own + all) {
      visit(file.address(place), file.uint(place + file.offsetSize, own), level - 1)
    }
  }
  if (rootCount > 0) visit(root, rootCount, depth)
  return found
}

/** How often 1 must be doubled to reach a number. */
function doublings(most: number): number {
  let count = 0
  for (let reached = 1; reached < most; reached *= 2) count++
  return count
}

/** How many bytes hold all numbers up to one. */
function bytesFor(most: number): number {
  let size = 1
  while (256 ** size <= most) size++
  return size
}

/** A function from the place of an id to the place of its object. */
function fractalHeap(file: Hdf5Bytes, at: number): (id: number) => number {
  file.signature(at, 'FRHP')
  const { offsetSize: o, lengthSize: l } = file
  if (file.uint(at + 7, 2) !== 0) throw file.fault('a group with filters')
  const table = at + 14 + 10 * l + 2 * o
  const width = file.uint(table, 2)
  const startSize = file.length(table + 2)
  const mostDirect = file.length(table + 2 + l)
  const heapBits = file.uint(table + 2 + 2 * l, 2)
  const root = file.address(table + 6 + 2 * l)
  const rootRows = file.uint(table + 6 + 2 * l + o, 2)
  const offsetBytes = Math.ceil(heapBits / 8)
  if (!(width > 0 && startSize > 0 && mostDirect >= startSize)) throw file.fault('a heap')
  const sizeOfRow = (row: number) => (row < 2 ? startSize : startSize * 2 ** (row - 1))
  const directRows = 2 + doublings(mostDirect / startSize)

  /** The block and the offset in it of a place in the heap. */
  const locate = (block: number, rows: number, offset: number, depth: number): number => {
    if (rows === 0) return block + offset
    if (depth > 8) throw file.fault('a heap has no end')
    file.signature(block, 'FHIB')
    let left = offset
    let pointer = block + 5 + o + offsetBytes
    for (let row = 0; row < rows; row++) {
      const size = sizeOfRow(row)
      for (let column = 0; column < width; column++, pointer += o) {
        if (left < size) {
          const child = file.address(pointer)
          const childRows = row < directRows ? 0 : doublings(size / startSize / width) + 1
          return locate(child, childRows, left, depth + 1)
        }
        left -= size
      }
    }
    throw file.fault('an object of a heap is not there')
  }
  return id => {
    if ((file.bytes[id] & 0x30) !== 0) throw file.fault('a name that is too long')
    return locate(root, rootRows, file.uint(id + 1, offsetBytes), 0)
  }
}
