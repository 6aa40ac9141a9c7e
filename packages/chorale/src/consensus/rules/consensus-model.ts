import { type LabelTable, rowsOf } from '../../labelings/label-table.js'
import type { Ensemble, Labels } from '../../types.js'
import { type AgreementCounts, AgreementTally, agreementCounts } from './agreement.js'
import { type AgreementRule, agreement } from './agreement-rule.js'
import { type ClusterVectorsRule, clusterVectors } from './cluster-vectors.js'
import type { ModelShape, RuleKind } from './rule.js'
import { type SpectralRule, spectral } from './spectral.js'

/** How the model assigns label rows that it does not contain. To add a rule, add one file and one line in `RULES`. */
export type PredictionRule = AgreementRule | ClusterVectorsRule | SpectralRule

export const RULES: { readonly [K in PredictionRule['kind']]: RuleKind<Extract<PredictionRule, { kind: K }>> } = {
  agreement,
  'cluster-vectors': clusterVectors,
  spectral,
}

/** Everything that is needed to assign new samples to the clusters of a consensus: plain data that can be saved and sent. */
export interface ConsensusModel {
  /** The labelings in order, with their numbers of clusters; those with one cluster are not used. */
  readonly names: readonly string[]
  readonly clusterCounts: readonly number[]
  /** The original cluster names of each labeling; null if they are numbers. */
  readonly clusterNames: readonly (readonly (string | number)[])[] | null
  readonly counts: AgreementCounts
  readonly rows: RememberedRows
  readonly rule: PredictionRule
}

/** Distinct label rows of the consensus, with the cluster of each. */
export interface RememberedRows {
  readonly rowCount: number
  /** Label of row r in the t-th labeling that is used, at [t * rowCount + r]; -1 means none. */
  readonly labelings: Int32Array
  /** The consensus cluster of each row, and the number of samples with this row. */
  readonly labels: Labels
  readonly multiplicity: Int32Array
  /** Whether these are all distinct label rows of the consensus. */
  readonly isWhole: boolean
}

/**
 * Creates the model of a consensus from its label rows and labels.
 *
 * A rule of the method names the rows that the model stores. Otherwise the model stores the rows that agreement
 * alone would assign to another cluster, so that every sample of the consensus keeps its cluster. With missing labels it
 * stores all rows, because a new sample may have more labels than an old one that is otherwise equal.
 */
export function buildConsensusModel(
  { names, clusterCounts, clusterNames }: Pick<Ensemble, 'names' | 'clusterCounts' | 'clusterNames'>,
  table: LabelTable,
  labels: Labels,
  prediction: { rule: PredictionRule; rows: Int32Array | null } | null,
): ConsensusModel {
  const counts = agreementCounts(table, labels)
  const rowLabels = labelsOfRows(table, labels, counts.clusterCount)
  let chosen = Int32Array.from(rowLabels.keys())
  if (prediction !== null) chosen = Int32Array.from(prediction.rows ?? chosen)
  else if (!table.hasMissing) {
    const tally = new AgreementTally(counts)
    const rows = rowsOf(table)
    chosen = chosen.filter(r => tally.mostAgreeing(rows, r * table.ensembleSize) !== rowLabels[r])
  }
  return {
    names,
    clusterCounts,
    clusterNames: clusterNames ?? null,
    counts,
    rows: remembered(table, rowLabels, chosen),
    rule: prediction?.rule ?? { kind: 'agreement' },
  }
}

/** The most common label among the samples of each row; ties go to the lowest. Nearly always there is only one. */
function labelsOfRows({ sampleCount, rowCount, rowOf }: LabelTable, labels: Labels, clusterCount: number): Labels {
  const first = new Int32Array(rowCount).fill(-1)
  const mixed = new Map<number, Int32Array>()
  for (let i = 0; i < sampleCount; i++) {
    const row = rowOf[i]
    if (first[row] < 0) first[row] = labels[i]
    else if (first[row] !== labels[i]) mixed.set(row, new Int32Array(clusterCount))
  }
  for (let i = 0; i < sampleCount && mixed.size > 0; i++) {
    const votes = mixed.get(rowOf[i])
    if (votes !== undefined) votes[labels[i]]++
  }
  for (const [row, votes] of mixed) first[row] = votes.indexOf(Math.max(...votes))
  return first
}

function remembered(table: LabelTable, rowLabels: Labels, chosen: Int32Array): RememberedRows {
  const { ensembleSize: m, rowCount, clusters, clusterStarts, multiplicity } = table
  const labelings = new Int32Array(m * chosen.length)
  for (let t = 0; t < m; t++) {
    for (let at = 0; at < chosen.length; at++) {
      const c = clusters[t * rowCount + chosen[at]]
      labelings[t * chosen.length + at] = c < 0 ? -1 : c - clusterStarts[t]
    }
  }
  return {
    rowCount: chosen.length,
    labelings,
    labels: chosen.map(r => rowLabels[r]),
    multiplicity: chosen.map(r => multiplicity[r]),
    isWhole: chosen.length === rowCount,
  }
}

/** The same model with consensus cluster `order[C]` as cluster C. */
export function reorderModel(model: ConsensusModel, order: readonly number[]): ConsensusModel {
  const { counts, rows, rule } = model
  const numbers = new Int32Array(order.length)
  order.forEach((cluster, number) => {
    numbers[cluster] = number
  })
  return {
    ...model,
    counts: {
      clusterCount: counts.clusterCount,
      inCluster: linesOf(counts.inCluster, order),
      covered: linesOf(counts.covered, order),
    },
    rows: { ...rows, labels: rows.labels.map(label => numbers[label]) },
    rule: (RULES[rule.kind] as RuleKind<typeof rule>).reordered(rule, order),
  }
}

/** Lines of equal length in the given order. */
function linesOf(values: Int32Array, order: readonly number[]): Int32Array {
  const length = values.length / order.length
  const out = new Int32Array(values.length)
  order.forEach((line, at) => {
    out.set(values.subarray(line * length, (line + 1) * length), at * length)
  })
  return out
}

/** The labelings that are used: those with at least two clusters. */
export function informativeOf({ clusterCounts }: ConsensusModel): number[] {
  return clusterCounts.flatMap((count, t) => (count > 1 ? [t] : []))
}

/** First cluster of each labeling that is used, when clusters are numbered across all of them; then their total. */
export function clusterStartsOf(model: ConsensusModel): Int32Array {
  const informative = informativeOf(model)
  const starts = new Int32Array(informative.length + 1)
  informative.forEach((t, at) => {
    starts[at + 1] = starts[at] + model.clusterCounts[t]
  })
  return starts
}

export function shapeOf(model: ConsensusModel): ModelShape {
  const { counts, rows, clusterCounts } = model
  return {
    clusterCount: counts.clusterCount,
    clusterTotal: informativeOf(model).reduce((sum, t) => sum + clusterCounts[t], 0),
    rowCount: rows.rowCount,
    hasMissing: rows.labelings.includes(-1),
    counts,
  }
}
