import {
  BLOCK_SAMPLES,
  type LabelExtent,
  type LabelStore,
  LabelStoreBuilder,
  rowClustersInto,
} from '../ensemble/label-store.js'
import { randomFor } from '../numeric/random.js'
import { drawSpread } from '../numeric/subset.js'
import type { PassRunner } from './pass-runner.js'
import { createRowFeatures, type FeatureModel } from './row-features.js'

/** Samples that stand for all where anchors, centres and thresholds are chosen: one block of them. */
const PROBE_SAMPLES = BLOCK_SAMPLES

/** The numbers of the samples that stand for all: one from each of equal stretches; all of them while they fit. */
export function drawProbe(sampleCount: number, seed: number): Float64Array {
  if (sampleCount <= PROBE_SAMPLES) return Float64Array.from({ length: sampleCount }, (_, i) => i)
  return Float64Array.from(drawSpread(sampleCount, PROBE_SAMPLES, randomFor(seed, 0)))
}

/** The labels of these samples, as a store of their own with the clusters of the whole. */
export async function gatherProbe(passes: PassRunner, extent: LabelExtent, samples: Float64Array): Promise<LabelStore> {
  const { ensembleSize: m, clusterStarts, hasMissing } = extent
  const builder = new LabelStoreBuilder(m)
  await passes.run('gather', { samples }, clusters => {
    if (clusters.length > 0) builder.add(labelColumns(clusters, clusterStarts))
  })
  return { ...builder.finish(), clusterStarts, hasMissing }
}

/** Rows of clusters (count x m) as one labeling each, clusters numbered from 0; -1 = no label. */
export function labelColumns(clusters: Int32Array, clusterStarts: Int32Array): Int32Array[] {
  const m = clusterStarts.length - 1
  return Array.from({ length: m }, (_, t) =>
    Int32Array.from({ length: clusters.length / m }, (_, i) => Math.max(-1, clusters[i * m + t] - clusterStarts[t])),
  )
}

/**
 * √a_l, with a_l the samples whose nearest anchor is l. As the weight of a quadrature it is far better than equal weights
 * (ARI to the exact labels on the LS pool with p = 500: 0.95 against 0.89).
 */
export function anchorRoots(probe: LabelStore, model: Omit<FeatureModel, 'anchorRoots'>): Float64Array {
  const [block] = probe.blocks
  const { ensembleSize: m } = probe
  const p = model.anchors.length / m
  const masses = new Float64Array(p)
  const features = createRowFeatures({ ...model, anchorRoots: new Float64Array(p).fill(1) })
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
