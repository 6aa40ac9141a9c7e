import type { LabelTable } from '../ensemble/label-table.js'
import { randomFor } from '../numeric/random.js'
import { symmetricEigen } from '../numeric/symmetric-eigen.js'

/** The top of the spectrum of Σₜ bₜ K⁽ᵗ⁾. */
export interface KernelEvaluation {
  /** The k largest eigenvalues, descending; zeros beyond the rank. */
  readonly values: Float64Array
  /** The eigenvalue that follows; 0 when there is none. */
  readonly next: number
  /** sₜ = |U⁽ᵗ⁾' Z|²: how much of the eigenvectors each base clustering spans. */
  readonly spans: Float64Array
  /** Z on distinct rows: rowCount x k; zero columns beyond the rank. */
  readonly vectors: Float64Array
  readonly converged: boolean
}

/** Allowed error of the spanned space: residual over gap. */
const TOLERANCE = 1e-11
/** Allowed error of the sum of eigenvalues, residual² over gap, as a share of the largest one. */
const SUM_TOLERANCE = 1e-17
/** Residuals below this share of the largest eigenvalue are rounding. */
const ROUNDING = 4e-15
/** Eigenvalues below this share of the largest one are zeros. */
const ZERO = 1e-13
const MAX_ROUNDS = 300

/**
 * Eigenpairs of weighted sums of the base kernels, for many weights in a row: the core of SMKKM, MKKM and MKKC.
 *
 *   K_b = Σₜ bₜ K⁽ᵗ⁾,   K⁽ᵗ⁾ = U⁽ᵗ⁾ U⁽ᵗ⁾',   U⁽ᵗ⁾ = one-hot / √(cluster size)
 *
 * A basis Q on distinct label rows is kept from one call to the next, together with Q' U. In it K_b is
 * Σₜ bₜ (Q' U⁽ᵗ⁾)(Q' U⁽ᵗ⁾)', a small matrix for any b at no cost in n. Its Ritz pairs are checked against the exact
 * residual, one sparse product of O(n m k), and the basis grows by the residuals until they are small. Searches
 * move b along lines, on which eigenvectors are smooth: the basis keeps those of the last few calls, and most calls find
 * theirs in it already. The sum of eigenvalues needs far less than the vectors, because its error is the square of
 * theirs. The results are those of a dense eigensolver to about 1e-15 in the sum and 1e-11 in the vectors.
 *
 * (Reference: a dense eigensolver on n x n, or on the P x P Gram matrix U'U, for each b.) Inside groups of equal rows K_b is
 * zero, so nothing is missed on distinct rows.
 */
export class KernelSpectrum {
  readonly #table: LabelTable
  readonly #k: number
  /** √μ, the length of a row's indicator. */
  readonly #roots: Float64Array
  readonly #capacity: number
  /** Q: orthonormal vectors on rows. */
  #basis: Float64Array[] = []
  /** U' q for every q of the basis. */
  #indicators: Float64Array[] = []
  /** (U⁽ᵗ⁾' q_a)·(U⁽ᵗ⁾' q_b) for b <= a, all t in a row, at [a][b m + t]. */
  #products: Float64Array[] = []
  /** Eigenvectors of the last calls. */
  readonly #recent: Float64Array[][] = []

  constructor(table: LabelTable, clusterCount: number) {
    this.#table = table
    this.#k = clusterCount
    this.#roots = table.multiplicity.map(Math.sqrt)
    this.#capacity = Math.max(6 * (clusterCount + GUARD), 32)
    const random = randomFor(0, 0)
    const start = Array.from({ length: Math.min(clusterCount + GUARD, table.rowCount) }, () =>
      Float64Array.from({ length: table.rowCount }, () => random() - 0.5),
    )
    this.#expand(start)
  }

  /** Eigenpairs to 1e-11; or only their sum to 1e-16, with vectors to match, for those who compare sums. */
  evaluate(coefficients: Float64Array, wanted: 'vectors' | 'sum' = 'vectors'): KernelEvaluation {
    for (let round = 1; ; round++) {
      const q = this.#basis.length
      const eigen = symmetricEigen(this.#projected(coefficients), q)
      const largest = eigen.values[0]
      let rank = 0
      while (rank < Math.min(this.#k, q) && eigen.values[rank] > ZERO * largest) rank++
      const vectors = this.#combine(this.#basis, eigen.vectors, rank)
      const indicators = this.#combine(this.#indicators, eigen.vectors, rank)

      const gap = rank > 0 ? eigen.values[rank - 1] - (eigen.values[rank] ?? 0) : 0
      const needed = wanted === 'vectors' ? TOLERANCE * gap : Math.sqrt(SUM_TOLERANCE * largest * gap)
      const allowed = Math.max(needed, ROUNDING * largest)
      const residuals = this.#residuals(coefficients, eigen.values, vectors, indicators).filter(
        residual => lengthOf(residual) > allowed,
      )
      const finished = residuals.length === 0 || q >= this.#table.rowCount || round === MAX_ROUNDS
      if (!finished) {
        if (q + residuals.length > this.#capacity) this.#compress(vectors)
        if (this.#expand(residuals)) continue
      }
      this.#remember(vectors)
      const values = new Float64Array(this.#k)
      values.set(eigen.values.subarray(0, rank))
      return {
        ...{ values, spans: this.#spans(indicators), vectors: this.#pack(vectors) },
        next: Math.max(0, eigen.values[this.#k] ?? 0),
        converged: round < MAX_ROUNDS,
      }
    }
  }

  /** Q' K_b Q. */
  #projected(coefficients: Float64Array): Float64Array {
    const q = this.#basis.length
    const m = coefficients.length
    const matrix = new Float64Array(q * q)
    for (let a = 0; a < q; a++) {
      const products = this.#products[a]
      for (let b = 0, at = 0; b <= a; b++) {
        let sum = 0
        for (let t = 0; t < m; t++) sum += coefficients[t] * products[at++]
        matrix[a * q + b] = sum
        matrix[b * q + a] = sum
      }
    }
    return matrix
  }

  /** K_b z - θ z for every Ritz pair. */
  #residuals(
    coefficients: Float64Array,
    values: Float64Array,
    vectors: Float64Array[],
    indicators: Float64Array[],
  ): Float64Array[] {
    const { ensembleSize: m, rowCount, clusters, clusterStarts, clusterSizes } = this.#table
    return vectors.map((z, j) => {
      const scaled = indicators[j].slice()
      for (let t = 0; t < m; t++) {
        for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++)
          scaled[c] *= coefficients[t] / Math.sqrt(clusterSizes[c])
      }
      const residual = new Float64Array(rowCount)
      for (let t = 0; t < m; t++) {
        if (coefficients[t] === 0) continue
        for (let r = 0, at = t * rowCount; r < rowCount; r++, at++) {
          if (clusters[at] >= 0) residual[r] += scaled[clusters[at]]
        }
      }
      for (let r = 0; r < rowCount; r++) residual[r] = this.#roots[r] * residual[r] - values[j] * z[r]
      return residual
    })
  }

  /** Adds vectors to the basis; false when none of them was new. */
  #expand(vectors: readonly Float64Array[]): boolean {
    let grown = false
    for (const vector of vectors) {
      if (this.#basis.length >= this.#table.rowCount) break
      if (!makeOrthonormal(vector, this.#basis)) continue
      this.#add(vector, this.#indicatorsOf(vector))
      grown = true
    }
    return grown
  }

  #add(vector: Float64Array, indicators: Float64Array): void {
    const { ensembleSize: m, clusterStarts } = this.#table
    this.#basis.push(vector)
    this.#indicators.push(indicators)
    const products = new Float64Array(this.#basis.length * m)
    this.#indicators.forEach((other, b) => {
      for (let t = 0; t < m; t++) {
        let sum = 0
        for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) sum += indicators[c] * other[c]
        products[b * m + t] = sum
      }
    })
    this.#products.push(products)
  }

  /** U' x for all labelings: P numbers. */
  #indicatorsOf(x: Float64Array): Float64Array {
    const { rowCount, clusters, clusterSizes } = this.#table
    const sums = new Float64Array(clusterSizes.length)
    for (let at = 0, r = 0; at < clusters.length; at++) {
      if (clusters[at] >= 0) sums[clusters[at]] += this.#roots[r] * x[r]
      if (++r === rowCount) r = 0
    }
    for (let c = 0; c < sums.length; c++) sums[c] /= Math.sqrt(clusterSizes[c])
    return sums
  }

  #remember(vectors: Float64Array[]): void {
    this.#recent.unshift(vectors)
    this.#recent.length = Math.min(this.#recent.length, REMEMBERED)
  }

  /** Starts the basis afresh from the vectors at hand and those of the last calls. */
  #compress(vectors: readonly Float64Array[]): void {
    this.#basis = []
    this.#indicators = []
    this.#products = []
    for (const block of [vectors, ...this.#recent]) this.#expand(block.map(vector => vector.slice()))
  }

  /** Σ_a c_ja v_a for the first `count` coefficient rows. */
  #combine(vectors: readonly Float64Array[], rows: Float64Array, count: number): Float64Array[] {
    const q = vectors.length
    return Array.from({ length: count }, (_, j) => {
      const out = new Float64Array(vectors[0].length)
      let a = 0
      for (; a + 4 <= q; a += 4) {
        const [x0, x1, x2, x3] = [vectors[a], vectors[a + 1], vectors[a + 2], vectors[a + 3]]
        const at = j * q + a
        const [c0, c1, c2, c3] = [rows[at], rows[at + 1], rows[at + 2], rows[at + 3]]
        for (let i = 0; i < out.length; i++) out[i] += c0 * x0[i] + c1 * x1[i] + c2 * x2[i] + c3 * x3[i]
      }
      for (; a < q; a++) subtract(out, vectors[a], -rows[j * q + a])
      return out
    })
  }

  #spans(indicators: readonly Float64Array[]): Float64Array {
    const { ensembleSize: m, clusterStarts } = this.#table
    const spans = new Float64Array(m)
    for (const e of indicators) {
      for (let t = 0; t < m; t++) for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) spans[t] += e[c] * e[c]
    }
    return spans
  }

  #pack(vectors: readonly Float64Array[]): Float64Array {
    const out = new Float64Array(this.#table.rowCount * this.#k)
    vectors.forEach((z, j) => {
      for (let r = 0; r < z.length; r++) out[r * this.#k + j] = z[r]
    })
    return out
  }
}

/** Vectors beyond the wanted ones that the basis starts with and keeps. */
const GUARD = 4

/** Calls whose eigenvectors survive when the basis is full. */
const REMEMBERED = 4

/** Makes x orthogonal to the basis and of length 1; false where nothing but rounding is left of it. */
function makeOrthonormal(x: Float64Array, basis: readonly Float64Array[]): boolean {
  const before = lengthOf(x)
  if (before === 0) return false
  scale(x, 1 / before)
  // Again while much of it was in the basis: a small residual may lie there by rounding.
  let left = 0
  let length = 1
  while (left < 0.7 && length > 1e-9) {
    for (const q of basis) subtract(x, q, dot(q, x))
    left = lengthOf(x)
    length *= left
    if (left > 0) scale(x, 1 / left)
  }
  return length > 1e-9
}

/** Four sums side by side: one alone waits for every addition to finish. */
function dot(x: Float64Array, y: Float64Array): number {
  const n = x.length
  let [a, b, c, d] = [0, 0, 0, 0]
  let i = 0
  for (; i + 4 <= n; i += 4) {
    a += x[i] * y[i]
    b += x[i + 1] * y[i + 1]
    c += x[i + 2] * y[i + 2]
    d += x[i + 3] * y[i + 3]
  }
  for (; i < n; i++) a += x[i] * y[i]
  return a + b + (c + d)
}

function lengthOf(x: Float64Array): number {
  return Math.sqrt(dot(x, x))
}

function scale(x: Float64Array, factor: number): void {
  for (let i = 0; i < x.length; i++) x[i] *= factor
}

/** x ← x - c y */
function subtract(x: Float64Array, y: Float64Array, c: number): void {
  for (let i = 0; i < x.length; i++) x[i] -= c * y[i]
}
