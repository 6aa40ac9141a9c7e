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
import { areIn, isCount, isIn, isPart, refused } from './order-checks.js'
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
/** The most labelings of a part. */
const MOST_LABELINGS = 10_000

export function checkEnsemble({ plan, loops, sampleCount, featureCount, samples, sequence }: EnsembleOrder): void {
  if (!LOOPS.includes(loops)) throw refused('loops', loops)
  if (!isCount(sampleCount) || !isCount(featureCount)) throw refused('samples', [sampleCount, featureCount])
  if (!isPart(samples)) throw refused('samples', samples)
  if (!Array.isArray(plan?.parts) || plan.parts.length > MOST_PARTS) throw refused('parts', plan?.parts)
  for (const part of plan.parts) {
    if (part?.sampleCount !== sampleCount) throw refused('samples', part?.sampleCount)
    if (!isIn(part.seed, 0, 2 ** 32 - 1)) throw refused('seed', part.seed)
    checkPart(part, featureCount)
  }
  const taskCount = taskCountOf(plan)
  const isTask = (task: number) => Number.isInteger(task) && task >= 0 && task < taskCount
  if (!Array.isArray(sequence) || sequence.length !== taskCount || !sequence.every(isTask)) {
    throw refused('tasks', sequence?.length)
  }
}

function checkPart(part: PartPlan, featureCount: number): void {
  if (part.part === 'k-means') checkKMeans(part, featureCount)
  else if (part.part === 'cells') checkCells(part, featureCount)
  else if (part.part === 'mixtures') checkMixtures(part, featureCount)
  else if (part.part === 'graphs') checkGraphs(part, featureCount)
  else throw refused('part', part)
}

/** Every size is bounded by the samples, which are counted against the limit of the worker. */
function checkKMeans(plan: KMeansPlan, featureCount: number): void {
  if (!GENERATORS.includes(plan.generator)) throw refused('generator', plan.generator)
  if (!SEEDINGS.includes(plan.seeding)) throw refused('seeding', plan.seeding)
  if (!isIn(plan.ensembleSize, 1, MOST_LABELINGS)) throw refused('ensembleSize', plan.ensembleSize)
  const { sampleCount } = plan
  const bounds = {
    clusterCount: sampleCount,
    maxClusterCount: sampleCount,
    subsampleSize: sampleCount,
    subspaceSize: featureCount,
    projectionSize: Math.max(2, featureCount),
  }
  for (const [name, most] of Object.entries(bounds)) {
    const value = plan[name as keyof typeof bounds]
    if (!isIn(value, 0, most)) throw refused(name, value)
  }
  if (!areIn(plan.varying, 0, featureCount - 1)) throw refused('varying', null)
}

function checkCells(plan: CellsPlan, featureCount: number): void {
  const names: readonly string[] = CELL_CLUSTERERS.map(({ name }) => name)
  const areKnown = Array.isArray(plan.clusterers) && plan.clusterers.every(name => names.includes(name))
  if (!areKnown || !isCount(plan.clusterers.length)) throw refused('clusterers', plan.clusterers)
  if (!isIn(plan.labelingCount, 1, MOST_LABELINGS)) throw refused('labelingCount', plan.labelingCount)
  const { maxClusterCount } = plan
  if (!isCount(maxClusterCount) || maxClusterCount > plan.sampleCount) throw refused('maxClusterCount', maxClusterCount)
  checkRows(plan)
  if (plan.map !== null) checkMap(plan.map, featureCount)
}

function checkMixtures(plan: MixturesPlan, featureCount: number): void {
  if (!isIn(plan.labelingCount, 1, MOST_LABELINGS)) throw refused('labelingCount', plan.labelingCount)
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
    isIn(outputCount, 1, featureCount) &&
    centre instanceof Float64Array &&
    matrix instanceof Float64Array &&
    centre.length === inputCount &&
    matrix.length === inputCount * outputCount
  if (!isSound) throw refused('map', [inputCount, outputCount])
}

/** Upper bound on the bytes of a task: the samples as read and as points, the labels, and a random projection. */
export function ensembleBytes({ plan, sampleCount, featureCount }: EnsembleOrder): number {
  const widest = Math.max(0, ...plan.parts.map(part => (projects(part) ? part.projectionSize : 0)))
  return 8 * (sampleCount * (3 * featureCount + 4) + widest * (sampleCount + featureCount))
}

function projects(part: PartPlan): part is KMeansPlan {
  return part.part === 'k-means' && (part.generator === 'projection' || part.generator === 'mixed')
}
