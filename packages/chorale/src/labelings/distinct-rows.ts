import type { LabelBlock, LabelStore } from './label-store.js'
import { RowGroups } from './row-groups.js'

/** The number of samples that differ in at least one label. */
export function countDistinctRows({ ensembleSize, blocks }: LabelStore): number {
  if (blocks.length === 1) return blocks[0].rowCount
  const groups = new RowGroups(ensembleSize, rowTotal(blocks))
  for (const { codes, rowCount } of blocks) groups.add(codes, rowCount, null)
  return groups.groupCount
}

/** Numbers the distinct rows of all blocks by first appearance: row r of block b has the number numbers[b][r]. */
export function numberRows({ ensembleSize, blocks }: LabelStore): { rowCount: number; numbers: Int32Array[] } {
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

function rowTotal(blocks: readonly LabelBlock[]): number {
  return blocks.reduce((sum, { rowCount }) => sum + rowCount, 0)
}

/** 0, 1, 2, ... */
function countUp(count: number): Int32Array {
  const numbers = new Int32Array(count)
  for (let i = 0; i < count; i++) numbers[i] = i
  return numbers
}
