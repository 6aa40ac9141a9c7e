import { createAnchorLinks } from '../../numeric/loops/anchor-links.js'
import { type HotLoops, PLAIN_KERNELS } from '../../numeric/loops/hot-loops.js'

/**
 * Maps a label row to its features f, with M = F C F' for the operator M of `gpec` or `balanced`. Plain data, which is
 * sent to threads and stored in models.
 *
 *   f_i = [ g φ_i , u_i ],   φ_il ∝ √a_l H_il with length 1 over p anchors,   u_i one entry per labeling that covers i
 *   `gpec`:     g = √2                 u_ic = √(f_t / |c|)
 *   `balanced`: g = √(2 / (G_i + r))   u_ic = √(c_t e_c / ((|c| + r) Δ_i)),   G_i = φ_i · Σ_j φ_j,   Δ_i = Σₜ cₜ e_{c_t(i)}
 */
export interface FeatureModel {
  /** m */
  readonly ensembleSize: number
  readonly hasMissing: boolean
  /** e_c of every cluster. */
  readonly clusterWeights: Float64Array
  /** The divisor of sums of weights, or of their means if labels are missing. */
  readonly largest: number
  readonly alpha: number
  /** The clusters of every anchor: p x m; -1 = no label. */
  readonly anchors: Int32Array
  /** √a_l: the root of the number of samples that each anchor represents. */
  readonly anchorRoots: Float64Array
  /** Σ_j φ_j if rows are divided by the root of their degree; null if not. */
  readonly linkSums: Float64Array | null
  /** r: what is added to degrees; 0 by default. */
  readonly ridge?: number
  /** The entry of u for each cluster, before division by √Δ. */
  readonly indicators: Float64Array
  /** c_t e_c, the terms of Δ; null if u is not divided. */
  readonly shares: Float64Array | null
}

/** Computes the features of label rows, one row at a time. */
export interface RowFeatures {
  /** Indices of the nonzero features, ascending: anchors from 0, clusters from p. */
  readonly indices: Int32Array
  readonly values: Float64Array
  /** Fills `indices` and `values` from the m clusters at [at, at + m); returns the number of entries. */
  fill(clusters: Int32Array, at: number): number
  /** Fills only the anchors; returns the number of linked anchors. */
  fillLinked(clusters: Int32Array, at: number): number
  /** √Δ of the row with the m clusters at [at, at + m); the entry of u for a cluster is its indicator divided by this. */
  divisor(clusters: Int32Array, at: number): number
  /** Fills only the anchors, with length 1 and without division by the degree; returns the number of linked anchors. */
  fillLinks(clusters: Int32Array, at: number): number
  /** The similarities to all anchors, from the m clusters at [at, at + m). */
  similarities(clusters: Int32Array, at: number): Float64Array
}

/** The features of the models that this thread uses, which share their memory between the spans of a pass. */
const opened = new WeakMap<FeatureModel, RowFeatures>()

/** The arrays of the result are valid until the next row of the same model. */
export function rowFeaturesOf(model: FeatureModel, loops: HotLoops = PLAIN_KERNELS): RowFeatures {
  const known = opened.get(model)
  if (known !== undefined) return known
  const features = createRowFeatures(model, loops)
  opened.set(model, features)
  return features
}

function createRowFeatures(model: FeatureModel, loops: HotLoops): RowFeatures {
  const { ensembleSize: m, hasMissing, clusterWeights, largest, alpha, anchors } = model
  const { anchorRoots, linkSums, ridge = 0, indicators, shares } = model
  const p = anchorRoots.length
  const { sums, indices, values, addUp, link } = createAnchorLinks(loops, {
    ...anchorsOfClusters(anchors, m, clusterWeights.length),
    labelingCount: m,
    anchorCount: p,
    weights: clusterWeights,
    roots: anchorRoots,
    alpha,
  })

  const similarities = (clusters: Int32Array, at: number) => {
    addUp(clusters, at)
    if (!hasMissing) for (let l = 0; l < p; l++) sums[l] /= largest
    else divideByCoverage(sums, clusters, at, anchors, m, largest)
    return sums
  }
  const fillLinks = (clusters: Int32Array, at: number) => {
    addUp(clusters, at)
    if (!hasMissing) return link(largest)
    divideByCoverage(sums, clusters, at, anchors, m, largest)
    return link(1)
  }
  const fillLinked = (clusters: Int32Array, at: number) => {
    const count = fillLinks(clusters, at)
    let factor = Math.SQRT2
    if (linkSums !== null && count > 0) {
      let degree = ridge
      for (let a = 0; a < count; a++) degree += values[a] * linkSums[indices[a]]
      factor /= Math.sqrt(degree)
    }
    for (let a = 0; a < count; a++) values[a] *= factor
    return count
  }
  const divisor = (clusters: Int32Array, at: number) => {
    if (shares === null) return 1
    let degree = 0
    for (let t = at; t < at + m; t++) if (clusters[t] >= 0) degree += shares[clusters[t]]
    return Math.sqrt(degree)
  }
  const fill = (clusters: Int32Array, at: number) => {
    let count = fillLinked(clusters, at)
    const root = divisor(clusters, at)
    for (let t = at; t < at + m; t++) {
      const c = clusters[t]
      if (c < 0) continue
      indices[count] = p + c
      values[count++] = indicators[c] / root
    }
    return count
  }
  return { indices, values, fill, fillLinked, divisor, fillLinks, similarities }
}

/** The anchors in each cluster: members[starts[c] .. starts[c + 1]). */
function anchorsOfClusters(anchors: Int32Array, m: number, clusterTotal: number) {
  const starts = new Int32Array(clusterTotal + 1)
  for (const c of anchors) if (c >= 0) starts[c + 1]++
  for (let c = 0; c < clusterTotal; c++) starts[c + 1] += starts[c]
  const members = new Int32Array(starts[clusterTotal])
  const next = starts.slice(0, clusterTotal)
  for (let at = 0; at < anchors.length; at++) if (anchors[at] >= 0) members[next[anchors[at]]++] = Math.floor(at / m)
  return { starts, members }
}

/** Converts sums of weights to similarities: min(1, sum / labelings that cover both / largest). */
function divideByCoverage(
  sums: Float64Array,
  clusters: Int32Array,
  at: number,
  anchors: Int32Array,
  m: number,
  largest: number,
): void {
  for (let l = 0; l < sums.length; l++) {
    if (sums[l] === 0) continue
    let both = 0
    for (let t = 0; t < m; t++) if (clusters[at + t] >= 0 && anchors[l * m + t] >= 0) both++
    sums[l] = Math.min(1, sums[l] / both / largest)
  }
}
