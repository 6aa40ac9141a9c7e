import type { HotLoops } from './hot-loops.js'
import type { Membership } from './membership.js'
import { orPlain, Workspace } from './workspace.js'

/** Sums over pairs of groups of two layers. */
export interface CrossSums {
  /**
   * For every group a of one layer and b of another, the sum of mass[r] over the rows in both: lines a, columns b,
   * row by row. Valid until the next call.
   */
  table(lineLayer: number, columnLayer: number, mass: Float64Array): Float64Array
}

interface CrossSumsExports {
  crossSums(
    lines: number,
    columns: number,
    mass: number,
    firstLine: number,
    firstColumn: number,
    columnCount: number,
    from: number,
    to: number,
    table: number,
  ): void
}

/** `starts` has the first group of every layer, and the number of groups at the end. */
export const createCrossSums = /* @__PURE__ */ orPlain(newCrossSums)

function newCrossSums(loops: HotLoops, { rowCount, layerCount, groups }: Membership, starts: Int32Array): CrossSums {
  let largest = 0
  for (let t = 0; t < layerCount; t++) largest = Math.max(largest, starts[t + 1] - starts[t])
  const sizeOf = (t: number) => starts[t + 1] - starts[t]

  if (loops.kind === 'plain') {
    const sums = new Float64Array(largest * largest)
    return {
      table(t, s, mass) {
        const found = sums.subarray(0, sizeOf(t) * sizeOf(s)).fill(0)
        const lines = groups.subarray(t * rowCount, (t + 1) * rowCount)
        const columns = groups.subarray(s * rowCount, (s + 1) * rowCount)
        crossSums(lines, columns, mass, starts[t], starts[s], sizeOf(s), found)
        return found
      },
    }
  }

  const byteCount = 4 * groups.length + 8 * (rowCount + largest * largest)
  const workspace = new Workspace<CrossSumsExports>(loops, byteCount)
  const sums = workspace.float64(largest * largest)
  const masses = workspace.float64(rowCount)
  const own = workspace.int32(groups.length)
  own.set(groups)
  let loaded: Float64Array | null = null
  return {
    table(t, s, mass) {
      if (loaded !== mass) masses.set(mass)
      loaded = mass
      const found = sums.subarray(0, sizeOf(t) * sizeOf(s)).fill(0)
      // Calls of about a millisecond: a long first call would stay in the slow tier of the runtime.
      for (let from = 0; from < rowCount; from += ROWS_PER_CALL) {
        workspace.exports.crossSums(
          own.byteOffset + 4 * t * rowCount,
          own.byteOffset + 4 * s * rowCount,
          masses.byteOffset,
          starts[t],
          starts[s],
          sizeOf(s),
          from,
          Math.min(from + ROWS_PER_CALL, rowCount),
          found.byteOffset,
        )
      }
      return found
    },
  }
}

const ROWS_PER_CALL = 2 ** 18

/** The TypeScript version of assembly/cross-sums.ts. */
function crossSums(
  lines: Int32Array,
  columns: Int32Array,
  mass: Float64Array,
  firstLine: number,
  firstColumn: number,
  columnCount: number,
  table: Float64Array,
): void {
  for (let r = 0; r < lines.length; r++) {
    const line = lines[r]
    const column = columns[r]
    if (line >= 0 && column >= 0) table[(line - firstLine) * columnCount + column - firstColumn] += mass[r]
  }
}
