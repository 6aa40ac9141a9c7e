import type { HotLoops } from '../numeric/loops/hot-loops.js'
import type { Samples } from '../types.js'
import type { BaseClustering } from './base-clustering.js'
import { createCellTasks } from './cells.js'
import { drawCellCount, meanCellCount, randomOfSet, setCountOf } from './cells-plan.js'
import { createMixtureTasks } from './gaussian-mixture.js'
import { bestOfGraphs, createGraphTasks, secondRound } from './graphs.js'
import { graphTaskCount, hasSecondRound } from './graphs-plan.js'
import { cellClusterers } from './index.js'
import { createKMeansTasks, tightest } from './k-means.js'
import { clusterCountsOf } from './k-means-plan.js'
import type { EnsemblePlan, PartPlan } from './plan.js'

/** The number of tasks of an ensemble. */
export function taskCountOf({ parts }: EnsemblePlan): number {
  return parts.reduce((sum, part) => sum + partTaskCount(part), 0)
}

function partTaskCount(part: PartPlan): number {
  switch (part.part) {
    case 'k-means':
      return part.ensembleSize
    case 'cells':
      return setCountOf(part)
    case 'mixtures':
      return part.labelingCount
    case 'graphs':
      return graphTaskCount(part)
  }
}

/** Runs any task of an ensemble, in steps that can be paused. */
export function createTasks(
  samples: Samples,
  { parts }: EnsemblePlan,
  loops: HotLoops,
): (task: number) => Generator<unknown, BaseClustering[]> {
  const runners = parts.flatMap(part => {
    const run = createPart(samples, part, loops)
    return Array.from({ length: partTaskCount(part) }, (_, at) => () => run(at))
  })
  return task => runners[task]()
}

function createPart(samples: Samples, part: PartPlan, loops: HotLoops) {
  switch (part.part) {
    case 'k-means':
      return createKMeansTasks(samples, part, loops)
    case 'cells':
      return createCellTasks(samples, part, { clusterers: cellClusterers(part.clusterers), loops })
    case 'mixtures':
      return createMixtureTasks(samples, part, loops)
    case 'graphs':
      return createGraphTasks(samples, part, loops)
  }
}

/**
 * The base clusterings of all tasks. Those that came from other threads have their own copies of what models share, the
 * cells of a set and feature maps; they get the same objects again.
 */
export function gathered({ parts }: EnsemblePlan, results: readonly (readonly BaseClustering[])[]): BaseClustering[] {
  const owners = parts.flatMap(part => Array.from({ length: partTaskCount(part) }, (_, at) => ({ part, at })))
  return results.flatMap((clusterings, task) => withShared(owners[task], clusterings))
}

/** What follows once all tasks are done, and can only then be planned; null if nothing does. */
export function furtherPlan({ parts }: EnsemblePlan, found: readonly BaseClustering[]): EnsemblePlan | null {
  const graphs = parts.find(part => part.part === 'graphs')
  const next = graphs === undefined ? null : secondRound(graphs, found)
  return next === null ? null : { parts: [next] }
}

/** The number of tasks of what follows. */
export function furtherTaskCount({ parts }: EnsemblePlan): number {
  const graphs = parts.find(part => part.part === 'graphs')
  if (graphs === undefined || !hasSecondRound(graphs)) return 0
  return graphTaskCount({ ...graphs, agreeing: [new Int32Array(0)] })
}

/** The base clusterings that are kept: of graphs, and of k-means where more runs are built, the best. */
export function keptOf({ parts }: EnsemblePlan, found: readonly BaseClustering[]): readonly BaseClustering[] {
  const [first] = parts
  if (parts.length > 1 || first === undefined) return found
  if (first.part === 'graphs') return bestOfGraphs(found, first)
  return first.part === 'k-means' && first.kept < first.ensembleSize ? tightest(found, first.kept) : found
}

function withShared(
  { part, at }: { readonly part: PartPlan; readonly at: number },
  clusterings: readonly BaseClustering[],
): BaseClustering[] {
  const [first] = clusterings
  return clusterings.map(({ labels, model, score }) => {
    if (model.kind === 'cells' && part.part === 'cells' && first.model.kind === 'cells') {
      return { labels, model: { ...model, map: part.map, cells: first.model.cells } }
    }
    if (model.kind === 'cells' && part.part === 'graphs') {
      return { labels, model: { ...model, map: part.map, cells: part.cells }, score }
    }
    if (model.kind === 'mixture' && part.part === 'mixtures') {
      return { labels, model: { ...model, map: part.spaces[at % part.spaces.length].map } }
    }
    return { labels, model }
  })
}

/** The tasks in order of decreasing work, so that threads finish at about the same time. */
export function tasksBySize(plan: EnsemblePlan, featureCount: number): number[] {
  const work = plan.parts.flatMap(part => taskWork(part, featureCount))
  return [...work.keys()].sort((a, b) => work[b] - work[a] || a - b)
}

/** An estimate of the multiplications of a whole plan. */
export function workOf(plan: EnsemblePlan, featureCount: number): number {
  return plan.parts.flatMap(part => taskWork(part, featureCount)).reduce((sum, work) => sum + work, 0)
}

/** Passes over the samples that a base clustering by k-means takes, seeding included. */
const K_MEANS_PASSES = 30
/** Iterations of a mixture, each step of which takes as long as about 20 multiplications of k-means. */
const MIXTURE_PASSES = 40
const MIXTURE_SLOWNESS = 20
/** A set of cells takes as long as so many multiplications of k-means per value, and per cell. */
const WORK_PER_VALUE = 1e4
const WORK_PER_CELL = 4e5
/** The clusterings of a graph take as long as so many multiplications of k-means per value. */
const WORK_PER_LINKED_VALUE = 8e3

/** An estimate of the work of one set of cells with its labelings, in multiplications of k-means. */
export function cellSetWork(
  sampleCount: number,
  featureCount: number,
  cellCount: number = meanCellCount(sampleCount),
): number {
  return sampleCount * featureCount * WORK_PER_VALUE + cellCount * WORK_PER_CELL
}

function taskWork(part: PartPlan, featureCount: number): number[] {
  const { sampleCount: n } = part
  switch (part.part) {
    case 'k-means':
      return clusterCountsOf(part).map(k => n * featureCount * k * K_MEANS_PASSES)
    case 'cells': {
      const { seed, fitRows, maxClusterCount } = part
      return Array.from({ length: setCountOf(part) }, (_, set) => {
        const cellCount = drawCellCount(fitRows.length, maxClusterCount, randomOfSet(seed, set))
        return cellSetWork(n, featureCount, cellCount)
      })
    }
    case 'mixtures': {
      const { fitRows, clusterCounts, spaces } = part
      const dimension = spaces[0].map.outputCount
      const components = (clusterCounts.from + clusterCounts.to) / 2
      const perSample = dimension * dimension * components * MIXTURE_SLOWNESS
      return new Array(part.labelingCount).fill((fitRows.length * MIXTURE_PASSES + n) * perSample)
    }
    case 'graphs':
      return Array.from({ length: graphTaskCount(part) }, (_, t) => {
        return part.fitRows.length * part.views[t % part.views.length].columnCount * WORK_PER_LINKED_VALUE
      })
  }
}
