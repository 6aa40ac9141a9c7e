import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import type { Pauser } from '../../pause.js'
import type { CoAssociation } from './co-association.js'

/** Similarities of one row to other rows: entries [from, to) of two arrays, columns ascending. */
export interface RowEntries {
  columns: Int32Array
  values: Float64Array
  from: number
  to: number
  /** The number of similarities that are not zero; more than the entries if small ones are left out. */
  total: number
}

/** The co-association row by row, without its diagonal. */
export interface SimilarityRows {
  /** Similarities below this may be missing. */
  readonly least: number
  /** Row r of the range; valid until the next call. */
  row(r: number): RowEntries
  /** Row r with all its similarities that are not zero, which may have to be computed. */
  wholeRow(r: number): RowEntries
}

/** Maximum number of entries that are kept for further passes: 2²⁴ take 192 MiB. Further rows are computed each time. */
const MOST_ENTRIES = 2 ** 24

/** Initial capacity; memory pages that are never touched cost nothing. */
const FIRST_ROOM = 2 ** 21

/** The row at which it is decided whether leaving out small similarities saves much. */
const TRIED = 64

/**
 * Computes the co-association, or a range of its rows, once. It caches the entries of as many rows as fit, so that
 * several passes (counting, filling, other thresholds) do not compute them again. Entries below `least` are left out if
 * these are most of them.
 */
export async function similarityRows(
  similarity: CoAssociation,
  { loops, pauser, least }: { loops: HotLoops; pauser: Pauser; least: number },
  range = { from: 0, to: similarity.table.rowCount },
): Promise<SimilarityRows> {
  const { from, to } = range
  const { rowCount } = similarity.table
  const most = Math.floor((MOST_ENTRIES * (to - from)) / rowCount)
  const found = similarity.entries(loops)
  const compute = (r: number, limit: number): RowEntries => {
    const to = found.find(r, limit)
    return { columns: found.columns, values: found.values, from: 0, to, total: found.total() }
  }

  const starts = new Int32Array(to - from + 1)
  const totals = new Int32Array(to - from)
  const room = Math.min((to - from) * rowCount, most, FIRST_ROOM)
  let columns = new Int32Array(room)
  let values = new Float64Array(room)
  let cached = 0
  for (let all = 0; cached < to - from; cached++) {
    const entries = compute(from + cached, least)
    const end = starts[cached] + entries.to
    all += entries.total
    if (cached === TRIED && least > 0 && 2 * end > all) {
      return similarityRows(similarity, { loops, pauser, least: 0 }, range)
    }
    if (end > most) break
    if (end > columns.length) {
      const more = Math.min(most, Math.max(2 * columns.length, end))
      columns = extended(columns, new Int32Array(more))
      values = extended(values, new Float64Array(more))
    }
    columns.set(entries.columns.subarray(0, entries.to), starts[cached])
    values.set(entries.values.subarray(0, entries.to), starts[cached])
    starts[cached + 1] = end
    totals[cached] = entries.total
    await pauser.pause()
  }
  const kept = (at: number) => ({ columns, values, from: starts[at], to: starts[at + 1], total: totals[at] })
  const row = (r: number) => (r < from + cached ? kept(r - from) : compute(r, least))
  return { least, row, wholeRow: least === 0 ? row : r => compute(r, 0) }
}

function extended<T extends Int32Array | Float64Array>(old: T, room: T): T {
  room.set(old)
  return room
}
