import { type BuildEnsembleOptions, buildEnsemble } from '../ensemble/generate.js'
import { hash32, type Random, randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import type { Ensemble, Labels, Samples } from '../types.js'
import { type Partition, partitionsOf } from './partitions.js'

/** Share of the samples in each resample, as in ConsensusClusterPlus. */
const SAMPLE_SHARE = 0.8
/** Share of given labelings in each resample. */
const LABELING_SHARE = 0.5
/** Base clusterings of each resample of features. */
const RESAMPLE_SIZE = 50

/** One resample: some of the samples, clustered again for every k. */
export interface Resample {
  /** The samples in the resample. */
  readonly samples: Int32Array
  readonly partitions: readonly Partition[]
}

export interface ResampleOptions extends Pick<BuildEnsembleOptions, 'executor' | 'signal'> {
  clusterCounts: readonly number[]
  /** Total number of resamples. Sample i is in resample i mod `resamples`, so that each sample is in at least one. */
  resamples: number
  seed: number
}

/**
 * The maximum number of clusters of a base clustering in a resample: √n, but at least 24. It must be well above the k that
 * are tried, so that clusters of any shape are composed of small round ones.
 */
export function finestClusterCount(sampleCount: number): number {
  return Math.max(2, Math.min(Math.floor(sampleCount / 4), Math.max(24, Math.round(Math.sqrt(sampleCount)))))
}

/** Resample number `at` of features: 80 % of the samples, with new base clusterings. */
export async function resampleFeatures(samples: Samples, at: number, options: ResampleOptions): Promise<Resample> {
  const { clusterCounts, executor, signal } = options
  const seed = hash32(options.seed, at)
  const { sampleCount: n } = samples
  const drawn = drawCovering(n, at, options.resamples, randomFor(seed, 0))
  const ensemble = await buildEnsemble(samplesAt(samples, drawn), {
    ensembleSize: RESAMPLE_SIZE,
    maxClusterCount: finestClusterCount(drawn.length),
    seed,
    executor,
    signal,
  })
  return { samples: drawn, partitions: await partitionsOf(ensemble, clusterCounts, { seed, signal }) }
}

/** Resample number `at` of given labelings: 80 % of the samples and half of the labelings. */
export async function resampleLabelings(ensemble: Ensemble, at: number, options: ResampleOptions): Promise<Resample> {
  const { clusterCounts, signal } = options
  const seed = hash32(options.seed, at)
  const { sampleCount: n, labelings, names } = ensemble
  const random = randomFor(seed, 0)
  const some = drawCovering(n, at, options.resamples, random)
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
  return { samples: drawn, partitions: await partitionsOf(resampled, clusterCounts, { seed, signal }) }
}

function drawCovering(n: number, at: number, resamples: number, random: Random): Int32Array {
  return drawSubset(n, Math.max(2, Math.round(SAMPLE_SHARE * n)), random, i => i % resamples === at)
}

/** Some of the samples. */
export function samplesAt({ featureCount: d, values }: Samples, rows: Int32Array): Samples {
  const some = new Float64Array(rows.length * d)
  rows.forEach((row, at) => {
    some.set(values.subarray(row * d, row * d + d), at * d)
  })
  return { sampleCount: rows.length, featureCount: d, values: some }
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
