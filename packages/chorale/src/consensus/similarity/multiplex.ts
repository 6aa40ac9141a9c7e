import { createDiffusion, type Diffusion, PANEL, panelPlace, type SparseLayer } from '../../numeric/loops/diffuse.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import type { Pauser } from '../../pause.js'
import type { Labels, Matrix } from '../../types.js'
import { nearestGraph, type SparseGraph } from './nearest-graph.js'

/**
 * A multiplex: one graph of the samples per base clustering, each sample linked to itself in all others; and the
 * diffusion of every base clustering over it. For CEAM.
 */
export interface Multiplex {
  readonly layers: readonly SparseLayer[]
}

export interface MultiplexOptions {
  /** α: the share that flows along links; the rest stays with the base clustering. */
  alpha: number
  epochs: number
  /** Number of nearest samples that a sample is linked to, not counting itself. */
  neighbours: number
  loops: HotLoops
  pauser?: Pauser
  onEpoch?: (epoch: number) => void
}

/** Diffusion steps between two updates of a layer. */
const STEPS = 20

/**
 * Diffuses the base clusterings and rebuilds each layer from the result, for every layer in every epoch.
 *
 *   F_t ← α W_t F_t + (1 - α) Y + α Σ_{s≠t} (δ_t δ_s) F_s      20 times, all layers at once, for base clustering j
 *   layer j ← cosines of F_j to the nearest samples;   W_t, δ_t degree-normalised: W_ab = δ_a cosine δ_b
 *
 * O(epochs m² n k̄ neighbours) time for the diffusion and O(epochs m n²) to O(epochs n² P) for the neighbours; 8 m n P
 * bytes.
 */
export async function adaptiveMultiplex(
  labelings: readonly Labels[],
  clusterCounts: readonly number[],
  { alpha, epochs, neighbours, loops, pauser, onEpoch }: MultiplexOptions,
): Promise<Multiplex> {
  const m = labelings.length
  const n = labelings[0].length
  const widths = clusterCounts.map(k => k + (k % 2))
  const entryCount = 2 * n * Math.min(neighbours + 1, n)
  const diffusion = createDiffusion(loops, { n, m, entryCount, width: Math.max(...widths) })
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
      diffusion.setLabels(labelings[j])
      for (let t = 0; t < m; t++) diffusion.state(t).set(states[j][t])
      for (let step = 0; step < STEPS; step++) {
        diffuse(diffusion, starting, labelings[j], width, alpha)
        await pauser?.pause()
      }
      for (let t = 0; t < m; t++) states[j][t].set(diffusion.state(t).subarray(0, n * width))
      layers[j] = normalisedLayer(await nearestGraph(fromPanels(states[j][j], n, width), neighbours, pauser), m)
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
    if (layer === null) diffusion.diffuseLayer(t, width, alpha)
    else {
      const y = diffusion.nextState(t)
      diffuseClusters(y, layer, diffusion.state(t), diffusion.shared, width, alpha)
      addOwn(y, labels, width, 1 - alpha)
    }
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

function oneHot(labels: Labels, width: number): Float64Array {
  const Y = new Float64Array(labels.length * width)
  addOwn(Y, labels, width, 1)
  return Y
}

/** Y += value where a sample has its label. */
function addOwn(Y: Float64Array, labels: Labels, width: number, value: number): void {
  labels.forEach((label, i) => {
    if (label >= 0) Y[panelPlace(labels.length, width, i, label)] += value
  })
}

/** y = α (δ B B' δ x + δ (shared - δ x)), panel by panel. */
function diffuseClusters(
  y: Float64Array,
  { scales, labels, clusterCount }: SharedClusters,
  x: Float64Array,
  shared: Float64Array,
  width: number,
  alpha: number,
): void {
  const n = labels.length
  const sums = new Float64Array(clusterCount * PANEL)
  for (let first = 0; first < width; first += PANEL) {
    const w = Math.min(PANEL, width - first)
    sums.fill(0)
    for (let i = 0, at = first * n; i < n; i++, at += w) {
      if (labels[i] < 0) continue
      for (let q = 0; q < w; q++) sums[labels[i] * w + q] += scales[i] * x[at + q]
    }
    for (let i = 0, at = first * n; i < n; i++) {
      const s = scales[i]
      for (let q = 0; q < w; q++, at++) {
        const product = labels[i] >= 0 ? s * sums[labels[i] * w + q] : 0
        y[at] = alpha * (product + s * (shared[at] - s * x[at]))
      }
    }
  }
}

/** The rows of a state, one after the other. */
function fromPanels(state: Float64Array, n: number, width: number): Matrix {
  const values = new Float64Array(n * width)
  for (let i = 0; i < n; i++) {
    for (let q = 0; q < width; q++) values[i * width + q] = state[panelPlace(n, width, i, q)]
  }
  return { rowCount: n, columnCount: width, values }
}

/** W = δ graph δ by the degrees of the graph, with one link from every sample to itself in each other layer. */
function normalisedLayer({ starts, columns, values: links }: SparseGraph, m: number): SparseLayer {
  const n = starts.length - 1
  const scales = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let degree = 0
    for (let e = starts[i]; e < starts[i + 1]; e++) degree += links[e]
    scales[i] = scaleOf(degree, m)
  }
  const values = new Float64Array(links.length)
  for (let i = 0; i < n; i++) {
    for (let e = starts[i]; e < starts[i + 1]; e++) values[e] = links[e] * (scales[i] * scales[columns[e]])
  }
  return { scales, starts, columns, values }
}
