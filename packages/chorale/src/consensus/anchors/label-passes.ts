import { BLOCK_SAMPLES, firstSample, type LabelExtent } from '../../labelings/label-store.js'
import { relativeMargin } from '../similarity/relative-margin.js'
import { forRows, type Pass, type PassPlace, PIECE } from './pass.js'
import { createRowLabeler, type LabelModel } from './row-labeler.js'

/** The result of the pass `label` for a span. */
export interface LabelPartial {
  /** The nearest centre of every sample of the span. */
  readonly labels: Int32Array
  /** The embedding of every sample, if requested. */
  readonly embedding: Float64Array | null
  /** Samples of cluster C in base cluster c, at [C P + c]. */
  readonly counts: Float64Array
  /** The clusters by first appearance in the span. */
  readonly order: number[]
}

/** Finds the cluster of every sample. */
export function label(
  extent: LabelExtent,
  { model, withEmbedding }: { model: LabelModel; withEmbedding: boolean },
  { span, loops }: PassPlace,
): Pass<LabelPartial> {
  const { ensembleSize: m, sampleCount, clusterStarts } = extent
  const place = createRowLabeler(model, loops)
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

/** The number of samples of each consensus cluster in each base cluster, from which confidence is computed. */
export interface ConfidenceTable {
  /** At [C P + c]. */
  readonly counts: Float64Array
  /** The number of samples in each consensus cluster. */
  readonly sizes: Float64Array
}

/**
 * How clearly the base clusterings put each sample with its own cluster instead of the next best one. Like
 * `sampleConfidence`, but from the labels of a span.
 */
export function confidence(
  extent: LabelExtent,
  { table }: { table: ConfidenceTable },
  { labels }: PassPlace,
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
function rowConfidence({ ensembleSize: m, clusterStarts }: LabelExtent, { counts, sizes }: ConfidenceTable) {
  const k = sizes.length
  const P = clusterStarts[m]
  const covered = new Float64Array(k * m)
  const baseSizes = new Float64Array(P)
  for (let C = 0; C < k; C++) {
    for (let t = 0; t < m; t++) {
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
        covered[C * m + t] += counts[C * P + c]
        baseSizes[c] += counts[C * P + c]
      }
    }
  }
  const isolatedShare = (clusters: Int32Array, at: number): number => {
    let isolating = 0
    let covering = 0
    for (let t = at; t < at + m; t++) {
      if (clusters[t] < 0) continue
      covering++
      if (baseSizes[clusters[t]] === 1) isolating++
    }
    return covering > 0 ? isolating / covering : 0
  }
  return (clusters: Int32Array, at: number, own: number): number => {
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
    if (sizes[own] === 1) ownShare = isolatedShare(clusters, at)
    return k === 1 ? ownShare : relativeMargin(ownShare, otherShare)
  }
}
