import type { Steps } from '../pause.js'
import type { HotLoops } from './loops/hot-loops.js'
import { createPanelStore, type PanelStore } from './loops/panels.js'
import { addScaled, dot } from './loops/vector.js'
import { orthonormaliseSteps } from './orthonormal-panel.js'

/** A symmetric matrix that is known only by its products with blocks of vectors. */
export interface BlockOperator {
  readonly size: number
  /** y = A x for a block of `width` vectors, row after row, in steps. */
  applySteps(y: Float64Array, x: Float64Array, width: number): Steps<void>
}

/**
 * A growing orthonormal basis Q with the images A Q and the projected matrix Q' A Q: the ground on which large
 * eigenproblems are solved. Blocks of `width` vectors (a multiple of 8) are added, each costing one product with A. Long
 * work comes in steps, to be run to their end before the next.
 */
export class Subspace {
  readonly loops: HotLoops
  readonly size: number
  readonly width: number
  /** Panels there is room for. */
  readonly capacity: number
  /** Panels of Q in use; panel p holds its columns first, then zeros. */
  panelCount = 0
  readonly #operator: BlockOperator
  readonly #store: PanelStore
  /** Columns in use in each panel. */
  readonly #ranks: number[] = []
  /** Q_r' A Q_p for r <= p, at [p][r]. */
  readonly #blocks: Float64Array[][] = []

  constructor(loops: HotLoops, operator: BlockOperator, width: number, capacity: number) {
    this.loops = loops
    this.#operator = operator
    this.size = operator.size
    this.width = width
    this.capacity = capacity
    this.#store = createPanelStore(loops, operator.size, width, 2 * capacity + KEPT_PANELS)
  }

  get full(): boolean {
    return this.panelCount === this.capacity
  }

  /** Columns of Q. */
  get dimension(): number {
    return this.#ranks.reduce((sum, rank) => sum + rank, 0)
  }

  /** Panel p of Q: size x width, unused columns zero. */
  panel(p: number): Float64Array {
    return this.#store.panel(p)
  }

  /** Columns of Q in panel p. */
  rank(p: number): number {
    return this.#ranks[p]
  }

  /** A times the last panel: the next block of a Krylov space. */
  lastImage(): Float64Array {
    return this.#store.panel(this.capacity + this.panelCount - 1)
  }

  /** Adds a block (size x width) to the basis; returns how many of its columns were new. */
  *expand(block: Float64Array): Steps<number> {
    const { width } = this
    const p = this.panelCount
    this.#store.panel(p).set(block)
    const rank = yield* orthonormaliseSteps(this.#store, p, 2 * this.capacity)
    if (rank === 0) return 0
    yield* this.#operator.applySteps(this.#store.panel(this.capacity + p), this.#store.panel(p), width)
    for (let r = 0; r <= p; r++) {
      const gram = new Float64Array(width * width)
      yield* this.#store.gramSteps(gram, r, this.capacity + p)
      if (r === 0) this.#blocks.push([])
      this.#blocks[p][r] = gram
    }
    this.#ranks.push(rank)
    this.panelCount++
    return rank
  }

  /** Q' A Q, dimension x dimension. */
  projected(): Float64Array {
    const q = this.dimension
    const matrix = new Float64Array(q * q)
    let column = 0
    for (let p = 0; p < this.panelCount; p++) {
      let row = 0
      for (let r = 0; r <= p; r++) {
        const block = this.#blocks[p][r]
        for (let a = 0; a < this.#ranks[r]; a++) {
          for (let b = 0; b < this.#ranks[p]; b++) {
            // The diagonal blocks are symmetric but for rounding: their upper triangle is used for both.
            const value = r === p && b < a ? block[b * this.width + a] : block[a * this.width + b]
            matrix[(row + a) * q + column + b] = value
            matrix[(column + b) * q + row + a] = value
          }
        }
        row += this.#ranks[r]
      }
      column += this.#ranks[p]
    }
    return matrix
  }

  /** Q C for coefficient vectors given as rows (count x dimension, count <= width): size x width, rest zero. */
  *combine(rows: Float64Array, count: number): Steps<Float64Array> {
    return (yield* this.#combineInto(2 * this.capacity, 0, rows, count)).slice()
  }

  /** A Q C, likewise. */
  *combineImages(rows: Float64Array, count: number): Steps<Float64Array> {
    return (yield* this.#combineInto(2 * this.capacity, this.capacity, rows, count)).slice()
  }

  /** Replaces the basis by Q C for orthonormal coefficient rows: a restart that keeps what was learnt. */
  *compress(rows: Float64Array, count: number): Steps<void> {
    const { width } = this
    const q = this.dimension
    const kept = Math.min(count, KEPT_PANELS * width)
    const projected = yield* projectOnto(this.projected(), q, rows, kept)
    const panels = Math.ceil(kept / width)
    for (const first of [0, this.capacity]) {
      for (let p = 0; p < panels; p++) {
        const part = rows.subarray(p * width * q, Math.min((p + 1) * width, kept) * q)
        yield* this.#combineInto(2 * this.capacity + p, first, part, part.length / q)
      }
      for (let p = 0; p < panels; p++) this.#store.panel(first + p).set(this.#store.panel(2 * this.capacity + p))
    }
    this.panelCount = panels
    this.#ranks.length = 0
    this.#blocks.length = 0
    for (let p = 0; p < panels; p++) {
      this.#ranks.push(Math.min(width, kept - p * width))
      this.#blocks.push([])
      for (let r = 0; r <= p; r++) this.#blocks[p].push(blockOf(projected, kept, r * width, p * width, width))
    }
  }

  *#combineInto(target: number, first: number, rows: Float64Array, count: number): Steps<Float64Array> {
    const out = this.#store.panel(target).fill(0)
    for (const [p, coefficients] of this.coefficientsOf(rows, 0, count)) {
      yield* this.#store.updateSteps(target, first + p, coefficients)
    }
    return out
  }

  /** What coefficient rows [from, to) mean for each panel: width x width, column b for row from + b; valid until the next. */
  *coefficientsOf(
    rows: Float64Array,
    from: number,
    to: number,
  ): Generator<[p: number, coefficients: Float64Array], void> {
    const { width } = this
    const q = this.dimension
    const coefficients = new Float64Array(width * width)
    for (let p = 0, column = 0; p < this.panelCount; column += this.#ranks[p++]) {
      coefficients.fill(0)
      for (let a = 0; a < this.#ranks[p]; a++) {
        for (let b = from; b < to; b++) coefficients[a * width + b - from] = rows[b * q + column + a]
      }
      yield [p, coefficients]
    }
  }
}

/** Panels that survive a restart. */
const KEPT_PANELS = 2

/** C P C' for coefficient rows C (count x q). */
function* projectOnto(P: Float64Array, q: number, rows: Float64Array, count: number): Steps<Float64Array> {
  const half = new Float64Array(count * q)
  for (let a = 0; a < count; a++) {
    for (let i = 0; i < q; i++) addScaled(half, a * q, P, i * q, q, rows[a * q + i])
    yield
  }
  const out = new Float64Array(count * count)
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) out[a * count + b] = dot(half, a * q, rows, b * q, q)
    yield
  }
  return out
}

/** The width x width block of a size x size matrix at (row, column), zeros beyond its edge. */
function blockOf(matrix: Float64Array, size: number, row: number, column: number, width: number): Float64Array {
  const block = new Float64Array(width * width)
  for (let a = 0; a < width && row + a < size; a++) {
    for (let b = 0; b < width && column + b < size; b++) block[a * width + b] = matrix[(row + a) * size + column + b]
  }
  return block
}
