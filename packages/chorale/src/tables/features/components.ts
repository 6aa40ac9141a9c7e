/** Names that programs give to principal components and their relatives. */
const COMPONENT = /^(x_)?(pca?s?|principal[ _.-]?components?|comp(onent)?|dim|lsi|svd|harmony)[ _.-]?\d+$/i

/** Rows that show whether columns are correlated. */
const COMPARED_ROWS = 2000
/** Fewer columns may be uncorrelated and sorted by chance, unless they are so exactly. */
const LEAST_COLUMNS = 6
const LEAST_ROWS = 100
/** The largest correlation of columns that are uncorrelated exactly, and of a part of their rows. */
const EXACTLY = 1e-5
const ABOUT = 0.2
/** Correlations by chance are about 1 / √n; their root mean square may be this many times as large. */
const BY_CHANCE = 1.5
/** The variances of components decrease; columns of one variance are something else. */
const LEAST_RATIO = 1.5

/**
 * Whether features are principal components, which must not be scaled: their variances are their weights.
 * By name, or by variances that decrease while nothing is correlated. `rowsAt` gives some rows of all features.
 */
export function areComponents(
  names: readonly string[],
  variances: ArrayLike<number>,
  sampleCount: number,
  rowsAt: (rows: Int32Array) => Float64Array,
): 'names' | 'numbers' | null {
  const d = names.length
  if (d < 2) return null
  if (names.every(name => COMPONENT.test(name))) return 'names'
  if (!isDecreasing(variances) || variances[0] < LEAST_RATIO * variances[d - 1]) return null
  const count = Math.min(sampleCount, COMPARED_ROWS)
  const rows = Int32Array.from({ length: count }, (_, at) => Math.floor((at * sampleCount) / count))
  const { largest, typical } = correlations(rowsAt(rows), count, d)
  if (count === sampleCount && largest < EXACTLY) return 'numbers'
  const isMany = d >= LEAST_COLUMNS && count >= LEAST_ROWS
  return isMany && largest < ABOUT && typical < BY_CHANCE / Math.sqrt(count) ? 'numbers' : null
}

function isDecreasing(variances: ArrayLike<number>): boolean {
  for (let f = 1; f < variances.length; f++) if (variances[f] > variances[f - 1]) return false
  return true
}

/** The largest absolute correlation of two columns, and the root mean square of all. */
function correlations(values: Float64Array, n: number, d: number): { largest: number; typical: number } {
  const unit = new Float64Array(n * d)
  for (let f = 0; f < d; f++) {
    let mean = 0
    for (let i = 0; i < n; i++) mean += values[i * d + f] / n
    let square = 0
    for (let i = 0; i < n; i++) square += (values[i * d + f] - mean) ** 2
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0
    for (let i = 0; i < n; i++) unit[f * n + i] = (values[i * d + f] - mean) * scale
  }
  let largest = 0
  let squares = 0
  for (let a = 0; a < d; a++) {
    for (let b = 0; b < a; b++) {
      let product = 0
      for (let i = 0; i < n; i++) product += unit[a * n + i] * unit[b * n + i]
      largest = Math.max(largest, Math.abs(product))
      squares += product * product
    }
    // Most tables have a correlated pair among the first columns.
    if (largest >= ABOUT) return { largest, typical: 1 }
  }
  return { largest, typical: Math.sqrt((2 * squares) / (d * (d - 1))) }
}
