import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ClusterOptions, FIT_ROWS, fileFormat, npyRowsOf } from 'chorale/internal'
import {
  type CsvRowsOptions,
  isUrl,
  openRowTable,
  openSource,
  type RowTable,
  readCsvRows,
  sizeOf,
} from 'chorale-node/internal'
import type { ClusterFlags } from './cluster.js'
import { readOptions } from './feature-options.js'
import { progressBars } from './progress.js'
import type { CommandContext } from './run-consensus.js'

/** Smaller files are read as a whole. */
const LARGE = 8 * 2 ** 20

/** Bytes from which the format is detected. */
const OPENING = 256

/**
 * Opens a large file of numbers whose rows are read in blocks: an .npy file, or a CSV file without text. Null for other
 * files, and for options that need the whole table.
 */
export async function openLargeTable(
  path: string,
  flags: ClusterFlags,
  options: ClusterOptions,
  { narrator, signal }: CommandContext,
): Promise<RowTable | null> {
  const { append, matrix, memberships, text, exact, fitRows, annotations, markers } = flags
  // What is special about the file is for whoever reads it as a whole.
  if (Object.values(readOptions(flags)).some(value => value !== undefined)) return null
  if (
    annotations !== undefined ||
    markers !== undefined ||
    append ||
    memberships !== undefined ||
    text !== undefined ||
    matrix !== undefined ||
    exact ||
    fitRows === 'all' ||
    path === '-' ||
    isUrl(path)
  )
    return null
  const entry = await stat(path).catch(() => null)
  if (!entry?.isFile() || entry.size <= LARGE) return null
  const name = basename(path)
  const show = progressBars(narrator)
  const found = await rowsOfFile(path, entry.size, {
    name,
    threads: flags.threads,
    signal,
    onProgress: (done, total) => show('reading the table', { done, total }),
  })
  // If the fit has all rows, there are none to label.
  if (found === null || sizeOf(found.source).rowCount <= (fitRows ?? FIT_ROWS)) return null
  const phases = { survey: 'looking through the table', sample: 'drawing a sample of the rows' }
  return openRowTable(found.source, options, {
    name,
    columnNames: found.columnNames,
    notes: found.notes,
    threads: flags.threads,
    signal,
    onProgress: (phase, done, total) => show(phases[phase], { done, total }),
  })
}

/** Where the rows of a file are: in the file itself, or, for a text file of numbers, read into memory. */
async function rowsOfFile(path: string, byteLength: number, options: CsvRowsOptions) {
  const source = await openSource(path)
  try {
    const format = fileFormat(source.name, await source.read(0, OPENING), source.name)
    if (format === 'csv') return await readCsvRows(path, byteLength, options)
    const rows = format === 'npy' ? await npyRowsOf(source) : null
    if (rows === null) return null
    const columnNames = Array.from({ length: rows.columnCount }, (_, j) => `column${j + 1}`)
    return { source: { kind: 'npy' as const, path, rows }, columnNames, notes: [] }
  } finally {
    await source.close()
  }
}
