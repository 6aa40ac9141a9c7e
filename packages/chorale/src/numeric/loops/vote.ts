import type { HotLoops } from './hot-loops.js'
import { Workspace } from './workspace.js'

/** What the vote of base clusters goes by. */
export interface VoteTables {
  /** The first base cluster of every labeling, and the number of all. */
  readonly starts: Int32Array
  readonly clusterTotal: number
  /** One vector of `columns` numbers per base cluster, and per consensus cluster. */
  readonly columns: number
  readonly vectors: Float64Array
  readonly clusterCount: number
  readonly centres: Float64Array
  /** Members of consensus cluster C in base cluster c, at [C * clusterTotal + c]. */
  readonly inCluster: Int32Array
  /** For every consensus cluster, the pairs of a labeling and a member that it covers. */
  readonly pairs: Float64Array
}

/** The cluster of every row, -1 where the rule cannot decide, and its confidence. */
export interface Votes {
  readonly labels: Int32Array
  readonly confidence: Float64Array
}

interface VoteExports {
  vote(...addressesAndSizes: number[]): void
}

/**
 * The consensus clusters of rows of base labels, in WebAssembly: what `clusterVectors` and `AgreementTally` of src/predict
 * do in TypeScript.
 */
export function createSimdVote(
  loops: HotLoops,
  tables: VoteTables,
): (labelings: readonly Int32Array[], rowCount: number) => Votes {
  const { starts, clusterTotal, columns, clusterCount: k, pairs } = tables
  const m = starts.length
  const width = 4 * Math.ceil(columns / 4)
  const counted = 4 * Math.ceil(k / 4)
  const places = k + (k % 2)
  const vectors = new Float64Array(clusterTotal * width)
  const members = new Int32Array(clusterTotal * counted)
  for (let c = 0; c < clusterTotal; c++) {
    vectors.set(tables.vectors.subarray(c * columns, (c + 1) * columns), c * width)
    for (let C = 0; C < k; C++) members[c * counted + C] = tables.inCluster[C * clusterTotal + c]
  }
  const centres = new Float64Array(columns * places).fill(Infinity)
  for (let C = 0; C < k; C++) {
    for (let q = 0; q < columns; q++) centres[q * places + C] = tables.centres[C * columns + q]
  }

  return (labelings, rowCount) => {
    const floats = vectors.length + centres.length + k + width + rowCount
    const ints = m + members.length + counted + (m + 1) * rowCount
    const workspace = Workspace.borrow<VoteExports>(loops, 8 * floats + 4 * ints)
    const vectorsHere = workspace.float64(vectors.length)
    const centresHere = workspace.float64(centres.length)
    const pairsHere = workspace.float64(k)
    const membersHere = workspace.int32(members.length)
    const startsHere = workspace.int32(m)
    const labelsHere = workspace.int32(m * rowCount)
    const z = workspace.float64(width)
    const found = workspace.int32(counted)
    const outLabels = workspace.int32(rowCount)
    const outConfidence = workspace.float64(rowCount)
    vectorsHere.set(vectors)
    centresHere.set(centres)
    pairsHere.set(pairs)
    membersHere.set(members)
    startsHere.set(starts)
    labelings.forEach((labels, t) => {
      labelsHere.set(labels, t * rowCount)
    })
    workspace.exports.vote(
      labelsHere.byteOffset,
      rowCount,
      m,
      startsHere.byteOffset,
      vectorsHere.byteOffset,
      width,
      columns,
      centresHere.byteOffset,
      places,
      membersHere.byteOffset,
      counted,
      k,
      pairsHere.byteOffset,
      z.byteOffset,
      found.byteOffset,
      outLabels.byteOffset,
      outConfidence.byteOffset,
    )
    return { labels: outLabels.slice(), confidence: outConfidence.slice() }
  }
}
