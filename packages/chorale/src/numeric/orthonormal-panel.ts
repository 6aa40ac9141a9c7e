import { runToEnd, type Steps } from '../pause.js'
import type { PanelStore } from './loops/panels.js'
import { symmetricEigenSteps } from './loops/symmetric-eigen.js'

/** A column shorter than 1e-100 counts as zero; blocks are otherwise free of scale. */
const SMALLEST_SQUARE = 1e-200

/** Directions of a block whose share of the Gram matrix is below this are rounding, not news. */
const DEPENDENT = 1e-14

/**
 * Makes panel p orthogonal to the orthonormal panels before it, and its columns orthonormal; those that depend on others
 * are moved to the end as zeros. Returns how many are left. `scratch` is a panel to write to.
 */
export function orthonormalisePanel(store: PanelStore, p: number, scratch: number): number {
  return runToEnd(orthonormaliseSteps(store, p, scratch))
}

/** The same in steps. */
export function* orthonormaliseSteps(store: PanelStore, p: number, scratch: number): Steps<number> {
  let rank = store.width
  for (let pass = 0; pass < 2 && rank > 0; pass++) {
    yield* projectOut(store, p)
    rank = yield* orthonormaliseColumns(store, p, scratch)
  }
  return rank
}

/** X ← X - Q (Q' X), panel by panel. */
function* projectOut(store: PanelStore, p: number): Steps<void> {
  const gram = new Float64Array(store.width * store.width)
  for (let r = 0; r < p; r++) {
    yield* store.gramSteps(gram, r, p)
    for (let at = 0; at < gram.length; at++) gram[at] = -gram[at]
    yield* store.updateSteps(p, r, gram)
  }
}

/** Through the eigenvectors of the scaled Gram matrix (Stathopoulos and Wu's SVQB). */
function* orthonormaliseColumns(store: PanelStore, p: number, scratch: number): Steps<number> {
  const { width } = store
  const gram = new Float64Array(width * width)
  yield* store.gramSteps(gram, p, p)
  const scales = new Float64Array(width)
  for (let a = 0; a < width; a++) {
    const square = gram[a * width + a]
    scales[a] = square > SMALLEST_SQUARE ? 1 / Math.sqrt(square) : 0
  }
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) gram[a * width + b] *= scales[a] * scales[b]
  }
  const { values, vectors } = yield* symmetricEigenSteps(gram, width, store.loops)
  let rank = 0
  const coefficients = new Float64Array(width * width)
  while (rank < width && values[rank] > DEPENDENT * values[0]) {
    for (let a = 0; a < width; a++) {
      coefficients[a * width + rank] = (scales[a] * vectors[rank * width + a]) / Math.sqrt(values[rank])
    }
    rank++
  }
  store.panel(scratch).fill(0)
  yield* store.updateSteps(scratch, p, coefficients)
  store.panel(p).set(store.panel(scratch))
  return rank
}
