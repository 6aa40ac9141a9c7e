import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createPanelStore, type PanelStore } from '../../numeric/loops/panels.js'
import { orthonormalisePanel } from '../../numeric/orthonormal-panel.js'
import { BLOCK, type GramProduct } from './kernel-gram-product.js'

/** Combinations of basis vectors, eight columns each, row by row; valid until the same block is combined again. */
export interface Combination {
  /** y */
  readonly vectors: Float64Array
  /** G X(s) y */
  readonly products: Float64Array
  /** M(s) y - θ y */
  readonly residuals: Float64Array
  /** |M(s) y - θ y|² */
  readonly squares: Float64Array
}

/**
 * The matrices M(s) = X(s) G X(s) with X(s) = diag(x + s d), for all s at once, on an orthonormal basis Q of P-vectors.
 *
 *   Q' M(s) Q = A + s B + s² C,   A = Q' X G X Q,  B = Q' (X G D + D G X) Q,  C = Q' D G D Q
 *
 * A, B and C are kept up to date, so the small matrix for any s does not depend on P. The basis is kept when the line changes;
 * what depends on the line is recomputed with two products with G per block of eight vectors.
 */
export class KernelLine {
  /** P */
  readonly size: number
  readonly capacity: number
  readonly #gram: GramProduct
  /** Panels of Q, then of G X Q and of G D Q, then room to work in, then three for each block of combinations. */
  readonly #store: PanelStore
  /** Columns in use in each panel of Q. */
  #ranks: number[] = []
  /** Where they are in A, B and C. */
  #columns = new Int32Array(0)
  #start: Float64Array
  #direction: Float64Array | null = null
  /** A, B and C, panel by panel: entry (a, b) at [a * stride + b], unused columns included. */
  readonly #parts: Float64Array[]

  /** Q' M(s) Q of the last call. */
  readonly #small: Float64Array
  readonly #coefficients = new Float64Array(BLOCK * BLOCK)

  constructor(loops: HotLoops, gram: GramProduct, capacity: number, combinations: number) {
    this.#gram = gram
    this.size = gram.size
    this.capacity = capacity
    this.#store = createPanelStore(loops, gram.size, BLOCK, 4 * capacity + 3 * combinations)
    this.#start = new Float64Array(gram.size)
    this.#small = new Float64Array((capacity * BLOCK) ** 2)
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
    // If the basis fills the space, only rounding is left.
    if (this.dimension >= this.size) return 0
    const p = this.#ranks.length
    this.#store.panel(p).set(block)
    const rank = orthonormalisePanel(this.#store, p, 3 * this.capacity)
    if (rank === 0) return 0
    this.#setRanks([...this.#ranks, rank])
    this.#multiply(p)
    return rank
  }

  /** Q' M(s) Q, dimension x dimension; valid until the next call. */
  projected(s: number): Float64Array {
    const [A, B, C] = this.#parts
    const stride = this.capacity * BLOCK
    const columns = this.#columns
    const q = columns.length
    const matrix = this.#small.subarray(0, q * q)
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

  /** Block of vectors Q c for up to eight rows c of coefficients, from `from` on, with their Ritz values θ. */
  combine(s: number, rows: Float64Array, values: Float64Array, from: number, to: number): Combination {
    const { capacity } = this
    const store = this.#store
    const first = 4 * capacity + 3 * Math.floor(from / BLOCK)
    const vectors = store.panel(first)
    const products = store.panel(first + 1)
    const residuals = store.panel(first + 2)
    vectors.fill(0)
    products.fill(0)
    this.#forCoefficients(rows, from, to, (p, coefficients) => {
      store.update(first, p, coefficients)
      store.update(first + 1, capacity + p, coefficients)
      if (this.#direction === null || s === 0) return
      for (let at = 0; at < coefficients.length; at++) coefficients[at] *= s
      store.update(first + 1, 2 * capacity + p, coefficients)
    })
    store.scale(first + 2, first + 1, this.rootsAt(s))
    const minus = this.#coefficients.fill(0)
    for (let j = from; j < to; j++) minus[(j - from) * (BLOCK + 1)] = -values[j]
    store.update(first + 2, first, minus)
    store.gramInto(minus, first + 2, first + 2)
    const squares = Float64Array.from({ length: to - from }, (_, b) => minus[b * (BLOCK + 1)])
    return { vectors, products, residuals, squares }
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
    const scaled = 3 * capacity
    const images = 3 * capacity + 1
    const gx = capacity + p
    const gd = 2 * capacity + p
    store.scale(scaled, p, x)
    this.#gram.multiplyInto(store.panel(gx), store.panel(scaled))
    store.scale(images, gx, x)
    this.#project(0, p)
    if (d === null) return

    store.scale(scaled, p, d)
    this.#gram.multiplyInto(store.panel(gd), store.panel(scaled))
    store.scale(images, gd, d)
    this.#project(2, p)
    store.scale(images, gd, x)
    store.addScaled(images, gx, d)
    this.#project(1, p)
  }

  /** Column block p of A, B or C: Q' times the images at hand. */
  #project(part: number, p: number): void {
    const block = this.#coefficients
    const stride = this.capacity * BLOCK
    for (let r = 0; r <= p; r++) {
      this.#store.gramInto(block, r, 3 * this.capacity + 1)
      for (let a = 0; a < BLOCK; a++) {
        this.#parts[part].set(block.subarray(a * BLOCK, (a + 1) * BLOCK), (r * BLOCK + a) * stride + p * BLOCK)
      }
    }
  }

  /** Calls back with the coefficients of rows [from, to) for each panel: column b for row from + b. */
  #forCoefficients(
    rows: Float64Array,
    from: number,
    to: number,
    use: (p: number, coefficients: Float64Array) => void,
  ): void {
    const q = this.dimension
    const coefficients = this.#coefficients
    for (let p = 0, column = 0; p < this.#ranks.length; column += this.#ranks[p++]) {
      coefficients.fill(0)
      for (let a = 0; a < this.#ranks[p]; a++) {
        for (let b = from; b < to; b++) coefficients[a * BLOCK + b - from] = rows[b * q + column + a]
      }
      use(p, coefficients)
    }
  }
}
