import { checkSamples } from '../base/assign-samples.js'
import { informativeOf } from '../consensus/rules/consensus-model.js'
import { type Prediction, predictLabels } from '../consensus/rules/predict-labels.js'
import { countText } from '../count-text.js'
import { checkOptionNames, InputError } from '../errors.js'
import type { LoopChoice } from '../numeric/loops/hot-loops.js'
import { absentColumns, readFeatures } from '../tables/features/read-features.js'
import { labelRoles } from '../tables/labelings/label-roles.js'
import { type OrientationOptions, orientTable } from '../tables/orientation/orient-table.js'
import { distinctValues, shortList, type Table } from '../tables/table.js'
import { toSamples } from '../tables/to-samples.js'
import { type Data, tableOf } from '../tables/to-table.js'
import { matchVectors } from '../tables/vectors/match-vectors.js'
import type { LongWork, Samples } from '../types.js'
import { labelInThisThread, type SampleExecutor } from './label-samples.js'
import type { Model } from './model.js'

/** Options of {@link predict}. */
export interface PredictOptions extends LongWork, OrientationOptions {
  /** Column of sample names; null for none. By default that of the model, or detected by its name. */
  id?: string | null
  /** Column of the ground truth, to compare with. */
  truth?: string
  /** Which version of the hot loops to run; their results are equal. */
  loops?: LoopChoice
  /** Where the samples are labeled: `thisThread` by default. The result is always the same. */
  executor?: SampleExecutor
}

const OPTIONS = {
  genesIn: true,
  id: true,
  truth: true,
  loops: true,
  executor: true,
  signal: true,
  onProgress: true,
} satisfies Record<keyof PredictOptions, true>

/** The predicted clusters of new samples. */
export interface DataPrediction extends Prediction {
  /** The outlier score of every sample, if the model was made with `noise: true`; otherwise null. */
  readonly outlier: Float64Array | null
  readonly ids: readonly string[] | null
  readonly idName: string | null
  readonly truth: readonly string[] | null
  /** Assumptions, one sentence each. */
  readonly notes: readonly string[]
}

/**
 * Predicts the clusters of the samples of a table: from features if the model was built from features, otherwise from
 * labelings. Columns are matched by name. Columns that the model does not know are ignored with a note.
 *
 * @example
 * ```ts
 * import { cluster, predict } from 'chorale'
 *
 * const flowers = [{ length: 1, width: 0.2 }, { length: 1.2, width: 0.3 }, { length: 5, width: 2 }, { length: 5.1, width: 2.2 }]
 * const { model } = await cluster(flowers, { clusterCount: 2 })
 * const { labels } = await predict(model, [{ width: 2.1, length: 4.9 }, { width: 0.1, length: 1.1 }])
 * console.log(labels.join()) // 1,0
 * ```
 *
 * @group Predict
 */
export async function predict(model: Model, data: Data, options: PredictOptions = {}): Promise<DataPrediction> {
  checkOptionNames('predict', options, Object.keys(OPTIONS))
  checkModel(model)
  if (model.base === null || model.base.reading !== null) return predictTable(model, readable(data), options)
  const { samples, notes } = toSamples('predict', data)
  return { ...(await predictSamples(model, samples, options)), ids: null, idName: null, truth: null, notes }
}

function checkModel(model: Model): void {
  if (typeof model === 'object' && model !== null && 'consensus' in model && 'base' in model) return
  throw new InputError('predict: model must be the model of a cluster result, or one of createModel or loadModel')
}

/** Scaled values cannot be read again: only the rows they came from can. */
function readable(data: Data): Table {
  if (typeof data === 'object' && data !== null && 'scaling' in data) {
    throw new InputError('predict: data must be rows or a table, not a dataset: the model scales them itself')
  }
  return tableOf('predict', data)
}

async function predictTable(model: Model, given: Table, options: PredictOptions): Promise<DataPrediction> {
  const caller = given.name ?? 'predict'
  const needed = neededColumns(caller, model)
  const oriented = orientedFor(caller, given, needed, options)
  const table = model.base?.reading ? matchVectors(caller, oriented, model.base.reading.columns) : oriented
  const present = new Set(table.columns.map(({ name }) => name))
  const absent = needed.filter(name => !present.has(name))
  if (absent.length > 0) throw absentColumns(caller, absent, table)

  const isThere = (name: string | null) => name !== null && present.has(name)
  const id = options.id ?? (options.id === undefined && isThere(model.idName) ? model.idName : options.id)
  const roles = labelRoles(caller, table, { id, truth: options.truth ?? null, columns: needed })
  const notes = [...table.notes, ...roles.notes]
  const roleNames = new Set([roles.idName, roles.truthName, ...needed])
  const extra = table.columns.map(column => column.name).filter(name => !roleNames.has(name))
  if (extra.length > 0) notes.push(`ignored columns that the model does not use: ${shortList(extra)}`)

  const found =
    model.base === null ? await fromLabelings(model, table, options) : await fromFeatures(model, table, options)
  const { ids, idName, truth } = roles
  return { ...found, ids, idName, truth, notes }
}

/** The table with samples in rows: transposed if its rows, rather than its columns, are named like the features. */
function orientedFor(caller: string, table: Table, needed: readonly string[], { genesIn }: PredictOptions): Table {
  if (genesIn !== undefined) return orientTable(caller, table, { genesIn })
  const wanted = new Set(needed)
  if (table.columns.some(({ name }) => wanted.has(name))) return table
  const isInRows = table.columns.some(column => column.kind === 'text' && column.texts.some(text => wanted.has(text)))
  return isInRows ? orientTable(caller, table, { genesIn: 'rows' }) : table
}

/** Labels, and outlier scores if the model has them. */
type OutlierPrediction = Prediction & Pick<DataPrediction, 'outlier'>

/** Predicts the clusters of samples from ready features: those of the dataset of the ensemble, scaled the same way. */
export async function predictSamples(
  model: Model,
  samples: Samples,
  options: LongWork & { loops?: LoopChoice; executor?: SampleExecutor } = {},
): Promise<OutlierPrediction> {
  if (model.base === null) {
    throw new InputError('predictSamples: model must have base models; got a model of given labelings')
  }
  const { base } = model
  const { sampleCount: n, featureCount: d, values } = samples
  if (n === 0) {
    const none = await predictLabels(model.consensus, new Array(base.models.length).fill([]))
    return { ...none, outlier: base.noise === null ? null : new Float64Array(0) }
  }
  checkSamples('predict', base.models, samples)
  const { executor = { labelSamples: labelInThisThread }, signal, loops = 'auto' } = options
  const job = {
    model: { consensus: model.consensus, base },
    samples: { sampleCount: n, featureCount: d, values },
    loops,
  }
  const onDone = (done: number) => options.onProgress?.({ phase: 'labels', done, total: n })
  const { labels, confidence, outlier = null } = await executor.labelSamples(job, { signal, onDone })
  return { labels, confidence, outlier, warnings: [] }
}

function neededColumns(caller: string, { base, consensus }: Model): string[] {
  if (base === null) return informativeOf(consensus).map(t => consensus.names[t])
  if (base.reading !== null) return base.reading.columns.map(({ column }) => column)
  throw new InputError(`${caller}: model must describe how to read a table; this one was created without a dataset`)
}

async function fromFeatures(model: Model, table: Table, options: PredictOptions): Promise<OutlierPrediction> {
  const { incompleteRows, warnings, ...samples } = readFeatures(
    { ...table, name: table.name ?? 'predict' },
    model.base!.reading!,
  )
  const { labels, confidence, outlier, warnings: more } = await predictSamples(model, samples, options)
  for (const i of incompleteRows) {
    labels[i] = -1
    confidence[i] = 0
    if (outlier !== null) outlier[i] = Number.NaN
  }
  const incomplete =
    incompleteRows.length > 0 ? [`no cluster for ${countText(incompleteRows.length, 'row')} with missing values`] : []
  return { labels, confidence, outlier, warnings: [...warnings, ...incomplete, ...more] }
}

async function fromLabelings(
  { consensus }: Model,
  table: Table,
  { signal, onProgress }: PredictOptions,
): Promise<OutlierPrediction> {
  const byName = new Map(table.columns.map(column => [column.name, column]))
  const labelings = consensus.names.map(name => {
    const column = byName.get(name)
    if (column === undefined) return new Array<null>(table.rowCount).fill(null)
    const { codes, texts } = distinctValues(column)
    return Array.from(codes, code => (code < 0 || texts[code] === '-1' ? null : texts[code]))
  })
  return { ...(await predictLabels(consensus, labelings, { signal, onProgress })), outlier: null }
}
