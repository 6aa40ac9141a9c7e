import { viewRows } from '../../base/view.js'
import { renumberLabels } from '../../labelings/adopt.js'
import { kMeansRuns } from '../../numeric/k-means.js'
import { loadHotLoops } from '../../numeric/loops/hot-loops.js'
import { nearestCentres } from '../../numeric/nearest-centres.js'
import { randomFor } from '../../numeric/random.js'
import { drawSpread } from '../../numeric/subset.js'
import { Pauser } from '../../pause.js'
import type { Labels, LongWork, Samples } from '../../types.js'

/** Starts of k-means, as in most programs that people compare with. */
const RESTARTS = 10

/** The centres are computed from at most this many samples; then every sample is assigned to its nearest centre. */
const FIT_SIZE = 20_000

const EVERYTHING = { features: null, projection: null }

/**
 * Plain k-means on the same samples: the best of 10 starts. This is what most people would use without an ensemble. Labels
 * are numbered by first appearance.
 */
export async function kMeansBaseline(
  samples: Samples,
  clusterCount: number,
  { seed, signal }: { seed: number; signal?: LongWork['signal'] },
): Promise<Labels> {
  const { sampleCount: n, featureCount: d } = samples
  const loops = await loadHotLoops('auto')
  const pauser = new Pauser(signal)
  const isWhole = n <= FIT_SIZE
  const rows = isWhole ? null : drawSpread(n, FIT_SIZE, randomFor(seed, 0))
  const source = viewRows(samples, rows, EVERYTHING)
  const values = isWhole ? samples.values : new Float64Array(source.rowCount * d)
  if (!isWhole) source.read(0, source.rowCount, values)
  await pauser.pause()
  const points = { rowCount: source.rowCount, columnCount: d, values }
  const { labels, centres } = await pauser.run(kMeansRuns(points, { clusterCount, restarts: RESTARTS, seed, loops }))
  if (isWhole) return renumberLabels(labels).labels
  const all = await pauser.run(nearestCentres(viewRows(samples, null, EVERYTHING), centres, loops))
  return renumberLabels(all).labels
}
