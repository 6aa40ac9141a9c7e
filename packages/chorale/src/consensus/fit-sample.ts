import { countText } from '../count-text.js'
import type { Ensemble, Labels } from '../types.js'
import { type Fitted, weightsOfAll } from './fitted.js'
import { labelAllRows } from './label-rows.js'
import type { MethodContext, MethodFindings } from './method.js'
import type { Preparation } from './prepare.js'
import { type RowSample, sampleOf } from './row-sample.js'
import { buildConsensusModel, type ConsensusModel, reorderModel } from './rules/consensus-model.js'
import { thinModel } from './rules/thin-model.js'

/** Fits on a sample of the rows; then the model labels all rows, as it labels new ones. */
export async function fitSample(
  whole: Preparation,
  rowCount: number,
  findingsOf: (sample: Preparation) => Promise<MethodFindings>,
  { seed, executor, pauser, report }: MethodContext,
): Promise<Fitted> {
  const sample = sampleOf(whole, rowCount, seed)
  const { preparation, columns } = sample
  const found = await findingsOf(preparation)
  const built = buildConsensusModel(
    namesInSample(whole, sample),
    preparation.table,
    found.labels,
    found.prediction ?? null,
  )
  // More rows than those of the sample exist.
  const model = thinModel({ ...built, rows: { ...built.rows, isWhole: false } })

  report('labels', 0, 1)
  const labeled = await labelAllRows(
    whole.store,
    whole.distinctRows,
    { model, columns, clusters: clustersOf(sample) },
    executor,
    {
      signal: pauser.signal,
      onSpan: (done, total) => report('labels', done, total),
    },
  )
  const { labels, order, strayCount } = numberInOrder(labeled.labels, model)
  const warnings =
    strayCount > 0
      ? [
          `The sample has none of the clusters of ${countText(strayCount, 'row')}. They are in the largest cluster, with confidence 0. Fit on more rows.`,
        ]
      : []
  const kept = columns.map(at => whole.kept[at])
  return {
    ...found,
    labels,
    embedding: null,
    weights: weightsOfAll(found.weights, kept, whole.names.length),
    confidence: labeled.confidence,
    model: reorderModel(model, order),
    warnings: [...found.warnings, ...warnings],
  }
}

/** All labelings with the clusters that the sample has; those that it does not use have one. */
function namesInSample(
  { names, clusterNames, kept }: Preparation,
  { preparation, columns }: RowSample,
): Pick<Ensemble, 'names' | 'clusterCounts' | 'clusterNames'> {
  const found = names.map((_, t) => [clusterNames?.[t]?.[0] ?? 0])
  columns.forEach((column, at) => {
    found[kept[column]] = [...preparation.clusterNames![at]]
  })
  return { names, clusterCounts: found.map(({ length }) => length), clusterNames: found }
}

/** The numbers of clusters across all labelings of the sample. */
function clustersOf({ preparation, numbers }: RowSample): Int32Array[] {
  const { clusterStarts } = preparation.store
  return numbers.map((of, at) => of.map(number => (number < 0 ? -1 : clusterStarts[at] + number)))
}

/**
 * Numbers labels by first appearance, in place; clusters of the model without a row come last. Rows without a label go to
 * the largest cluster.
 */
function numberInOrder(
  labels: Labels,
  { counts }: ConsensusModel,
): { labels: Labels; order: number[]; strayCount: number } {
  const sizes = new Float64Array(counts.clusterCount)
  for (const label of labels) if (label >= 0) sizes[label]++
  const largest = sizes.indexOf(Math.max(...sizes))
  const numbers = new Int32Array(counts.clusterCount).fill(-1)
  const order: number[] = []
  let strayCount = 0
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) strayCount++
    const label = labels[i] < 0 ? largest : labels[i]
    if (numbers[label] < 0) numbers[label] = order.push(label) - 1
    labels[i] = numbers[label]
  }
  for (let C = 0; C < numbers.length; C++) if (numbers[C] < 0) order.push(C)
  return { labels, order, strayCount }
}
