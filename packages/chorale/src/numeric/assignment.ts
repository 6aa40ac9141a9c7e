/**
 * The one-to-one assignment of rows to columns with the largest sum of gains, by shortest augmenting paths (R. Jonker,
 * A. Volgenant: A shortest augmenting path algorithm, Computing 38, 1987). There must be at least as many columns as rows.
 * O(rows² columns) time.
 *
 * Returns the column of every row.
 */
export function bestAssignment(gains: Float64Array, rowCount: number, columnCount: number): Int32Array {
  const rowPrice = new Float64Array(rowCount + 1)
  const columnPrice = new Float64Array(columnCount + 1)
  /** The row of every column; 0 = none. Rows and columns count from 1. */
  const rowOf = new Int32Array(columnCount + 1)
  const before = new Int32Array(columnCount + 1)
  const slack = new Float64Array(columnCount + 1)
  const isUsed = new Uint8Array(columnCount + 1)
  for (let row = 1; row <= rowCount; row++) {
    rowOf[0] = row
    slack.fill(Infinity)
    isUsed.fill(0)
    let column = 0
    do {
      isUsed[column] = 1
      const from = rowOf[column]
      let least = Infinity
      let next = 0
      for (let c = 1; c <= columnCount; c++) {
        if (isUsed[c] === 1) continue
        const cost = -gains[(from - 1) * columnCount + c - 1] - rowPrice[from] - columnPrice[c]
        if (cost < slack[c]) {
          slack[c] = cost
          before[c] = column
        }
        if (slack[c] < least) {
          least = slack[c]
          next = c
        }
      }
      for (let c = 0; c <= columnCount; c++) {
        if (isUsed[c] === 1) {
          rowPrice[rowOf[c]] += least
          columnPrice[c] -= least
        } else slack[c] -= least
      }
      column = next
    } while (rowOf[column] !== 0)
    while (column !== 0) {
      rowOf[column] = rowOf[before[column]]
      column = before[column]
    }
  }
  const columnOf = new Int32Array(rowCount)
  for (let c = 1; c <= columnCount; c++) if (rowOf[c] > 0) columnOf[rowOf[c] - 1] = c - 1
  return columnOf
}
