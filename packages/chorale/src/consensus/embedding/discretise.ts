import type { Labels, Matrix } from '../../types.js'

export interface Discretisation {
  readonly labels: Labels
  /** 2 (n - Σ singular values): how far the rotated embedding is from one-hot rows. */
  readonly value: number
  readonly iterations: number
}

const MAX_ITERATIONS = 21

/**
 * Labels from a spectral embedding, by rotating it as close to one-hot rows as possible.
 *
 *   X: rows scaled to length 1;  Y = one-hot of the largest entries of X R;  Y'X = U S V',  R = V U';  and again
 *
 * S. X. Yu, J. Shi: Multiclass spectral clustering, ICCV 2003. R starts with row `start` of X and adds, one after the other,
 * the row least aligned with those taken before. The result depends on `start`, but not on signs and rotations of X.
 */
export function discretise(embedding: Matrix, start: number): Discretisation {
  const { rowCount: n, columnCount: k } = embedding
  const X = scaledRows(embedding)
  let R = startingRotation(X, n, k, start)
  let previous = 0
  for (let iteration = 1; ; iteration++) {
    const labels = largestEntries(X, n, k, R)
    const sums = new Float64Array(k * k)
    for (let i = 0; i < n; i++) for (let q = 0; q < k; q++) sums[labels[i] * k + q] += X[i * k + q]
    const { trace, rotation } = nearestRotation(sums, k)
    const value = 2 * (n - trace)
    if (Math.abs(value - previous) < Number.EPSILON || iteration === MAX_ITERATIONS) {
      return { labels, value, iterations: iteration }
    }
    previous = value
    R = rotation
  }
}

function scaledRows({ rowCount: n, columnCount: k, values }: Matrix): Float64Array {
  const X = values.slice()
  for (let i = 0; i < n; i++) {
    let square = 0
    for (let q = 0; q < k; q++) square += X[i * k + q] * X[i * k + q]
    const length = Math.max(Math.sqrt(square), Number.EPSILON)
    for (let q = 0; q < k; q++) X[i * k + q] /= length
  }
  return X
}

/** Columns are rows of X: the first is given, each other is least aligned with those before. k x k, row by row. */
function startingRotation(X: Float64Array, n: number, k: number, start: number): Float64Array {
  const R = new Float64Array(k * k)
  const aligned = new Float64Array(n)
  let chosen = start
  for (let j = 0; j < k; j++) {
    for (let q = 0; q < k; q++) R[q * k + j] = X[chosen * k + q]
    for (let i = 0; i < n; i++) {
      let dot = 0
      for (let q = 0; q < k; q++) dot += X[i * k + q] * R[q * k + j]
      aligned[i] += Math.abs(dot)
    }
    chosen = aligned.reduce((least, value, i) => (value < aligned[least] ? i : least), 0)
  }
  return R
}

/** The first largest entry of every row of X R. */
function largestEntries(X: Float64Array, n: number, k: number, R: Float64Array): Labels {
  const labels = new Int32Array(n)
  const row = new Float64Array(k)
  for (let i = 0; i < n; i++) {
    row.fill(0)
    for (let q = 0; q < k; q++) for (let j = 0; j < k; j++) row[j] += X[i * k + q] * R[q * k + j]
    for (let j = 1; j < k; j++) if (row[j] > row[labels[i]]) labels[i] = j
  }
  return labels
}

/**
 * V U' for M = U S V', and the trace of S. One-sided Jacobi: columns of M are rotated until they are orthogonal.
 * If M does not have full rank, U is completed with orthogonalized unit vectors, the first that fit.
 */
export function nearestRotation(M: Float64Array, k: number): { trace: number; rotation: Float64Array } {
  // Columns of M V and of V as rows.
  const columns = Array.from({ length: k }, (_, j) => Float64Array.from({ length: k }, (_, i) => M[i * k + j]))
  const V = Array.from({ length: k }, (_, j) => Float64Array.from({ length: k }, (_, i) => (i === j ? 1 : 0)))
  for (let sweep = 0, rotated = true; rotated && sweep < 60; sweep++) {
    rotated = false
    for (let a = 0; a < k; a++) {
      for (let b = a + 1; b < k; b++) {
        const alpha = dot(columns[a], columns[a])
        const beta = dot(columns[b], columns[b])
        const gamma = dot(columns[a], columns[b])
        if (Math.abs(gamma) <= 1e-16 * Math.sqrt(alpha * beta)) continue
        rotated = true
        const zeta = (beta - alpha) / (2 * gamma)
        const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta))
        const c = 1 / Math.sqrt(1 + t * t)
        rotate(columns[a], columns[b], c, c * t)
        rotate(V[a], V[b], c, c * t)
      }
    }
  }

  const lengths = columns.map(column => Math.sqrt(dot(column, column)))
  const largest = Math.max(...lengths)
  const U: Float64Array[] = []
  const full = lengths.map(length => length > 1e-13 * largest)
  columns.forEach((column, j) => {
    if (full[j]) U[j] = column.map(value => value / lengths[j])
  })
  columns.forEach((_, j) => {
    if (!full[j]) U[j] = unitVectorOutside(U, k)
  })
  const rotation = new Float64Array(k * k)
  for (let j = 0; j < k; j++) {
    for (let a = 0; a < k; a++) for (let b = 0; b < k; b++) rotation[a * k + b] += V[j][a] * U[j][b]
  }
  return { trace: lengths.reduce((sum, length) => sum + length, 0), rotation }
}

function rotate(x: Float64Array, y: Float64Array, c: number, s: number): void {
  for (let i = 0; i < x.length; i++) {
    const a = x[i]
    const b = y[i]
    x[i] = c * a - s * b
    y[i] = s * a + c * b
  }
}

function unitVectorOutside(U: readonly Float64Array[], k: number): Float64Array {
  for (let axis = 0; axis < k; axis++) {
    const e = Float64Array.from({ length: k }, (_, i) => (i === axis ? 1 : 0))
    for (let pass = 0; pass < 2; pass++) {
      U.forEach(u => {
        const share = dot(u, e)
        for (let i = 0; i < k; i++) e[i] -= share * u[i]
      })
    }
    const length = Math.sqrt(dot(e, e))
    // At least one of k axes has a component of this size outside fewer than k directions.
    if (length > 0.5 / Math.sqrt(k)) return e.map(value => value / length)
  }
  throw new Error('unitVectorOutside: the directions given fill the space')
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i]
  return sum
}
