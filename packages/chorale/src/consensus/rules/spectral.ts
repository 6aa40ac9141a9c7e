import { InputError } from '../../errors.js'
import type { LabelTable } from '../../labelings/label-table.js'
import { nearestCentre } from '../../numeric/nearest-centres.js'
import type { Matrix } from '../../types.js'
import { type CoAssociation, commonBits, coverageMasks } from '../similarity/co-association.js'
import type { References } from '../similarity/second-order.js'
import type { ModelShape, RuleKind } from './rule.js'

/**
 * Embeds new samples for `gpec` and `balanced` with the eigenfunctions of the operator M (Sec. 3):
 *
 *   z(x) = 1/λ [ 2 a(x) φ(x)' (Φ' Z) + b(x) Σₜ V_{cₜ(x)} ],   then length 1, then the nearest centre
 *
 * φ(x): the similarities of x to the stored rows that reach α, times ρ, scaled to length 1. V_c: what base cluster
 * c adds. gpec: a = b = 1. balanced: a = 1/√(φ(x)' Φ' 1 + r) and b = 1/√(Σₜ δ_{cₜ(x)}), the degree normalisations.
 */
export interface SpectralRule {
  readonly kind: 'spectral'
  readonly alpha: number
  /** Weight of every base cluster, and the divisors of their sums and means. */
  readonly clusterWeights: Float64Array
  readonly divisor: number
  readonly largest: number
  /** ρ of every stored row. */
  readonly roots: Float64Array
  /** 2 Φ' Z / λ: stored rows x columns. */
  readonly projection: Float64Array
  /** V / λ: base clusters x columns. */
  readonly base: Float64Array
  /** Φ' 1 for every stored row, and δ for every base cluster; empty for gpec. */
  readonly degreeSums: Float64Array
  readonly clusterDegrees: Float64Array
  /** r: what is added to the degree of a sample. */
  readonly ridge: number
  /** Whether z is scaled to length 1. */
  readonly unitRows: boolean
  /** One centre per consensus cluster among the rows. */
  readonly centres: Matrix
}

/** The result of a run on the distinct label rows. */
export interface SpectralParts {
  readonly similarity: CoAssociation
  readonly alpha: number
  readonly references: References
  /** Eigenvectors: rowCount x stride, of which the first `columns` are used. */
  readonly vectors: Float64Array
  readonly stride: number
  readonly columns: number
  /** G + r; null for gpec. */
  readonly degrees: Float64Array | null
  /** r, 0 by default. */
  readonly ridge?: number
  /** The base term R B diag(f) B' R, and δ, what each cluster adds to the degree behind R; null for gpec. */
  readonly rowScale: Float64Array
  readonly clusterFactor: Float64Array
  readonly clusterDegrees: Float64Array | null
  /** True by default. */
  readonly unitRows?: boolean
  readonly centres: Matrix
}

/** Eigenvalues below this share of the largest one are ignored. */
const TINY = 1e-12

export function spectralRule(parts: SpectralParts): SpectralRule {
  const { similarity, alpha, references, vectors, stride, columns, degrees, clusterFactor, centres } = parts
  const { clusterWeights, divisor, largest, table } = similarity
  const projection = references.project(vectors, stride, columns, degrees ?? undefined)
  const base = sumByCluster(table, parts.rowScale, vectors, stride, columns)

  // λ = z' M z = 2 |Φ' z|² + Σ_c f_c (B' R z)_c²
  const eigenvalues = new Float64Array(columns)
  for (let at = 0; at < projection.length; at++) eigenvalues[at % columns] += 2 * projection[at] * projection[at]
  for (let at = 0; at < base.length; at++) {
    eigenvalues[at % columns] += clusterFactor[Math.floor(at / columns)] * base[at] * base[at]
  }
  const least = TINY * eigenvalues.reduce((most, value) => Math.max(most, value), 0)
  const inverse = eigenvalues.map(value => (value > least ? 1 / value : 0))
  for (let at = 0; at < projection.length; at++) projection[at] *= 2 * inverse[at % columns]
  for (let at = 0; at < base.length; at++) base[at] *= clusterFactor[Math.floor(at / columns)] * inverse[at % columns]

  const none = new Float64Array(0)
  const ones = table.multiplicity.map(Math.sqrt)
  return {
    kind: 'spectral',
    alpha,
    clusterWeights,
    divisor,
    largest,
    roots: references.roots,
    projection,
    base,
    centres,
    unitRows: parts.unitRows ?? true,
    degreeSums: degrees === null ? none : references.project(ones, 1, 1),
    clusterDegrees: parts.clusterDegrees ?? none,
    ridge: parts.ridge ?? 0,
  }
}

/** Σ over the rows of each cluster of rowScale times the row's vector. */
export function sumByCluster(
  { ensembleSize: m, rowCount, clusters, clusterSizes }: LabelTable,
  rowScale: Float64Array,
  vectors: Float64Array,
  stride: number,
  columns: number,
): Float64Array {
  const sums = new Float64Array(clusterSizes.length * columns)
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c < 0) continue
      for (let q = 0; q < columns; q++) sums[c * columns + q] += rowScale[r] * vectors[r * stride + q]
    }
  }
  return sums
}

export const spectral: RuleKind<SpectralRule> = {
  check(rule, { clusterTotal, rowCount, clusterCount }) {
    const { roots, projection, base, degreeSums, clusterDegrees, clusterWeights, centres } = rule
    const columns = base.length / clusterTotal
    const isSound =
      Number.isInteger(columns) &&
      columns <= centres.columnCount &&
      clusterWeights.length === clusterTotal &&
      roots.length === rowCount &&
      projection.length === rowCount * columns &&
      (degreeSums.length === 0 || degreeSums.length === rowCount) &&
      (clusterDegrees.length === 0 || clusterDegrees.length === clusterTotal) &&
      centres.rowCount === clusterCount &&
      centres.values.length === centres.rowCount * centres.columnCount
    if (!isSound) throw new InputError('the lengths of its lists do not fit together')
  },

  assigner(rule, { rowCount: remembered, hasMissing }: ModelShape, table: LabelTable) {
    const { alpha, divisor, largest, roots, projection, base, degreeSums, clusterDegrees, clusterWeights, ridge } = rule
    const { ensembleSize: m, rowCount, clusters, memberStarts, memberRows } = table
    const columns = projection.length / remembered
    const words = Math.ceil(m / 32)
    const masks = hasMissing ? coverageMasks(table) : null
    const sums = new Float64Array(remembered)
    const z = new Float64Array(rule.centres.columnCount)

    return row => {
      sums.fill(0)
      let covered = 0
      for (let t = 0; t < m; t++) {
        const c = clusters[t * rowCount + row]
        if (c < 0) continue
        covered++
        // Stored rows come first.
        for (let at = memberStarts[c]; at < memberStarts[c + 1] && memberRows[at] < remembered; at++) {
          sums[memberRows[at]] += clusterWeights[c]
        }
      }

      z.fill(0)
      let square = 0
      let degree = 0
      const isWhole = masks === null && covered === m
      for (let l = 0; l < remembered; l++) {
        const sum = sums[l]
        if (sum === 0) continue
        const both = masks === null ? covered : commonBits(masks, words, row, l)
        const similarity = isWhole ? sum / divisor : Math.min(1, sum / both / largest)
        if (similarity < alpha) continue
        const phi = roots[l] * similarity
        square += phi * phi
        if (degreeSums.length > 0) degree += phi * degreeSums[l]
        for (let q = 0; q < columns; q++) z[q] += phi * projection[l * columns + q]
      }
      if (square > 0) {
        const length = Math.sqrt(square)
        const scale = degreeSums.length > 0 ? 1 / (length * Math.sqrt(degree / length + ridge)) : 1 / length
        for (let q = 0; q < columns; q++) z[q] *= scale
      }

      let delta = 0
      for (let t = 0; t < m; t++) {
        const c = clusters[t * rowCount + row]
        if (c >= 0 && clusterDegrees.length > 0) delta += clusterDegrees[c]
      }
      const share = clusterDegrees.length === 0 ? 1 : delta > 0 ? 1 / Math.sqrt(delta) : 0
      for (let t = 0; t < m; t++) {
        const c = clusters[t * rowCount + row]
        if (c < 0) continue
        for (let q = 0; q < columns; q++) z[q] += share * base[c * columns + q]
      }
      const isSomewhere = rule.unitRows ? scaleToLengthOne(z) : z.some(value => value !== 0)
      return isSomewhere ? nearestCentre(z, 0, rule.centres.values, rule.centres.rowCount, z.length) : -1
    }
  },
}

/** Scales in place; returns false for a vector of zeros. */
function scaleToLengthOne(z: Float64Array): boolean {
  let square = 0
  for (let q = 0; q < z.length; q++) square += z[q] * z[q]
  if (!(square > 0)) return false
  const length = Math.sqrt(square)
  for (let q = 0; q < z.length; q++) z[q] /= length
  return true
}
