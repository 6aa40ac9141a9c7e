import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/** An affine map of rows: (x - centre) · matrix. */
export interface AffineMap {
  readonly inputCount: number
  readonly outputCount: number
  /** inputCount values. */
  readonly centre: Float64Array
  /** inputCount x outputCount values, row by row. */
  readonly matrix: Float64Array
}

/** Maps `rowCount` rows. */
export const mapRows: (loops: HotLoops, map: AffineMap, rows: Float64Array, rowCount: number) => Float64Array =
  /* @__PURE__ */ orPlain((loops, map: AffineMap, rows: Float64Array, rowCount: number) =>
    loops.kind === 'plain' || rowCount < FEWEST_ROWS
      ? plainMapRows(map, rows, rowCount)
      : simdMapRows(loops, map, rows, rowCount),
  )

/** With fewer rows, copying the map takes longer than it saves. */
const FEWEST_ROWS = 64

function plainMapRows(map: AffineMap, rows: Float64Array, rowCount: number): Float64Array {
  const { inputCount: d, outputCount: q, centre, matrix } = map
  const out = new Float64Array(rowCount * q)
  for (let r = 0; r < rowCount; r++) {
    for (let f = 0; f < d; f++) {
      const value = rows[r * d + f] - centre[f]
      if (value === 0) continue
      for (let c = 0; c < q; c++) out[r * q + c] += value * matrix[f * q + c]
    }
  }
  return out
}

interface MapRowsExports {
  mapRows(rows: number, rowCount: number, d: number, centre: number, matrix: number, width: number, out: number): void
}

/** Products per call of the module: about a millisecond. */
const PRODUCTS_PER_CALL = 4e6

function simdMapRows(loops: HotLoops, map: AffineMap, rows: Float64Array, rowCount: number): Float64Array {
  const { inputCount: d, outputCount: q, centre, matrix } = map
  const width = q + (q % 2)
  const block = Math.min(rowCount, Math.max(8, Math.floor(PRODUCTS_PER_CALL / (d * width))))
  const workspace = Workspace.borrow<MapRowsExports>(loops, 8 * (d + d * width + block * (d + width)))
  const centreHere = workspace.float64(d)
  const matrixHere = workspace.float64(d * width)
  const rowsHere = workspace.float64(block * d)
  const outHere = workspace.float64(block * width)
  centreHere.set(centre)
  matrixHere.fill(0)
  for (let f = 0; f < d; f++) matrixHere.set(matrix.subarray(f * q, (f + 1) * q), f * width)

  const out = new Float64Array(rowCount * q)
  for (let from = 0; from < rowCount; from += block) {
    const here = Math.min(block, rowCount - from)
    rowsHere.set(rows.subarray(from * d, (from + here) * d))
    workspace.exports.mapRows(
      rowsHere.byteOffset,
      here,
      d,
      centreHere.byteOffset,
      matrixHere.byteOffset,
      width,
      outHere.byteOffset,
    )
    if (width === q) out.set(outHere.subarray(0, here * q), from * q)
    else for (let r = 0; r < here; r++) out.set(outHere.subarray(r * width, r * width + q), (from + r) * q)
  }
  return out
}
