import type { TaskExecutor } from '../base/runner.js'
import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import { exp, log2 } from '../numeric/exp-log.js'
import { hash32, type Random, randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import { fTail } from '../numeric/tail-probability.js'
import { Pauser } from '../pause.js'
import type { Ensemble, LongWork, Samples } from '../types.js'
import { commonAgreement } from './evidence.js'
import { INSTABILITY_WEIGHT } from './limits.js'
import { type Look, lookAtNull, samplesAt } from './look.js'
import { type NullName, nullDrawers } from './null-samples.js'

/** A range of p values. Few runs do not give more digits. */
type PBand = 'below 0.01' | 'below 0.05' | '0.05 or more'

/** The result of a test for clusters. It informs the reader and grades the verdict, but it has no veto for features. */
export interface StructureTest {
  /** The probability of a statistic at least this good in data without clusters; the largest over the null models. */
  readonly pBand: PBand
  /**
   * For features the smallest ambiguity over k = 2..10, which is low if there are clusters; for labelings their mean ARI,
   * which is high.
   */
  readonly statistic: 'ambiguity' | 'agreement'
  /** The observed value of the statistic. */
  readonly observed: number
  readonly nulls: readonly NullModel[]
  /** Number of samples in the test. */
  readonly sampleCount: number
}

/** The data compared with one null model. */
interface NullModel {
  readonly name: NullName | 'permuted'
  /** The geometric mean of ambiguities, or the mean of agreements. */
  readonly typical: number
  readonly pBand: PBand
  /** Number of runs of the null model. */
  readonly runs: number
  /** The ranges over the runs by k; empty for labelings. */
  readonly bands: readonly NullBand[]
}

/** What random data without clusters have at one k: lowest and highest values. */
interface NullBand {
  readonly clusterCount: number
  readonly overlap: readonly [number, number]
  /** Agreement of the two ensembles. */
  readonly agreement: readonly [number, number]
}

export interface StructureTestOptions extends LongWork {
  executor?: TaskExecutor
}

/** Runs of each null model. */
const RUNS = 3
/** The test uses at most this many samples. Clusters that need more samples are too weak to matter. */
const MOST_SAMPLES = 500
/** The data are evaluated at least this often, each time with other samples if there are more. */
const LEAST_LOOKS = 2
const MOST_CLUSTERS = 10
/** For labelings: the maximum number of samples and of pairs of labelings, and the number of shuffles. */
const MOST_LABELED = 5000
const MOST_PAIRS = 100
const SHUFFLES = 12
/** The same for every seed of the user. */
const STREAM = 11

/** Overlap and agreement of the two ensembles for one k. */
interface Point {
  readonly clusterCount: number
  readonly overlap: number
  readonly agreement: number
}

/**
 * Tests samples against random data without clusters, normal and uniform, with the same mean and covariance.
 *
 *   statistic = log of the smallest value over k = 2..10 of overlap + 0.6 (1 - agreement of the two ensembles)
 *   p = P(t ≤ (observed - mean) / (deviation √(1 + 1/r))), mean over r runs of one null, deviation pooled over the nulls
 *
 * Logarithms, because small values have a long tail. The same estimate as in the table of criteria, on at most 500 samples.
 */
export async function testFeatures(
  samples: Samples,
  clusterCounts: readonly number[],
  options: StructureTestOptions,
): Promise<StructureTest> {
  const { signal, executor, onProgress } = options
  const n = samples.sampleCount
  const size = Math.min(n, MOST_SAMPLES)
  const tested = clusterCounts.filter(k => k <= MOST_CLUSTERS)
  const counts = tested.length > 0 ? tested : clusterCounts.slice(0, 1)
  const how = { lookCount: 1, mostClusters: Math.max(...counts), executor, signal }
  const drawers = Object.entries(nullDrawers(samplesAt(samples, someOf(n, size, 0))))
  const nullLooks = looksFor(size)
  const dataLooks = Math.max(LEAST_LOOKS, nullLooks)
  const total = dataLooks + RUNS * drawers.length * nullLooks
  let done = 0
  const pointsOf = async (part: Samples, number: number) => {
    onProgress?.({ phase: 'null', done: done++, total })
    return points(await lookAtNull(part, { number, ...how }), counts)
  }

  const looks: Point[][] = []
  for (let look = 0; look < dataLooks; look++) {
    looks.push(await pointsOf(samplesAt(samples, someOf(n, size, look)), 1000 + look))
  }
  const observed = smallest(meanPoints(looks).map(ambiguity))
  const runs: { name: NullName; found: Point[][] }[] = []
  for (const [name, draw] of drawers) {
    const found: Point[][] = []
    for (let run = 0; run < RUNS; run++) {
      const drawn = draw(randomFor(hash32(STREAM, 1), run))
      const seen: Point[][] = []
      for (let look = 0; look < nullLooks; look++) seen.push(await pointsOf(drawn, 2000 + run * nullLooks + look))
      found.push(meanPoints(seen))
    }
    runs.push({ name: name as NullName, found })
  }
  onProgress?.({ phase: 'null', done: total, total })

  const statistics = runs.map(({ found }) => found.map(run => ln(smallest(run.map(ambiguity)))))
  const deviation = pooledDeviation(statistics)
  const freedom = statistics.length * (RUNS - 1)
  const pValues = statistics.map(values => lowerTail(ln(observed), { values, deviation, freedom }))
  const nulls = runs.map(({ name, found }, at) => ({
    name,
    typical: exp(mean(statistics[at])),
    pBand: bandOf(pValues[at]),
    runs: RUNS,
    bands: counts.map((clusterCount, j) => ({
      clusterCount,
      overlap: range(found.map(run => run[j].overlap)),
      agreement: range(found.map(run => run[j].agreement)),
    })),
  }))
  return { pBand: bandOf(Math.max(...pValues)), statistic: 'ambiguity', observed, nulls, sampleCount: size }
}

/**
 * Tests whether the mean ARI of labelings is higher than chance, by comparing with labelings whose samples are shuffled.
 * Labelings from one generator agree even on a cloud without clusters, so a small p value alone does not prove clusters;
 * a large one means that they share nothing.
 */
export async function testLabelings(
  ensemble: Ensemble,
  { signal, onProgress }: StructureTestOptions,
): Promise<StructureTest> {
  const n = ensemble.sampleCount
  const sampleCount = Math.min(n, MOST_LABELED)
  const samples = drawSubset(n, sampleCount, randomFor(STREAM, 0))
  const labelings = ensemble.labelings.map(labels => Int32Array.from(samples, i => labels[i]))
  const pairs = drawPairs(labelings.length, randomFor(STREAM, 1))
  const observed = meanAgreement(labelings, pairs)
  const pauser = new Pauser(signal)
  const values: number[] = []
  for (let run = 0; run < SHUFFLES; run++) {
    onProgress?.({ phase: 'null', done: run, total: SHUFFLES })
    const shuffled = labelings.map((labels, t) => permuted(labels, randomFor(hash32(STREAM, 2 + run), t)))
    values.push(-meanAgreement(shuffled, pairs))
    await pauser.pause()
  }
  const deviation = pooledDeviation([values])
  const pBand = bandOf(lowerTail(-observed, { values, deviation, freedom: SHUFFLES - 1 }))
  onProgress?.({ phase: 'null', done: 1, total: 1 })
  const nulls = [{ name: 'permuted' as const, typical: -mean(values), pBand, runs: SHUFFLES, bands: [] }]
  return { pBand, statistic: 'agreement', observed, nulls, sampleCount }
}

/** Few samples need more looks for the same precision, and are looked at faster. */
function looksFor(size: number): number {
  return size <= 400 ? 2 : 1
}

/** The means over several looks. */
function meanPoints(looks: readonly (readonly Point[])[]): Point[] {
  return looks[0].map(({ clusterCount }, at) => ({
    clusterCount,
    overlap: mean(looks.map(look => look[at].overlap)),
    agreement: mean(looks.map(look => look[at].agreement)),
  }))
}

/** Some of the samples, or all of them. */
function someOf(n: number, size: number, look: number): Int32Array {
  return drawSubset(n, size, randomFor(STREAM, look))
}

async function points({ views }: Look, counts: readonly number[]): Promise<Point[]> {
  const found: Point[] = []
  for (const clusterCount of counts) {
    const [a, b] = [await views[0].sight(clusterCount), await views[1].sight(clusterCount)]
    const overlap = Math.sqrt((a.overlap ?? 1) * (b.overlap ?? 1))
    found.push({ clusterCount, overlap, agreement: commonAgreement(a.labels, b.labels) })
  }
  return found
}

function ambiguity({ overlap, agreement }: Point): number {
  return overlap + INSTABILITY_WEIGHT * (1 - agreement)
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

/** The standard deviation around the mean of each group. */
function pooledDeviation(groups: readonly (readonly number[])[]): number {
  let sum = 0
  let freedom = 0
  for (const values of groups) {
    const centre = mean(values)
    for (const value of values) sum += (value - centre) * (value - centre)
    freedom += values.length - 1
  }
  return Math.sqrt(sum / freedom)
}

/** The probability that another draw is at or below a value, for normal draws with unknown mean and deviation. */
function lowerTail(
  value: number,
  { values, deviation, freedom }: { values: readonly number[]; deviation: number; freedom: number },
): number {
  const t = (value - mean(values)) / (deviation * Math.sqrt(1 + 1 / values.length))
  if (Number.isNaN(t)) return 1
  const half = fTail(t * t, 1, freedom) / 2
  return t < 0 ? half : 1 - half
}

export function bandOf(p: number): PBand {
  if (p < 0.01) return 'below 0.01'
  return p < 0.05 ? 'below 0.05' : '0.05 or more'
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

function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

function smallest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function ln(x: number): number {
  return log2(x) * Math.LN2
}
