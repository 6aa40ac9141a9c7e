import { InputError } from '../errors.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { hash32, randomFor } from '../numeric/random.js'
import type { Labels, Samples } from '../types.js'
import type { BaseClustering } from './base-clustering.js'
import { createCellFinder } from './cells/nearest-cells.js'
import { drawCellSet } from './cells.js'
import type { CellsModel } from './cells-model.js'
import { mappedSamples } from './feature-map.js'
import { numberByAppearance } from './number-by-appearance.js'

/** Your own base clusterer. */
export interface OwnClusterer {
  /** The name of its labelings. */
  readonly name: string
  /**
   * Clusters samples into about `clusterCount` clusters: one whole number from 0 per sample. The same seed must give the
   * same labels.
   */
  cluster(
    samples: Samples,
    wanted: { readonly clusterCount: number; readonly seed: number },
  ): ArrayLike<number> | Promise<ArrayLike<number>>
}

/** Separates the streams of own clusterers from those of other base clusterings with the same seed. */
const STREAM = 0x0a11

export interface OwnLabelingOptions {
  /** The number of the labeling in the ensemble. */
  readonly number: number
  readonly seed: number
  readonly maxClusterCount: number
  readonly fitRows: Int32Array
}

/**
 * One labeling by your own clusterer. New samples follow the samples near them: the model is a set of cells, each with
 * the most common label of its samples.
 */
export async function ownLabeling(
  clusterer: OwnClusterer,
  samples: Samples,
  { number, seed, maxClusterCount, fitRows }: OwnLabelingOptions,
  loops: HotLoops,
): Promise<BaseClustering> {
  const random = randomFor(hash32(seed, STREAM), number)
  const clusterCount = 2 + Math.floor(random() * (maxClusterCount - 1))
  const given = await clusterer.cluster(samples, { clusterCount, seed: hash32(seed, number) })
  const { labels, numbers } = numberByAppearance(checked(clusterer.name, given, samples.sampleCount))
  const count = numbers.reduce((sum, known) => sum + (known >= 0 ? 1 : 0), 0)

  const points = mappedSamples(samples, fitRows, null)
  const { cells } = drawCellSet(points, number, {
    maxClusterCount: Math.max(maxClusterCount, count),
    loops,
    random,
  })
  const { cells: nearest } = createCellFinder(cells.centres, loops)(points.values, points.rowCount, 1)
  const votes = new Float64Array(cells.centres.rowCount * count)
  for (let r = 0; r < nearest.length; r++) votes[nearest[r] * count + labels[fitRows[r]]]++
  const cellLabels = Int32Array.from({ length: cells.centres.rowCount }, (_, cell) =>
    largestAt(votes, cell * count, count),
  )
  const { featureCount } = samples
  const rule = 'nearest'
  const base = clusterer.name
  const model: CellsModel = {
    kind: 'cells',
    base,
    featureCount,
    map: null,
    cells,
    cellLabels,
    rule,
    clusterCount: count,
  }
  return { labels, model }
}

function checked(name: string, given: ArrayLike<number>, sampleCount: number): Labels {
  const isLabel = (label: number) => Number.isInteger(label) && label >= 0
  if (given?.length === sampleCount && Array.from(given).every(isLabel)) return Int32Array.from(given)
  throw new InputError(
    `buildEnsemble: base clusterer ${name} must return one whole number from 0 per sample (${sampleCount}); ` +
      `got ${given?.length ?? given} values`,
  )
}

function largestAt(values: Float64Array, from: number, count: number): number {
  let best = 0
  for (let c = 1; c < count; c++) if (values[from + c] > values[from + best]) best = c
  return best
}
