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

const MOST_SAMPLES = 400
const LEAST_SAMPLES = 20
const MOST_FEATURES = 200
/** Draws of each kind of random data. */
const RUNS = 2
const STREAM = 25

/**
 * Compares clusters with clusters of random data that have the same mean and covariance, but no gaps. Neighbours assume no
 * shape, so rings count as separated, and matched random data tell what so many samples and features do anyway. Null for
 * one cluster, and for too few samples or too many features.
 */
export async function compareWithRandomData(
  samples: Samples,
  labels: Labels,
  signal?: AbortSignal,
): Promise<RandomDataComparison | null> {
  const { sampleCount: n, featureCount: d } = samples
  if (n < LEAST_SAMPLES || d > MOST_FEATURES) return null
  const rows = sampleRows(n, { count: MOST_SAMPLES, seed: STREAM, hashOf: contentHash(samples) })
  const part = samplesAt(samples, rows)
  const own = Int32Array.from(rows, row => labels[row])
  const clusterCount = new Set(own).size
  if (clusterCount < 2 || clusterCount > rows.length / 4) return null
  const loops = await loadHotLoops('auto')
  const pauser = new Pauser(signal)
  const random: Mixing[] = []
  for (const [kind, draw] of Object.values(nullDrawers(part)).entries()) {
    for (let run = 0; run < RUNS; run++) {
      const drawn = draw(randomFor(hash32(STREAM, kind), run))
      random.push(mixingOf(drawn, plainKMeans(drawn, clusterCount, STREAM, loops)))
      await pauser.pause()
    }
  }
  const { worst, mean } = mixingOf(part, own)
  return {
    sampleCount: rows.length,
    mixed: worst,
    mixedInRandomData: Math.min(...random.map(each => each.worst)),
    meanMixed: mean,
    meanMixedInRandomData: Math.min(...random.map(each => each.mean)),
  }
}

/** The share of neighbours in other clusters. */
export interface Mixing {
  readonly worst: number
  readonly mean: number
}

/** Of the nearest neighbours of samples, the share in other clusters: in the most mixed cluster, and in all. */
export function mixingOf(samples: Samples, labels: Labels): Mixing {
  const { sampleCount: n } = samples
  const { neighbours, count } = nearestSamples(samples)
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
