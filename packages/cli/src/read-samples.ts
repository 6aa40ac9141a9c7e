import { basename } from 'node:path'
import { joinAnnotations, orientTable, readTable, type Table } from 'chorale/internal'
import { readInput, readTenX, shownUrl } from 'chorale-node/internal'
import { type FeatureFlags, genesInOf, type ReadFlags, readOptions } from './feature-options.js'

/** Reads a table of features, with samples in rows, and joins the sheet that describes its samples. */
export async function readSamples(path: string, flags: FeatureFlags & ReadFlags, signal: AbortSignal): Promise<Table> {
  return withSamples(await readAnyTable(path, flags, signal), flags, signal)
}

/** Reads a table from a file, a URL, standard input, or a folder of 10x Genomics. */
export async function readAnyTable(path: string, flags: ReadFlags, signal: AbortSignal): Promise<Table> {
  const cells = await readTenX(path, signal)
  if (cells !== null) return cells
  const name = path === '-' ? 'standard input' : basename(shownUrl(path))
  return readTable(await readInput(path, signal), { ...readOptions(flags), name, signal })
}

/** The same for a table that has been read. */
export async function withSamples(table: Table, flags: FeatureFlags & ReadFlags, signal: AbortSignal): Promise<Table> {
  const caller = table.name ?? 'table'
  const oriented = orientTable(caller, table, { genesIn: genesInOf(flags) })
  if (flags.annotations === undefined) return oriented
  const name = basename(shownUrl(flags.annotations))
  const sheet = await readTable(await readInput(flags.annotations, signal), { name, missing: flags.missing, signal })
  return joinAnnotations(caller, oriented, sheet)
}
