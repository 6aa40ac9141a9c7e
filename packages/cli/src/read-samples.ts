import { basename } from 'node:path'
import { joinAnnotations, orientTable, readTable, type Table } from 'chorale/internal'
import { readInput, shownUrl } from 'chorale-node/internal'
import { type FeatureFlags, genesInOf, type ReadFlags, readOptions } from './feature-options.js'

/** Reads a table of features, with samples in rows, and joins the sheet that describes its samples. */
export async function readSamples(path: string, flags: FeatureFlags & ReadFlags, signal: AbortSignal): Promise<Table> {
  const name = path === '-' ? 'standard input' : basename(shownUrl(path))
  const table = await readTable(await readInput(path, signal), { ...readOptions(flags), name, signal })
  return withSamples(table, flags, signal)
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
