import { InputError } from '../../errors.js'
import { nearestCentre } from '../../numeric/nearest-centres.js'
import type { Matrix } from '../../types.js'
import { pickRows } from './pick-rows.js'
import type { AssignRow, RuleKind } from './rule.js'

/** Embeds new samples for `lwgp`: the sum of the vectors of their base clusters, scaled to length 1; the nearest centre. */
export interface ClusterVectorsRule {
  readonly kind: 'cluster-vectors'
  /** One vector per base cluster: clusters x columns. */
  readonly vectors: Float64Array
  /** One centre per consensus cluster. */
  readonly centres: Matrix
}

export const clusterVectors: RuleKind<ClusterVectorsRule> = {
  check({ vectors, centres }, { clusterTotal, clusterCount }) {
    const isSound =
      vectors.length === clusterTotal * centres.columnCount &&
      centres.rowCount === clusterCount &&
      centres.values.length === centres.rowCount * centres.columnCount
    if (!isSound) throw new InputError('the lengths of its lists do not fit together')
  },

  assigner: (rule, _shape, { labelingCount }) => addClusterVectors(rule, labelingCount),
  reordered: (rule, order) => ({ ...rule, centres: pickRows(rule.centres, order) }),
}

/** Decides rows of m clusters. */
export function addClusterVectors({ vectors, centres }: ClusterVectorsRule, m: number): AssignRow {
  const { rowCount: k, columnCount: columns, values } = centres
  const z = new Float64Array(columns)
  return (clusters, at) => {
    z.fill(0)
    for (let t = at; t < at + m; t++) {
      const c = clusters[t]
      if (c < 0) continue
      for (let q = 0; q < columns; q++) z[q] += vectors[c * columns + q]
    }
    let square = 0
    for (let q = 0; q < columns; q++) square += z[q] * z[q]
    if (!(square > 0)) return -1
    const length = Math.sqrt(square)
    for (let q = 0; q < columns; q++) z[q] /= length
    return nearestCentre(z, 0, values, k, columns)
  }
}
