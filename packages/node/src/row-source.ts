import { closeSync, openSync, readSync } from 'node:fs'
import { InputError, type NpyRows, npyNumbers, npyRanges } from 'chorale/internal'
import { readableFileError } from './files.js'

/** The rows of a large table of numbers: in a file, or in shared memory. Plain data that can be sent to a thread. */
export type RowSource =
  | { readonly kind: 'npy'; readonly path: string; readonly rows: NpyRows }
  | {
      readonly kind: 'held'
      readonly rowCount: number
      readonly columnCount: number
      /** The first row of each piece, and the number of all rows. */
      readonly starts: readonly number[]
      /** Row after row, in shared memory. */
      readonly pieces: readonly (Float32Array | Float64Array)[]
    }

/** The number of rows and columns of a source. */
export function sizeOf(source: RowSource): { rowCount: number; columnCount: number } {
  return source.kind === 'npy' ? source.rows : source
}

/** Reads rows of a source in this thread, until `close`. */
export interface RowReader {
  /** Rows [from, to), row after row. */
  read(from: number, to: number): Float64Array
  close(): void
}

export function openRows(source: RowSource): RowReader {
  if (source.kind === 'npy') return openNpy(source.path, source.rows)
  const { starts, pieces, columnCount: d } = source
  return {
    read(from, to) {
      const rows = new Float64Array((to - from) * d)
      for (let p = pieceOf(starts, from); starts[p] < to; p++) {
        const first = Math.max(from, starts[p])
        const last = Math.min(to, starts[p + 1])
        rows.set(pieces[p].subarray((first - starts[p]) * d, (last - starts[p]) * d), (first - from) * d)
      }
      return rows
    },
    close() {},
  }
}

/** The piece that holds a row. */
function pieceOf(starts: readonly number[], row: number): number {
  let low = 0
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle] <= row) low = middle
    else high = middle
  }
  return low
}

/** Reads where the rows are, into memory of its own: the file is never in memory as a whole. */
function openNpy(path: string, rows: NpyRows): RowReader {
  const file = attempt(path, () => openSync(path, 'r'))
  const bytesOf = ({ from, to }: { from: number; to: number }) => {
    const bytes = new Uint8Array(to - from)
    for (let at = 0; at < bytes.length; ) {
      const count = attempt(path, () => readSync(file, bytes, at, bytes.length - at, from + at))
      if (count === 0) {
        throw new InputError(
          `${path}: the file ended unexpectedly at byte ${from + at}; was it changed while it was read?`,
        )
      }
      at += count
    }
    return bytes
  }
  return {
    read: (from, to) => npyNumbers(rows, npyRanges(rows, from, to).map(bytesOf)),
    close: () => closeSync(file),
  }
}

function attempt<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw readableFileError(error, path)
  }
}
