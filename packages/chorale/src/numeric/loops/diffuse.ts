import type { Labels } from '../../types.js'
import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/**
 * Diffusion of a block of columns over the layers of a multiplex: memory for two states of every layer and for the
 * sparse matrices of the layers, and the step from one state to the next.
 *
 * Columns are stored in panels: n rows of the first eight columns, n rows of the next eight, and a last panel with the rest.
 * One row of a panel is one cache line, and a panel of some thousand rows stays in the cache.
 */
export interface Diffusion {
  /** The state of each layer: n rows of `width` columns at the front, in panels. A step swaps the two banks. */
  state(t: number): Float64Array
  /** The state that the next step writes. */
  nextState(t: number): Float64Array
  /** Σₛ δₛ Fₛ, as the last call of `sumStates` left it. */
  readonly shared: Float64Array
  setLayer(t: number, layer: SparseLayer): void
  /** The labeling that is diffused from now on: Y has a 1 where a sample has its label. */
  setLabels(labels: Labels): void
  /** shared = Σₛ diag(scales) state, width columns (a multiple of 2). */
  sumStates(width: number): void
  /** next state = alpha (W state + δ (shared - δ state)) + (1 - alpha) Y. */
  diffuseLayer(t: number, width: number, alpha: number): void
  /** The next states become the states. */
  swap(): void
}

export interface SparseLayer {
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values: Float64Array
  readonly scales: Float64Array
}

interface DiffuseExports {
  addScaled(f: number, scales: number, width: number, n: number, shared: number): void
  diffuseRows(
    starts: number,
    columns: number,
    values: number,
    x: number,
    shared: number,
    scales: number,
    labels: number,
    y: number,
    column: number,
    width: number,
    alpha: number,
    from: number,
    to: number,
  ): void
}

/** Columns of a panel. */
export const PANEL = 8

/** The index of row i and column q of a state: n rows of `width` columns in panels. */
export function panelPlace(n: number, width: number, i: number, q: number): number {
  const first = q - (q % PANEL)
  return n * first + i * Math.min(PANEL, width - first) + q - first
}

/** Rows per call into WebAssembly: about a millisecond, so that the first call does not stay in the slow tier. */
const ROWS_PER_CALL = 1024

/** Memory for n samples, m layers of at most `entryCount` entries, and states of at most `width` columns. */
export const createDiffusion = /* @__PURE__ */ orPlain(newDiffusion)

function newDiffusion(
  loops: HotLoops,
  { n, m, entryCount, width }: { n: number; m: number; entryCount: number; width: number },
): Diffusion {
  const simd = loops.kind === 'simd'
  const bytes = 8 * n * width * (2 * m + 1) + m * (12 * entryCount + 12 * n + 100) + 4 * n
  const workspace = simd ? new Workspace<DiffuseExports>(loops, bytes) : null
  const float64 = (length: number) => workspace?.float64(length) ?? new Float64Array(length)
  const int32 = (length: number) => workspace?.int32(length) ?? new Int32Array(length)

  const shared = float64(n * width)
  const ownLabels = int32(n)
  const banks = [0, 1].map(() => Array.from({ length: m }, () => float64(n * width)))
  const layers = Array.from({ length: m }, () => ({
    scales: float64(n),
    values: float64(entryCount),
    columns: int32(entryCount),
    starts: int32(n + 1),
  }))
  let current = 0
  return {
    shared,
    state: t => banks[current][t],
    nextState: t => banks[1 - current][t],
    setLayer(t, { starts, columns, values, scales }) {
      layers[t].starts.set(starts)
      layers[t].columns.set(columns)
      layers[t].values.set(values)
      layers[t].scales.set(scales)
    },
    setLabels(labels) {
      ownLabels.set(labels)
    },
    sumStates(w) {
      shared.fill(0, 0, n * w)
      layers.forEach(({ scales }, t) => {
        const f = banks[current][t]
        for (let q = 0; q < w; q += PANEL) {
          const columnCount = Math.min(PANEL, w - q)
          if (workspace === null) addScaled(f, scales, columnCount, n, shared, q * n)
          else {
            const bytes = 8 * q * n
            workspace.exports.addScaled(
              f.byteOffset + bytes,
              scales.byteOffset,
              columnCount,
              n,
              shared.byteOffset + bytes,
            )
          }
        }
      })
    },
    diffuseLayer(t, w, alpha) {
      const { starts, columns, values, scales } = layers[t]
      const x = banks[current][t]
      const y = banks[1 - current][t]
      for (let q = 0; q < w; q += PANEL) {
        const columnCount = Math.min(PANEL, w - q)
        if (workspace === null) {
          diffuseRows(layers[t], x, shared, ownLabels, y, { n, column: q, width: columnCount, alpha })
          continue
        }
        const bytes = 8 * q * n
        for (let from = 0; from < n; from += ROWS_PER_CALL) {
          workspace.exports.diffuseRows(
            starts.byteOffset,
            columns.byteOffset,
            values.byteOffset,
            x.byteOffset + bytes,
            shared.byteOffset + bytes,
            scales.byteOffset,
            ownLabels.byteOffset,
            y.byteOffset + bytes,
            q,
            columnCount,
            alpha,
            from,
            Math.min(from + ROWS_PER_CALL, n),
          )
        }
      }
    },
    swap() {
      current = 1 - current
    },
  }
}

/** The TypeScript version of addScaled in assembly/diffuse.ts, on the panel that begins at `at`. */
function addScaled(
  f: Float64Array,
  scales: Float64Array,
  width: number,
  n: number,
  shared: Float64Array,
  at: number,
): void {
  for (let i = 0; i < n; i++) {
    const s = scales[i]
    for (let end = at + width; at < end; at++) shared[at] += s * f[at]
  }
}

/** The TypeScript version of diffuseRows in assembly/diffuse.ts: the same sums in the same order. */
function diffuseRows(
  { starts, columns, values, scales }: SparseLayer,
  x: Float64Array,
  shared: Float64Array,
  labels: Labels,
  y: Float64Array,
  { n, column, width, alpha }: { n: number; column: number; width: number; alpha: number },
): void {
  const panel = column * n
  for (let r = 0; r < n; r++) {
    const s = scales[r]
    const row = panel + r * width
    for (let lane = 0; lane < width; lane++) {
      let sum = 0
      for (let at = starts[r]; at < starts[r + 1]; at++) sum += values[at] * x[panel + columns[at] * width + lane]
      y[row + lane] = alpha * (sum + s * (shared[row + lane] - s * x[row + lane]))
    }
    const own = labels[r] - column
    if (own >= 0 && own < width) y[row + own] += 1 - alpha
  }
}
