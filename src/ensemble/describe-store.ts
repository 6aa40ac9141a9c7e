import { InputError } from '../check.js'
import type { Ensemble } from '../types.js'
import type { EnsembleReport } from './describe.js'
import { BLOCK_SAMPLES, type LabelBlock, type LabelStore, LabelStoreBuilder, rowClustersInto } from './label-store.js'

/** What a store holds, in numbers. Samples without any label, and labelings without members, are errors by name. */
export function describeStore(store: LabelStore, names: readonly string[]): EnsembleReport {
  const { sampleCount, ensembleSize: m, clusterStarts, hasMissing } = store
  const clusterCounts = Array.from({ length: m }, (_, t) => clusterStarts[t + 1] - clusterStarts[t])
  const empty = clusterCounts.indexOf(0)
  if (empty >= 0) {
    throw new InputError(
      `consensus: every labeling must cover at least one sample; '${names[empty]}' has only missing labels`,
    )
  }
  const covered = hasMissing ? countCovered(store) : clusterCounts.map(() => sampleCount)
  return {
    sampleCount,
    ensembleSize: m,
    clusterCounts,
    coverage: covered.map(count => count / sampleCount),
    missingCount: covered.reduce((sum, count) => sum + sampleCount - count, 0),
    distinctRows: countDistinctRows(store),
    oneClusterLabelings: clusterCounts.flatMap((count, t) => (count === 1 ? [t] : [])),
  }
}

/** Samples that each labeling covers. */
function countCovered(store: LabelStore): number[] {
  const { ensembleSize: m } = store
  const covered = new Array<number>(m).fill(0)
  forEachRow(store, (row, at, block, r) => {
    for (let t = 0; t < m; t++) if (row[at + t] >= 0) covered[t] += block.multiplicity[r]
  })
  return covered
}

/** The first sample that none of the labelings covers; -1 if there is none. */
export function firstUncovered(store: LabelStore): number {
  const { ensembleSize: m, hasMissing } = store
  let first = -1
  if (!hasMissing) return first
  forEachRow(store, (row, at, block, r, blockIndex) => {
    if (first >= 0) return
    for (let t = 0; t < m; t++) if (row[at + t] >= 0) return
    first = blockIndex * BLOCK_SAMPLES + block.rowOf.indexOf(r)
  })
  return first
}

/**
 * Samples that differ in at least one label. Rows are told apart by 53 bits of hash: among ten million, the chance that two
 * different ones are taken for one is about 0.5 %.
 */
function countDistinctRows(store: LabelStore): number {
  const { ensembleSize: m, blocks } = store
  if (blocks.length === 1) return blocks[0].rowCount
  const rowTotal = blocks.reduce((sum, block) => sum + block.rowCount, 0)
  let slotCount = 16
  while (slotCount < 2 * rowTotal) slotCount *= 2
  const slots = new Float64Array(slotCount)
  let distinct = 0
  forEachRow(store, (row, at) => {
    let high = 0x2545f491
    let low = 0x9e3779b9
    for (let t = at; t < at + m; t++) {
      high = Math.imul(high ^ row[t], 0x85ebca6b)
      high ^= high >>> 13
      low = Math.imul(low ^ row[t], 0xc2b2ae35)
      low ^= low >>> 16
    }
    const key = (high >>> 11) * 2 ** 32 + (low >>> 0) + 1
    let slot = low & (slotCount - 1)
    while (slots[slot] !== 0 && slots[slot] !== key) slot = (slot + 1) & (slotCount - 1)
    if (slots[slot] !== 0) return
    slots[slot] = key
    distinct++
  })
  return distinct
}

/** Calls `use` for every row of every block; its m clusters are at [at, at + m) of `row`. */
function forEachRow(
  store: LabelStore,
  use: (row: Int32Array, at: number, block: LabelBlock, r: number, blockIndex: number) => void,
): void {
  const { ensembleSize: m } = store
  const rows = new Int32Array(BLOCK_SAMPLES * m)
  store.blocks.forEach((block, index) => {
    rowClustersInto(rows, block, store, 0, block.rowCount)
    for (let r = 0; r < block.rowCount; r++) use(rows, r * m, block, r, index)
  })
}

/** The store with some of its labelings alone. */
export function pickLabelings(store: LabelStore, kept: readonly number[]): LabelStore {
  if (kept.length === store.ensembleSize) return store
  const builder = new LabelStoreBuilder(kept.length)
  for (const labelings of labelingBlocks(store)) builder.add(kept.map(t => labelings[t]))
  return builder.finish()
}

/** The labels of a store as an ensemble: four bytes each. */
export function ensembleOfStore(store: LabelStore, names: readonly string[]): Ensemble {
  const { sampleCount, ensembleSize: m, clusterStarts } = store
  const labelings = Array.from({ length: m }, () => new Int32Array(sampleCount))
  let from = 0
  for (const block of labelingBlocks(store)) {
    block.forEach((labels, t) => {
      labelings[t].set(labels, from)
    })
    from += block[0].length
  }
  const clusterCounts = Array.from({ length: m }, (_, t) => clusterStarts[t + 1] - clusterStarts[t])
  return { sampleCount, labelings, clusterCounts, names: [...names] }
}

/** The labels of every block, labeling by labeling. */
function* labelingBlocks(store: LabelStore): Generator<Int32Array[]> {
  const { ensembleSize: m, clusterStarts } = store
  const rows = new Int32Array(BLOCK_SAMPLES * m)
  for (const block of store.blocks) {
    rowClustersInto(rows, block, store, 0, block.rowCount)
    yield Array.from({ length: m }, (_, t) =>
      Int32Array.from(block.rowOf, row => {
        const c = rows[row * m + t]
        return c < 0 ? -1 : c - clusterStarts[t]
      }),
    )
  }
}
