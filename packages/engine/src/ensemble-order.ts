import {
  CELL_CLUSTERERS,
  type CellsPlan,
  type EnsemblePlan,
  type FeatureMap,
  GENERATORS,
  type GraphsPlan,
  type KMeansPlan,
  type LoopChoice,
  type MixturesPlan,
  type PartPlan,
  SEEDINGS,
  taskCountOf,
} from 'chorale/internal'
import { isCount, refused } from './order-checks.js'
import type { PartReference } from './parts.js'

/** The base clusterings of an ensemble, by its tasks. */
export interface EnsembleOrder {
  readonly kind: 'ensemble'
  readonly version: string
  readonly plan: EnsemblePlan
  readonly loops: LoopChoice
  readonly sampleCount: number
  readonly featureCount: number
  /** The samples in the storage. */
  readonly samples: PartReference
  /** The task of the ensemble that each task of the order runs, largest first. */
  readonly sequence: readonly number[]
}

const LOOPS = ['auto', 'simd', 'plain']
const MOST_PARTS = 16

export function checkEnsemble({ plan, loops, sampleCount, featureCount, samples, sequence }: EnsembleOrder): void {
  if (!LOOPS.includes(loops)) throw refused('loops', loops)
  if (!isCount(sampleCount) || !isCount(featureCount)) throw refused('samples', [sampleCount, featureCount])
  if (typeof samples?.digest !== 'string') throw refused('samples', samples)
  if (!Array.isArray(plan?.parts) || plan.parts.length > MOST_PARTS) throw refused('parts', plan?.parts)
  for (const part of plan.parts) {
    if (part?.sampleCount !== sampleCount) throw refused('samples', part?.sampleCount)
    if (!Number.isSafeInteger(part.seed)) throw refused('seed', part.seed)
    checkPart(part, featureCount)
  }
  const taskCount = taskCountOf(plan)
  const isTask = (task: number) => Number.isInteger(task) && task >= 0 && task < taskCount
  if (!Array.isArray(sequence) || sequence.length !== taskCount || !sequence.every(isTask)) {
    throw refused('tasks', sequence?.length)
  }
}

function checkPart(part: PartPlan, featureCount: number): void {
  if (part.part === 'k-means') checkKMeans(part)
  else if (part.part === 'cells') checkCells(part, featureCount)
  else if (part.part === 'mixtures') checkMixtures(part, featureCount)
  else if (part.part === 'graphs') checkGraphs(part, featureCount)
  else throw refused('part', part)
}

function checkKMeans(plan: KMeansPlan): void {
  if (!GENERATORS.includes(plan.generator)) throw refused('generator', plan.generator)
  if (!SEEDINGS.includes(plan.seeding)) throw refused('seeding', plan.seeding)
  if (!isCount(plan.ensembleSize)) throw refused('ensembleSize', plan.ensembleSize)
  for (const name of ['clusterCount', 'maxClusterCount', 'subsampleSize', 'subspaceSize', 'projectionSize'] as const) {
    if (!Number.isSafeInteger(plan[name]) || plan[name] > 2 ** 32) throw refused(name, plan[name])
  }
}

function checkCells(plan: CellsPlan, featureCount: number): void {
  const names: readonly string[] = CELL_CLUSTERERS.map(({ name }) => name)
  const areKnown = Array.isArray(plan.clusterers) && plan.clusterers.every(name => names.includes(name))
  if (!areKnown || !isCount(plan.clusterers.length)) throw refused('clusterers', plan.clusterers)
  if (!isCount(plan.labelingCount)) throw refused('labelingCount', plan.labelingCount)
  const { maxClusterCount } = plan
  if (!isCount(maxClusterCount) || maxClusterCount > plan.sampleCount) throw refused('maxClusterCount', maxClusterCount)
  checkRows(plan)
  if (plan.map !== null) checkMap(plan.map, featureCount)
}

function checkMixtures(plan: MixturesPlan, featureCount: number): void {
  if (!isCount(plan.labelingCount)) throw refused('labelingCount', plan.labelingCount)
  const { from, to } = plan.clusterCounts ?? {}
  if (!isCount(from) || !isCount(to) || from > to || to > 2 * plan.sampleCount) {
    throw refused('clusterCounts', plan.clusterCounts)
  }
  checkRows(plan)
  if (!Array.isArray(plan.spaces) || !isCount(plan.spaces.length)) throw refused('spaces', plan.spaces)
  for (const { map, variances } of plan.spaces) {
    checkMap(map, featureCount)
    if (!(variances instanceof Float64Array) || variances.length !== map.outputCount) throw refused('spaces', map)
  }
}

function checkGraphs(plan: GraphsPlan, featureCount: number): void {
  const { labelingCount, clusterCount, fitRows, map, components, width, views, cells, cellOf } = plan
  if (!isCount(labelingCount)) throw refused('labelingCount', labelingCount)
  if (!isCount(clusterCount) || clusterCount > plan.sampleCount) throw refused('clusterCount', clusterCount)
  checkRows(plan)
  checkMap(map, featureCount)
  const n = fitRows.length
  const isSound = isCount(width) && components instanceof Float32Array && components.length === n * width
  if (!isSound) throw refused('components', components?.length)
  if (!Array.isArray(views) || !isCount(views.length) || views.length > MOST_VIEWS)
    throw refused('views', views?.length)
  for (const { columnCount, nearest } of views) {
    const isRow = (row: number) => row >= 0 && row < n
    const isView = isCount(columnCount) && columnCount <= width && nearest instanceof Int32Array
    if (!isView || nearest.length % n !== 0 || !nearest.every(isRow)) throw refused('views', columnCount)
  }
  const cellCount = cells?.centres?.rowCount
  const isCell = (cell: number) => cell >= 0 && cell < cellCount
  if (!isCount(cellCount) || cells.centres.values.length !== cellCount * map.outputCount)
    throw refused('cells', cellCount)
  if (!(cellOf instanceof Int32Array) || cellOf.length !== n || !cellOf.every(isCell)) throw refused('cells', cellCount)
}

const MOST_VIEWS = 16

function checkRows({ fitRows, sampleCount }: CellsPlan | MixturesPlan | GraphsPlan): void {
  const isRow = (row: number) => row >= 0 && row < sampleCount
  if (!(fitRows instanceof Int32Array) || fitRows.length > sampleCount || !fitRows.every(isRow)) {
    throw refused('fitRows', fitRows?.length)
  }
}

function checkMap({ inputCount, outputCount, centre, matrix }: FeatureMap, featureCount: number): void {
  const isSound =
    inputCount === featureCount &&
    isCount(outputCount) &&
    centre instanceof Float64Array &&
    matrix instanceof Float64Array &&
    centre.length === inputCount &&
    matrix.length === inputCount * outputCount
  if (!isSound) throw refused('map', [inputCount, outputCount])
}

/** Upper bound on the bytes of a task: the samples as read and as points, and the labels. */
export function ensembleBytes({ sampleCount, featureCount }: EnsembleOrder): number {
  return 8 * sampleCount * (3 * featureCount + 4)
}
