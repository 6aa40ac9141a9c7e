import { buildEnsemble } from '../ensemble/generate.js'
import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import { exp, log2 } from '../numeric/exp-log.js'
import { hash32, type Random, randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import { fTail } from '../numeric/tail-probability.js'
import { Pauser } from '../pause.js'
import type { Ensemble, LongWork, Samples } from '../types.js'
import { type NullName, nullDrawers } from './null-samples.js'
import { partitionsOf } from './partitions.js'
import { finestClusterCount, samplesAt } from './resample.js'

/** The result of a test for clusters. */
export interface StructureTest {
  /** The probability of a statistic at least this good in data without clusters; the largest over the null models. */
  readonly pValue: number
  /** For features the smallest overlap over k = 2..10, which is low if there are clusters; for labelings their mean ARI, which is high. */
  readonly statistic: 'overlap' | 'agreement'
  /** The observed value of the statistic. */
  readonly observed: number
  readonly nulls: readonly {
    /** The null models that the data were compared with. */
    readonly name: NullName | 'permuted'
    /** The typical value under the null model: the geometric mean of overlaps, or the mean of agreements. */
    readonly typical: number
    readonly pValue: number
    /** Number of runs of the null model. */
    readonly runs: number
  }[]
  /** Number of samples in the test. */
  readonly sampleCount: number
}

export interface StructureTestOptions extends LongWork {
  seed: number
}

/** Runs of a null model. If one evaluation of each leaves the p value unclear, new runs are evaluated as often as the data. */
const FIRST_RUNS = 8
const MORE_RUNS = 12
/** A p value is clear if it is far below or far above the level of 0.01. */
const CLEAR = [0.001, 0.3]
/** The test uses at most this many samples. Clusters that need more samples are too weak to matter. */
const MOST_SAMPLES = 800
const ENSEMBLE_SIZE = 40
/** How often the data are evaluated, each time with new base clusterings; the logarithms are averaged. */
const LOOKS = 4
/** For labelings: the maximum number of samples and of pairs of labelings, and the number of shuffles. */
const MOST_LABELED = 5000
const MOST_PAIRS = 100
const SHUFFLES = 12
const CLUSTER_COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10]

/**
 * Tests samples against random data without clusters, normal and uniform, with the same mean and covariance.
 *
 *   statistic = smallest log overlap over k = 2..10; for the data, of the means of 4 evaluations at each k
 *   p = P(t ≤ (observed - mean) / (deviation √(1 + 1/r))), mean and deviation over r null runs
 *
 * The t distribution allows small p values with few runs; overlaps have a long tail, their logarithms do not. First, 8
 * null runs are evaluated once each. This favours "no clusters", because the smallest mean is never below the mean of the
 * smallest values. If 0.001 < p < 0.3, 12 new runs are evaluated 4 times each.
 */
export async function testFeatures(samples: Samples, options: StructureTestOptions): Promise<StructureTest> {
  const { seed } = options
  const n = samples.sampleCount
  const size = Math.min(n, MOST_SAMPLES)
  const some = size === n ? samples : samplesAt(samples, drawSubset(n, size, randomFor(seed, 0)))
  const drawers = Object.entries(nullDrawers(some)).map(([name, draw]) => ({
    name: name as NullName,
    draw: async (run: number, look: number) => {
      const own = hash32(hash32(seed, 2 + run), look)
      return logOverlaps(await ensembleOf(draw(randomFor(hash32(seed, 1), run)), own, options), own, options)
    },
  }))
  const looks: Float64Array[] = []
  for (let look = 0; look < LOOKS; look++) {
    const part = size === n ? samples : samplesAt(samples, drawSubset(n, size, randomFor(seed, 1 + look)))
    looks.push(
      await logOverlaps(await ensembleOf(part, hash32(seed, 1000 + look), options), hash32(seed, look), options),
    )
  }
  return runTest(smallestMean(looks), drawers, size, options)
}

/**
 * Tests whether the mean ARI of labelings is higher than chance, by comparing with labelings whose samples are shuffled.
 * Labelings from one generator agree even on a cloud without clusters, so a small p value alone does not prove clusters;
 * a large one means that there are none.
 */
export async function testLabelings(
  ensemble: Ensemble,
  { seed, signal, onProgress }: StructureTestOptions,
): Promise<StructureTest> {
  const n = ensemble.sampleCount
  const sampleCount = Math.min(n, MOST_LABELED)
  const samples = drawSubset(n, sampleCount, randomFor(seed, 0))
  const labelings = ensemble.labelings.map(labels => Int32Array.from(samples, i => labels[i]))
  const pairs = drawPairs(labelings.length, randomFor(seed, 1))
  const observed = meanAgreement(labelings, pairs)
  const pauser = new Pauser(signal)
  const draws: number[] = []
  for (let run = 0; run < SHUFFLES; run++) {
    onProgress?.({ phase: 'null', done: run, total: SHUFFLES })
    const shuffled = labelings.map((labels, t) => permuted(labels, randomFor(hash32(seed, 2 + run), t)))
    draws.push(-meanAgreement(shuffled, pairs))
    await pauser.pause()
  }
  const pValue = lowerTail(-observed, draws)
  onProgress?.({ phase: 'null', done: 1, total: 1 })
  const nulls = [{ name: 'permuted' as const, typical: -mean(draws), pValue, runs: SHUFFLES }]
  return { pValue, statistic: 'agreement', observed, nulls, sampleCount }
}

/** All pairs of labelings, or some of them. */
function drawPairs(count: number, random: Random): [number, number][] {
  const all: [number, number][] = []
  for (let s = 0; s < count; s++) for (let t = s + 1; t < count; t++) all.push([s, t])
  if (all.length <= MOST_PAIRS) return all
  return Array.from(drawSubset(all.length, MOST_PAIRS, random), at => all[at])
}

/** Mean ARI of pairs of labelings, each over the samples that both cover; 0 if no pair has common samples. */
function meanAgreement(labelings: readonly Int32Array[], pairs: readonly [number, number][]): number {
  const scores = pairs.flatMap(([s, t]) => {
    const a = labelings[s]
    const b = labelings[t]
    const isCovered = (_: number, i: number) => a[i] >= 0 && b[i] >= 0
    const common = a.filter(isCovered)
    return common.length === 0 ? [] : [adjustedRandIndex(common, b.filter(isCovered))]
  })
  return scores.length === 0 ? 0 : mean(scores)
}

/** The log overlaps of one evaluation of null data number `run`. */
type NullLook = (run: number, look: number) => Promise<Float64Array>

async function runTest(
  observed: number,
  drawers: readonly { name: NullName; draw: NullLook }[],
  sampleCount: number,
  { onProgress }: StructureTestOptions,
): Promise<StructureTest> {
  const nulls: StructureTest['nulls'][number][] = []
  const statistics = async (draw: NullLook, from: number, runs: number, looks: number) => {
    const logs: number[] = []
    for (let run = from; run < from + runs; run++) {
      onProgress?.({ phase: 'null', done: run, total: FIRST_RUNS + MORE_RUNS })
      const seen: Float64Array[] = []
      for (let look = 0; look < looks; look++) seen.push(await draw(run, look))
      logs.push(smallestMean(seen))
    }
    return logs
  }
  for (const { name, draw } of drawers) {
    let logs = await statistics(draw, 0, FIRST_RUNS, 1)
    let pValue = lowerTail(observed, logs)
    if (pValue > CLEAR[0] && pValue < CLEAR[1]) {
      logs = await statistics(draw, FIRST_RUNS, MORE_RUNS, LOOKS)
      pValue = lowerTail(observed, logs)
    }
    nulls.push({ name, typical: exp(mean(logs)), pValue, runs: logs.length })
  }
  onProgress?.({ phase: 'null', done: 1, total: 1 })
  const pValue = nulls.reduce((largest, each) => Math.max(largest, each.pValue), 0)
  return { pValue, statistic: 'overlap', observed: exp(observed), nulls, sampleCount }
}

/** The smallest value over k of the mean over evaluations. */
function smallestMean(looks: readonly Float64Array[]): number {
  const means = looks[0].map((_, at) => looks.reduce((sum, look) => sum + look[at], 0) / looks.length)
  return means.reduce((least, value) => Math.min(least, value))
}

/** The probability that another draw is at or below a value, for normal draws with unknown mean and deviation. */
function lowerTail(value: number, draws: readonly number[]): number {
  const count = draws.length
  const centre = mean(draws)
  const variance = draws.reduce((sum, draw) => sum + (draw - centre) * (draw - centre), 0) / (count - 1)
  const t = (value - centre) / Math.sqrt(variance * (1 + 1 / count))
  if (Number.isNaN(t)) return 1
  const half = fTail(t * t, 1, count - 1) / 2
  return t < 0 ? half : 1 - half
}

function ensembleOf(samples: Samples, seed: number, { signal }: StructureTestOptions): Promise<Ensemble> {
  const maxClusterCount = finestClusterCount(samples.sampleCount)
  return buildEnsemble(samples, { ensembleSize: ENSEMBLE_SIZE, maxClusterCount, seed, signal })
}

/** The logarithm of the overlap for every k. */
async function logOverlaps(ensemble: Ensemble, seed: number, { signal }: StructureTestOptions): Promise<Float64Array> {
  const counts = CLUSTER_COUNTS.filter(k => k <= ensemble.sampleCount / 2)
  const partitions = await partitionsOf(ensemble, counts, { seed, signal })
  return Float64Array.from(partitions, ({ overlap }) => ln(overlap.worst))
}

function permuted(labels: Int32Array, random: Random): Int32Array {
  const shuffled = labels.slice()
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const label = shuffled[i]
    shuffled[i] = shuffled[j]
    shuffled[j] = label
  }
  return shuffled
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function ln(x: number): number {
  return log2(x) * Math.LN2
}
