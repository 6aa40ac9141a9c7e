import { loadHotLoops } from '../numeric/loops/hot-loops.js'
import { hash32, randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import { Pauser } from '../pause.js'
import type { Samples } from '../types.js'
import { plainKMeans, samplesAt } from './look.js'
import { nullDrawers } from './null-samples.js'
import { createMeanSilhouette } from './silhouette.js'

/** Silhouettes of plain k-means for one k, of the data and of random data without clusters. */
export interface NullSilhouettes {
  readonly clusterCount: number
  readonly silhouette: number
  /** The highest value of the random data. */
  readonly silhouetteOfNulls: number
}

/** Silhouettes come from this many samples. */
const MOST_SAMPLES = 500
/** Draws of each kind of random data. */
const RUNS = 4
/** Above this k, silhouettes say little. */
const MOST_CLUSTERS = 12
const STREAM = 9

/** Compares the silhouettes of plain k-means with those of random data with the same mean and covariance. */
export async function silhouettesByClusterCount(
  samples: Samples,
  clusterCounts: readonly number[],
  signal?: AbortSignal,
): Promise<NullSilhouettes[]> {
  const { sampleCount: n } = samples
  const some = n <= MOST_SAMPLES ? samples : samplesAt(samples, drawSubset(n, MOST_SAMPLES, randomFor(STREAM, 0)))
  const loops = await loadHotLoops('auto')
  const pauser = new Pauser(signal)
  const nulls = Object.values(nullDrawers(some)).flatMap(draw =>
    Array.from({ length: RUNS }, (_, run) => draw(randomFor(hash32(STREAM, 1), run))),
  )
  const counts = clusterCounts.filter(k => k <= MOST_CLUSTERS && k <= some.sampleCount / 2)
  const values: number[][] = []
  for (const each of [some, ...nulls]) {
    const silhouetteOf = createMeanSilhouette(each)
    const own: number[] = []
    for (const clusterCount of counts) {
      own.push(silhouetteOf(plainKMeans(each, clusterCount, STREAM, loops)))
      await pauser.pause()
    }
    values.push(own)
  }
  const [data, ...others] = values
  return counts.map((clusterCount, at) => ({
    clusterCount,
    silhouette: data[at],
    silhouetteOfNulls: Math.max(...others.map(own => own[at])),
  }))
}
