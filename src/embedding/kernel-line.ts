import type { Kernels } from '../kernels/kernels.js'
import { createPanelStore, type PanelStore } from '../kernels/panels.js'
import { orthonormalisePanel } from '../numeric/orthonormal-panel.js'
import { BLOCK, type GramProduct } from './kernel-gram-product.js'

/** Some vectors of the basis combined: eight columns each, row after row. */
export interface Combination {
  /** y */
  readonly vectors: Float64Array
  /** G X(s) y */
  readonly products: Float64Array
}

/**
 * The matrices M(s) = X(s) G X(s) with X(s) = diag(x + s d), for all s at once, on an orthonormal basis Q of P-vectors.
 *
 *   Q' M(s) Q = A + s B + s² C,   A = Q' X G X Q,  B = Q' (X G D + D G X) Q,  C = Q' D G D Q
 *
 * A, B and C are kept up to date: a small matrix for any s at no cost in P. The basis stays when the line changes, and what
 * depends on the line is computed anew, two products with G per block of eight vectors.
 */
export class KernelLine {
  /** P */
  readonly size: number
  readonly capacity: number
  readonly #gram: GramProduct
  /** Panels of Q, then of G X Q and of G D Q, then room to work in. */
  readonly #store: PanelStore
  /** Columns in use in each panel of Q. */
  #ranks: number[] = []
  /** Where they are in A, B and C. */
  #columns = new Int32Array(0)
  #start: Float64Array
  #direction: Float64Array | null = null
  /** A, B and C, panel by panel: entry (a, b) at [a * stride + b], unused columns included. */
  readonly #parts: Float64Array[]

  constructor(kernels: Kernels, gram: GramProduct, capacity: number) {
    this.#gram = gram
    this.size = gram.size
    this.capacity = capacity
    this.#store = createPanelStore(kernels, gram.size, BLOCK, 4 * capacity)
    this.#start = new Float64Array(gram.size)
    this.#parts = Array.from({ length: 3 }, () => new Float64Array((capacity * BLOCK) ** 2))
  }

  get isFull(): boolean {
    return this.#ranks.length === this.capacity
  }

  /** Columns of Q. */
  get dimension(): number {
    return this.#columns.length
  }

  /** Changes x and d, given per cluster; no direction means s = 0 only. */
  moveTo(start: Float64Array, direction: Float64Array | null): void {
    this.#start = start
    this.#direction = direction
    for (let p = 0; p < this.#ranks.length; p++) this.#multiply(p)
  }

  /** Adds eight vectors to Q; returns how many of them were new. */
  expand(block: Float64Array): number {
    // Beyond all of space nothing but rounding would be left.
    if (this.dimension >= this.size) return 0
    const p = this.#ranks.length
    this.#store.panel(p).set(block)
    const rank = orthonormalisePanel(this.#store, p, 3 * this.capacity)
    if (rank === 0) return 0
    this.#setRanks([...this.#ranks, rank])
    this.#multiply(p)
    return rank
  }

  /** Q' M(s) Q, dimension x dimension. */
  projected(s: number): Float64Array {
    const [A, B, C] = this.#parts
    const stride = this.capacity * BLOCK
    const columns = this.#columns
    const q = columns.length
    const matrix = new Float64Array(q * q)
    for (let i = 0; i < q; i++) {
      for (let j = 0; j <= i; j++) {
        const at = columns[j] * stride + columns[i]
        const value = A[at] + s * (B[at] + s * C[at])
        matrix[i * q + j] = value
        matrix[j * q + i] = value
      }
    }
    return matrix
  }

  /** Vectors Q c for up to eight rows c of coefficients, from `from` on, and what M(s) needs of them. */
  combine(s: number, rows: Float64Array, from: number, to: number): Combination {
    const { capacity } = this
    const store = this.#store
    const vectors = store.panel(3 * capacity).fill(0)
    const products = store.panel(3 * capacity + 1).fill(0)
    this.#forCoefficients(rows, from, to, (p, coefficients) => {
      store.update(3 * capacity, p, coefficients)
      store.update(3 * capacity + 1, capacity + p, coefficients)
      if (this.#direction === null || s === 0) return
      for (let at = 0; at < coefficients.length; at++) coefficients[at] *= s
      store.update(3 * capacity + 1, 2 * capacity + p, coefficients)
    })
    return { vectors: vectors.slice(), products: products.slice() }
  }

  /** Replaces Q by Q C for orthonormal rows of coefficients. `moveTo` must follow. */
  compress(rows: Float64Array, count: number): void {
    const { capacity } = this
    const panels = Math.ceil(count / BLOCK)
    for (let p = 0; p < panels; p++) {
      this.#store.panel(3 * capacity + p).fill(0)
      this.#forCoefficients(rows, p * BLOCK, Math.min((p + 1) * BLOCK, count), (from, coefficients) =>
        this.#store.update(3 * capacity + p, from, coefficients),
      )
    }
    for (let p = 0; p < panels; p++) this.#store.panel(p).set(this.#store.panel(3 * capacity + p))
    this.#setRanks(Array.from({ length: panels }, (_, p) => Math.min(BLOCK, count - p * BLOCK)))
  }

  /** x + s d, per cluster. */
  rootsAt(s: number): Float64Array {
    const direction = this.#direction
    return direction === null ? this.#start : this.#start.map((x, c) => x + s * direction[c])
  }

  #setRanks(ranks: number[]): void {
    this.#ranks = ranks
    this.#columns = Int32Array.from(ranks.flatMap((rank, p) => Array.from({ length: rank }, (_, a) => p * BLOCK + a)))
  }

  /** G X Q, G D Q and the entries of A, B and C for panel p. */
  #multiply(p: number): void {
    const { capacity } = this
    const x = this.#start
    const d = this.#direction
    const store = this.#store
    const [scaled, images] = [store.panel(3 * capacity), store.panel(3 * capacity + 1)]
    const gx = store.panel(capacity + p)
    scaleRows(scaled, store.panel(p), x)
    this.#gram.multiplyInto(gx, scaled)
    scaleRows(images, gx, x)
    this.#project(0, p)
    if (d === null) return

    const gd = store.panel(2 * capacity + p)
    scaleRows(scaled, store.panel(p), d)
    this.#gram.multiplyInto(gd, scaled)
    scaleRows(images, gd, d)
    this.#project(2, p)
    scaleRows(images, gd, x)
    for (let c = 0, at = 0; c < d.length; c++) for (let b = 0; b < BLOCK; b++, at++) images[at] += d[c] * gx[at]
    this.#project(1, p)
  }

  /** Column block p of A, B or C: Q' times the images at hand. */
  #project(part: number, p: number): void {
    const block = new Float64Array(BLOCK * BLOCK)
    const stride = this.capacity * BLOCK
    for (let r = 0; r <= p; r++) {
      this.#store.gramInto(block, r, 3 * this.capacity + 1)
      for (let a = 0; a < BLOCK; a++) {
        this.#parts[part].set(block.subarray(a * BLOCK, (a + 1) * BLOCK), (r * BLOCK + a) * stride + p * BLOCK)
      }
    }
  }

  /** Hands out what coefficient rows [from, to) mean for each panel: column b for row from + b. */
  #forCoefficients(
    rows: Float64Array,
    from: number,
    to: number,
    use: (p: number, coefficients: Float64Array) => void,
  ): void {
    const q = this.dimension
    const coefficients = new Float64Array(BLOCK * BLOCK)
    for (let p = 0, column = 0; p < this.#ranks.length; column += this.#ranks[p++]) {
      coefficients.fill(0)
      for (let a = 0; a < this.#ranks[p]; a++) {
        for (let b = from; b < to; b++) coefficients[a * BLOCK + b - from] = rows[b * q + column + a]
      }
      use(p, coefficients)
    }
  }
}

/** out = diag(factors) block. */
function scaleRows(out: Float64Array, block: Float64Array, factors: Float64Array): void {
  for (let c = 0, at = 0; c < factors.length; c++) {
    for (let b = 0; b < BLOCK; b++, at++) out[at] = factors[c] * block[at]
  }
}
