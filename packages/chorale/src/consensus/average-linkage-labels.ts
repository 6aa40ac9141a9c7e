import { canonicalTable } from '../labelings/canonical-rows.js'
import { type LabelTable, uncollapsedRows } from '../labelings/label-table.js'
import type { MergeTree } from '../numeric/linkage.js'
import type { Labels } from '../types.js'
import type { EnsembleExtent, MethodContext, MethodCost, MethodInput } from './method.js'
import { type ClusterWeighting, findEntropies } from './similarity/cluster-weights.js'
import { type CoAssociation, coAssociation } from './similarity/co-association.js'

/**
 * Clusters a co-association by average linkage: the last step of EAC, LWEA and NWCA.
 *
 *   d_ij = 1 - S_ij;  merge the nearest pair until k clusters are left
 *
 * **Equal label rows are merged first.** Let i and j have the same labels, with similarity a. Without missing labels,
 * every other sample x has S_ix = Σ weights of the clusters shared with i < a, because weights are positive. So i and j
 * are nearest neighbours of each other, and stay so while others merge (an average is never below the smaller
 * distance): a group of equal rows is complete before any of its samples joins another group. Linkage can therefore
 * start from complete groups of size μ, as long as no merge inside a group, at height 1 - a, is among the last k - 1
 * merges that the cut undoes. The code checks this and otherwise starts from single samples. It also starts from single
 * samples when labels are missing, because S is then not a sum of shared weights. This is exact in real arithmetic;
 * rounding can only change how ties are decided. With CA, distances are whole numbers and ties are exact.
 *
 * O(r²) memory (4 r² bytes) and about O(r²) time for r distinct rows, plus at most O(m r²) for the similarities.
 */
export async function averageLinkageLabels(
  input: MethodInput,
  weighting: ClusterWeighting,
  clusterCount: number,
  context: MethodContext,
): Promise<Labels> {
  // Ties go to the first rows.
  const { table } = canonicalTable(input.table)
  const { cutTree } = await import('../numeric/linkage.js')
  if (!table.hasMissing && clusterCount <= table.rowCount) {
    const { tree, similarity } = await treeOf(table, weighting, context)
    if (groupsStayWhole(tree, similarity, clusterCount)) {
      const labels = cutTree(tree, clusterCount)
      return table.rowOf.map(r => labels[r])
    }
  }
  const { tree } = await treeOf(uncollapsedRows(table), weighting, context)
  return cutTree(tree, clusterCount)
}

/** The memory of the distances. */
export function averageLinkageCost({ sampleCount, distinctRows = sampleCount }: EnsembleExtent): MethodCost {
  return { bytes: pairBytes(distinctRows), growth: 'n² memory' }
}

function pairBytes(rowCount: number): number {
  return 4 * rowCount * rowCount
}

async function treeOf(
  table: LabelTable,
  weighting: ClusterWeighting,
  { pauser, report, checkMemory }: MethodContext,
): Promise<{ tree: MergeTree; similarity: CoAssociation }> {
  const { rowCount, multiplicity, hasMissing } = table
  checkMemory(pairBytes(rowCount), `distances between all pairs of ${rowCount} samples`)
  report('similarity', 0, 1)
  if (weighting.kind !== 'ca') await findEntropies(table, pauser)
  const similarity = coAssociation(table, weighting)
  const counts = weighting.kind === 'ca' && !hasMissing
  const { pairDisagreements, pairDistances } = await import('./similarity/pair-distances.js')
  const triangle = await (counts ? pairDisagreements : pairDistances)(similarity, pauser)
  report('labels', 0, 1)
  const { linkage } = await import('../numeric/linkage.js')
  const tree = await linkage(triangle, { rule: counts ? 'counts' : 'average', sizes: multiplicity, pauser })
  report('labels', 1, 1)
  return { tree, similarity }
}

/** Whether every merge inside a group of equal rows comes before the first merge that the cut undoes. */
function groupsStayWhole({ size, heights }: MergeTree, similarity: CoAssociation, clusterCount: number): boolean {
  if (clusterCount === 1) return true
  const { table, within } = similarity
  const firstUndone = heights[size - clusterCount]
  return within.every((similarity, r) => table.multiplicity[r] === 1 || 1 - similarity < firstUndone)
}
