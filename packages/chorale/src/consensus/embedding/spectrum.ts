import type { LabelTable } from '../../labelings/label-table.js'
import type { Matrix } from '../../types.js'

/**
 * The spectrum of an operator on samples. The operator on distinct label rows has only one part of it.
 *
 * The other part lives inside rows: a row of μ equal samples has one eigenvalue, μ - 1 times, on vectors in which
 * its samples differ and sum to zero. Both parts are combined here without expanding to single samples.
 */
export interface WithinRows {
  /** Eigenvalues inside rows with more than one sample, descending. */
  readonly values: Float64Array
  /** The row of each of them. */
  readonly rows: Int32Array
}

/** The `count` largest eigenvalues inside rows, each as often as it occurs. */
export function withinRowSpectrum(table: LabelTable, eigenvalues: Float64Array, count: number): WithinRows {
  const shared = Array.from(eigenvalues, (_, r) => r).filter(r => table.multiplicity[r] > 1)
  shared.sort((a, b) => eigenvalues[b] - eigenvalues[a] || a - b)
  const values: number[] = []
  const rows: number[] = []
  for (const r of shared) {
    for (let copy = 1; copy < table.multiplicity[r] && rows.length < count; copy++) {
      values.push(eigenvalues[r])
      rows.push(r)
    }
    if (rows.length === count) break
  }
  return { values: Float64Array.from(values), rows: Int32Array.from(rows) }
}

export interface TopOfBoth {
  /** The k largest eigenvalues of both parts. */
  readonly values: Float64Array
  /** How many of them belong to the operator on rows; the others are the first ones inside rows. */
  readonly acrossCount: number
  /** The next eigenvalue; 0 if there is none. */
  readonly next: number
}

/** The k largest of both parts; for ties, those of the operator on rows come first. */
export function topOfBoth(across: Float64Array, within: WithinRows, k: number): TopOfBoth {
  const values = new Float64Array(k)
  let a = 0
  let b = 0
  for (let j = 0; j < k; j++) {
    const takeAcross = a < across.length && (b >= within.values.length || across[a] >= within.values[b])
    values[j] = takeAcross ? across[a++] : within.values[b++]
  }
  return { values, acrossCount: a, next: Math.max(across[a] ?? 0, within.values[b] ?? 0) }
}

/**
 * The embedding of all samples: n x k, orthonormal columns. Vectors on rows are spread evenly over the samples of a
 * row; the vectors inside rows are Helmert contrasts, (1, .., 1, -j, 0, ..) / √(j (j + 1)).
 */
export function embedSamples(table: LabelTable, across: Float64Array, top: TopOfBoth, within: WithinRows): Matrix {
  const { sampleCount, rowOf, multiplicity } = table
  const k = top.values.length
  const { acrossCount } = top
  const columns = across.length / table.rowCount
  const values = new Float64Array(sampleCount * k)
  for (let i = 0; i < sampleCount; i++) {
    const scale = 1 / Math.sqrt(multiplicity[rowOf[i]])
    for (let q = 0; q < acrossCount; q++) values[i * k + q] = scale * across[rowOf[i] * columns + q]
  }
  for (let q = acrossCount; q < k; q++) {
    const row = within.rows[q - acrossCount]
    const j = within.rows.subarray(0, q - acrossCount).reduce((copies, other) => copies + (other === row ? 1 : 0), 1)
    const scale = 1 / Math.sqrt(j * (j + 1))
    let seen = 0
    for (let i = 0; i < sampleCount && seen <= j; i++) {
      if (rowOf[i] !== row) continue
      values[i * k + q] = seen < j ? scale : -j * scale
      seen++
    }
  }
  return { rowCount: sampleCount, columnCount: k, values }
}
