import { InputError } from '../check.js'
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
  /** Column of sample names; null for none. That of the model, or found by its name, where not given. */
  id?: string | null
  /** Column of true classes, to compare with. */
  truth?: string
  /** Which form of the hot loops to run; their results are equal. */
  loops?: LoopChoice
}

/** Clusters of the samples of a table. */
export interface TablePrediction extends Prediction {
  readonly ids: readonly string[] | null
  readonly idName: string | null
  readonly truth: readonly string[] | null
  /** What was assumed, one sentence each. */
  readonly notes: readonly string[]
}

/**
 * The clusters of the samples of a table: from the features, where the model was built from features, otherwise from
 * the labelings. Columns are found by their names; those that the model does not know are ignored, and this is said.
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
  if (extra.length > 0) notes.push(`the model does not use, and ignores: ${shortList(extra)}`)

  const found =
    model.base === null ? await fromLabelings(model, table, options) : await fromFeatures(model, table, options)
  const { ids, idName, truth } = roles
  return { ...found, ids, idName, truth, notes }
}

/** Clusters of samples whose features are ready: those of the dataset that the ensemble was built from, scaled alike. */
export async function predictSamples(
  model: Model,
  samples: Samples,
  options: LongWork & { loops?: LoopChoice } = {},
): Promise<Prediction> {
  if (model.base === null) {
    throw new InputError('predictSamples: model must have base models; this one was made from given labelings')
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
  throw new InputError(`${caller}: the model does not say how a table is read; label its samples with predictSamples`)
}

async function fromFeatures(model: Model, table: Table, options: PredictTableOptions): Promise<Prediction> {
  const { incompleteRows, warnings, ...samples } = readFeatures(table, model.base!.reading!)
  const { labels, confidence, warnings: more } = await predictSamples(model, samples, options)
  for (const i of incompleteRows) {
    labels[i] = -1
    confidence[i] = 0
  }
  const said = incompleteRows.length > 0 ? [`${incompleteRows.length} row(s) with missing values get no cluster`] : []
  return { labels, confidence, warnings: [...warnings, ...said, ...more] }
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
