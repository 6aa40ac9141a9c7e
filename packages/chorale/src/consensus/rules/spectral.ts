import { InputError } from '../../errors.js'
import type { LabelTable } from '../../labelings/label-table.js'
import { createReferenceLinks } from '../../numeric/loops/reference-links.js'
import { nearestCentre } from '../../numeric/nearest-centres.js'
import { runToEnd, type Steps } from '../../pause.js'
import type { Matrix } from '../../types.js'
import { type CoAssociation, commonBits } from '../similarity/co-association.js'
import type { References } from '../similarity/second-order.js'
import { pickRows } from './pick-rows.js'
import type { RuleKind } from './rule.js'

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

/**
 * The same rule with only some of the rows that samples are compared with, each standing for `mass[l]` samples instead of
 * its own: the sums over all rows become weighted sums over these.
 */
export function withReferences(rule: SpectralRule, rows: Int32Array, mass: Float64Array): SpectralRule {
  const { roots, projection, degreeSums } = rule
  const columns = projection.length / roots.length
  const factors = mass.map((samples, l) => Math.sqrt(samples) / roots[rows[l]])
  const lines = new Float64Array(rows.length * columns)
  rows.forEach((row, l) => {
    for (let q = 0; q < columns; q++) lines[l * columns + q] = factors[l] * projection[row * columns + q]
  })
  return {
    ...rule,
    roots: mass.map(Math.sqrt),
    projection: lines,
    degreeSums: degreeSums.length === 0 ? degreeSums : factors.map((factor, l) => factor * degreeSums[rows[l]]),
  }
}

/** Eigenvalues below this share of the largest one are ignored. */
const TINY = 1e-12

export function spectralRule(parts: SpectralParts): SpectralRule {
  const { similarity, alpha, references, vectors, stride, columns, degrees, clusterFactor, centres } = parts
  const { clusterWeights, divisor, largest, table } = similarity
  const projection = references.project(vectors, stride, columns, degrees ?? undefined)
  const base = runToEnd(sumByCluster(table, parts.rowScale, vectors, stride, columns))

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

/** Σ over the rows of each cluster of rowScale times the row's vector, in steps. */
export function* sumByCluster(
  { ensembleSize: m, rowCount, clusters, clusterSizes }: LabelTable,
  rowScale: Float64Array,
  vectors: Float64Array,
  stride: number,
  columns: number,
): Steps<Float64Array> {
  const sums = new Float64Array(clusterSizes.length * columns)
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c < 0) continue
      for (let q = 0; q < columns; q++) sums[c * columns + q] += rowScale[r] * vectors[r * stride + q]
    }
    yield
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

  assigner(rule, { hasMissing }, stored, loops) {
    const { alpha, divisor, largest, projection, base, degreeSums, clusterDegrees, ridge } = rule
    const { rowCount: referenceCount, labelingCount: m, starts, members } = stored
    const columns = referenceCount === 0 ? base.length / (starts.length - 1) : projection.length / referenceCount
    const words = Math.ceil(m / 32)
    const masks = hasMissing ? rowMasks(stored.clusters, 0, stored.rowCount, m) : null
    const links = createReferenceLinks(loops, {
      labelingCount: m,
      referenceCount,
      starts,
      members,
      weights: rule.clusterWeights,
      roots: rule.roots,
      alpha,
    })
    const z = new Float64Array(rule.centres.columnCount)

    return (clusters, at) => {
      z.fill(0)
      let degree = 0
      const linked = link(clusters, at)
      for (let a = 0; a < linked; a++) {
        const l = links.indices[a]
        const phi = links.values[a]
        if (degreeSums.length > 0) degree += phi * degreeSums[l]
        for (let q = 0; q < columns; q++) z[q] += phi * projection[l * columns + q]
      }
      if (linked > 0 && degreeSums.length > 0) {
        const scale = 1 / Math.sqrt(degree + ridge)
        for (let q = 0; q < columns; q++) z[q] *= scale
      }

      let delta = 0
      for (let t = at; t < at + m; t++) {
        const c = clusters[t]
        if (c >= 0 && clusterDegrees.length > 0) delta += clusterDegrees[c]
      }
      const share = clusterDegrees.length === 0 ? 1 : delta > 0 ? 1 / Math.sqrt(delta) : 0
      for (let t = at; t < at + m; t++) {
        const c = clusters[t]
        if (c < 0) continue
        for (let q = 0; q < columns; q++) z[q] += share * base[c * columns + q]
      }
      const isSomewhere = rule.unitRows ? scaleToLengthOne(z) : z.some(value => value !== 0)
      return isSomewhere ? nearestCentre(z, 0, rule.centres.values, rule.centres.rowCount, z.length) : -1
    }

    /** Links a row to the references; returns their number. */
    function link(clusters: Int32Array, at: number): number {
      links.addUp(clusters, at)
      let covered = 0
      for (let t = at; t < at + m; t++) if (clusters[t] >= 0) covered++
      if (masks === null && covered === m) return links.link(divisor)
      const own = masks === null ? null : rowMasks(clusters, at, 1, m)
      const { sums } = links
      for (let l = 0; l < referenceCount; l++) {
        if (sums[l] === 0) continue
        const both = masks === null || own === null ? covered : commonBits(masks, words, l, 0, own)
        sums[l] = Math.min(1, sums[l] / both / largest)
      }
      return links.link(1)
    }
  },

  reordered: (rule, order) => ({ ...rule, centres: pickRows(rule.centres, order) }),
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

/** One bit per labeling that covers the row, in words of 32, for rows of m clusters from `from` on. */
function rowMasks(clusters: Int32Array, from: number, rowCount: number, m: number): Int32Array {
  const words = Math.ceil(m / 32)
  const masks = new Int32Array(rowCount * words)
  for (let r = 0, at = from; r < rowCount; r++) {
    for (let t = 0; t < m; t++, at++) if (clusters[at] >= 0) masks[r * words + (t >> 5)] |= 1 << (t & 31)
  }
  return masks
}
