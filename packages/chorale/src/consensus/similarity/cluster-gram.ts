import type { LabelTable } from '../../labelings/label-table.js'
import type { CrossSums } from '../../numeric/loops/cross-sums.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createSparseMatrix, type SparseMatrix } from '../../numeric/loops/sparse.js'
import type { Pauser } from '../../pause.js'

export interface ClusterGramInput {
  readonly loops: HotLoops
  readonly table: LabelTable
  readonly sums: CrossSums
  /** The number of clusters of other labelings that share a row with each cluster. */
  readonly neighbourCounts: Int32Array
  /** The weight of every label row. */
  readonly rowMass: Float64Array
  /** The factor of every cluster, applied on both sides. */
  readonly clusterScale: Float64Array
  /** Vectors per block that the matrix multiplies. */
  readonly width: number
  readonly pauser: Pauser
}

/**
 * The matrix S B' diag(mass) B S of all clusters with S = diag(scale): entry (c, d) is the scaled weight of the rows in
 * both clusters. Sparse, because most pairs of clusters have no row in common. O(n m²/2) time.
 */
export async function clusterGram(input: ClusterGramInput): Promise<SparseMatrix> {
  const { loops, table, sums, neighbourCounts, rowMass, clusterScale, width, pauser } = input
  const { ensembleSize: m, clusterStarts } = table
  const P = clusterStarts[m]
  const matrix = createSparseMatrix(loops, P, P + neighbourCounts.reduce((sum, count) => sum + count, 0), width)
  const { starts, columns, values } = matrix
  for (let c = 0; c < P; c++) starts[c + 1] = starts[c] + neighbourCounts[c] + 1
  const next = starts.slice(0, P)
  const put = (line: number, column: number, value: number) => {
    columns[next[line]] = column
    values[next[line]++] = value
  }
  const masses = clusterMasses(table, rowMass)

  // Entries reach every row in the order of its columns: first from earlier labelings, then the diagonal, then from later ones.
  for (let t = 0; t < m; t++) {
    for (let s = 0; s < t; s++) {
      const found = sums.table(t, s, rowMass)
      let at = 0
      for (let a = clusterStarts[t]; a < clusterStarts[t + 1]; a++) {
        for (let b = clusterStarts[s]; b < clusterStarts[s + 1]; b++, at++) {
          if (found[at] === 0) continue
          const value = clusterScale[a] * found[at] * clusterScale[b]
          put(a, b, value)
          put(b, a, value)
        }
      }
    }
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      put(c, c, clusterScale[c] * masses[c] * clusterScale[c])
    }
    await pauser.pause()
  }
  return matrix
}

/** The weight of the rows in each cluster. */
function clusterMasses(table: LabelTable, rowMass: Float64Array): Float64Array {
  const { ensembleSize: m, rowCount, clusters, clusterStarts } = table
  const masses = new Float64Array(clusterStarts[m])
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c >= 0) masses[c] += rowMass[r]
    }
  }
  return masses
}
