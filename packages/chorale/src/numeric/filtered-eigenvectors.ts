import type { Steps } from '../pause.js'
import type { HotLoops } from './loops/hot-loops.js'
import { createPanelStore, type PanelStore } from './loops/panels.js'
import { symmetricEigenSteps, symmetricEigenvaluesSteps } from './loops/symmetric-eigen.js'
import { orthonormaliseSteps } from './orthonormal-panel.js'
import type { Random } from './random.js'
import type { BlockOperator } from './subspace.js'
import { firstColumns, startingBlock } from './top-eigenpairs.js'

/** The degree of the polynomial of one round, and the most rounds. */
const DEGREE = 8
const ROUNDS = 12
/** The largest change of an eigenvalue in the last round. */
const TOLERANCE = 1e-3
/** The filter damps eigenvalues from 0 to a bound, which stays within these limits. */
const LOWEST_BOUND = 1e-3
const HIGHEST_BOUND = 0.98
const FIRST_BOUND = 0.5

export interface FilteredEigenvectors {
  /** Descending. */
  readonly values: Float64Array
  /** Eigenvectors as columns: size x count, row by row. */
  readonly vectors: Float64Array
  /** Estimate of the next eigenvalue; 0 if there is none. */
  readonly next: number
  /** Whether the eigenvalues stopped changing. */
  readonly converged: boolean
}

/**
 * The leading eigenvectors of a positive semi-definite operator with eigenvalues in [0, 1], as accurately as a
 * clustering of their rows needs: many of them, quickly. `topEigenpairs` gives few, to rounding.
 *
 * Subspace iteration with Chebyshev polynomials that damp everything below the smallest eigenvalue of the block, with
 * the eigenvalues within the block after each. Repeated eigenvalues, which come from separate components, do no harm.
 */
export function* filteredEigenvectors(
  operator: BlockOperator,
  { count, loops, random }: { count: number; loops: HotLoops; random: Random },
): Steps<FilteredEigenvectors> {
  const { size } = operator
  const wanted = Math.min(count, size)
  const width = filterWidth(wanted)
  const store = createPanelStore(loops, size, width, 3)
  store.panel(BASIS).set(startingBlock(size, width, random))
  let values: Float64Array = new Float64Array(0)
  let bound = FIRST_BOUND
  let converged = false
  for (let round = 0; round < ROUNDS; round++) {
    yield* filter(operator, store, Math.min(HIGHEST_BOUND, Math.max(LOWEST_BOUND, bound)))
    const rank = yield* orthonormaliseSteps(store, BASIS, SCRATCH)
    const projected = yield* project(operator, store, rank)
    const found = yield* symmetricEigenvaluesSteps(projected, rank, store.loops)
    const change = largestChange(values, found, Math.min(wanted, rank))
    values = found
    bound = found[rank - 1]
    converged = change < TOLERANCE || rank === size
    if (!converged && round + 1 < ROUNDS) continue
    yield* rotateToRitzVectors(store, projected, rank)
    break
  }
  const kept = Math.min(wanted, values.length)
  const vectors = firstColumns(store.panel(BASIS), width, kept)
  return { values: values.slice(0, kept), vectors, next: values[kept] ?? 0, converged }
}

/** Columns of the block: some more than wanted; a multiple of 8. */
export function filterWidth(wanted: number): number {
  return 8 * Math.ceil((wanted + Math.max(4, Math.ceil(wanted / 8))) / 8)
}

/** The panels of the store. */
const BASIS = 0
const IMAGES = 1
const SCRATCH = 2

/** Basis ← T(2 A / a - 1) basis, T the Chebyshev polynomial: small on eigenvalues in [0, a], large above. */
function* filter(operator: BlockOperator, store: PanelStore, a: number): Steps<void> {
  const { width } = store
  let before = BASIS
  let now = IMAGES
  let next = SCRATCH
  const basis = store.panel(BASIS)
  const images = store.panel(IMAGES)
  yield* operator.applySteps(images, basis, width)
  for (let i = 0; i < images.length; i++) images[i] = (2 / a) * images[i] - basis[i]
  for (let degree = 2; degree <= DEGREE; degree++) {
    yield* operator.applySteps(store.panel(next), store.panel(now), width)
    store.recur(next, now, before, 2 / a)
    const oldest = before
    before = now
    now = next
    next = oldest
  }
  if (now !== BASIS) basis.set(store.panel(now))
}

/** The operator within an orthonormal basis: rank x rank. */
function* project(operator: BlockOperator, store: PanelStore, rank: number): Steps<Float64Array> {
  const { width } = store
  yield* operator.applySteps(store.panel(IMAGES), store.panel(BASIS), width)
  const gram = new Float64Array(width * width)
  yield* store.gramSteps(gram, BASIS, IMAGES)
  const projected = new Float64Array(rank * rank)
  for (let a = 0; a < rank; a++) {
    for (let b = a; b < rank; b++) {
      projected[a * rank + b] = gram[a * width + b]
      projected[b * rank + a] = gram[a * width + b]
    }
  }
  return projected
}

/** Rotates an orthonormal basis to the eigenvectors of the operator within it. */
function* rotateToRitzVectors(store: PanelStore, projected: Float64Array, rank: number): Steps<void> {
  const { width } = store
  const { vectors } = yield* symmetricEigenSteps(projected, rank, store.loops)
  const coefficients = new Float64Array(width * width)
  for (let b = 0; b < rank; b++) {
    for (let a = 0; a < rank; a++) coefficients[a * width + b] = vectors[b * rank + a]
  }
  store.panel(SCRATCH).fill(0)
  yield* store.updateSteps(SCRATCH, BASIS, coefficients)
  store.panel(BASIS).set(store.panel(SCRATCH))
}

function largestChange(before: Float64Array, now: Float64Array, count: number): number {
  if (before.length < count) return Infinity
  let largest = 0
  for (let q = 0; q < count; q++) largest = Math.max(largest, Math.abs(now[q] - before[q]))
  return largest
}
