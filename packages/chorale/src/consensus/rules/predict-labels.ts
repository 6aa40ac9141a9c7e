import { countText } from '../../count-text.js'
import { checkOptionNames, InputError } from '../../errors.js'
import type { Labeling } from '../../labelings/adopt.js'
import { collapseRows, type LabelTable } from '../../labelings/label-table.js'
import { Pauser } from '../../pause.js'
import type { Labels, LongWork } from '../../types.js'
import { AgreementTally } from './agreement.js'
import { type ConsensusModel, informativeOf, RULES, shapeOf } from './consensus-model.js'
import { likeRows } from './like-rows.js'
import { numberLabels } from './number-labels.js'
import type { ModelShape, RuleKind } from './rule.js'

/** The predicted clusters of new samples. */
export interface Prediction {
  /** The cluster of each sample, numbered as in the consensus; -1 for a sample without a known label. */
  readonly labels: Labels
  /** How clearly the base clusterings put a sample into its cluster instead of the next best one; 0 without a cluster. */
  readonly confidence: Float64Array
  readonly warnings: readonly string[]
}

/**
 * Predicts the clusters of new samples from their labels in the base clusterings: one labeling per labeling of the
 * consensus, in the same order and with the same cluster names.
 *
 * A label row of the consensus keeps its cluster. For other rows `gpec` and `balanced` embed the sample the same way as
 * the samples of the consensus and choose the nearest centre; every other method chooses the cluster whose members agree
 * most with the labels of the sample.
 *
 * @example
 * ```ts
 * import { consensus, predictLabels } from 'chorale'
 *
 * const { model } = await consensus([['a', 'a', 'b', 'b'], [1, 1, 2, 2]], { clusterCount: 2 })
 * const { labels } = await predictLabels(model, [['b', 'a', 'a'], [2, 1, null]])
 * console.log(labels.join()) // 1,0,0
 * ```
 *
 * @group Predict
 */
export async function predictLabels(
  model: ConsensusModel,
  labelings: readonly Labeling[],
  options: LongWork = {},
): Promise<Prediction> {
  checkOptionNames('predictLabels', options, ['signal', 'onProgress'] satisfies (keyof LongWork)[])
  const numbered = numberLabels('predictLabels', model, labelings)
  const sampleCount = labelings[0].length
  const pauser = new Pauser(options.signal)
  const shape = shapeOf(model)
  const table = tableWithRemembered(model, numbered.labelings, sampleCount)
  const tally = new AgreementTally(model.counts, table)
  const findLabel = labelFinder(model, shape, table, tally)

  const rowLabels = new Int32Array(table.rowCount)
  const rowConfidences = new Float64Array(table.rowCount)
  for (let r = 0; r < table.rowCount; r++) {
    rowLabels[r] = r < shape.rowCount ? model.rows.labels[r] : findLabel(r)
    if (rowLabels[r] >= 0) rowConfidences[r] = tally.confidence(r, rowLabels[r], { isMember: false })
    if (r % 64 === 0) {
      options.onProgress?.({ phase: 'labels', done: r, total: table.rowCount })
      await pauser.pause()
    }
  }
  const rowOf = table.rowOf.subarray(shape.rowCount)
  const labels = rowOf.map(r => rowLabels[r])
  return {
    labels,
    confidence: Float64Array.from(rowOf, r => rowConfidences[r]),
    warnings: warningsOn(model, numbered.unknownCounts, labels),
  }
}

/** Like `predictLabels`, for rows: each sample with its label in every labeling. */
export async function predictRows(
  model: ConsensusModel,
  labelRows: readonly Labeling[],
  options: LongWork = {},
): Promise<Prediction> {
  const m = model.names.length
  const other = labelRows.findIndex(row => row.length !== m)
  if (other >= 0) {
    throw new InputError(
      `predict: every row must have a label (or null) for each of the ${m} labelings; row ${other + 1} has ${labelRows[other].length}`,
    )
  }
  const labelings = model.names.map((_, t) => labelRows.map(row => row[t]))
  return predictLabels(model, labelings, options)
}

/** The stored rows, then the new samples, with equal rows collapsed: a new row that is stored gets its number. */
function tableWithRemembered(model: ConsensusModel, labelings: readonly Labels[], newCount: number): LabelTable {
  const { rows, clusterCounts, names } = model
  const { rowCount } = rows
  const informative = informativeOf(model)
  const joined = informative.map((t, at) => {
    const labels = new Int32Array(rowCount + newCount)
    labels.set(rows.labelings.subarray(at * rowCount, (at + 1) * rowCount))
    labels.set(labelings[t], rowCount)
    return labels
  })
  return collapseRows({
    sampleCount: rowCount + newCount,
    labelings: joined,
    clusterCounts: informative.map(t => clusterCounts[t]),
    names: informative.map(t => names[t]),
  })
}

/** The cluster of a row that is not stored. */
function labelFinder(
  model: ConsensusModel,
  shape: ModelShape,
  table: LabelTable,
  tally: AgreementTally,
): (row: number) => number {
  const { rule, counts, rows } = model
  const byRule = (RULES[rule.kind] as RuleKind<typeof rule>).assigner(rule, shape, table)
  const byLikeRows = shape.hasMissing && rows.isWhole ? likeRows(rows, table, counts.clusterCount) : () => -1
  const { ensembleSize: m, rowCount, clusters } = table
  return row => {
    let isKnown = false
    for (let t = 0; t < m && !isKnown; t++) isKnown = clusters[t * rowCount + row] >= 0
    if (!isKnown) return -1
    for (const find of [byLikeRows, byRule]) {
      const label = find(row)
      if (label >= 0) return label
    }
    return tally.mostAgreeing(row)
  }
}

function warningsOn({ names }: ConsensusModel, unknownCounts: readonly number[], labels: Labels): string[] {
  const warnings = names.flatMap((name, t) =>
    unknownCounts[t] > 0
      ? [
          `the model does not know ${countText(unknownCounts[t], 'label')} of '${name}'; unknown labels count as missing`,
        ]
      : [],
  )
  const without = labels.reduce((count, label) => count + (label < 0 ? 1 : 0), 0)
  if (without > 0) warnings.push(`no cluster for ${countText(without, 'sample')} without a known label`)
  return warnings
}
