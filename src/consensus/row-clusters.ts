import type { LabelTable } from '../ensemble/label-table.js'
import { kMeans } from '../numeric/k-means.js'
import { nearestCentre } from '../numeric/nearest-centres.js'
import { randomFor } from '../numeric/random.js'
import { drawSpread } from '../numeric/subset.js'
import type { Labels, Matrix } from '../types.js'
import type { MethodContext } from './method.js'

/** With more distinct rows than this, the centres come from a sample of the rows of the second number. */
const MANY_ROWS = 50_000
const SAMPLE_ROWS = 20_000

/**
 * The label of every sample by k-means on the distinct label rows, each weighted by its multiplicity. If there are very
 * many rows, the centres come from a sample, one row from each of equal stretches, and one pass assigns all rows.
 */
export function clusterRows(
  points: Matrix,
  table: LabelTable,
  options: { clusterCount: number; restarts: number; maxIterations?: number },
  { loops, seed, pauser }: Pick<MethodContext, 'loops' | 'seed' | 'pauser'>,
): Labels {
  const { rowCount } = points
  const sample = rowCount > MANY_ROWS ? drawSpread(rowCount, SAMPLE_ROWS, randomFor(seed, SAMPLE_STREAM)) : null
  const chosen = sample === null ? points : pickRows(points, sample)
  const { labels, centres } = kMeans(chosen, {
    ...options,
    clusterCount: Math.min(options.clusterCount, chosen.rowCount),
    weights: sample === null ? table.multiplicity : Float64Array.from(sample, r => table.multiplicity[r]),
    seed,
    loops,
    onIteration: () => pauser.check(),
  })
  const perRow = sample === null ? labels : nearestOf(points, centres)
  return table.rowOf.map(r => perRow[r])
}

/** The random stream of the sample; k-means uses the first ones. */
const SAMPLE_STREAM = 1_000_000

function pickRows({ columnCount, values }: Matrix, rows: Int32Array): Matrix {
  const picked = new Float64Array(rows.length * columnCount)
  rows.forEach((r, at) => {
    picked.set(values.subarray(r * columnCount, (r + 1) * columnCount), at * columnCount)
  })
  return { rowCount: rows.length, columnCount, values: picked }
}

/** The nearest centre of every point; ties go to the lowest. */
function nearestOf({ rowCount, columnCount, values }: Matrix, centres: Matrix): Labels {
  const labels = new Int32Array(rowCount)
  for (let r = 0; r < rowCount; r++) {
    labels[r] = nearestCentre(values, r, centres.values, centres.rowCount, columnCount)
  }
  return labels
}

/**
 * Expands eigenvectors on distinct rows, rowCount x columns, to an embedding of all samples, n x k. Columns beyond the
 * rank of the matrix have eigenvalue 0 and no defined direction, so they are zero.
 */
export function embeddingOfRows(table: LabelTable, vectors: Float64Array, columns: number, k: number): Matrix {
  const { sampleCount, rowOf, multiplicity } = table
  const values = new Float64Array(sampleCount * k)
  for (let i = 0; i < sampleCount; i++) {
    const factor = 1 / Math.sqrt(multiplicity[rowOf[i]])
    for (let q = 0; q < Math.min(columns, k); q++) values[i * k + q] = factor * vectors[rowOf[i] * columns + q]
  }
  return { rowCount: sampleCount, columnCount: k, values }
}

/** The first `k` values, padded with zeros. */
export function padded(values: Float64Array, k: number): Float64Array {
  const out = new Float64Array(k)
  out.set(values.subarray(0, k))
  return out
}
