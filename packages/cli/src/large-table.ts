import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ClusterOptions, fileFormat, npyRowsOf } from 'chorale/internal'
import { isUrl, openRowTable, openSource, type RowTable } from 'chorale-node/internal'
import type { ClusterFlags } from './cluster.js'
import { readOptions } from './feature-options.js'
import { progressBars } from './progress.js'
import type { CommandContext } from './run-consensus.js'

/** Smaller files are read as a whole. */
const LARGE = 8 * 2 ** 20

/** Bytes from which the format is detected. */
const OPENING = 256

/**
 * Opens a large file of numbers whose rows are read in blocks: an .npy file. Null for other files, and for options that
 * need the whole table.
 */
export async function openLargeTable(
  path: string,
  flags: ClusterFlags,
  options: ClusterOptions,
  { narrator, signal }: CommandContext,
): Promise<RowTable | null> {
  const { append, matrix, exact, fitRows } = flags
  // What is special about the file is for whoever reads it as a whole.
  if (Object.values(readOptions(flags)).some(value => value !== undefined)) return null
  if (append || matrix !== undefined || exact || fitRows === 'all' || path === '-' || isUrl(path)) return null
  const entry = await stat(path).catch(() => null)
  if (!entry?.isFile() || entry.size <= LARGE) return null
  const source = await openSource(path)
  try {
    const isNpy = fileFormat(source.name, await source.read(0, OPENING), source.name) === 'npy'
    const rows = isNpy ? await npyRowsOf(source) : null
    if (rows === null) return null
    const show = progressBars(narrator)
    const names = { survey: 'looking through the table', sample: 'drawing a sample of the rows' }
    return await openRowTable({ kind: 'npy', path, rows }, options, {
      name: basename(path),
      columnNames: Array.from({ length: rows.columnCount }, (_, j) => `column${j + 1}`),
      notes: [],
      threads: flags.threads,
      signal,
      onProgress: (phase, done, total) => show(names[phase], { done, total }),
    })
  } finally {
    await source.close()
  }
}
