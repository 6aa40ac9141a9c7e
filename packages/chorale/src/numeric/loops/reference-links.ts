import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/** References that belong to clusters with weights. */
export interface ReferenceMembers {
  readonly labelingCount: number
  readonly referenceCount: number
  /** References of cluster c at members[starts[c] .. starts[c + 1]), ascending. */
  readonly starts: Int32Array
  readonly members: Int32Array
  readonly weights: Float64Array
  /** What the links of every reference are multiplied by. */
  readonly roots: Float64Array
  /** The least similarity of a link. */
  readonly alpha: number
}

/** The similarities of one row to all references, and its links. */
export interface ReferenceLinks {
  /** Σ over the clusters that the row and the reference share of their weights; filled by `addUp`. */
  readonly sums: Float64Array
  /** The linked references, ascending, and their values; filled by `link`. */
  readonly indices: Int32Array
  readonly values: Float64Array
  /** Computes `sums` from the clusters of the row at [at, at + m); -1 = none. */
  addUp(clusters: Int32Array, at: number): void
  /** Links the references whose sum, divided, is at least alpha, with length 1. Returns their number. */
  link(divisor: number): number
}

interface ReferenceLinksExports {
  referenceSums(row: number, m: number, starts: number, members: number, weights: number, p: number, sums: number): void
  referenceLinks(
    sums: number,
    p: number,
    divisor: number,
    alpha: number,
    roots: number,
    indices: number,
    values: number,
  ): number
}

export const createReferenceLinks = /* @__PURE__ */ orPlain(newReferenceLinks)

function newReferenceLinks(loops: HotLoops, given: ReferenceMembers): ReferenceLinks {
  const { labelingCount: m, referenceCount: p, alpha } = given
  if (loops.kind === 'plain') return plainLinks(given)
  const floats = given.weights.length + 3 * p + 1
  const ints = m + given.starts.length + given.members.length + p
  const workspace = new Workspace<ReferenceLinksExports>(loops, 8 * floats + 4 * ints)
  const weights = workspace.float64(given.weights.length)
  const roots = workspace.float64(p)
  // The sums are set to zero in pairs.
  const sums = workspace.float64(p + 1).subarray(0, p)
  const values = workspace.float64(p)
  const row = workspace.int32(m)
  const starts = workspace.int32(given.starts.length)
  const members = workspace.int32(given.members.length)
  const indices = workspace.int32(p)
  weights.set(given.weights)
  roots.set(given.roots)
  starts.set(given.starts)
  members.set(given.members)
  return {
    sums,
    indices,
    values,
    addUp(clusters, at) {
      for (let t = 0; t < m; t++) row[t] = clusters[at + t]
      workspace.exports.referenceSums(
        row.byteOffset,
        m,
        starts.byteOffset,
        members.byteOffset,
        weights.byteOffset,
        p,
        sums.byteOffset,
      )
    },
    link: divisor =>
      workspace.exports.referenceLinks(
        sums.byteOffset,
        p,
        divisor,
        alpha,
        roots.byteOffset,
        indices.byteOffset,
        values.byteOffset,
      ),
  }
}

/** The TypeScript version of assembly/reference-links.ts. */
function plainLinks(given: ReferenceMembers): ReferenceLinks {
  const { labelingCount: m, referenceCount: p, starts, members, weights, roots, alpha } = given
  const sums = new Float64Array(p)
  const indices = new Int32Array(p)
  const values = new Float64Array(p)
  return {
    sums,
    indices,
    values,
    addUp(clusters, at) {
      sums.fill(0)
      for (let t = at; t < at + m; t++) {
        const c = clusters[t]
        if (c < 0) continue
        const weight = weights[c]
        for (let o = starts[c]; o < starts[c + 1]; o++) sums[members[o]] += weight
      }
    },
    link(divisor) {
      let count = 0
      let square = 0
      for (let l = 0; l < p; l++) {
        const similarity = sums[l] / divisor
        if (similarity < alpha) continue
        const value = roots[l] * similarity
        indices[count] = l
        values[count++] = value
        square += value * value
      }
      const factor = square > 0 ? 1 / Math.sqrt(square) : 0
      for (let a = 0; a < count; a++) values[a] *= factor
      return count
    },
  }
}
