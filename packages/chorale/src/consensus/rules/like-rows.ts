import type { LabelTable } from '../../labelings/label-table.js'
import type { RememberedRows } from './consensus-model.js'

/**
 * The cluster of the stored rows whose labels all occur in a row, by the votes of their samples; ties go to the lowest; -1
 * if there is none. Stored rows with fewer than half as many labels have no vote. A sample that some base clusterings did
 * not cover has labels in all of them when it is labeled again from its features; this function finds it.
 */
export function likeRows(rows: RememberedRows, table: LabelTable, clusterCount: number): (row: number) => number {
  const { rowCount: remembered, labels, multiplicity } = rows
  const { ensembleSize: m, rowCount, clusters, memberStarts, memberRows } = table
  const covered = new Int32Array(remembered)
  for (let t = 0; t < m; t++) {
    for (let l = 0; l < remembered; l++) if (clusters[t * rowCount + l] >= 0) covered[l]++
  }
  const equal = new Int32Array(remembered)
  const votes = new Float64Array(clusterCount)
  return row => {
    equal.fill(0)
    votes.fill(0)
    let known = 0
    for (let t = 0; t < m; t++) {
      const c = clusters[t * rowCount + row]
      if (c < 0) continue
      known++
      for (let at = memberStarts[c]; at < memberStarts[c + 1] && memberRows[at] < remembered; at++) {
        equal[memberRows[at]]++
      }
    }
    let label = -1
    for (let l = 0; l < remembered; l++) {
      if (equal[l] === covered[l] && 2 * covered[l] >= known) votes[labels[l]] += multiplicity[l]
    }
    for (let C = 0; C < clusterCount; C++) if (votes[C] > (label < 0 ? 0 : votes[label])) label = C
    return label
  }
}
