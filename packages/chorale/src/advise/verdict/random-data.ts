import { contentHash } from '../../numeric/content-hash.js'
import { loadHotLoops } from '../../numeric/loops/hot-loops.js'
import { hash32, randomFor } from '../../numeric/random.js'
import { sampleRows } from '../../numeric/sample-rows.js'
import { Pauser } from '../../pause.js'
import type { Labels, Samples } from '../../types.js'
import { nearestSamples } from '../explain/neighbour-labels.js'
import { plainKMeans, samplesAt } from '../look.js'
import { nullDrawers } from '../null-samples.js'

/** How mixed clusters are at their borders, in the data and in random data without clusters. */
export interface RandomDataComparison {
  /** The number of samples that were compared. */
  readonly sampleCount: number
  /** Of the 7 nearest neighbours of a sample, the share in other clusters: in the most mixed cluster. */
  readonly mixed: number
  /** The same for k-means clusters of random data with the same mean and covariance: the lowest of several draws. */
  readonly mixedInRandomData: number
  /** Both shares as means of all samples, which are low if some of the clusters are separated. */
  readonly meanMixed: number
  readonly meanMixedInRandomData: number
}

/** Neighbours in other clusters, as a share of those in random data. */
export function mixingRatio({ meanMixed, meanMixedInRandomData }: RandomDataComparison): number {
  return meanMixed / meanMixedInRandomData
}

/** Samples that are compared: so many, or so many for each cluster, as far as there are. */
const SAMPLES = { least: 400, perCluster: 50, most: 1500 }
const LEAST_SAMPLES = 20
const MOST_FEATURES = 200
/** Draws of each kind of random data. */
const RUNS = 2
const STREAM = 25

/** Samples, and random data with the same mean and covariance, but no gaps: any labels of the samples can be compared. */
export interface RandomData {
  /** Null for one cluster, and for too many of them. */
  compare(labels: Labels): Promise<RandomDataComparison | null>
}

/**
 * Draws random data like the samples. Neighbours assume no shape, so rings count as separated, and matched random data tell
 * what so many samples and features do anyway. `mostClusters`: the largest number of clusters to compare. Null for too few
 * samples or too many features.
 */
export async function drawRandomData(
  samples: Samples,
  mostClusters: number,
  signal?: AbortSignal,
): Promise<RandomData | null> {
  const { sampleCount: n, featureCount: d } = samples
  if (n < LEAST_SAMPLES || d > MOST_FEATURES) return null
  const count = Math.min(SAMPLES.most, Math.max(SAMPLES.least, SAMPLES.perCluster * mostClusters))
  const rows = sampleRows(n, { count, seed: STREAM, hashOf: contentHash(samples) })
  const part = samplesAt(samples, rows)
  const loops = await loadHotLoops('auto')
  const pauser = new Pauser(signal)
  const own = nearestSamples(part)
  const draws: { readonly drawn: Samples; readonly nearest: Neighbours }[] = []
  for (const [kind, draw] of Object.values(nullDrawers(part)).entries()) {
    for (let run = 0; run < RUNS; run++) {
      const drawn = draw(randomFor(hash32(STREAM, kind), run))
      draws.push({ drawn, nearest: nearestSamples(drawn) })
      await pauser.pause()
    }
  }
  const known = new Map<number, readonly Mixing[]>()
  const randomMixings = async (clusterCount: number) => {
    const found = known.get(clusterCount)
    if (found !== undefined) return found
    const mixings: Mixing[] = []
    for (const { drawn, nearest } of draws) {
      mixings.push(mixingAmong(nearest, plainKMeans(drawn, clusterCount, STREAM, loops)))
      await pauser.pause()
    }
    known.set(clusterCount, mixings)
    return mixings
  }
  return {
    async compare(labels) {
      const some = Int32Array.from(rows, row => labels[row])
      const clusterCount = new Set(some).size
      if (clusterCount < 2 || clusterCount > rows.length / 4) return null
      const random = await randomMixings(clusterCount)
      const { worst, mean } = mixingAmong(own, some)
      return {
        sampleCount: rows.length,
        mixed: worst,
        mixedInRandomData: Math.min(...random.map(each => each.worst)),
        meanMixed: mean,
        meanMixedInRandomData: Math.min(...random.map(each => each.mean)),
      }
    },
  }
}

/** Compares one clustering with clusters of random data; null where {@link drawRandomData} or its comparison is. */
export async function compareWithRandomData(
  samples: Samples,
  labels: Labels,
  signal?: AbortSignal,
): Promise<RandomDataComparison | null> {
  const random = await drawRandomData(samples, new Set(labels).size, signal)
  return random?.compare(labels) ?? null
}

/** The share of neighbours in other clusters. */
export interface Mixing {
  readonly worst: number
  readonly mean: number
}

/** Of the nearest neighbours of samples, the share in other clusters: in the most mixed cluster, and in all. */
export function mixingOf(samples: Samples, labels: Labels): Mixing {
  return mixingAmong(nearestSamples(samples), labels)
}

type Neighbours = ReturnType<typeof nearestSamples>

function mixingAmong({ neighbours, count }: Neighbours, labels: Labels): Mixing {
  const n = labels.length
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const others = new Float64Array(k)
  const sizes = new Float64Array(k)
  for (let i = 0; i < n; i++) {
    sizes[labels[i]]++
    for (let at = i * count; at < (i + 1) * count; at++) if (labels[neighbours[at]] !== labels[i]) others[labels[i]]++
  }
  // One more neighbour in another cluster, so that a few samples do not count as separated.
  const share = (other: number, size: number) => (other + 1) / (count * size + 1)
  return {
    worst: others.reduce((most, other, c) => (sizes[c] === 0 ? most : Math.max(most, share(other, sizes[c]))), 0),
    mean: share(
      others.reduce((sum, other) => sum + other, 0),
      n,
    ),
  }
}
