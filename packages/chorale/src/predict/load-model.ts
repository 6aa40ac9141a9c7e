import { METHOD_NAMES } from '../consensus/methods/index.js'
import { type ConsensusModel, informativeOf, RULES, shapeOf } from '../consensus/rules/consensus-model.js'
import type { RuleKind } from '../consensus/rules/rule.js'
import { checkOptionNames, InputError } from '../errors.js'
import { countDistinctRows } from '../labelings/distinct-rows.js'
import { storeOf } from '../labelings/label-store.js'
import { Fields, namesItem, numberItem, textItem } from './fields.js'
import { loadBase } from './load-base.js'
import { loadRule } from './load-rule.js'
import type { Model } from './model.js'
import { checksumOf, MODEL_FORMAT, MODEL_VERSION } from './save-model.js'

const LARGEST = 2 ** 31 - 1

/** Options of {@link loadModel}. */
export interface LoadModelOptions {
  /** What messages call the file. */
  name?: string
}

/**
 * Loads a model from the text of its file. Everything is checked: a file that is cut short, changed or of another version
 * is an error. `name` is the name of the file in messages.
 *
 * @example
 * ```ts
 * import { cluster, loadModel, predict, saveModel } from 'chorale'
 *
 * const { model } = await cluster([[1], [1.2], [0.9], [5], [5.1], [4.8]], { clusterCount: 2 })
 * const json = saveModel(model)
 * const { labels } = await predict(loadModel(json), [[1.1], [5.2]])
 * console.log(labels.join()) // 0,1
 * ```
 *
 * @group Predict
 */
export function loadModel(text: string, options: LoadModelOptions = {}): Model {
  checkOptionNames('loadModel', options, ['name'] satisfies (keyof LoadModelOptions)[])
  const { name = 'loadModel' } = options
  const file = parse(text, name)
  try {
    if (file.text('format') !== MODEL_FORMAT) throw new InputError(`format must be ${MODEL_FORMAT}`)
  } catch {
    throw new InputError(`${name}: not a Chorale model`)
  }
  const version = file.number('version')
  if (!(version >= 1 && version <= MODEL_VERSION)) {
    throw new InputError(
      `${name}: the model has version ${version}, but this version of Chorale reads versions 1 to ${MODEL_VERSION}; create the model again`,
    )
  }
  try {
    return contentOf(file)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(`${name}: the model is damaged: ${error.message}`)
  }
}

/** A model has fewer levels. Deeper ones would exhaust the stack of whoever prints a value. */
const MOST_DEPTH = 32

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every(each => isShallow(each, depth - 1))
}

function parse(text: string, name: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (!isShallow(value, MOST_DEPTH)) throw new InputError('nested too deeply')
    return new Fields(value, '')
  } catch {
    const isStart = text.trimStart().startsWith(`{"format":"${MODEL_FORMAT}"`)
    throw new InputError(
      `${name}: ${isStart ? 'the model is damaged: it is cut short or changed' : 'not a Chorale model'}`,
    )
  }
}

function contentOf(file: Fields): Model {
  const content = file.object('content')
  if (checksumOf(file.json('content')) !== file.text('checksum')) throw new InputError('its checksum is wrong')
  const clusterCount = content.whole('clusterCount', 1, LARGEST)
  const consensus = loadConsensus(content.object('consensus'))
  const base = content.objectOrNull('base')
  const loaded = base === null ? null : loadBase(base, consensus.clusterCounts)
  if (loaded?.noise && loaded.noise.centres.length !== consensus.counts.clusterCount) {
    throw new InputError('base.noise must have a centre for every cluster')
  }
  return {
    method: content.oneOf('method', METHOD_NAMES),
    clusterCount,
    options: content.record('options'),
    idName: content.textOrNull('idName'),
    consensus,
    base: loaded,
  }
}

function loadConsensus(fields: Fields): ConsensusModel {
  const names = fields.list('names', textItem)
  const clusterCounts = fields.list('clusterCounts', numberItem)
  const isCount = (count: number) => Number.isInteger(count) && count >= 1 && count <= LARGEST
  if (names.length === 0 || clusterCounts.length !== names.length || !clusterCounts.every(isCount)) {
    throw new InputError('clusterCounts must have one number per labeling')
  }
  const clusterNames = fields.isNull('clusterNames') ? null : fields.list('clusterNames', namesItem)
  const informative = clusterCounts.filter(count => count > 1)
  const total = informative.reduce((sum, count) => sum + count, 0)
  const m = informative.length
  if (m === 0) throw new InputError('clusterCounts must have a number above 1')
  if (clusterNames !== null && clusterCounts.some((count, t) => clusterNames[t]?.length !== count)) {
    throw new InputError('clusterNames must have one name per cluster')
  }

  const counted = fields.object('counts')
  const clusterCount = counted.whole('clusterCount', 1, LARGEST)
  const remembered = fields.object('rows')
  const rowCount = remembered.whole('rowCount', 0, LARGEST)
  const model = {
    names,
    clusterCounts,
    clusterNames,
    counts: {
      clusterCount,
      inCluster: counted.wholes('inCluster', clusterCount * total, 0, LARGEST),
      covered: counted.wholes('covered', clusterCount * m, 0, LARGEST),
    },
    rows: {
      rowCount,
      labelings: remembered.wholes('labelings', rowCount * m, -1, LARGEST),
      labels: remembered.wholes('labels', rowCount, 0, clusterCount - 1),
      multiplicity: remembered.wholes('multiplicity', rowCount, 1, LARGEST),
      isWhole: remembered.truth('isWhole'),
    },
    rule: loadRule(fields.object('rule')),
  }
  checkRows(model)
  ;(RULES[model.rule.kind] as RuleKind<typeof model.rule>).check(model.rule, shapeOf(model))
  return model
}

/** Checks that labels are valid and that no row repeats. */
function checkRows(model: ConsensusModel): void {
  const { rows, clusterCounts, names } = model
  const { rowCount } = rows
  const labelings = informativeOf(model).map((t, at) => {
    const labels = rows.labelings.subarray(at * rowCount, (at + 1) * rowCount)
    if (labels.every(label => label < clusterCounts[t])) return labels
    throw new InputError(`rows.labelings must be labels of '${names[t]}'`)
  })
  if (countDistinctRows(storeOf({ sampleCount: rowCount, labelings, clusterCounts })) !== rowCount) {
    throw new InputError('rows.labelings must have no repeated row')
  }
}
