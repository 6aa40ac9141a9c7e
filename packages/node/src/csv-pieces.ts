import { closeSync, openSync, readSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type CsvRows, csvRows, Pauser } from 'chorale/internal'
import type { RowSource } from './row-source.js'
import { type BlockOrder, takeBlocks } from './row-worker.js'
import { serveCalls, ThreadTeam } from './thread-team.js'
import { workerFile } from './worker-file.js'

/** The start data of a thread that reads pieces of a CSV file. */
export interface CsvStart {
  readonly kind: 'csv'
  readonly path: string
  readonly name: string
  readonly rows: CsvRows
  /** Where each piece begins, and where the last one ends. */
  readonly cuts: readonly number[]
}

type CsvCalls = { read: { order: BlockOrder; answer: PieceAnswer } }

interface PieceAnswer {
  readonly block: number
  /** In shared memory; null if the piece is not plain. */
  readonly found: Float32Array | Float64Array | null
}

/** Bytes of a piece, of the beginning that decides how to read the file, and of a line at most. */
const PIECE = 4 * 2 ** 20
const OPENING = 2 ** 20
const MOST_LINE = 2 ** 16

/** Options of {@link readCsvRows}. */
export interface CsvRowsOptions {
  readonly name: string
  readonly threads?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Reads a plain CSV file into shared memory, in threads that each read and parse pieces of it. Null if the file is not
 * plain.
 */
export async function readCsvRows(
  path: string,
  byteLength: number,
  { name, threads = availableParallelism(), signal, onProgress }: CsvRowsOptions,
): Promise<{ source: RowSource; columnNames: readonly string[]; notes: readonly string[] } | null> {
  const { plainCsv } = await csvRows()
  const opening = readBytes(path, 0, Math.min(OPENING, byteLength))
  const rows = await plainCsv(name, opening)
  const cuts = rows === null ? null : cutsOf(path, byteLength)
  if (rows === null || cuts === null) return null
  const start: CsvStart = { kind: 'csv', path, name, rows, cuts }
  const pieceCount = cuts.length - 1
  const helpers = Math.min(threads, pieceCount) - 1
  const team = new ThreadTeam<CsvCalls>(workerFile('thread-worker', import.meta.url), new Array(helpers).fill(start))
  const progress = new Int32Array(new SharedArrayBuffer(8))
  const pieces: (Float32Array | Float64Array)[] = new Array(pieceCount)
  let done = 0
  let isPlain = true
  let complete = () => {}
  const completed = new Promise<void>(resolve => {
    complete = resolve
  })
  const hear = ({ block, found }: PieceAnswer) => {
    if (found === null) {
      isPlain = false
      Atomics.store(progress, 0, pieceCount)
      complete()
      return
    }
    pieces[block] = found
    done++
    onProgress?.(done, pieceCount)
    if (done === pieceCount) complete()
  }
  const order = { blockRows: 1, progress }
  const own = async () => {
    await takeBlocks(pieceCount, order, await pieceReader(start), hear, NEVER_WAIT, new Pauser(signal))
  }
  // Pieces may be used in any order.
  Atomics.store(progress, 1, pieceCount)
  try {
    await team.call('read', order, { hear, until: () => Promise.all([own(), completed]), signal })
  } finally {
    Atomics.store(progress, 0, pieceCount)
    await team.close()
  }
  if (!isPlain) return null
  const { columnNames, notes } = rows
  const starts = [0]
  for (const { length } of pieces) starts.push(starts.at(-1)! + length / columnNames.length)
  return {
    source: { kind: 'held', rowCount: starts.at(-1)!, columnCount: columnNames.length, starts, pieces },
    columnNames,
    notes,
  }
}

const NEVER_WAIT = () => {}

/** Reads pieces until none is left. */
export function serveCsv(start: CsvStart): void {
  const reader = pieceReader(start)
  serveCalls<CsvCalls>(async (_name, order, answer) => {
    await takeBlocks(start.cuts.length - 1, order, await reader, answer, NEVER_WAIT)
  })
}

async function pieceReader({
  path,
  name,
  rows,
  cuts,
}: CsvStart): Promise<(piece: number) => Promise<PieceAnswer['found']>> {
  const { csvNumbers } = await csvRows()
  return async piece => {
    const numbers = await csvNumbers(rows, name, readBytes(path, cuts[piece], cuts[piece + 1]), piece === 0)
    return numbers && inSharedMemory(numbers)
  }
}

function inSharedMemory(numbers: Float32Array | Float64Array): Float32Array | Float64Array {
  const buffer = new SharedArrayBuffer(numbers.byteLength)
  const shared = numbers instanceof Float32Array ? new Float32Array(buffer) : new Float64Array(buffer)
  shared.set(numbers)
  return shared
}

/** Cuts a file after lines, about every `PIECE` bytes; null if it has longer lines. */
function cutsOf(path: string, byteLength: number): number[] | null {
  const cuts = [0]
  for (let at = PIECE; at < byteLength; at += PIECE) {
    const bytes = readBytes(path, at, Math.min(at + MOST_LINE, byteLength))
    const end = bytes.indexOf(10)
    if (end < 0) return null
    if (at + end + 1 < byteLength) cuts.push(at + end + 1)
  }
  return [...cuts, byteLength]
}

function readBytes(path: string, from: number, to: number): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(to - from)
    let at = 0
    while (at < bytes.length) {
      const count = readSync(file, bytes, at, bytes.length - at, from + at)
      if (count === 0) break
      at += count
    }
    return bytes.subarray(0, at)
  } finally {
    closeSync(file)
  }
}
