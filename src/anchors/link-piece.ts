/** The links of some label rows to the anchors, and the sums over rows that they take part in. */
export interface LinkPiece {
  clear(): void
  /** Adds the links of the next row: anchors, ascending, and their features. */
  add(indices: Int32Array, values: Float64Array, count: number): void
  /** Lower triangle of sums += weight v v' for the links v of a row; lines of `sums` have length q. */
  addOuterProduct(sums: Float64Array, q: number, row: number, weight: number): void
  /**
   * sums[p + c] += root[r] indicators[c] v for the links v of every row r and its cluster c in labeling t, at
   * clusters[r m + t]; -1 = no label.
   */
  addProducts(
    sums: Float64Array,
    q: number,
    clusters: Int32Array,
    t: number,
    root: Float64Array,
    indicators: Float64Array,
  ): void
}

/** A piece of up to `rowCount` rows of m labelings and p anchors. */
export function createLinkPiece(rowCount: number, m: number, p: number): LinkPiece {
  const starts = new Int32Array(rowCount + 1)
  let anchors = new Int32Array(64 * rowCount)
  let features = new Float64Array(64 * rowCount)
  let filled = 0

  return {
    clear() {
      filled = 0
    },
    add(indices, values, count) {
      const from = starts[filled]
      if (from + count > anchors.length) {
        anchors = enlarged(anchors, new Int32Array(2 * anchors.length + count))
        features = enlarged(features, new Float64Array(anchors.length))
      }
      for (let a = 0; a < count; a++) {
        anchors[from + a] = indices[a]
        features[from + a] = values[a]
      }
      starts[++filled] = from + count
    },
    addOuterProduct(sums, q, row, weight) {
      const from = starts[row]
      for (let a = from; a < starts[row + 1]; a++) {
        const line = anchors[a] * q
        const factor = weight * features[a]
        for (let b = from; b <= a; b++) sums[line + anchors[b]] += factor * features[b]
      }
    },
    addProducts(sums, q, clusters, t, root, indicators) {
      for (let r = 0; r < root.length; r++) {
        const c = clusters[r * m + t]
        if (c < 0) continue
        const line = (p + c) * q
        const factor = root[r] * indicators[c]
        for (let a = starts[r]; a < starts[r + 1]; a++) sums[line + anchors[a]] += factor * features[a]
      }
    },
  }
}

function enlarged<Numbers extends Int32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
