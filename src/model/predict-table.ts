import { InputError } from '../check.js'
import { countText } from '../count-text.js'
import { assignSamples } from '../ensemble/assign-samples.js'
import type { Samples } from '../ensemble/samples.js'
import type { LoopChoice } from '../hot-loops/hot-loops.js'
import { absentColumns, readFeatures } from '../load/features/read-features.js'
import { findRoles } from '../load/features/roles.js'
import { distinctValues, shortList, type Table } from '../load/table.js'
import { informativeOf } from '../predict/consensus-model.js'
import { type Prediction, predictLabels } from '../predict/predict-labels.js'
import type { LongWork } from '../types.js'
import type { Model } from './model.js'

/** Options of {@link predictTable}. */
export interface PredictTableOptions extends LongWork {
  /** Column of sample names; null for none. By default that of the model, or detected by its name. */
  id?: string | null
  /** Column of the ground truth, to compare with. */
  truth?: string
  /** Which version of the hot loops to run; their results are equal. */
  loops?: LoopChoice
}

/** The predicted clusters of the samples of a table. */
export interface TablePrediction extends Prediction {
  readonly ids: readonly string[] | null
  readonly idName: string | null
  readonly truth: readonly string[] | null
  /** Assumptions, one sentence each. */
  readonly notes: readonly string[]
}

/**
 * Predicts the clusters of the samples of a table: from features if the model was built from features, otherwise from
 * labelings. Columns are matched by name. Columns that the model does not know are ignored with a note.
 */
export async function predictTable(
  model: Model,
  table: Table,
  options: PredictTableOptions = {},
): Promise<TablePrediction> {
  const caller = table.name ?? 'predictTable'
  const needed = neededColumns(caller, model)
  const absent = needed.filter(name => !table.columns.some(column => column.name === name))
  if (absent.length > 0) throw absentColumns(caller, absent, table)

  const isThere = (name: string | null) => name !== null && table.columns.some(column => column.name === name)
  const id = options.id ?? (options.id === undefined && isThere(model.idName) ? model.idName : options.id)
  const roles = findRoles(caller, table, { id, truth: options.truth ?? null, columns: needed }, 'features')
  const notes = [...table.notes, ...roles.notes]
  const roleNames = [roles.idName, roles.truthName, ...needed]
  const extra = table.columns.map(column => column.name).filter(name => !roleNames.includes(name))
  if (extra.length > 0) notes.push(`ignored columns that the model does not use: ${shortList(extra)}`)

  const found =
    model.base === null ? await fromLabelings(model, table, options) : await fromFeatures(model, table, options)
  const { ids, idName, truth } = roles
  return { ...found, ids, idName, truth, notes }
}

/** Predicts the clusters of samples from ready features: those of the dataset of the ensemble, scaled the same way. */
export async function predictSamples(
  model: Model,
  samples: Samples,
  options: LongWork & { loops?: LoopChoice } = {},
): Promise<Prediction> {
  if (model.base === null) {
    throw new InputError('predictSamples: model must have base models; got a model of given labelings')
  }
  if (samples.sampleCount === 0)
    return predictLabels(
      model.consensus,
      model.base.models.map(() => []),
    )
  return predictLabels(model.consensus, await assignSamples(model.base.models, samples, options), options)
}

function neededColumns(caller: string, { base, consensus }: Model): string[] {
  if (base === null) return informativeOf(consensus).map(t => consensus.names[t])
  if (base.reading !== null) return base.reading.columns.map(({ column }) => column)
  throw new InputError(`${caller}: the model does not describe how to read a table; use predictSamples`)
}

async function fromFeatures(model: Model, table: Table, options: PredictTableOptions): Promise<Prediction> {
  const { incompleteRows, warnings, ...samples } = readFeatures(table, model.base!.reading!)
  const { labels, confidence, warnings: more } = await predictSamples(model, samples, options)
  for (const i of incompleteRows) {
    labels[i] = -1
    confidence[i] = 0
  }
  const incomplete =
    incompleteRows.length > 0 ? [`no cluster for ${countText(incompleteRows.length, 'row')} with missing values`] : []
  return { labels, confidence, warnings: [...warnings, ...incomplete, ...more] }
}

async function fromLabelings({ consensus }: Model, table: Table, options: PredictTableOptions): Promise<Prediction> {
  const byName = new Map(table.columns.map(column => [column.name, column]))
  const labelings = consensus.names.map(name => {
    const column = byName.get(name)
    if (column === undefined) return new Array<null>(table.rowCount).fill(null)
    const { codes, texts } = distinctValues(column)
    return Array.from(codes, code => (code < 0 || texts[code] === '-1' ? null : texts[code]))
  })
  return predictLabels(consensus, labelings, options)
}
