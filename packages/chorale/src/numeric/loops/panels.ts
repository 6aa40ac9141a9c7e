import { runToEnd, type Steps } from '../../pause.js'
import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/**
 * A store of panels: tall matrices with the same number of rows and `width` columns each, row by row.
 * Bases of large eigenproblems are kept as panels, and all work on them is one of two products, or scales their rows.
 */
export interface PanelStore {
  readonly loops: HotLoops
  readonly rowCount: number
  readonly width: number
  readonly panelCount: number
  /** Panel p, to read and write. */
  panel(p: number): Float64Array
  /** out = X_p' X_q over the rows [from, to), by default all; width x width. */
  gramInto(out: Float64Array, p: number, q: number, from?: number, to?: number): void
  gramSteps(out: Float64Array, p: number, q: number, from?: number, to?: number): Steps<void>
  /** X_q += X_p C with C width x width. */
  update(q: number, p: number, coefficients: Float64Array): void
  updateSteps(q: number, p: number, coefficients: Float64Array): Steps<void>
  /** X_q = diag(factors) X_p. */
  scale(q: number, p: number, factors: Float64Array): void
  /** X_q += diag(factors) X_p. */
  addScaled(q: number, p: number, factors: Float64Array): void
  /** X_r = 2 (factor X_r - X_q) - X_p, a step of the Chebyshev recurrence. */
  recur(r: number, q: number, p: number, factor: number): void
}

interface PanelExports {
  panelGram(x: number, y: number, width: number, from: number, to: number, c: number): void
  panelUpdate(x: number, c: number, width: number, from: number, to: number, y: number): void
  addScaled(x: number, factors: number, width: number, rowCount: number, y: number): void
  panelRecur(x: number, y: number, factor: number, count: number, z: number): void
}

/** Memory for panels; width is a multiple of 8. */
export const createPanelStore = /* @__PURE__ */ orPlain(newPanelStore)

function newPanelStore(loops: HotLoops, rowCount: number, width: number, panelCount: number): PanelStore {
  const size = rowCount * width
  const shape = { loops, rowCount, width, panelCount }
  if (loops.kind === 'plain') {
    const panels = Array.from({ length: panelCount }, () => new Float64Array(size))
    const add = (q: number, p: number, factors: Float64Array) => addScaled(panels[p], factors, width, panels[q])
    return {
      ...shape,
      panel: p => panels[p],
      ...withSteps({
        *gramSteps(out, p, q, first = 0, last = rowCount) {
          out.fill(0)
          yield* forRowBlocks(first, last, (from, to) => panelGram(panels[p], panels[q], width, from, to, out))
        },
        updateSteps: (q, p, coefficients) =>
          forRowBlocks(0, rowCount, (from, to) => panelUpdate(panels[p], coefficients, width, from, to, panels[q])),
      }),
      scale(q, p, factors) {
        panels[q].fill(0)
        add(q, p, factors)
      },
      addScaled: add,
      recur: (r, q, p, factor) => panelRecur(panels[p], panels[q], factor, panels[r]),
    }
  }

  const bytes = 8 * (size * panelCount + width * width + rowCount) + 16 * panelCount
  const workspace = new Workspace<PanelExports>(loops, bytes)
  const small = workspace.float64(width * width)
  const rowFactors = workspace.float64(rowCount)
  const panels = Array.from({ length: panelCount }, () => workspace.float64(size))
  const { panelGram: gram, panelUpdate: update, addScaled: addRows } = workspace.exports
  const add = (q: number, p: number, factors: Float64Array) => {
    rowFactors.set(factors)
    addRows(panels[p].byteOffset, rowFactors.byteOffset, width, rowCount, panels[q].byteOffset)
  }
  return {
    ...shape,
    panel: p => panels[p],
    ...withSteps({
      *gramSteps(out, p, q, first = 0, last = rowCount) {
        small.fill(0)
        yield* forRowBlocks(first, last, (from, to) => {
          gram(panels[p].byteOffset, panels[q].byteOffset, width, from, to, small.byteOffset)
        })
        out.set(small)
      },
      *updateSteps(q, p, coefficients) {
        small.set(coefficients)
        yield* forRowBlocks(0, rowCount, (from, to) => {
          update(panels[p].byteOffset, small.byteOffset, width, from, to, panels[q].byteOffset)
        })
      },
    }),
    scale(q, p, factors) {
      panels[q].fill(0)
      add(q, p, factors)
    },
    addScaled: add,
    recur(r, q, p, factor) {
      workspace.exports.panelRecur(panels[p].byteOffset, panels[q].byteOffset, factor, size, panels[r].byteOffset)
    },
  }
}

/** The two products in steps, and without pauses. */
function withSteps(steps: Pick<PanelStore, 'gramSteps' | 'updateSteps'>) {
  const without: Pick<PanelStore, 'gramInto' | 'update'> = {
    gramInto: (...given) => runToEnd(steps.gramSteps(...given)),
    update: (...given) => runToEnd(steps.updateSteps(...given)),
  }
  return { ...steps, ...without }
}

/** Blocks of 512 rows stay in the fastest caches; sums are computed per block, then over blocks, in order. */
function* forRowBlocks(first: number, last: number, work: (from: number, to: number) => void): Steps<void> {
  for (let from = first; from < last; from += 512) {
    work(from, Math.min(from + 512, last))
    yield
  }
}

/** The TypeScript version of panelGram in assembly/panel.ts: tiles of 2 x 4 outputs, each a sum over the rows in order. */
function panelGram(x: Float64Array, y: Float64Array, width: number, from: number, to: number, c: Float64Array): void {
  for (let a = 0; a < width; a += 2) {
    for (let b = 0; b < width; b += 4) {
      let c00 = 0
      let c01 = 0
      let c02 = 0
      let c03 = 0
      let c10 = 0
      let c11 = 0
      let c12 = 0
      let c13 = 0
      for (let at = from * width; at < to * width; at += width) {
        const x0 = x[at + a]
        const x1 = x[at + a + 1]
        const y0 = y[at + b]
        const y1 = y[at + b + 1]
        const y2 = y[at + b + 2]
        const y3 = y[at + b + 3]
        c00 += x0 * y0
        c01 += x0 * y1
        c02 += x0 * y2
        c03 += x0 * y3
        c10 += x1 * y0
        c11 += x1 * y1
        c12 += x1 * y2
        c13 += x1 * y3
      }
      const o = a * width + b
      c[o] += c00
      c[o + 1] += c01
      c[o + 2] += c02
      c[o + 3] += c03
      c[o + width] += c10
      c[o + width + 1] += c11
      c[o + width + 2] += c12
      c[o + width + 3] += c13
    }
  }
}

/** The TypeScript version of panelUpdate in assembly/panel.ts. */
function panelUpdate(x: Float64Array, c: Float64Array, width: number, from: number, to: number, y: Float64Array): void {
  for (let at = from * width; at < to * width; at += width) {
    for (let b = 0; b < width; b += 4) {
      let y0 = y[at + b]
      let y1 = y[at + b + 1]
      let y2 = y[at + b + 2]
      let y3 = y[at + b + 3]
      for (let a = 0, q = b; a < width; a++, q += width) {
        const s = x[at + a]
        y0 += s * c[q]
        y1 += s * c[q + 1]
        y2 += s * c[q + 2]
        y3 += s * c[q + 3]
      }
      y[at + b] = y0
      y[at + b + 1] = y1
      y[at + b + 2] = y2
      y[at + b + 3] = y3
    }
  }
}

/** The TypeScript version of addScaled in assembly/diffuse.ts. */
function addScaled(x: Float64Array, factors: Float64Array, width: number, y: Float64Array): void {
  for (let r = 0, at = 0; r < factors.length; r++) {
    for (let b = 0; b < width; b++, at++) y[at] += factors[r] * x[at]
  }
}

/** The TypeScript version of panelRecur in assembly/panel.ts. */
function panelRecur(x: Float64Array, y: Float64Array, factor: number, z: Float64Array): void {
  for (let at = 0; at < z.length; at++) z[at] = 2 * (factor * z[at] - y[at]) - x[at]
}
