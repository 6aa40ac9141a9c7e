import { type Codes, noLabel } from './codes.js'

/**
 * Groups equal label rows and numbers the groups by first appearance.
 *
 * An open-addressing hash table of whole rows. Rows with equal hashes are compared label by label, so the groups are
 * exact. Rows are added block by block; blocks can differ in their bytes per label. O(m) per row.
 */
export class RowGroups {
  readonly #m: number
  /** The group in each slot, plus 1; 0 = free. */
  readonly #slots: Int32Array
  readonly #hashes: Int32Array
  /** The first row of each group: the number of its block, and its number there. */
  readonly #firstBlocks: Uint16Array
  readonly #firstRows: Uint16Array
  readonly #blocks: Codes[] = []
  #groupCount = 0

  /** `mostRows` is the largest number of rows that will be added. */
  constructor(ensembleSize: number, mostRows: number) {
    let slotCount = 16
    while (slotCount < 2 * mostRows) slotCount *= 2
    this.#m = ensembleSize
    this.#slots = new Int32Array(slotCount)
    this.#hashes = new Int32Array(mostRows)
    this.#firstBlocks = new Uint16Array(mostRows)
    this.#firstRows = new Uint16Array(mostRows)
  }

  get groupCount(): number {
    return this.#groupCount
  }

  /** The first row of a group, as its number in its block. */
  firstRow(group: number): number {
    return this.#firstRows[group]
  }

  /**
   * Adds the rows of a block. The labels of row r are at [r m, (r + 1) m). The block must not change
   * while the groups are in use. Writes the group of each row to `groupOf`.
   */
  add(codes: Codes, rowCount: number, groupOf: Uint16Array | Int32Array | null): void {
    const m = this.#m
    const none = noLabel(codes)
    const slots = this.#slots
    const hashes = this.#hashes
    const mask = slots.length - 1
    const block = this.#blocks.push(codes) - 1
    for (let r = 0; r < rowCount; r++) {
      const at = r * m
      const hash = hashRow(codes, at, m, none)
      let slot = hash & mask
      let group = slots[slot] - 1
      while (group >= 0 && (hashes[group] !== hash || !this.#isLike(group, codes, at))) {
        slot = (slot + 1) & mask
        group = slots[slot] - 1
      }
      if (group < 0) {
        group = this.#groupCount++
        slots[slot] = group + 1
        hashes[group] = hash
        this.#firstBlocks[group] = block
        this.#firstRows[group] = r
      }
      if (groupOf !== null) groupOf[r] = group
    }
  }

  /** Removes all rows. */
  clear(): void {
    this.#slots.fill(0)
    this.#blocks.length = 0
    this.#groupCount = 0
  }

  #isLike(group: number, codes: Codes, at: number): boolean {
    const first = this.#blocks[this.#firstBlocks[group]]
    return sameLabels(first, this.#firstRows[group] * this.#m, codes, at, this.#m)
  }
}

/** A hash of the labels of a row. It does not depend on the bytes per label. */
function hashRow(codes: Codes, from: number, m: number, none: number): number {
  let hash = 0
  for (let at = from; at < from + m; at++) {
    const label = codes[at] === none ? -1 : codes[at]
    hash = Math.imul(hash ^ label, 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}

function sameLabels(a: Codes, atA: number, b: Codes, atB: number, m: number): boolean {
  // Codes of the same size use the same value for missing labels.
  if (a.BYTES_PER_ELEMENT === b.BYTES_PER_ELEMENT) {
    for (let t = 0; t < m; t++) if (a[atA + t] !== b[atB + t]) return false
    return true
  }
  const noneA = noLabel(a)
  const noneB = noLabel(b)
  for (let t = 0; t < m; t++) {
    const labelA = a[atA + t]
    const labelB = b[atB + t]
    const isMissing = labelA === noneA
    if (isMissing !== (labelB === noneB)) return false
    if (!isMissing && labelA !== labelB) return false
  }
  return true
}
