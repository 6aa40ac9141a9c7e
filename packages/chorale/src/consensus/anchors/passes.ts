import { firstSample, type LabelExtent, rowClustersInto } from '../../labelings/label-store.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createLinkGram, type LinkGram } from '../../numeric/loops/link-gram.js'
import { type ConfidenceTable, confidence, type LabelPartial, label } from './label-passes.js'
import { addPairs, addSizes, clustersOf, forRows, type Pass, type PassPlace, PIECE } from './pass.js'
import { type FeatureModel, rowFeaturesOf } from './row-features.js'
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

/** Starts a pass on a span. */
type PassStart<Name extends PassName> = (
  extent: LabelExtent,
  broadcast: PassBroadcast<Name>,
  place: PassPlace,
) => Pass<PassPartial<Name>>

/**
 * Counts the samples in every cluster, and in every pair of clusters of two labelings: the pair of cluster c and cluster
 * d of an earlier labeling is at pairLines[c] + d.
 */
function survey(
  extent: LabelExtent,
  _broadcast: Record<string, never>,
  { loops }: PassPlace,
): Pass<{ pairCounts: Float64Array; clusterSizes: Float64Array }> {
  const { clusterStarts } = extent
  const lines = pairLines(clusterStarts)
  const pairCounts = new Float64Array(lines[lines.length - 1])
  const clusterSizes = new Float64Array(lines.length - 1)
  return {
    add(block) {
      const clusters = clustersOf(block, extent)
      const mass = Float64Array.from(block.multiplicity)
      addSizes(clusterSizes, clusters, mass)
      addPairs(pairCounts, lines, clusters, mass, extent, loops)
    },
    finish: () => ({ pairCounts, clusterSizes }),
  }
}

/** Where the counts of each cluster with those of earlier labelings begin in `pairCounts`; the last entry is its length. */
export function pairLines(clusterStarts: Int32Array): Int32Array {
  const m = clusterStarts.length - 1
  const lines = new Int32Array(clusterStarts[m] + 1)
  for (let t = 0; t < m; t++) {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) lines[c + 1] = lines[c] + clusterStarts[t]
  }
  return lines
}

/** The clusters of the samples with the given indices, which are ascending: count x m. */
function gather(extent: LabelExtent, { samples }: { samples: Float64Array }, { span }: PassPlace): Pass<Int32Array> {
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
  { span }: PassPlace,
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
function degrees(extent: LabelExtent, { model }: { model: FeatureModel }, { loops }: PassPlace): Pass<Float64Array> {
  const features = rowFeaturesOf(model, loops)
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
 *
 * It has three parts: anchors with anchors, clusters with anchors, and clusters with clusters. For the third, the entries
 * of a row differ from those of its clusters by one divisor. So the weights of the rows in every pair of clusters are
 * added up, one pair of labelings at a time, and multiplied at the end.
 */
function gram(
  extent: LabelExtent,
  { model }: { model: FeatureModel },
  { loops }: PassPlace,
): Pass<{ gram: Float64Array; uncovered: number }> {
  const { ensembleSize: m } = extent
  const features = rowFeaturesOf(model, loops)
  const { indices, values } = features
  const p = model.anchorRoots.length
  const q = p + model.clusterWeights.length
  const links = linkGramOf(model, loops)
  links.clear()
  const sums = new Float64Array(q * q)
  const diagonal = new Float64Array(q - p)
  const lines = Int32Array.from(diagonal, (_, c) => (p + c) * q + p)
  let uncovered = 0
  return {
    add(block) {
      const { rowCount, multiplicity } = block
      const clusters = clustersOf(block, extent)
      const mass = new Float64Array(rowCount)
      for (let r = 0; r < rowCount; r++) {
        const at = r * m
        const count = features.fillLinked(clusters, at)
        if (count === 0) uncovered += multiplicity[r]
        const divisor = features.divisor(clusters, at)
        const root = multiplicity[r] / divisor
        links.add({ indices, values, count, clusters, at }, multiplicity[r], root)
        mass[r] = root / divisor
      }
      addSizes(diagonal, clusters, mass)
      addPairs(sums, lines, clusters, mass, extent, loops)
    },
    finish() {
      const linked = links.finish()
      for (let a = 0; a < q; a++) sums.set(linked.subarray(a * p, (a + 1) * p), a * q)
      for (let c = 0; c < diagonal.length; c++) sums[lines[c] + c] = diagonal[c]
      scaleClusters(sums, p, q, model.indicators)
      return { gram: sums, uncovered }
    },
  }
}

/** The sums of the models that this thread uses, which share their memory between the spans of a pass. */
const opened = new WeakMap<FeatureModel, LinkGram>()

function linkGramOf(model: FeatureModel, loops: HotLoops): LinkGram {
  const { anchorRoots, ensembleSize, indicators } = model
  const known = opened.get(model)
  if (known !== undefined) return known
  const links = createLinkGram(loops, { anchorCount: anchorRoots.length, labelingCount: ensembleSize, indicators })
  opened.set(model, links)
  return links
}

/** Multiplies the part of clusters with clusters by the indicators of both. */
function scaleClusters(sums: Float64Array, p: number, q: number, indicators: Float64Array): void {
  for (let c = 0; c < indicators.length; c++) {
    const row = (p + c) * q + p
    for (let d = 0; d <= c; d++) if (sums[row + d] !== 0) sums[row + d] *= indicators[c] * indicators[d]
  }
}
