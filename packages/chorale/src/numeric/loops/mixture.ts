import type { HotLoops } from './hot-loops.js'
import { Workspace } from './workspace.js'

/** The components of a mixture: see `GaussianMixture`. */
export interface Components {
  readonly dimension: number
  readonly count: number
  readonly means: Float64Array
  readonly factors: Float64Array
  readonly constants: Float64Array
}

interface MixtureExports {
  mixtureLabels(...addressesAndSizes: number[]): void
}

/** Products per call of the module: about a millisecond. */
const PRODUCTS_PER_CALL = 4e6

/**
 * The most likely component of rows of `width` numbers, of which the first are used, in WebAssembly;
 * src/mixture/gaussian-mixture.ts does the same in TypeScript.
 */
export function simdMixtureLabels(
  loops: HotLoops,
  { dimension: d, count: k, means, factors, constants }: Components,
  rows: Float64Array,
  rowCount: number,
  width: number,
): Int32Array<ArrayBuffer> {
  const block = Math.min(rowCount, Math.max(8, Math.floor(PRODUCTS_PER_CALL / (k * d * (d + 1)))))
  const floats = block * width + k * (d + d * d + 1) + 16 * d + 8
  const workspace = Workspace.borrow<MixtureExports>(loops, 8 * floats + 4 * block)
  const meansHere = workspace.float64(k * d)
  const factorsHere = workspace.float64(k * d * d)
  const constantsHere = workspace.float64(k)
  const rowsHere = workspace.float64(block * width)
  const lanes = workspace.float64(8 * d)
  const difference = workspace.float64(8 * d)
  const labelsHere = workspace.int32(block)
  meansHere.set(means)
  factorsHere.set(factors)
  constantsHere.set(constants)

  const labels = new Int32Array(rowCount)
  for (let from = 0; from < rowCount; from += block) {
    const here = Math.min(block, rowCount - from)
    rowsHere.set(rows.subarray(from * width, (from + here) * width))
    workspace.exports.mixtureLabels(
      rowsHere.byteOffset,
      here,
      width,
      d,
      k,
      meansHere.byteOffset,
      factorsHere.byteOffset,
      constantsHere.byteOffset,
      lanes.byteOffset,
      difference.byteOffset,
      labelsHere.byteOffset,
    )
    labels.set(labelsHere.subarray(0, here), from)
  }
  return labels
}
