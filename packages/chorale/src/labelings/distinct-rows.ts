import { newCodes, noLabel, sharedBytes } from './codes.js'
import { BLOCK_SAMPLES, type LabelBlock, type LabelStore } from './label-store.js'
import { RowGroups } from './row-groups.js'

/** The number of samples that differ in at least one label. */
export function countDistinctRows({ ensembleSize, blocks }: LabelStore): number {
  if (blocks.length === 1) return blocks[0].rowCount
  const groups = new RowGroups(ensembleSize, rowTotal(blocks))
  for (const { codes, rowCount } of blocks) groups.add(codes, rowCount, null)
  return groups.groupCount
}

/** The distinct rows of all blocks, numbered by first appearance. */
export interface DistinctRows {
  readonly rowCount: number
  /** The number of row r of block b at numbers[b][r]. */
  readonly numbers: readonly Int32Array[]
}

export function numberRows({ ensembleSize, blocks }: LabelStore): DistinctRows {
  // The rows of a single block are already distinct and numbered.
  if (blocks.length === 1) return { rowCount: blocks[0].rowCount, numbers: [countUp(blocks[0].rowCount)] }
  const groups = new RowGroups(ensembleSize, rowTotal(blocks))
  const numbers = blocks.map(({ codes, rowCount }) => {
    const groupOf = new Int32Array(rowCount)
    groups.add(codes, rowCount, groupOf)
    return groupOf
  })
  return { rowCount: groups.groupCount, numbers }
}

/** The rows of all blocks; equal rows of different blocks count several times. */
export function rowTotal(blocks: readonly LabelBlock[]): number {
  return blocks.reduce((sum, { rowCount }) => sum + rowCount, 0)
}

/** 0, 1, 2, ... */
function countUp(count: number): Int32Array {
  const numbers = new Int32Array(count)
  for (let i = 0; i < count; i++) numbers[i] = i
  return numbers
}

/** A store with every distinct row once, in the order of their numbers. */
export function storeOfDistinct(store: LabelStore, { rowCount, numbers }: DistinctRows): LabelStore {
  const { ensembleSize: m, clusterStarts } = store
  const most = clusterStarts.reduce((largest, start, t) => Math.max(largest, start - (clusterStarts[t - 1] ?? 0)), 0)
  const blocks: LabelBlock[] = []
  for (let from = 0; from < rowCount; from += BLOCK_SAMPLES) {
    const count = Math.min(BLOCK_SAMPLES, rowCount - from)
    const rowOf = new Uint16Array(sharedBytes(2 * count))
    for (let r = 0; r < count; r++) rowOf[r] = r
    const multiplicity = new Uint32Array(sharedBytes(4 * count)).fill(1)
    blocks.push({ sampleCount: count, rowCount: count, codes: newCodes(count * m, most), multiplicity, rowOf })
  }
  let seen = 0
  store.blocks.forEach(({ codes, rowCount: blockRows }, b) => {
    const none = noLabel(codes)
    for (let r = 0; r < blockRows; r++) {
      if (numbers[b][r] < seen) continue
      const { codes: own } = blocks[Math.floor(seen / BLOCK_SAMPLES)]
      const at = (seen++ % BLOCK_SAMPLES) * m
      const noneHere = noLabel(own)
      for (let t = 0; t < m; t++) own[at + t] = codes[r * m + t] === none ? noneHere : codes[r * m + t]
    }
  })
  return { ...store, sampleCount: rowCount, blocks }
}
