import { InputError } from '../../errors.js'
import type { LabelTable } from '../../labelings/label-table.js'
import { BLOCK, type GramProduct } from './kernel-gram-product.js'

/** Transformations of the base kernels before they are combined. */
export interface KernelShape {
  /** Whether they are centred: C K⁽ᵗ⁾ C with C = I - 11'/n. */
  readonly centred?: boolean
  /** Whether their diagonal is then normalised to 1: entry (i, j) divided by the root of (i, i) times (j, j). */
  readonly unitDiagonal?: boolean
}

/** The factor of shaped base kernels: K⁽ᵗ⁾ = V⁽ᵗ⁾ V⁽ᵗ⁾', V⁽ᵗ⁾ = U⁽ᵗ⁾ S⁽ᵗ⁾; U⁽ᵗ⁾ as in kernel-spectrum.ts. */
export interface ShapeFactor {
  /** tr K⁽ᵗ⁾ */
  readonly traces: Float64Array
  /** x becomes S x; a block of eight vectors over all clusters, row after row. */
  apply(x: Float64Array): void
  /** x becomes S' x. */
  applyTransposed(x: Float64Array): void
}

/**
 * S for the kernels of a given shape.
 *
 *   C U = U P,   P = I - r r',   r_c = √(n_c / n):   the mean of every column is taken out by a matrix on the clusters
 *   (C K C)_ii = 1/n_c - 1/n = d_c²,   so that S = P, or D⁻¹ P with a unit diagonal, or D⁻¹ with d_c² = 1/n_c if not centred
 *
 * Samples of one cluster stay equal, so the cost does not depend on n. For a labeling with one cluster d would be 0; such
 * labelings are removed before.
 */
export function shapeFactor(table: LabelTable, { centred = false, unitDiagonal = false }: KernelShape): ShapeFactor {
  const { ensembleSize: m, sampleCount: n, clusterStarts, clusterSizes } = table
  const covered = Float64Array.from({ length: m }, (_, t) =>
    clusterSizes.subarray(clusterStarts[t], clusterStarts[t + 1]).reduce((sum, size) => sum + size, 0),
  )
  if (centred && covered.some(count => count < n)) {
    throw new InputError('consensus: centred must be false for labelings with missing labels; got true')
  }
  const roots = clusterSizes.map(size => Math.sqrt(size / n))
  const scales = clusterSizes.map(size => (unitDiagonal ? 1 / Math.sqrt(1 / size - (centred ? 1 / n : 0)) : 1))

  const scale = (x: Float64Array) => {
    for (let at = 0; at < x.length; at++) x[at] *= scales[Math.floor(at / BLOCK)]
  }
  const project = (x: Float64Array) => {
    for (let t = 0; t < m; t++) {
      for (let b = 0; b < BLOCK; b++) {
        let dot = 0
        for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) dot += roots[c] * x[c * BLOCK + b]
        for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) x[c * BLOCK + b] -= roots[c] * dot
      }
    }
  }
  return {
    traces: unitDiagonal ? covered : covered.map((_, t) => clusterStarts[t + 1] - clusterStarts[t] - (centred ? 1 : 0)),
    apply(x) {
      if (centred) project(x)
      if (unitDiagonal) scale(x)
    },
    applyTransposed(x) {
      if (unitDiagonal) scale(x)
      if (centred) project(x)
    },
  }
}

/** S'G S */
export function shapedProduct(gram: GramProduct, shape: ShapeFactor): GramProduct {
  const shaped = new Float64Array(gram.size * BLOCK)
  return {
    size: gram.size,
    multiplyInto(y, x) {
      shaped.set(x)
      shape.apply(shaped)
      gram.multiplyInto(y, shaped)
      shape.applyTransposed(y)
    },
  }
}
