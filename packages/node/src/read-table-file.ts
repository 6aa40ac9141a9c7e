import { basename } from 'node:path'
import { checkOptionNames, type ReadTableOptions, readTable, type Table } from 'chorale/internal'
import { readInput } from './files.js'
import { readTenX } from './ten-x.js'

/** Options of {@link readTableFile}: those of `readTable`, but for the name, which is the file's own. */
export type ReadTableFileOptions = Omit<ReadTableOptions, 'name'>

/**
 * Reads a table from a file; `-` is standard input. The format is auto-detected from the content. A folder of 10x Genomics
 * can be named, too.
 *
 * @example
 * ```ts
 * import { toDataset } from 'chorale'
 * import { readTableFile } from 'chorale-node'
 *
 * const dataset = toDataset(await readTableFile('iris.csv'), { truth: 'species' })
 * console.log(dataset.sampleCount, dataset.featureNames.length) // 150 4
 * ```
 */
export async function readTableFile(path: string, options: ReadTableFileOptions = {}): Promise<Table> {
  checkOptionNames('readTableFile', options, [
    'variable',
    'header',
    'sheet',
    'encoding',
    'missing',
    'signal',
  ] satisfies (keyof ReadTableFileOptions)[])
  const cells = await readTenX(path, options.signal)
  if (cells !== null) return cells
  const bytes = await readInput(path, options.signal)
  return readTable(bytes, { ...options, name: path === '-' ? 'standard input' : basename(path) })
}
