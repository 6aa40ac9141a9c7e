import type { Pauser } from '../pause.js'
import type { CoAssociation } from './co-association.js'

/** The nonzero similarities of one row to other rows: entries [from, to) of two arrays, columns ascending. */
export interface RowEntries {
  columns: Int32Array
  values: Float64Array
  from: number
  to: number
}

/** The co-association row by row, without its diagonal. */
export interface SimilarityRows {
  /** Row r of the range; valid until the next call. */
  row(r: number): RowEntries
}

/** Maximum number of entries that are kept for further passes: 2²⁴ take 192 MiB. With more, rows are computed each time. */
const MOST_ENTRIES = 2 ** 24

/** Initial capacity; memory pages that are never touched cost nothing. */
const FIRST_ROOM = 2 ** 21

/**
 * Computes the co-association, or a range of its rows, once. It caches the entries if there are few, so that several
 * passes (counting, filling, other thresholds) do not compute them again.
 */
export async function similarityRows(
  similarity: CoAssociation,
  pauser: Pauser,
  { from, to } = { from: 0, to: similarity.table.rowCount },
): Promise<SimilarityRows> {
  const { rowCount } = similarity.table
  const most = Math.floor((MOST_ENTRIES * (to - from)) / rowCount)
  const dense = new Float64Array(rowCount)
  const scratch: RowEntries = {
    columns: new Int32Array(rowCount),
    values: new Float64Array(rowCount),
    from: 0,
    to: 0,
  }
  const compute = (r: number): RowEntries => {
    similarity.rowInto(dense, r)
    scratch.to = compress(dense, r, scratch.columns, scratch.values)
    return scratch
  }

  const starts = new Int32Array(to - from + 1)
  const room = Math.min((to - from) * rowCount, most, FIRST_ROOM)
  let columns = new Int32Array(room)
  let values = new Float64Array(room)
  for (let line = 0; line < to - from; line++) {
    const entries = compute(from + line)
    const end = starts[line] + entries.to
    if (end > most) return { row: compute }
    if (end > columns.length) {
      const more = Math.min(most, Math.max(2 * columns.length, end))
      columns = extended(columns, new Int32Array(more))
      values = extended(values, new Float64Array(more))
    }
    columns.set(entries.columns.subarray(0, entries.to), starts[line])
    values.set(entries.values.subarray(0, entries.to), starts[line])
    starts[line + 1] = end
    await pauser.pause()
  }
  return { row: r => ({ columns, values, from: starts[r - from], to: starts[r - from + 1] }) }
}

function extended<T extends Int32Array | Float64Array>(old: T, room: T): T {
  room.set(old)
  return room
}

/** Copies the entries of a dense row that are not zero and not on the diagonal; returns how many there are. */
function compress(dense: Float64Array, r: number, columns: Int32Array, values: Float64Array): number {
  dense[r] = 0
  let count = 0
  for (let q = 0; q < dense.length; q++) {
    // Always written, but kept only if not zero, to avoid a branch.
    columns[count] = q
    values[count] = dense[q]
    count += dense[q] !== 0 ? 1 : 0
  }
  return count
}
