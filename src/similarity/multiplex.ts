import type { Breath } from '../breathe.js'
import type { Labels } from '../types.js'

/**
 * A multiplex: one graph of the samples per base clustering, each sample linked to itself in all others; and the diffusion
 * of every base clustering over it. For CEAM.
 */
export interface Multiplex {
  readonly layers: readonly Layer[]
}

/** A symmetric graph, degree-normalised: δ_a W_ab δ_b. */
interface Layer {
  /** δ = 1 / √(degree inside the layer + links to other layers). */
  readonly scales: Float64Array
  /** Entries of row i at [starts[i], starts[i + 1]), columns ascending. */
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values: Float64Array
}

export interface MultiplexOptions {
  /** α: how much flows along links, against what stays with the base clustering. */
  alpha: number
  epochs: number
  /** Nearest samples that a sample is linked to, itself not counted. */
  neighbours: number
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
 *   layer j ← cosines of F_j to the nearest samples
 *
 * O(epochs m² n k̄ neighbours) time for the diffusion and O(epochs n² P) for the neighbours; 8 m n P bytes.
 */
export async function adaptiveMultiplex(
  labelings: readonly Labels[],
  clusterCounts: readonly number[],
  { alpha, epochs, neighbours, breath, onEpoch }: MultiplexOptions,
): Promise<Multiplex> {
  const m = labelings.length
  const n = labelings[0].length
  const layers: (Layer | SharedClusters)[] = labelings.map((labels, t) => sharedClusters(labels, clusterCounts[t], m))
  const states: Float64Array[][] = labelings.map((labels, j) => layers.map(() => oneHot(labels, clusterCounts[j])))
  for (let epoch = 0; epoch < epochs; epoch++) {
    onEpoch?.(epoch)
    for (let j = 0; j < m; j++) {
      const k = clusterCounts[j]
      const spare: Float64Array[] = layers.map(() => new Float64Array(n * k))
      for (let step = 0; step < STEPS; step++) {
        diffuse(spare, states[j], layers, labelings[j], k, alpha)
        for (let t = 0; t < m; t++) {
          const state = states[j][t]
          states[j][t] = spare[t]
          spare[t] = state
        }
        await breath?.take()
      }
      layers[j] = await nearestGraph(states[j][j], n, k, neighbours, m, breath)
    }
  }
  return { layers: layers as Layer[] }
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

/** One step for all layers, from the old values. */
function diffuse(
  out: readonly Float64Array[],
  states: readonly Float64Array[],
  layers: readonly (Layer | SharedClusters)[],
  labels: Labels,
  k: number,
  alpha: number,
): void {
  const n = labels.length
  // Σ_s δ_s F_s once: every layer takes it without its own part.
  const shared = new Float64Array(n * k)
  layers.forEach(({ scales }, s) => {
    const F = states[s]
    for (let i = 0, at = 0; i < n; i++) for (let q = 0; q < k; q++, at++) shared[at] += scales[i] * F[at]
  })
  layers.forEach((layer, t) => {
    const F = states[t]
    const y = out[t]
    if ('labels' in layer) clusterProductInto(y, layer, F, k)
    else sparseProductInto(y, layer, F, k)
    const { scales } = layer
    for (let i = 0, at = 0; i < n; i++) {
      const scale = scales[i]
      for (let q = 0; q < k; q++, at++) y[at] = alpha * (y[at] + scale * (shared[at] - scale * F[at]))
      if (labels[i] >= 0) y[i * k + labels[i]] += 1 - alpha
    }
  })
}

/** y = δ B B' δ x. */
function clusterProductInto(y: Float64Array, layer: SharedClusters, x: Float64Array, k: number): void {
  const { scales, labels, clusterCount } = layer
  const sums = new Float64Array(clusterCount * k)
  labels.forEach((label, i) => {
    if (label >= 0) for (let q = 0; q < k; q++) sums[label * k + q] += scales[i] * x[i * k + q]
  })
  labels.forEach((label, i) => {
    for (let q = 0; q < k; q++) y[i * k + q] = label >= 0 ? scales[i] * sums[label * k + q] : 0
  })
}

/** Four columns at a time, their sums in registers. */
function sparseProductInto(y: Float64Array, { starts, columns, values }: Layer, x: Float64Array, k: number): void {
  for (let i = 0; i + 1 < starts.length; i++) {
    const [from, to] = [starts[i], starts[i + 1]]
    let q = 0
    for (; q + 4 <= k; q += 4) {
      let [a, b, c, d] = [0, 0, 0, 0]
      for (let e = from; e < to; e++) {
        const p = columns[e] * k + q
        const v = values[e]
        a += v * x[p]
        b += v * x[p + 1]
        c += v * x[p + 2]
        d += v * x[p + 3]
      }
      const o = i * k + q
      y[o] = a
      y[o + 1] = b
      y[o + 2] = c
      y[o + 3] = d
    }
    for (; q < k; q++) {
      let sum = 0
      for (let e = from; e < to; e++) sum += values[e] * x[columns[e] * k + q]
      y[i * k + q] = sum
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
): Promise<Layer> {
  const count = Math.min(neighbours + 1, n)
  const squares = new Float64Array(n)
  for (let a = 0; a < n; a++) for (let q = a * k; q < (a + 1) * k; q++) squares[a] += G[q] * G[q]
  const linked: Map<number, number>[] = Array.from({ length: n }, () => new Map())
  const nearest = new Int32Array(count)
  const distances = new Float64Array(count)
  for (let a = 0; a < n; a++) {
    let found = 0
    for (let b = 0; b < n; b++) {
      let dot = 0
      for (let q = 0; q < k; q++) dot += G[a * k + q] * G[b * k + q]
      const d = Math.floor(Math.max(0, squares[a] + squares[b] - 2 * dot) / GRAIN + 0.5)
      if (found === count && d >= distances[count - 1]) continue
      let place = found < count ? found++ : count - 1
      for (; place > 0 && distances[place - 1] > d; place--) {
        distances[place] = distances[place - 1]
        nearest[place] = nearest[place - 1]
      }
      distances[place] = d
      nearest[place] = b
    }
    for (const b of nearest) {
      let dot = 0
      for (let q = 0; q < k; q++) dot += G[a * k + q] * G[b * k + q]
      const cosine = dot / (Math.sqrt(Math.max(squares[a], 1e-14)) * Math.sqrt(Math.max(squares[b], 1e-14)))
      linked[a].set(b, cosine)
      linked[b].set(a, cosine)
    }
    await breath?.take()
  }
  return normalisedLayer(linked, m)
}

function normalisedLayer(linked: readonly Map<number, number>[], m: number): Layer {
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
