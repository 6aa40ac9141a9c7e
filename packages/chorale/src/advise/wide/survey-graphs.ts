import { type Distance, samplesForDistance } from '../../base/distance.js'
import { componentRows, type FloatComponents, floatComponents } from '../../base/graphs/float-components.js'
import { floatTable } from '../../base/graphs/float-table.js'
import { COMPONENTS } from '../../base/graphs/graph-views.js'
import { exp, log2 } from '../../numeric/exp-log.js'
import { drawGaussian } from '../../numeric/gaussian.js'
import type { FloatRows } from '../../numeric/loops/float-rows.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { hash32, randomFor } from '../../numeric/random.js'
import { drawSubset } from '../../numeric/subset.js'
import { fTail } from '../../numeric/tail-probability.js'
import type { Labels, LongWork, Samples } from '../../types.js'
import { type GraphLook, type GraphSight, lookAtGraphs } from './graph-look.js'
import { type PairConsensus, pairConsensus } from './pair-consensus.js'
import { partitionAgreement } from './partition-agreement.js'

/** What resamples say about one k, compared with random data that have the same correlations. */
export interface GraphEvidence {
  readonly clusterCount: number
  readonly stability: number
  readonly agreement: number
  readonly overlap: number
  readonly linkScore: number
  readonly consensus: PairConsensus
  readonly reference: PacReference
  /** linkScore (stability agreement)²: the k with the largest is chosen. */
  readonly quality: number
  /** The same without each of the looks. */
  readonly qualityWithout: readonly number[]
  /** All samples: the clusters of each look (-1 for samples that it leaves out), and of all samples together. */
  readonly looks: readonly Labels[]
  readonly whole: Labels
}

/** The ambiguous pairs of random data for one k. */
interface PacReference {
  /** PAC of random data: the geometric mean over the draws. */
  readonly pac: number
  /** Relative cluster stability index: log10(PAC of random data / PAC). */
  readonly rcsi: number
  /** The probability of so small a PAC in random data. */
  readonly p: number
}

/** Share of the samples in each look. */
const SAMPLE_SHARE = 0.8
/** Looks at the data and at each draw of random data, and draws, by the number of samples. */
const SIZES = { upTo: 500, few: { looks: 6, draws: 5, nullLooks: 2 }, many: { looks: 4, draws: 4, nullLooks: 2 } }
/** Random data are compared on at most so many samples, and up to so many clusters: for more the last value holds. */
const NULLS = { samples: 500, clusters: 12 }
/** Deviations below this share are rounding. */
const NEGLIGIBLE = 1e-6
/** Added to every PAC: of few samples, a smaller one is the same. */
const LEAST_PAC = 0.02
/** The same for every seed of the user. */
const STREAMS = { draw: 210, look: 211, nulls: 212, pairs: 213 }

export interface GraphSurvey {
  readonly sampleCount: number
  readonly lookCount: number
  readonly drawCount: number
  /** Two coordinates of every sample. */
  readonly coordinates: Float64Array
  evidence(clusterCounts: readonly number[]): Generator<unknown, GraphEvidence[]>
}

/**
 * Looks at tables with many features: clusterings of resamples in graphs of nearest rows, for all k at once, and the same
 * for random data. These are drawn from a normal distribution with the principal components of the data, and so with
 * their correlations (C. R. John and others: M3C, Scientific Reports 10:1816, 2020).
 */
export function* surveyGraphs(
  samples: Samples,
  {
    distance,
    mostClusters,
    resamples,
    loops,
    onProgress,
  }: { distance: Distance; mostClusters: number; resamples?: number; loops: HotLoops } & Pick<LongWork, 'onProgress'>,
): Generator<unknown, GraphSurvey> {
  const { sampleCount: n } = samples
  const { rows, columnCount, components } = yield* reduced(samples, distance, loops)
  const { looks, draws, nullLooks } = n <= SIZES.upTo ? SIZES.few : SIZES.many
  const lookCount = resamples ?? looks
  let done = 0
  const total = lookCount + 1 + draws * nullLooks
  const step = () => onProgress?.({ phase: 'resamples', done: done++, total })

  step()
  const whole = yield* lookAtGraphs(rows, columnCount, { mostClusters, seed: STREAMS.look, loops })
  const data = yield* looksAt(rows, columnCount, { count: lookCount, mostClusters, stream: STREAMS.look, loops, step })
  const nulls: Looks[] = []
  const drawNull = nullDrawer(
    samples,
    distance === 'euclidean' ? components : (yield* reduced(samples, 'euclidean', loops)).components,
    Math.min(n, NULLS.samples),
  )
  const nullClusters = Math.max(2, Math.min(mostClusters, NULLS.clusters))
  for (let draw = 0; draw < draws; draw++) {
    const drawn = yield* reduced(drawNull(draw), distance, loops)
    const how = { count: nullLooks, mostClusters: nullClusters, stream: hash32(STREAMS.nulls, draw), loops, step }
    nulls.push(yield* looksAt(drawn.rows, drawn.columnCount, how))
  }
  onProgress?.({ phase: 'resamples', done: total, total })

  const referenceOf = yield* createReference(nulls, nullClusters)
  const known = new Map<number, GraphEvidence | null>()
  return {
    sampleCount: n,
    lookCount,
    drawCount: draws,
    coordinates: Float64Array.from({ length: 2 * n }, (_, at) => {
      return at % 2 < columnCount ? rows.values[(at >> 1) * rows.width + (at % 2)] : 0
    }),
    *evidence(clusterCounts) {
      const found: GraphEvidence[] = []
      for (const k of clusterCounts) {
        if (!known.has(k)) known.set(k, evidenceOf(k, data, whole, n, referenceOf))
        const own = known.get(k)!
        if (own !== null) found.push(own)
        yield 'evidence'
      }
      return found
    },
  }
}

/** Several looks at rows. */
interface Looks {
  readonly n: number
  readonly looks: readonly { readonly drawn: Int32Array; readonly look: GraphLook }[]
}

function* looksAt(
  rows: FloatRows,
  columnCount: number,
  how: { count: number; mostClusters: number; stream: number; loops: HotLoops; step: () => void },
): Generator<unknown, Looks> {
  const { count, mostClusters, stream, loops, step } = how
  const n = rows.rowCount
  const looks: { drawn: Int32Array; look: GraphLook }[] = []
  for (let number = 0; number < count; number++) {
    step()
    const size = Math.max(2, Math.round(SAMPLE_SHARE * n))
    const drawn = drawSubset(n, size, randomFor(hash32(STREAMS.draw, stream), number), i => i % count === number)
    const seed = hash32(stream, number + 1)
    const look = yield* lookAtGraphs(rowsAt(rows, drawn), columnCount, { mostClusters, seed, loops })
    looks.push({ drawn, look })
  }
  return { n, looks }
}

function rowsAt({ width, values }: FloatRows, rows: Int32Array): FloatRows {
  const some = new Float32Array(rows.length * width)
  rows.forEach((row, at) => {
    some.set(values.subarray(row * width, (row + 1) * width), at * width)
  })
  return { rowCount: rows.length, width, values: some }
}

/** The samples in their principal components. */
function* reduced(samples: Samples, distance: Distance, loops: HotLoops) {
  const all = Int32Array.from({ length: samples.sampleCount }, (_, i) => i)
  const table = floatTable(samplesForDistance(samples, distance), all)
  const components = yield* floatComponents(table, Math.max(...COMPONENTS), loops)
  const rows = yield* componentRows(table, components, loops)
  return { rows, columnCount: components.variances.length, components }
}

/**
 * Draws samples from a normal distribution with the principal components of the given ones. What these leave of the
 * variance of a feature is noise of its own. Directions are taken afterwards: they can have clusters where the numbers
 * have none, and that must not count as evidence.
 */
function nullDrawer(samples: Samples, { centre, axes, variances }: FloatComponents, n: number) {
  const { sampleCount, featureCount: d, values } = samples
  const count = variances.length
  const deviations = variances.map(Math.sqrt)
  const rest = new Float64Array(d)
  for (let i = 0; i < sampleCount; i++) {
    for (let f = 0; f < d; f++) rest[f] += (values[i * d + f] - centre[f]) ** 2 / sampleCount
  }
  for (let f = 0; f < d; f++) {
    for (let q = 0; q < count; q++) rest[f] -= variances[q] * axes[f * count + q] ** 2
    rest[f] = Math.sqrt(Math.max(0, rest[f]))
  }
  const isNoisy = rest.some((deviation, f) => deviation > NEGLIGIBLE * Math.abs(centre[f]) + NEGLIGIBLE)
  return (draw: number): Samples => {
    const random = randomFor(STREAMS.nulls, draw)
    const drawn = new Float64Array(n * d)
    const scores = new Float64Array(count)
    for (let i = 0; i < n; i++) {
      for (let q = 0; q < count; q++) scores[q] = deviations[q] * drawGaussian(random)
      for (let f = 0; f < d; f++) {
        let value = centre[f]
        for (let q = 0; q < count; q++) value += axes[f * count + q] * scores[q]
        drawn[i * d + f] = isNoisy ? value + rest[f] * drawGaussian(random) : value
      }
    }
    return { sampleCount: n, featureCount: d, values: drawn }
  }
}

/** What the looks see for one k; null if one of them sees nothing. */
function seenBy({ looks }: Looks, k: number): GraphSight[] | null {
  const sights = looks.map(({ look }) => look.sight(k))
  return sights.every(sight => sight !== null) ? sights : null
}

/** The labels of some samples as labels of all. */
function spread(labels: Labels, drawn: Int32Array, n: number): Labels {
  const all = new Int32Array(n).fill(-1)
  drawn.forEach((sample, at) => {
    all[sample] = labels[at]
  })
  return all
}

function consensusOf(each: Looks, sights: readonly GraphSight[]): PairConsensus {
  const all = sights.flatMap(({ clusterings }, at) =>
    clusterings.map(labels => spread(labels, each.looks[at].drawn, each.n)),
  )
  return pairConsensus(all, each.n, randomFor(STREAMS.pairs, 0))
}

function evidenceOf(
  k: number,
  data: Looks,
  whole: GraphLook,
  n: number,
  referenceOf: (k: number, pac: number) => PacReference,
): GraphEvidence | null {
  const sights = seenBy(data, k)
  const all = whole.sight(k)
  if (sights === null || all === null) return null
  const looks = sights.map(({ labels }, at) => spread(labels, data.looks[at].drawn, n))
  const pairs: number[][] = looks.map((a, at) => looks.slice(0, at).map(b => partitionAgreement(a, b, k)))
  const qualityOf = (chosen: readonly number[]) => {
    const stability = mean(
      chosen.flatMap((a, at) => chosen.slice(0, at).map(b => pairs[Math.max(a, b)][Math.min(a, b)])),
    )
    const agreement = mean(chosen.map(at => sights[at].agreement))
    const linkScore = mean(chosen.map(at => sights[at].score))
    const same = Math.max(0, stability) * Math.max(0, agreement)
    return { stability, agreement, linkScore, quality: linkScore * same * same }
  }
  const places = [...looks.keys()]
  const consensus = consensusOf(data, sights)
  return {
    clusterCount: k,
    ...qualityOf(places),
    qualityWithout: places.map(left => qualityOf(places.filter(at => at !== left)).quality),
    overlap: mean(sights.map(({ overlap }) => overlap)),
    consensus,
    reference: referenceOf(k, consensus.pac),
    looks,
    whole: all.labels,
  }
}

/**
 * PAC of random data, and the probability of a smaller one: log PAC of the draws is about normal. Its deviation is pooled
 * over the numbers of clusters, but not below that of its own, because two clusters vary more.
 */
function* createReference(
  nulls: readonly Looks[],
  mostClusters: number,
): Generator<unknown, (k: number, pac: number) => PacReference> {
  const logs: number[][] = []
  for (let k = 2; k <= mostClusters; k++) {
    const found = nulls.flatMap(each => {
      const sights = seenBy(each, k)
      return sights === null ? [] : [ln(consensusOf(each, sights).pac)]
    })
    if (found.length < nulls.length) break
    logs.push(found)
    yield 'reference'
  }
  const variances = logs.map(values => {
    const centre = mean(values)
    return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
  })
  const pooled = mean(variances)
  return (k, pac) => {
    if (logs.length === 0) return { pac: 1, rcsi: 0, p: 1 }
    const at = Math.min(k - 2, logs.length - 1)
    const own = logs[at]
    const deviation = Math.sqrt(Math.max(pooled, variances[at]))
    const centre = mean(own)
    const t = (ln(pac) - centre) / (deviation * Math.sqrt(1 + 1 / own.length))
    const half = fTail(t * t, 1, own.length - 1) / 2
    return { pac: exp(centre), rcsi: (centre - ln(pac)) / Math.LN10, p: t < 0 ? half : 1 - half }
  }
}

function ln(pac: number): number {
  return log2(pac + LEAST_PAC) * Math.LN2
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
