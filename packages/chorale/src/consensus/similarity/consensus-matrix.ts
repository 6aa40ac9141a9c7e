import { adoptLabelings, type Labeling } from '../../labelings/adopt.js'
import { collapseRows } from '../../labelings/label-table.js'
import type { Ensemble } from '../../types.js'
import { coAssociation } from './co-association.js'

/** How often two samples share a cluster, row by row: for heatmaps and files, without storing n x n numbers. */
export interface ConsensusMatrix {
  readonly sampleCount: number
  /**
   * Writes row i: how often two samples share a cluster, as a share of the labelings that cover both; 1 on the
   * diagonal.
   */
  rowInto(out: Float64Array, i: number): void
}

/**
 * The unweighted co-association matrix of an ensemble, which many packages call the consensus matrix.
 *
 * @example
 * ```ts
 * import { consensusMatrix } from 'chorale'
 *
 * const matrix = consensusMatrix([[0, 0, 1], [0, 1, 1]])
 * const row = new Float64Array(matrix.sampleCount)
 * matrix.rowInto(row, 0)
 * console.log(row.join()) // 1,0.5,0
 * ```
 *
 * @group Consensus
 */
export function consensusMatrix(input: Ensemble | readonly Labeling[]): ConsensusMatrix {
  const ensemble = 'labelings' in input ? input : adoptLabelings(input)
  const table = collapseRows(ensemble)
  const similarity = coAssociation(table, { kind: 'ca' })
  const perRow = new Float64Array(table.rowCount)
  return {
    sampleCount: table.sampleCount,
    rowInto(out, i) {
      similarity.rowInto(perRow, table.rowOf[i])
      for (let j = 0; j < table.sampleCount; j++) out[j] = perRow[table.rowOf[j]]
      out[i] = 1
    },
  }
}
