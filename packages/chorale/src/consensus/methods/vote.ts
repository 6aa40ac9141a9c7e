import { renumberLabels } from '../../labelings/adopt.js'
import { canonicalTable } from '../../labelings/canonical-rows.js'
import { type LabelTable, rowsOf } from '../../labelings/label-table.js'
import { bestAssignment } from '../../numeric/assignment.js'
import type { Labels } from '../../types.js'
import { defineMethod, type MethodContext, type MethodFindings, type MethodInput } from '../method.js'
import { plainResult } from '../plain-result.js'
import { addClusterVectors, type ClusterVectorsRule } from '../rules/cluster-vectors.js'
import { lwgp } from './lwgp.js'

/** Rounds of voting at most. */
const MOST_ROUNDS = 5

/**
 * Voting after relabeling: the clusters of every labeling are matched to those of a reference, and every labeling has one
 * vote for each sample. The result is the next reference, until nothing changes.
 *
 * The first reference is the labeling with k clusters that agrees best with all others, by the sum of ARI. If none has k
 * clusters, it is the result of `lwgp`. A labeling with at most k clusters is matched one to one, so that most samples
 * agree; of more clusters, each goes to the cluster with which it shares most samples. Of equally many votes, those for
 * the larger cluster of the reference win. A cluster that would lose all its samples keeps those of the reference.
 *
 * S. Dudoit, J. Fridlyand: Bagging to improve the accuracy of a clustering procedure, Bioinformatics 19(9), 2003, BagClust1.
 * (There the reference is the clustering of all samples and there is one round.) O(m² n + m k³). It is the best method
 * where all labelings look for the same k clusters and most of them are good; it cannot find clusters that no labeling has.
 */
export const vote = defineMethod({
  name: 'vote',
  summary: 'Matches the clusters of all labelings and lets each labeling vote; for labelings with about k clusters.',
  options: {},
  defaults: {},
  steps: () => [
    'Matched the clusters of all base clusterings to those of the one that agrees best with the others.',
    'Gave every sample the cluster with the most votes (method vote).',
  ],
  run: voteOnSamples,
})

async function voteOnSamples(
  input: MethodInput,
  { clusterCount: k }: { clusterCount: number },
  context: MethodContext,
): Promise<MethodFindings> {
  // Clusters of equal sizes and equally good matches are told apart by their numbers.
  const { table } = canonicalTable(input.table)
  const { report, pauser } = context
  report('labels', 0, 1)
  let reference = bySize(
    bestOfK(table, k) ?? rowLabelsOf(table, (await lwgp.run(input, { clusterCount: k }, context)).labels),
    table,
  )
  let iterations = 0
  let converged = false
  while (!converged && iterations < MOST_ROUNDS) {
    iterations++
    const clusterCount = reference.reduce((most, label) => Math.max(most, label), 0) + 1
    const next = winners(table, matchedClusters(table, reference, clusterCount), clusterCount, reference)
    converged = next.every((label, r) => label === reference[r])
    reference = converged ? next : bySize(next, table)
    await pauser.pause()
  }
  const { labels } = renumberLabels(table.rowOf.map(row => reference[row]))
  return resultOf(input.table, labels, { iterations, converged })
}

function resultOf(
  table: LabelTable,
  labels: Labels,
  { iterations, converged }: { iterations: number; converged: boolean },
): MethodFindings {
  const rowLabels = rowLabelsOf(table, labels)
  const k = rowLabels.reduce((most, label) => Math.max(most, label), 0) + 1
  // New rows are decided by the votes of the last round: the sum of one unit vector for each base cluster.
  const values = new Float64Array(k * k)
  for (let c = 0; c < k; c++) values[c * k + c] = 1
  const rule: ClusterVectorsRule = {
    kind: 'cluster-vectors',
    vectors: unitVectors(matchedClusters(table, rowLabels, k), k),
    centres: { rowCount: k, columnCount: k, values },
  }
  const assign = addClusterVectors(rule, table.ensembleSize)
  const rows = rowsOf(table)
  const isMoved = (row: number) => assign(rows, row * table.ensembleSize) !== rowLabels[row]
  return {
    ...plainResult(labels, table.ensembleSize, { iterations, converged: converged || iterations === MOST_ROUNDS }),
    prediction: { rule, rows: Int32Array.from(rowLabels.keys()).filter(isMoved) },
  }
}

/** One label per distinct row, of labels of samples that are equal within rows. */
function rowLabelsOf({ rowCount, rowOf }: LabelTable, labels: Labels): Labels {
  const found = new Int32Array(rowCount)
  rowOf.forEach((row, i) => {
    found[row] = labels[i]
  })
  return found
}

/** The labeling with k clusters, and no sample left out, that agrees best with the others; null if there is none. */
function bestOfK(table: LabelTable, k: number): Labels | null {
  const { ensembleSize: m, rowCount, clusters, clusterStarts, sampleCount, coverage } = table
  const sums = new Float64Array(m)
  for (let t = 0; t < m; t++) {
    for (let u = 0; u < t; u++) {
      const agreement = agreementOf(table, t, u)
      sums[t] += agreement
      sums[u] += agreement
    }
  }
  let best = -1
  for (let t = 0; t < m; t++) {
    const isCandidate = clusterStarts[t + 1] - clusterStarts[t] === k && coverage[t] === sampleCount
    if (isCandidate && (best < 0 || sums[t] > sums[best] + ROUNDING)) best = t
  }
  if (best < 0) return null
  return clusters.slice(best * rowCount, (best + 1) * rowCount).map(cluster => cluster - clusterStarts[best])
}

const ROUNDING = 1e-12

/** The adjusted Rand index of two labelings on the samples that both cover. */
function agreementOf({ rowCount, clusters, clusterStarts, multiplicity }: LabelTable, t: number, u: number): number {
  const rows = clusterStarts[t + 1] - clusterStarts[t]
  const columns = clusterStarts[u + 1] - clusterStarts[u]
  const counts = new Float64Array(rows * columns)
  for (let r = 0; r < rowCount; r++) {
    const a = clusters[t * rowCount + r]
    const b = clusters[u * rowCount + r]
    if (a >= 0 && b >= 0) counts[(a - clusterStarts[t]) * columns + b - clusterStarts[u]] += multiplicity[r]
  }
  const rowSums = new Float64Array(rows)
  const columnSums = new Float64Array(columns)
  let total = 0
  let both = 0
  counts.forEach((count, at) => {
    rowSums[Math.floor(at / columns)] += count
    columnSums[at % columns] += count
    total += count
    both += pairs(count)
  })
  const first = rowSums.reduce((sum, count) => sum + pairs(count), 0)
  const second = columnSums.reduce((sum, count) => sum + pairs(count), 0)
  const expected = total > 1 ? (first * second) / pairs(total) : 0
  const most = (first + second) / 2
  return most > expected ? (both - expected) / (most - expected) : 1
}

function pairs(count: number): number {
  return (count * (count - 1)) / 2
}

/** The labels numbered by decreasing size of the clusters, so that ties of votes go to the larger one. */
function bySize(labels: Labels, { multiplicity }: LabelTable): Labels {
  const sizes: number[] = []
  const firsts: number[] = []
  labels.forEach((label, r) => {
    sizes[label] = (sizes[label] ?? 0) + multiplicity[r]
    firsts[label] ??= r
  })
  const order = [...sizes.keys()].filter(label => sizes[label] > 0)
  order.sort((a, b) => sizes[b] - sizes[a] || firsts[a] - firsts[b])
  const numbers = new Int32Array(sizes.length)
  order.forEach((label, number) => {
    numbers[label] = number
  })
  return labels.map(label => numbers[label])
}

/** The unit vector of the cluster of every base cluster. */
function unitVectors(matched: Int32Array, k: number): Float64Array {
  const vectors = new Float64Array(matched.length * k)
  matched.forEach((cluster, c) => {
    vectors[c * k + cluster] = 1
  })
  return vectors
}

/** The cluster of the reference that belongs to every base cluster. */
function matchedClusters(table: LabelTable, reference: Labels, k: number): Int32Array {
  const { ensembleSize: m, rowCount, clusters, clusterStarts, multiplicity } = table
  const all = new Int32Array(clusterStarts[m])
  for (let t = 0; t < m; t++) {
    const first = clusterStarts[t]
    const count = clusterStarts[t + 1] - first
    const shared = new Float64Array(count * k)
    for (let r = 0; r < rowCount; r++) {
      const cluster = clusters[t * rowCount + r]
      if (cluster >= 0) shared[(cluster - first) * k + reference[r]] += multiplicity[r]
    }
    const matched = count <= k ? bestAssignment(shared, count, k) : largestOfRows(shared, count, k)
    all.set(matched, first)
  }
  return all
}

function largestOfRows(values: Float64Array, rowCount: number, columnCount: number): Int32Array {
  const largest = new Int32Array(rowCount)
  for (let r = 0; r < rowCount; r++) {
    for (let c = 1; c < columnCount; c++) {
      if (values[r * columnCount + c] > values[r * columnCount + largest[r]]) largest[r] = c
    }
  }
  return largest
}

/** The cluster with the most votes for every row. */
function winners(table: LabelTable, matched: Int32Array, k: number, reference: Labels): Labels {
  const { ensembleSize: m, rowCount, clusters } = table
  const votes = new Float64Array(k)
  const isFilled = new Uint8Array(k)
  const found = new Int32Array(rowCount)
  for (let r = 0; r < rowCount; r++) {
    votes.fill(0)
    let hasVotes = false
    for (let t = 0; t < m; t++) {
      const cluster = clusters[t * rowCount + r]
      if (cluster < 0) continue
      hasVotes = true
      votes[matched[cluster]]++
    }
    let best = hasVotes ? 0 : reference[r]
    for (let c = 1; c < k; c++) if (votes[c] > votes[best]) best = c
    found[r] = best
    isFilled[best] = 1
  }
  return found.map((label, r) => (isFilled[reference[r]] === 0 ? reference[r] : label))
}
