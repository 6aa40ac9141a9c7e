import { type LabelExtent, type LabelStore, LabelStoreBuilder, rowClustersInto } from '../../labelings/label-store.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { randomFor } from '../../numeric/random.js'
import { drawSpread } from '../../numeric/subset.js'
import type { PassRunner } from './pass-runner.js'
import { type FeatureModel, rowFeaturesOf } from './row-features.js'

/** The size of the probe, the samples used to choose anchors, centres and thresholds. At most one block. */
const PROBE_SAMPLES = 20_000

/** The indices of the probe samples: one drawn from each of equal intervals, or all samples if there are few. */
export function drawProbe(sampleCount: number, seed: number): Float64Array {
  if (sampleCount <= PROBE_SAMPLES) return Float64Array.from({ length: sampleCount }, (_, i) => i)
  return Float64Array.from(drawSpread(sampleCount, PROBE_SAMPLES, randomFor(seed, 0)))
}

/** The number of samples on which a second set of anchors checks the result. */
const CHECK_SAMPLES = 10_000

/** The part of the probe for the check: one sample drawn from each of equal stretches, or all if there are few. */
export function drawCheck(probe: Float64Array, seed: number): Float64Array {
  if (probe.length <= CHECK_SAMPLES) return probe
  return Float64Array.from(drawSpread(probe.length, CHECK_SAMPLES, randomFor(seed, 0)), at => probe[at])
}

/** The labels of these samples in a new store, with the cluster numbers of the whole ensemble. */
export async function gatherProbe(passes: PassRunner, extent: LabelExtent, samples: Float64Array): Promise<LabelStore> {
  const { ensembleSize: m, clusterStarts, hasMissing } = extent
  const builder = new LabelStoreBuilder(m)
  await passes.run('gather', { samples }, clusters => {
    if (clusters.length > 0) builder.add(labelColumns(clusters, clusterStarts))
  })
  return { ...builder.finish(), clusterStarts, hasMissing }
}

/** Converts rows of clusters (count x m) to m labelings, with clusters numbered from 0; -1 = no label. */
export function labelColumns(clusters: Int32Array, clusterStarts: Int32Array): Int32Array[] {
  const m = clusterStarts.length - 1
  return Array.from({ length: m }, (_, t) =>
    Int32Array.from({ length: clusters.length / m }, (_, i) => Math.max(-1, clusters[i * m + t] - clusterStarts[t])),
  )
}

/**
 * √a_l, where a_l is the number of samples whose nearest anchor is l. As quadrature weights they are far better than
 * equal weights (ARI to the exact labels on the LS pool with p = 500: 0.95 instead of 0.89).
 */
export function anchorRoots(
  probe: LabelStore,
  model: Omit<FeatureModel, 'anchorRoots'>,
  loops: HotLoops,
): Float64Array {
  const [block] = probe.blocks
  const { ensembleSize: m } = probe
  const p = model.anchors.length / m
  const masses = new Float64Array(p)
  const features = rowFeaturesOf({ ...model, anchorRoots: new Float64Array(p).fill(1) }, loops)
  const clusters = new Int32Array(block.rowCount * m)
  rowClustersInto(clusters, block, probe, 0, block.rowCount)
  for (let r = 0; r < block.rowCount; r++) {
    const row = features.similarities(clusters, r * m)
    const nearest = indexOfLargest(row)
    if (row[nearest] > 0) masses[nearest] += block.multiplicity[r]
  }
  return masses.map(Math.sqrt)
}

function indexOfLargest(values: Float64Array): number {
  let largest = 0
  for (let l = 1; l < values.length; l++) if (values[l] > values[largest]) largest = l
  return largest
}
