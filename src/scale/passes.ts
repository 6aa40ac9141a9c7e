import { nearestCentre } from '../numeric/nearest-centres.js'
import type { Matrix } from '../types.js'
import {
  BLOCK_SAMPLES,
  firstSample,
  type LabelBlock,
  type LabelExtent,
  rowClustersInto,
  type Span,
} from './label-store.js'
import { createRowFeatures, type FeatureModel } from './row-features.js'

/**
 * The passes over all samples. Each is pure: what is broadcast and the blocks of a span go in, a partial result comes out;
 * partial results of the spans are combined in the order of the spans. Whoever computes a span, here, in a thread or on
 * another machine, the result is the same to the bit.
 */
export const PASSES = { survey, gather, largest, degrees, gram, label, trust }

/** A pass over all samples, by its name. */
export type PassName = keyof typeof PASSES
/** What a pass is told. */
export type PassBroadcast<Name extends PassName> = Parameters<(typeof PASSES)[Name]>[1]
/** What it finds in a span. */
export type PassPartial<Name extends PassName> = ReturnType<ReturnType<(typeof PASSES)[Name]>['finish']>

/** A pass on its way through the blocks of a span. */
interface Pass<Found> {
  add(block: LabelBlock): void
  finish(): Found
}

/** Rows whose cluster numbers are unpacked at a time. */
const PIECE = 4096

/** Calls `use(clusters, at, r)` for every row of a block: its m clusters are at [at, at + m). */
function forRows(
  block: LabelBlock,
  extent: LabelExtent,
  clusters: Int32Array,
  use: (at: number, row: number) => void,
): void {
  const m = extent.ensembleSize
  for (let from = 0; from < block.rowCount; from += PIECE) {
    const to = Math.min(from + PIECE, block.rowCount)
    rowClustersInto(clusters, block, extent, from, to)
    for (let r = from, at = 0; r < to; r++, at += m) use(at, r)
  }
}

/**
 * Samples in every pair of clusters of two labelings t < s: at pairs[s(s-1)/2 + t] + a k_s + b for cluster a of t and b of s;
 * and in every cluster.
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

/** The clusters of the samples whose numbers are given, ascending: count x m. */
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

/** The largest similarity of a sample to itself before anything is divided, and the first sample without a weight above 0. */
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

/** Σ_j φ_j over the samples: what degrees are made of. */
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

/** F'F of the span, lower triangle, q x q with q = p + P; and the samples that no anchor is linked to. */
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

/** Everything that turns a label row into its place in the embedding and its cluster. */
export interface LabelModel {
  readonly features: FeatureModel
  /** q x k: the embedding of a row is the product of its features with this. */
  readonly projection: Matrix
  /** Centres of the clusters among embedding rows of length 1; k x k. */
  readonly centres: Matrix
}

interface LabelPartial {
  /** The nearest centre of every sample of the span. */
  readonly labels: Int32Array
  /** The embedding of every sample, where it was asked for. */
  readonly embedding: Float64Array | null
  /** Samples of cluster C in base cluster c, at [C P + c]. */
  readonly counts: Float64Array
  /** The clusters in the order in which samples of the span have them. */
  readonly order: number[]
}

/** The cluster of every sample. */
function label(
  extent: LabelExtent,
  { model, withEmbedding }: { model: LabelModel; withEmbedding: boolean },
  span: Span,
): Pass<LabelPartial> {
  const { ensembleSize: m, sampleCount, clusterStarts } = extent
  const place = createRowLabeler(model)
  const k = model.projection.columnCount
  const P = clusterStarts[m]
  const clusters = new Int32Array(PIECE * m)
  const size = Math.min(span.to * BLOCK_SAMPLES, sampleCount) - firstSample(span)
  const labels = new Int32Array(size)
  const embedding = withEmbedding ? new Float64Array(size * k) : null
  const counts = new Float64Array(model.centres.rowCount * P)
  const order: number[] = []
  let first = 0
  return {
    add(block) {
      const rowLabels = new Int32Array(block.rowCount)
      const rowPlaces = withEmbedding ? new Float64Array(block.rowCount * k) : null
      forRows(block, extent, clusters, (at, r) => {
        const found = place.label(clusters, at)
        rowLabels[r] = found
        rowPlaces?.set(place.embedding, r * k)
        if (!order.includes(found)) order.push(found)
        for (let t = at; t < at + m; t++) {
          if (clusters[t] >= 0) counts[found * P + clusters[t]] += block.multiplicity[r]
        }
      })
      for (let i = 0; i < block.sampleCount; i++) {
        const r = block.rowOf[i]
        labels[first + i] = rowLabels[r]
        if (rowPlaces !== null) for (let z = 0; z < k; z++) embedding![(first + i) * k + z] = rowPlaces[r * k + z]
      }
      first += block.sampleCount
    },
    finish: () => ({ labels, embedding, counts, order }),
  }
}

/** Embeds and labels one label row after the other. */
export function createRowLabeler({ features: model, projection, centres }: LabelModel) {
  const features = createRowFeatures(model)
  const { indices, values } = features
  const k = projection.columnCount
  const embedding = new Float64Array(k)
  const unit = new Float64Array(k)
  return {
    /** Where the last row lies: k numbers; and the same scaled to length 1. */
    embedding,
    direction: unit,
    /** The nearest centre of the row whose m clusters are at [at, at + m). */
    label(clusters: Int32Array, at: number): number {
      embedInto(embedding, features.fill(clusters, at))
      unitInto(unit, embedding)
      return nearestCentre(unit, 0, centres.values, centres.rowCount, k)
    },
  }

  function embedInto(out: Float64Array, count: number): void {
    out.fill(0)
    for (let a = 0; a < count; a++) {
      const value = values[a]
      for (let z = 0, at = indices[a] * k; z < k; z++, at++) out[z] += value * projection.values[at]
    }
  }
}

/** The row scaled to length 1; a row of exact zeros stays zero. */
function unitInto(out: Float64Array, row: Float64Array): void {
  let square = 0
  for (let z = 0; z < row.length; z++) square += row[z] * row[z]
  const length = square === 0 ? 1 : Math.sqrt(square)
  for (let z = 0; z < row.length; z++) out[z] = row[z] / length
}

/** Samples of each consensus cluster in each base cluster: what confidence is made of. */
export interface TrustTable {
  /** At [C P + c]. */
  readonly counts: Float64Array
  /** Samples of each consensus cluster. */
  readonly sizes: Float64Array
}

/**
 * How much more the base clusterings put each sample with its own cluster than with the next best one: as
 * `sampleConfidence`, from the labels of the span.
 */
function trust(
  extent: LabelExtent,
  { table }: { table: TrustTable },
  _span: Span,
  labels?: Int32Array,
): Pass<Float64Array> {
  const { ensembleSize: m } = extent
  const clusters = new Int32Array(PIECE * m)
  const confidenceOf = rowConfidence(extent, table)
  const confidence = new Float64Array(labels!.length)
  let first = 0
  return {
    add(block) {
      const own = new Int32Array(block.rowCount)
      for (let i = 0; i < block.sampleCount; i++) own[block.rowOf[i]] = labels![first + i]
      const perRow = new Float64Array(block.rowCount)
      forRows(block, extent, clusters, (at, r) => {
        perRow[r] = confidenceOf(clusters, at, own[r])
      })
      for (let i = 0; i < block.sampleCount; i++) confidence[first + i] = perRow[block.rowOf[i]]
      first += block.sampleCount
    },
    finish: () => confidence,
  }
}

/** The confidence of a row of cluster `own` whose m clusters are at [at, at + m). */
function rowConfidence({ ensembleSize: m, clusterStarts }: LabelExtent, { counts, sizes }: TrustTable) {
  const k = sizes.length
  const P = clusterStarts[m]
  const covered = new Float64Array(k * m)
  for (let C = 0; C < k; C++) {
    for (let t = 0; t < m; t++) {
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) covered[C * m + t] += counts[C * P + c]
    }
  }
  return (clusters: Int32Array, at: number, own: number): number => {
    if (sizes[own] === 1) return 0
    let ownShare = 0
    let otherShare = 0
    for (let C = 0; C < k; C++) {
      let agreeing = 0
      let pairs = 0
      const itself = C === own ? 1 : 0
      for (let t = 0; t < m; t++) {
        const c = clusters[at + t]
        if (c < 0) continue
        agreeing += counts[C * P + c] - itself
        pairs += covered[C * m + t] - itself
      }
      const share = pairs > 0 ? agreeing / pairs : 0
      if (C === own) ownShare = share
      else otherShare = Math.max(otherShare, share)
    }
    return Math.max(0, ownShare - otherShare)
  }
}
