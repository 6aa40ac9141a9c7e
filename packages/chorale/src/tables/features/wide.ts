import type { Samples } from '../../types.js'

/**
 * Tables with at least so many features are wide: their rows are compared in principal components. From `from` features on
 * only with enough rows per feature; with fewer rows, mixtures are better.
 */
const WIDE = { from: 24, rowsPerFeature: 25, always: 40 }
/** With fewer rows, a graph of nearest rows says nothing. */
const LEAST_ROWS = 12

/** Whether a table has so many features that graphs of nearest rows in principal components describe it best. */
export function isWide({ sampleCount: n, featureCount: d }: Pick<Samples, 'sampleCount' | 'featureCount'>): boolean {
  return n >= LEAST_ROWS && (d >= WIDE.always || (d >= WIDE.from && n >= WIDE.rowsPerFeature * d))
}

/** With fewer effective columns than this, and than the root of all, columns have different units. */
const EFFECTIVE = 5

/**
 * Whether the columns of a wide table seem to have one unit, like the pixels of images, the dimensions of embeddings or
 * the genes of an array. Then their differences in spread carry information and are kept. Otherwise a few columns with
 * large numbers would decide alone, which the effective number of columns shows:
 *
 *   e = (Σ s)² / Σ s²,   s the variances of the columns
 */
export function hasOneUnit(variances: ArrayLike<number>): boolean {
  let total = 0
  let ofSquares = 0
  for (let f = 0; f < variances.length; f++) {
    total += variances[f]
    ofSquares += variances[f] * variances[f]
  }
  return total * total >= Math.max(EFFECTIVE, Math.sqrt(variances.length)) * ofSquares
}
