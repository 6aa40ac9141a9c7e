import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createSimdVote, type Votes } from '../../numeric/loops/vote.js'
import type { Labels } from '../../types.js'
import { type ConsensusModel, informativeOf, shapeOf } from './consensus-model.js'
import { predictLabels } from './predict-labels.js'

/** The consensus clusters of a block of rows from their labels in all base clusterings, of which none is missing. */
export type RowVote = (labelings: readonly Labels[], rowCount: number) => Promise<Votes>

/**
 * The fast way from base labels to consensus clusters, with the results of `predictLabels`; null if the model has none.
 * A rule that adds vectors of base clusters decides a row in less time than it takes to look for an equal one.
 */
export function createRowVote(model: ConsensusModel, loops: HotLoops): RowVote | null {
  const { rule, counts, rows, clusterCounts } = model
  const { hasMissing, clusterTotal, clusterCount } = shapeOf(model)
  if (loops.kind === 'plain' || rule.kind !== 'cluster-vectors' || hasMissing) return null
  const informative = informativeOf(model)
  const most = counts.inCluster.reduce((sum, count) => Math.max(sum, count), 0)
  if (most * informative.length > MOST_PAIRS) return null

  const starts = new Int32Array(informative.length)
  for (let at = 1; at < starts.length; at++) starts[at] = starts[at - 1] + clusterCounts[informative[at - 1]]
  const pairs = new Float64Array(clusterCount)
  for (let at = 0; at < counts.covered.length; at++) pairs[Math.floor(at / informative.length)] += counts.covered[at]
  const vote = createSimdVote(loops, {
    starts,
    clusterTotal,
    columns: rule.centres.columnCount,
    vectors: rule.vectors,
    clusterCount,
    centres: rule.centres.values,
    inCluster: counts.inCluster,
    pairs,
  })
  const isStored = rowsLikeStored(rows, informative)

  return async (labelings, rowCount) => {
    const found = vote(
      informative.map(t => labelings[t]),
      rowCount,
    )
    const { labels, confidence } = found
    const open: number[] = []
    for (let r = 0; r < rowCount; r++) if (labels[r] < 0 || isStored(labelings, r)) open.push(r)
    if (open.length > 0) {
      const decided = await predictLabels(
        model,
        labelings.map(values => open.map(r => values[r])),
      )
      open.forEach((r, at) => {
        labels[r] = decided.labels[at]
        confidence[r] = decided.confidence[at]
      })
    }
    return found
  }
}

/** Sums of members that the module adds in 32 bits. */
const MOST_PAIRS = 2 ** 31 - 1

/** Whether a row of base labels is one of the stored rows. */
function rowsLikeStored(
  { rowCount, labelings }: ConsensusModel['rows'],
  informative: readonly number[],
): (labelings: readonly Labels[], r: number) => boolean {
  if (rowCount === 0) return () => false
  const m = informative.length
  const byFirst = new Map<number, number[]>()
  for (let row = 0; row < rowCount; row++) {
    byFirst.set(labelings[row], [...(byFirst.get(labelings[row]) ?? []), row])
  }
  return (given, r) => {
    const alike = byFirst.get(given[informative[0]][r])
    if (alike === undefined) return false
    return alike.some(row => {
      let t = 1
      while (t < m && labelings[t * rowCount + row] === given[informative[t]][r]) t++
      return t === m
    })
  }
}
