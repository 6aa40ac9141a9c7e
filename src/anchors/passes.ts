import { firstSample, type LabelExtent, rowClustersInto, type Span } from '../ensemble/label-store.js'
import { type ConfidenceTable, confidence, type LabelPartial, label } from './label-passes.js'
import { forRows, type Pass, PIECE } from './pass.js'
import { createRowFeatures, type FeatureModel } from './row-features.js'
import type { LabelModel } from './row-labeler.js'

/**
 * The passes over all samples. Each is a pure function of the broadcast data and the blocks of a span, and returns a
 * partial result. Partial results are combined in the order of the spans. The result is the same to the bit if a span
 * is computed in this thread, in another thread or on another machine.
 */
export const PASSES: { readonly [Name in PassName]: PassStart<Name> } = {
  survey,
  gather,
  largest,
  degrees,
  gram,
  label,
  confidence,
}

/** The input of every pass (`broadcast`) and its result for a span (`partial`). */
interface PassTypes {
  survey: { broadcast: Record<string, never>; partial: { pairCounts: Float64Array; clusterSizes: Float64Array } }
  gather: { broadcast: { samples: Float64Array }; partial: Int32Array }
  largest: { broadcast: { clusterWeights: Float64Array }; partial: { largest: number; weightless: number } }
  degrees: { broadcast: { model: FeatureModel }; partial: Float64Array }
  gram: { broadcast: { model: FeatureModel }; partial: { gram: Float64Array; uncovered: number } }
  label: { broadcast: { model: LabelModel; withEmbedding: boolean }; partial: LabelPartial }
  confidence: { broadcast: { table: ConfidenceTable }; partial: Float64Array }
}

/** The name of a pass over all samples. */
export type PassName = keyof PassTypes
/** The input of a pass. */
export type PassBroadcast<Name extends PassName> = PassTypes[Name]['broadcast']
/** The result of a pass for a span. */
export type PassPartial<Name extends PassName> = PassTypes[Name]['partial']

/** Starts a pass on a span; `labels` are the labels of the span, for a pass that needs them. */
type PassStart<Name extends PassName> = (
  extent: LabelExtent,
  broadcast: PassBroadcast<Name>,
  span: Span,
  labels?: Int32Array,
) => Pass<PassPartial<Name>>

/**
 * Counts the samples in every cluster, and in every pair of clusters of two labelings t < s: the pair of cluster a of t
 * and cluster b of s is at pairs[s(s-1)/2 + t] + a k_s + b.
 */
function survey(
  extent: LabelExtent,
  _broadcast: Record<string, never>,
): Pass<{ pairCounts: Float64Array; clusterSizes: Float64Array }> {
  const { ensembleSize: m, clusterStarts } = extent
  const places = pairPlaces(clusterStarts)
  const pairCounts = new Float64Array(places[places.length - 1])
  const clusterSizes = new Float64Array(clusterStarts[m])
  const clusters = new Int32Array(PIECE * m)
  return {
    add: block =>
      forRows(block, extent, clusters, (at, r) => {
        const mu = block.multiplicity[r]
        for (let s = 0, pair = 0; s < m; s++) {
          const b = clusters[at + s]
          if (b < 0) {
            pair += s
            continue
          }
          clusterSizes[b] += mu
          const width = clusterStarts[s + 1] - clusterStarts[s]
          const column = b - clusterStarts[s]
          for (let t = 0; t < s; t++, pair++) {
            const a = clusters[at + t]
            if (a >= 0) pairCounts[places[pair] + (a - clusterStarts[t]) * width + column] += mu
          }
        }
      }),
    finish: () => ({ pairCounts, clusterSizes }),
  }
}

/** Where the table of each pair of labelings begins in `pairCounts`; the last entry is its length. */
export function pairPlaces(clusterStarts: Int32Array): Float64Array {
  const m = clusterStarts.length - 1
  const places = new Float64Array((m * (m - 1)) / 2 + 1)
  for (let s = 1, pair = 0; s < m; s++) {
    for (let t = 0; t < s; t++, pair++) {
      const cells = (clusterStarts[t + 1] - clusterStarts[t]) * (clusterStarts[s + 1] - clusterStarts[s])
      places[pair + 1] = places[pair] + cells
    }
  }
  return places
}

/** The clusters of the samples with the given indices, which are ascending: count x m. */
function gather(extent: LabelExtent, { samples }: { samples: Float64Array }, span: Span): Pass<Int32Array> {
  const { ensembleSize: m } = extent
  let first = firstSample(span)
  let next = 0
  while (next < samples.length && samples[next] < first) next++
  const rows: number[] = []
  const row = new Int32Array(m)
  return {
    add(block) {
      for (; next < samples.length && samples[next] < first + block.sampleCount; next++) {
        const r = block.rowOf[samples[next] - first]
        rowClustersInto(row, block, extent, r, r + 1)
        for (let t = 0; t < m; t++) rows.push(row[t])
      }
      first += block.sampleCount
    },
    finish: () => Int32Array.from(rows),
  }
}

/** The largest similarity of a sample to itself before normalisation, and the first sample without a weight above 0. */
function largest(
  extent: LabelExtent,
  { clusterWeights }: { clusterWeights: Float64Array },
  span: Span,
): Pass<{ largest: number; weightless: number }> {
  const { ensembleSize: m, hasMissing } = extent
  const clusters = new Int32Array(PIECE * m)
  let found = 0
  let weightless = -1
  let first = firstSample(span)
  return {
    add(block) {
      forRows(block, extent, clusters, (at, r) => {
        let sum = 0
        let covered = 0
        for (let t = at; t < at + m; t++) {
          if (clusters[t] < 0) continue
          sum += clusterWeights[clusters[t]]
          covered++
        }
        if (sum === 0 && weightless < 0) weightless = first + block.rowOf.indexOf(r)
        found = Math.max(found, hasMissing ? sum / covered : sum)
      })
      first += block.sampleCount
    },
    finish: () => ({ largest: found, weightless }),
  }
}

/** Σ_j φ_j over the samples, from which degrees are computed. */
function degrees(extent: LabelExtent, { model }: { model: FeatureModel }): Pass<Float64Array> {
  const features = createRowFeatures(model)
  const clusters = new Int32Array(PIECE * extent.ensembleSize)
  const sums = new Float64Array(model.anchorRoots.length)
  const { indices, values } = features
  return {
    add: block =>
      forRows(block, extent, clusters, (at, r) => {
        const count = features.fillLinks(clusters, at)
        for (let a = 0; a < count; a++) sums[indices[a]] += block.multiplicity[r] * values[a]
      }),
    finish: () => sums,
  }
}

/**
 * The lower triangle of F'F of the span, q x q with q = p + P, and the number of samples without a link to an anchor.
 */
function gram(
  extent: LabelExtent,
  { model }: { model: FeatureModel },
): Pass<{ gram: Float64Array; uncovered: number }> {
  const features = createRowFeatures(model)
  const { indices, values } = features
  const p = model.anchorRoots.length
  const q = p + model.clusterWeights.length
  const clusters = new Int32Array(PIECE * extent.ensembleSize)
  const sums = new Float64Array(q * q)
  let uncovered = 0
  return {
    add: block =>
      forRows(block, extent, clusters, (at, r) => {
        const count = features.fill(clusters, at)
        if (count === 0 || indices[0] >= p) uncovered += block.multiplicity[r]
        addOuterProduct(sums, q, indices, values, count, block.multiplicity[r])
      }),
    finish: () => ({ gram: sums, uncovered }),
  }
}

/** Lower triangle of sums += weight v v' for a sparse v with ascending indices. */
function addOuterProduct(
  sums: Float64Array,
  q: number,
  indices: Int32Array,
  values: Float64Array,
  count: number,
  weight: number,
): void {
  for (let a = 0; a < count; a++) {
    const row = indices[a] * q
    const factor = weight * values[a]
    for (let b = 0; b <= a; b++) sums[row + indices[b]] += factor * values[b]
  }
}
