import { countText } from '../../count-text.js'
import { checkOptionNames, InputError } from '../../errors.js'
import type { Labeling } from '../../labelings/adopt.js'
import { collapseRows, type LabelTable, rowsOf } from '../../labelings/label-table.js'
import { loadHotLoops } from '../../numeric/loops/hot-loops.js'
import { Pauser } from '../../pause.js'
import type { Labels, LongWork } from '../../types.js'
import { type ConsensusModel, informativeOf } from './consensus-model.js'
import { numberLabels } from './number-labels.js'
import { createRowDecision } from './row-decision.js'

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
  if (sampleCount === 0) return { labels: new Int32Array(0), confidence: new Float64Array(0), warnings: [] }
  const pauser = new Pauser(options.signal)
  const table = tableOfNew(model, numbered.labelings, sampleCount)
  const decision = createRowDecision(model, await loadHotLoops())
  const rows = rowsOf(table)

  const rowLabels = new Int32Array(table.rowCount)
  const rowConfidences = new Float64Array(table.rowCount)
  for (let r = 0, at = 0; r < table.rowCount; r++, at += table.ensembleSize) {
    rowLabels[r] = decision.label(rows, at)
    if (rowLabels[r] >= 0) rowConfidences[r] = decision.confidence(rows, at, rowLabels[r])
    if (r % 64 === 0) {
      options.onProgress?.({ phase: 'labels', done: r, total: table.rowCount })
      await pauser.pause()
    }
  }
  const labels = table.rowOf.map(r => rowLabels[r])
  return {
    labels,
    confidence: Float64Array.from(table.rowOf, r => rowConfidences[r]),
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

/** The new samples in the labelings that the model uses, with equal rows collapsed. */
function tableOfNew(model: ConsensusModel, labelings: readonly Labels[], sampleCount: number): LabelTable {
  const { clusterCounts, names } = model
  const informative = informativeOf(model)
  return collapseRows({
    sampleCount,
    labelings: informative.map(t => labelings[t]),
    clusterCounts: informative.map(t => clusterCounts[t]),
    names: informative.map(t => names[t]),
  })
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
