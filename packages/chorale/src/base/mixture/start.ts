import { kMeansRuns } from '../../numeric/k-means.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { nearestCentre } from '../../numeric/nearest-centres.js'
import { drawIndex, type Random } from '../../numeric/random.js'
import { drawSubset } from '../../numeric/subset.js'
import type { Steps } from '../../pause.js'
import type { Labels, Matrix } from '../../types.js'

/** Labels to start a mixture from: a run of k-means. */
export function* startByKMeans(points: Matrix, clusterCount: number, random: Random, loops: HotLoops): Steps<Labels> {
  return (yield* kMeansRuns(points, { clusterCount, seed: drawIndex(2 ** 31, random), loops })).labels
}

/** Labels to start a mixture from: the nearest of random points. */
export function startAtSamples(points: Matrix, clusterCount: number, random: Random): Labels {
  const { rowCount, columnCount: d, values } = points
  const centres = new Float64Array(clusterCount * d)
  drawSubset(rowCount, clusterCount, random).forEach((i, c) => {
    centres.set(values.subarray(i * d, (i + 1) * d), c * d)
  })
  return Int32Array.from({ length: rowCount }, (_, i) => nearestCentre(values, i, centres, clusterCount, d))
}
