import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/** The number of anchors and labelings, and a factor for every cluster. */
export interface LinkGramExtent {
  readonly anchorCount: number
  readonly labelingCount: number
  readonly indicators: Float64Array
}

/** A row with links v to anchors. */
interface LinkedRow {
  /** The linked anchors, ascending, and v: the first `count` entries. */
  readonly indices: Int32Array
  readonly values: Float64Array
  readonly count: number
  /** Its clusters at [at, at + m); -1 = none. */
  readonly clusters: Int32Array
  readonly at: number
}

/** Sums of products over rows that are linked to anchors. */
export interface LinkGram {
  /** Sets all sums to zero. */
  clear(): void
  /**
   * Adds a row: weight v v' to the lower triangle of the anchors, and root indicators[c] v to the line of each of its
   * clusters c.
   */
  add(row: LinkedRow, weight: number, root: number): void
  /** The sums: a line for every anchor, then one for every cluster; each has an entry for every anchor. */
  finish(): Float64Array
}

interface LinkGramExports {
  addOuterProducts(
    starts: number,
    anchors: number,
    values: number,
    weights: number,
    rowCount: number,
    sums: number,
    p: number,
  ): void
  addClusterProducts(
    starts: number,
    anchors: number,
    values: number,
    clusters: number,
    m: number,
    roots: number,
    indicators: number,
    rowCount: number,
    sums: number,
    p: number,
  ): void
}

/** Rows and links that are collected before they are added up. */
const ROWS = 1024
const LINKS = 64 * ROWS

export const createLinkGram = /* @__PURE__ */ orPlain(newLinkGram)

function newLinkGram(loops: HotLoops, extent: LinkGramExtent): LinkGram {
  const { anchorCount: p, labelingCount: m, indicators } = extent
  const lineCount = p + indicators.length
  const linkRoom = Math.max(LINKS, p)
  const workspace =
    loops.kind === 'plain'
      ? null
      : new Workspace<LinkGramExports>(
          loops,
          8 * (lineCount * p + indicators.length + 2 * ROWS + linkRoom) + 4 * (ROWS * (m + 1) + 1 + linkRoom),
        )
  const floats = (length: number) => workspace?.float64(length) ?? new Float64Array(length)
  const ints = (length: number) => workspace?.int32(length) ?? new Int32Array(length)
  const sums = floats(lineCount * p)
  const factors = floats(indicators.length)
  factors.set(indicators)
  const collected: CollectedRows = {
    weights: floats(ROWS),
    roots: floats(ROWS),
    values: floats(linkRoom),
    starts: ints(ROWS + 1),
    anchors: ints(linkRoom),
    clusters: ints(ROWS * m),
  }
  const { weights, roots, values, starts, anchors, clusters } = collected
  let rowCount = 0

  const addUp = () => {
    if (workspace === null) {
      addOuterProducts(sums, p, collected, rowCount)
      addClusterProducts(sums, p, collected, rowCount, m, factors)
    } else {
      workspace.exports.addOuterProducts(
        starts.byteOffset,
        anchors.byteOffset,
        values.byteOffset,
        weights.byteOffset,
        rowCount,
        sums.byteOffset,
        p,
      )
      workspace.exports.addClusterProducts(
        starts.byteOffset,
        anchors.byteOffset,
        values.byteOffset,
        clusters.byteOffset,
        m,
        roots.byteOffset,
        factors.byteOffset,
        rowCount,
        sums.byteOffset + 8 * p * p,
        p,
      )
    }
    rowCount = 0
  }
  return {
    clear() {
      sums.fill(0)
      rowCount = 0
    },
    add(row, weight, root) {
      if (rowCount === ROWS || starts[rowCount] + row.count > linkRoom) addUp()
      const from = starts[rowCount]
      for (let a = 0; a < row.count; a++) {
        anchors[from + a] = row.indices[a]
        values[from + a] = row.values[a]
      }
      for (let t = 0; t < m; t++) clusters[rowCount * m + t] = row.clusters[row.at + t]
      weights[rowCount] = weight
      roots[rowCount] = root
      starts[++rowCount] = from + row.count
    },
    finish() {
      addUp()
      return sums
    },
  }
}

/** Rows with their links: those of row r are at [starts[r], starts[r + 1]), its clusters at [r m, (r + 1) m). */
interface CollectedRows {
  readonly weights: Float64Array
  readonly roots: Float64Array
  readonly starts: Int32Array
  readonly anchors: Int32Array
  readonly values: Float64Array
  readonly clusters: Int32Array
}

/** The TypeScript version of addOuterProducts in assembly/link-gram.ts. */
function addOuterProducts(
  sums: Float64Array,
  p: number,
  { starts, anchors, values, weights }: CollectedRows,
  rowCount: number,
): void {
  for (let r = 0; r < rowCount; r++) {
    for (let a = starts[r]; a < starts[r + 1]; a++) {
      const line = anchors[a] * p
      const factor = weights[r] * values[a]
      for (let b = starts[r]; b <= a; b++) sums[line + anchors[b]] += factor * values[b]
    }
  }
}

/** The TypeScript version of addClusterProducts in assembly/link-gram.ts. */
function addClusterProducts(
  sums: Float64Array,
  p: number,
  { starts, anchors, values, roots, clusters }: CollectedRows,
  rowCount: number,
  m: number,
  indicators: Float64Array,
): void {
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[r * m + t]
      if (c < 0) continue
      const line = (p + c) * p
      const factor = roots[r] * indicators[c]
      for (let a = starts[r]; a < starts[r + 1]; a++) sums[line + anchors[a]] += factor * values[a]
    }
  }
}
