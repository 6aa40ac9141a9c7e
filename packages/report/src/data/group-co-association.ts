import type { Ensemble, Labels, Matrix } from 'chorale/internal'

/** Options of {@link groupCoAssociation}. */
export interface GroupCoAssociationOptions {
  /** Whether a sample and itself count as a pair, as on the diagonal of the co-association matrix. */
  withSelf: boolean
}

/**
 * How often samples of two groups share a base cluster: block means of the co-association matrix, computed without it.
 *
 *   share(a, b) = Σₜ Σ_c |a ∩ c| |b ∩ c|  /  Σₜ |a covered by t| |b covered by t|
 *
 * With complete labelings this is the mean of the block. With missing labels it is the share of the covered pairs, so
 * a pair counts as often as it is covered. NaN if no labeling covers a pair.
 * O(m n) time plus, for every base cluster, the square of the number of groups that it intersects.
 */
export function groupCoAssociation(
  { labelings, clusterCounts }: Ensemble,
  groups: Int32Array,
  groupCount: number,
  { withSelf }: GroupCoAssociationOptions,
): Matrix {
  const agreeing = new Float64Array(groupCount * groupCount)
  const covered = new Float64Array(groupCount * groupCount)
  const selfPairs = new Float64Array(groupCount)
  const inGroup = new Float64Array(groupCount)
  const touched = new Int32Array(groupCount)
  const coverage = new Float64Array(groupCount)

  labelings.forEach((labels, t) => {
    const { starts, members } = membersOf(labels, clusterCounts[t])
    coverage.fill(0)
    for (let c = 0; c < clusterCounts[t]; c++) {
      let touchedCount = 0
      for (let at = starts[c]; at < starts[c + 1]; at++) {
        const group = groups[members[at]]
        if (inGroup[group]++ === 0) touched[touchedCount++] = group
      }
      for (let first = 0; first < touchedCount; first++) {
        const row = touched[first] * groupCount
        const count = inGroup[touched[first]]
        for (let second = first; second < touchedCount; second++) {
          agreeing[row + touched[second]] += count * inGroup[touched[second]]
        }
      }
      for (let at = 0; at < touchedCount; at++) {
        coverage[touched[at]] += inGroup[touched[at]]
        inGroup[touched[at]] = 0
      }
    }
    for (let a = 0; a < groupCount; a++) {
      selfPairs[a] += coverage[a]
      for (let b = 0; b <= a; b++) covered[a * groupCount + b] += coverage[a] * coverage[b]
    }
  })

  const values = new Float64Array(groupCount * groupCount)
  for (let a = 0; a < groupCount; a++) {
    for (let b = 0; b < a; b++) {
      // A pair of groups was counted in the order in which a cluster contains them.
      const share = (agreeing[a * groupCount + b] + agreeing[b * groupCount + a]) / covered[a * groupCount + b]
      values[a * groupCount + b] = share
      values[b * groupCount + a] = share
    }
    const self = withSelf ? 0 : selfPairs[a]
    const at = a * groupCount + a
    values[at] = (agreeing[at] - self) / (covered[at] - self)
  }
  return { rowCount: groupCount, columnCount: groupCount, values }
}

/** Samples sorted by cluster, without unlabeled samples. */
function membersOf(labels: Labels, clusterCount: number): { starts: Int32Array; members: Int32Array } {
  const starts = new Int32Array(clusterCount + 1)
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) starts[labels[i] + 1]++
  for (let c = 0; c < clusterCount; c++) starts[c + 1] += starts[c]
  const next = starts.slice()
  const members = new Int32Array(starts[clusterCount])
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) members[next[labels[i]]++] = i
  return { starts, members }
}
