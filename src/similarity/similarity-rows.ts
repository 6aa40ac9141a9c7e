import type { HotLoops } from '../hot-loops/hot-loops.js'
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

/** Maximum number of entries that are kept for further passes: 2²⁴ take 192 MiB. Further rows are computed each time. */
const MOST_ENTRIES = 2 ** 24

/** Initial capacity; memory pages that are never touched cost nothing. */
const FIRST_ROOM = 2 ** 21

/**
 * Computes the co-association, or a range of its rows, once. It caches the entries of as many rows as fit, so that
 * several passes (counting, filling, other thresholds) do not compute them again.
 */
export async function similarityRows(
  similarity: CoAssociation,
  { loops, pauser }: { loops: HotLoops; pauser: Pauser },
  { from, to } = { from: 0, to: similarity.table.rowCount },
): Promise<SimilarityRows> {
  const { rowCount } = similarity.table
  const most = Math.floor((MOST_ENTRIES * (to - from)) / rowCount)
  const { columns: found, values: similarities, find } = similarity.entries(loops)
  const compute = (r: number): RowEntries => ({ columns: found, values: similarities, from: 0, to: find(r) })

  const kept = (r: number) => ({ columns, values, from: starts[r - from], to: starts[r - from + 1] })
  const starts = new Int32Array(to - from + 1)
  const room = Math.min((to - from) * rowCount, most, FIRST_ROOM)
  let columns = new Int32Array(room)
  let values = new Float64Array(room)
  for (let line = 0; line < to - from; line++) {
    const entries = compute(from + line)
    const end = starts[line] + entries.to
    if (end > most) return { row: r => (r < from + line ? kept(r) : compute(r)) }
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
  return { row: kept }
}

function extended<T extends Int32Array | Float64Array>(old: T, room: T): T {
  room.set(old)
  return room
}
