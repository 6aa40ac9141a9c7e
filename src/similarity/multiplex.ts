import type { Breath } from '../breathe.js'
import { createDiffusion, type Diffusion, type SparseLayer } from '../kernels/diffuse.js'
import type { Kernels } from '../kernels/kernels.js'
import { dot } from '../numeric/vector.js'
import type { Labels } from '../types.js'

/**
 * A multiplex: one graph of the samples per base clustering, each sample linked to itself in all others; and the diffusion
 * of every base clustering over it. For CEAM.
 */
export interface Multiplex {
  readonly layers: readonly SparseLayer[]
}

export interface MultiplexOptions {
  /** α: how much flows along links, against what stays with the base clustering. */
  alpha: number
  epochs: number
  /** Nearest samples that a sample is linked to, itself not counted. */
  neighbours: number
  kernels: Kernels
  breath?: Breath
  onEpoch?: (epoch: number) => void
}

/** Diffusion steps between two updates of a layer. */
const STEPS = 20

/** Squared distances are rounded to multiples of this before neighbours are chosen. */
const GRAIN = 1e-10

/**
 * Diffuses the base clusterings and rebuilds their layers from what comes out, layer after layer, epoch after epoch.
 *
 *   F_t ← α W_t F_t + (1 - α) Y + α Σ_{s≠t} (δ_t δ_s) F_s      20 times, all layers at once, for base clustering j
 *   layer j ← cosines of F_j to the nearest samples;   W_t, δ_t degree-normalised: W_ab = δ_a cosine δ_b
 *
 * O(epochs m² n k̄ neighbours) time for the diffusion and O(epochs n² P) for the neighbours; 8 m n P bytes.
 */
export async function adaptiveMultiplex(
  labelings: readonly Labels[],
  clusterCounts: readonly number[],
  { alpha, epochs, neighbours, kernels, breath, onEpoch }: MultiplexOptions,
): Promise<Multiplex> {
  const m = labelings.length
  const n = labelings[0].length
  const widths = clusterCounts.map(k => k + (k % 2))
  const entryCount = 2 * n * Math.min(neighbours + 1, n)
  const diffusion = createDiffusion(kernels, { n, m, entryCount, width: Math.max(...widths) })
  // The layers of the start are products of memberships; the diffusion knows their scales only.
  const starting: (SharedClusters | null)[] = labelings.map((labels, t) => sharedClusters(labels, clusterCounts[t], m))
  starting.forEach((layer, t) => {
    diffusion.setLayer(t, { ...NO_LINKS, scales: layer!.scales })
  })
  const layers: SparseLayer[] = []
  const states = labelings.map((labels, j) => labelings.map(() => oneHot(labels, widths[j])))

  for (let epoch = 0; epoch < epochs; epoch++) {
    onEpoch?.(epoch)
    for (let j = 0; j < m; j++) {
      const width = widths[j]
      for (let t = 0; t < m; t++) diffusion.state(t).set(states[j][t])
      for (let step = 0; step < STEPS; step++) {
        diffuse(diffusion, starting, labelings[j], width, alpha)
        await breath?.take()
      }
      for (let t = 0; t < m; t++) states[j][t].set(diffusion.state(t).subarray(0, n * width))
      layers[j] = await nearestGraph(states[j][j], n, width, neighbours, m, breath)
      diffusion.setLayer(j, layers[j])
      starting[j] = null
    }
  }
  return { layers }
}

const NO_LINKS = { starts: new Int32Array(0), columns: new Int32Array(0), values: new Float64Array(0) }

/** One step for all layers, from the old values. */
function diffuse(
  diffusion: Diffusion,
  starting: readonly (SharedClusters | null)[],
  labels: Labels,
  width: number,
  alpha: number,
): void {
  // Σ_s δ_s F_s once: every layer takes it without its own part.
  diffusion.sumStates(width)
  starting.forEach((layer, t) => {
    const y = diffusion.nextState(t)
    if (layer === null) diffusion.diffuseLayer(t, width, alpha)
    else diffuseClusters(y, layer, diffusion.state(t), diffusion.shared, width, alpha)
    for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) y[i * width + labels[i]] += 1 - alpha
  })
  diffusion.swap()
}

/** The layer of a base clustering before its first update: all samples of a cluster linked, the sample itself too. */
interface SharedClusters {
  readonly scales: Float64Array
  readonly labels: Labels
  readonly clusterCount: number
}

function sharedClusters(labels: Labels, clusterCount: number, m: number): SharedClusters {
  const sizes = new Float64Array(clusterCount)
  for (const label of labels) if (label >= 0) sizes[label]++
  const scales = Float64Array.from(labels, label => scaleOf(label >= 0 ? sizes[label] : 0, m))
  return { scales, labels, clusterCount }
}

function scaleOf(degree: number, m: number): number {
  return 1 / Math.sqrt(Math.max(degree + m - 1, Number.EPSILON))
}

function oneHot(labels: Labels, k: number): Float64Array {
  const Y = new Float64Array(labels.length * k)
  labels.forEach((label, i) => {
    if (label >= 0) Y[i * k + label] = 1
  })
  return Y
}

/** y = α (δ B B' δ x + δ (shared - δ x)). */
function diffuseClusters(
  y: Float64Array,
  { scales, labels, clusterCount }: SharedClusters,
  x: Float64Array,
  shared: Float64Array,
  width: number,
  alpha: number,
): void {
  const sums = new Float64Array(clusterCount * width)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue
    for (let q = 0; q < width; q++) sums[labels[i] * width + q] += scales[i] * x[i * width + q]
  }
  for (let i = 0; i < labels.length; i++) {
    const s = scales[i]
    for (let q = 0, at = i * width; q < width; q++, at++) {
      const product = labels[i] >= 0 ? s * sums[labels[i] * width + q] : 0
      y[at] = alpha * (product + s * (shared[at] - s * x[at]))
    }
  }
}

/**
 * The graph of nearest rows of G: every row linked to `neighbours` + 1 rows, itself normally among them, by their cosine; a link
 * in one direction is a link in both. Equal distances go to the lowest index, after rounding to multiples of 1e-10.
 *
 * (Reference: distances as they come. Samples with equal labels have equal rows of G but for rounding, and so the
 * neighbours are decided by noise of 1e-17 and change the result. Here: rounded first, which is stable.)
 */
async function nearestGraph(
  G: Float64Array,
  n: number,
  k: number,
  neighbours: number,
  m: number,
  breath?: Breath,
): Promise<SparseLayer> {
  const count = Math.min(neighbours + 1, n)
  const squares = new Float64Array(n)
  for (let a = 0; a < n; a++) squares[a] = dot(G, a * k, G, a * k, k)
  const linked: Map<number, number>[] = Array.from({ length: n }, () => new Map())
  const nearest = new Int32Array(count)
  const distances = new Float64Array(count)
  for (let a = 0; a < n; a++) {
    // Rows are large in the column of their own cluster. That column alone tells of most rows that they are too far.
    const q = largestColumn(G, a * k, k)
    const value = G[a * k + q]
    let tooFar = Number.POSITIVE_INFINITY
    let found = 0
    for (let b = 0, at = q; b < n; b++, at += k) {
      if ((value - G[at]) * (value - G[at]) > tooFar) continue
      const product = dot(G, a * k, G, b * k, k)
      const d = Math.floor(Math.max(0, squares[a] + squares[b] - 2 * product) / GRAIN + 0.5)
      if (found === count && d >= distances[count - 1]) continue
      let place = found < count ? found++ : count - 1
      for (; place > 0 && distances[place - 1] > d; place--) {
        distances[place] = distances[place - 1]
        nearest[place] = nearest[place - 1]
      }
      distances[place] = d
      nearest[place] = b
      if (found === count) tooFar = (distances[count - 1] + 1) * GRAIN
    }
    for (const b of nearest) {
      const cosine =
        dot(G, a * k, G, b * k, k) / (Math.sqrt(Math.max(squares[a], 1e-14)) * Math.sqrt(Math.max(squares[b], 1e-14)))
      linked[a].set(b, cosine)
      linked[b].set(a, cosine)
    }
    await breath?.take()
  }
  return normalisedLayer(linked, m)
}

function largestColumn(G: Float64Array, at: number, k: number): number {
  let largest = 0
  for (let q = 1; q < k; q++) if (G[at + q] > G[at + largest]) largest = q
  return largest
}

function normalisedLayer(linked: readonly Map<number, number>[], m: number): SparseLayer {
  const n = linked.length
  const starts = new Int32Array(n + 1)
  for (let i = 0; i < n; i++) starts[i + 1] = starts[i] + linked[i].size
  const columns = new Int32Array(starts[n])
  const values = new Float64Array(starts[n])
  const scales = new Float64Array(n)
  linked.forEach((links, i) => {
    const ascending = Int32Array.from(links.keys()).sort()
    columns.set(ascending, starts[i])
    let degree = 0
    ascending.forEach((column, at) => {
      const value = links.get(column)!
      values[starts[i] + at] = value
      degree += value
    })
    scales[i] = scaleOf(degree, m)
  })
  for (let i = 0; i < n; i++) {
    for (let e = starts[i]; e < starts[i + 1]; e++) values[e] *= scales[i] * scales[columns[e]]
  }
  return { scales, starts, columns, values }
}
