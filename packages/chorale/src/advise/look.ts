import { buildEnsemble } from '../base/generate.js'
import type { TaskExecutor } from '../base/runner.js'
import { kMeans } from '../numeric/k-means.js'
import { type HotLoops, loadHotLoops } from '../numeric/loops/hot-loops.js'
import { hash32, type Random, randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import { Pauser } from '../pause.js'
import type { Ensemble, Labels, Samples } from '../types.js'
import { createPartitioner, type Partitioner } from './partitions.js'

/** Share of the samples in each look, as in ConsensusClusterPlus. */
const SAMPLE_SHARE = 0.8
/** Share of given labelings in each look. */
const LABELING_SHARE = 0.5
/** Base clusterings of each ensemble of a look. */
const K_MEANS_COUNT = 50
const CELLS_COUNT = 48
/** Starts of plain k-means. */
const STARTS = 2
const MAX_ITERATIONS = 100

/** A way to cluster the samples of a look. */
export type ViewName = 'k-means ensemble' | 'cells ensemble' | 'k-means' | 'labelings'

/** The clusters of one view for one k. */
export interface Sight {
  /** One label per sample; -1 for the samples that the look leaves out. */
  readonly labels: Labels
  /** The overlap of the two closest clusters; null without an embedding. */
  readonly overlap: number | null
}

/** One look at the data: some of the samples, clustered by several methods. */
export interface Look {
  readonly views: readonly View[]
}

/** One method of a look. Clusterings are computed when they are first needed, and kept. */
export interface View {
  readonly name: ViewName
  sight(clusterCount: number): Promise<Sight>
}

export interface LookOptions {
  /** The number of the look; every look has its own random numbers. */
  number: number
  /** The number of looks that together cover all samples. */
  lookCount: number
  /** The largest k that may be asked for. */
  mostClusters: number
  executor?: TaskExecutor
  signal?: AbortSignal
}

/**
 * A look at features: 80 % of the samples, clustered in three ways.
 *
 * - k-means ensemble: 50 runs of k-means, each with its own number of clusters, and their spectral embedding.
 * - cells ensemble: 48 spectral and Genie clusterings of cells, as in the default of `cluster`, and their embedding.
 * - k-means: plain k-means with k clusters.
 *
 * The random numbers do not depend on the seed of the user: the same data get the same advice.
 */
export async function lookAtSamples(samples: Samples, options: LookOptions): Promise<Look> {
  const { sampleCount: n } = samples
  const drawn = drawPart(n, options, randomFor(STREAMS.draw, options.number))
  const part = samplesAt(samples, drawn)
  // One after the other: all computations of a thread share the memory of the hot loops.
  const views = [
    await kMeansEnsembleView(part, options),
    await cellsView(part, options),
    await kMeansView(part, options),
  ]
  return { views: views.map(view => spread(view, drawn, n)) }
}

/** All samples, clustered by an ensemble of cells. */
export function wholeView(samples: Samples, options: LookOptions): Promise<View> {
  return cellsView(samples, options)
}

/** A look at null data: all samples, clustered by the two ensembles. */
export async function lookAtNull(samples: Samples, options: LookOptions): Promise<Look> {
  return { views: [await kMeansEnsembleView(samples, options), await cellsView(samples, options)] }
}

/** A look at given labelings: 80 % of the samples and half of the labelings. */
export async function lookAtLabelings(ensemble: Ensemble, options: LookOptions): Promise<Look> {
  const { sampleCount: n, labelings, names } = ensemble
  const random = randomFor(STREAMS.labelings, options.number)
  const some = drawPart(n, options, random)
  const m = Math.max(Math.min(2, labelings.length), Math.round(LABELING_SHARE * labelings.length))
  const kept = Array.from(drawSubset(labelings.length, m, random))
  // A sample that no drawn labeling covers cannot be clustered.
  const drawn = some.filter(i => kept.some(t => labelings[t][i] >= 0))
  const numbered = kept.map(t => renumbered(labelings[t], drawn))
  const resampled = {
    sampleCount: drawn.length,
    labelings: numbered.map(({ labels }) => labels),
    clusterCounts: numbered.map(({ clusterCount }) => clusterCount),
    names: kept.map(t => names[t]),
  }
  return { views: [spread(await ensembleView('labelings', resampled, options), drawn, n)] }
}

/** Most of the samples. Each sample is in at least one of the looks. */
function drawPart(n: number, { number, lookCount }: LookOptions, random: Random): Int32Array {
  return drawSubset(n, Math.max(2, Math.round(SAMPLE_SHARE * n)), random, i => i % lookCount === number % lookCount)
}

/** The embedding of an ensemble, cut into k clusters. */
export async function ensembleView(
  name: ViewName,
  ensemble: Ensemble,
  { number, mostClusters, signal }: LookOptions,
): Promise<View> {
  const partitioner = await createPartitioner(ensemble, mostClusters, { seed: hash32(STREAMS.cut, number), signal })
  return remembered(name, async clusterCount => sightOf(partitioner, clusterCount))
}

async function sightOf(partitioner: Partitioner, clusterCount: number): Promise<Sight> {
  const { labels, overlap } = await partitioner.partition(clusterCount)
  return { labels, overlap: overlap.worst }
}

/** Some of the samples. */
export function samplesAt({ featureCount: d, values }: Samples, rows: Int32Array): Samples {
  const some = new Float64Array(rows.length * d)
  rows.forEach((row, at) => {
    some.set(values.subarray(row * d, row * d + d), at * d)
  })
  return { sampleCount: rows.length, featureCount: d, values: some }
}

/** Plain k-means: the best of two starts. */
export function plainKMeans(samples: Samples, clusterCount: number, seed: number, loops: HotLoops): Labels {
  const points = { rowCount: samples.sampleCount, columnCount: samples.featureCount, values: samples.values }
  return kMeans(points, { clusterCount, restarts: STARTS, maxIterations: MAX_ITERATIONS, seed, loops }).labels
}

/** Separates the random numbers of the parts of a look. */
const STREAMS = { draw: 100, kMeans: 5, cells: 6, plain: 7, labelings: 8, cut: 9 }

async function kMeansEnsembleView(samples: Samples, options: LookOptions): Promise<View> {
  const { number, mostClusters, executor, signal } = options
  const ensemble = await buildEnsemble(samples, {
    ensembleSize: K_MEANS_COUNT,
    maxClusterCount: finestClusterCount(samples.sampleCount, mostClusters),
    seed: hash32(STREAMS.kMeans, number),
    executor,
    signal,
  })
  return ensembleView('k-means ensemble', ensemble, options)
}

/**
 * The largest number of clusters of a base clustering by k-means: √n, but at least 24 and twice the largest k. It must be
 * well above the k that are tried, so that clusters of any shape are composed of small round ones.
 */
function finestClusterCount(n: number, mostClusters: number): number {
  const enough = Math.max(2, Math.min(Math.floor(n / 4), Math.max(24, Math.round(Math.sqrt(n)))))
  return Math.max(enough, Math.min(Math.floor(n / 8), 2 * mostClusters))
}

async function cellsView(samples: Samples, options: LookOptions): Promise<View> {
  const { sampleCount: n } = samples
  const { number, mostClusters, executor, signal } = options
  const wanted = Math.max(24, Math.floor(Math.sqrt(n)), Math.min(50, 2 * mostClusters))
  const ensemble = await buildEnsemble(samples, {
    base: ['spectral-cells', 'genie-cells'],
    ensembleSize: CELLS_COUNT,
    maxClusterCount: Math.max(2, Math.min(Math.floor(n / 4), wanted)),
    seed: hash32(STREAMS.cells, number),
    executor,
    signal,
  })
  return ensembleView('cells ensemble', ensemble, options)
}

async function kMeansView(samples: Samples, { number, signal }: LookOptions): Promise<View> {
  const loops = await loadHotLoops('auto')
  const pauser = new Pauser(signal)
  return remembered('k-means', async clusterCount => {
    const labels = plainKMeans(samples, clusterCount, hash32(STREAMS.plain, number), loops)
    await pauser.pause()
    return { labels, overlap: null }
  })
}

function remembered(name: ViewName, compute: (clusterCount: number) => Promise<Sight>): View {
  const known = new Map<number, Promise<Sight>>()
  return {
    name,
    sight(clusterCount) {
      const found = known.get(clusterCount) ?? compute(clusterCount)
      known.set(clusterCount, found)
      return found
    },
  }
}

/** The view of some samples as a view of all. */
function spread(view: View, drawn: Int32Array, n: number): View {
  return remembered(view.name, async clusterCount => {
    const { labels, overlap } = await view.sight(clusterCount)
    const all = new Int32Array(n).fill(-1)
    drawn.forEach((sample, at) => {
      all[sample] = labels[at]
    })
    return { labels: all, overlap }
  })
}

/** The labels of some samples, renumbered, because some clusters may have lost all their members. */
function renumbered(labels: Labels, rows: Int32Array): { labels: Labels; clusterCount: number } {
  const numbers = new Map<number, number>()
  const own = rows.map(row => {
    const label = labels[row]
    if (label < 0) return -1
    const number = numbers.get(label) ?? numbers.size
    numbers.set(label, number)
    return number
  })
  return { labels: own, clusterCount: numbers.size }
}
