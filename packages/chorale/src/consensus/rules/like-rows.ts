import type { RememberedRows } from './consensus-model.js'
import type { AssignRow } from './rule.js'
import type { StoredRows } from './stored-rows.js'

/**
 * The cluster of the stored rows whose labels all occur in a row, by the votes of their samples; ties go to the lowest; -1
 * if there is none. Stored rows with fewer than half as many labels have no vote. A sample that some base clusterings did
 * not cover has labels in all of them when it is labeled again from its features; this function finds it.
 */
export function likeRows(
  { labels, multiplicity }: RememberedRows,
  { rowCount, labelingCount: m, clusters: stored, starts, members }: StoredRows,
  clusterCount: number,
): AssignRow {
  const covered = new Int32Array(rowCount)
  for (let at = 0; at < stored.length; at++) if (stored[at] >= 0) covered[Math.floor(at / m)]++
  const equal = new Int32Array(rowCount)
  const votes = new Float64Array(clusterCount)
  return (clusters, at) => {
    equal.fill(0)
    votes.fill(0)
    let known = 0
    for (let t = at; t < at + m; t++) {
      const c = clusters[t]
      if (c < 0) continue
      known++
      for (let o = starts[c]; o < starts[c + 1]; o++) equal[members[o]]++
    }
    let label = -1
    for (let l = 0; l < rowCount; l++) {
      if (equal[l] === covered[l] && 2 * covered[l] >= known) votes[labels[l]] += multiplicity[l]
    }
    for (let C = 0; C < clusterCount; C++) if (votes[C] > (label < 0 ? 0 : votes[label])) label = C
    return label
  }
}
