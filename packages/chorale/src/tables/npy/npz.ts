import { InputError } from '../../errors.js'
import { type ArrayTableOptions, type ArrayVariable, tableOfArrays } from '../array-variable.js'
import { decompressedLimitInMemory } from '../compressed/inflate.js'
import { unzip, type ZipEntry, zipEntries } from '../compressed/zip.js'
import { quoted, shortList, type Table } from '../table.js'
import { CellDecoder } from '../text/cell-decoder.js'
import { npyHeader, npyVariable } from './npy.js'

/** Reads NumPy's .npz, a zip archive of .npy files. */
export async function readNpz(
  bytes: Uint8Array,
  options: ArrayTableOptions & { signal?: AbortSignal } = {},
): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const variables: ArrayVariable[] = []
  const skipped: string[] = []
  const decoder = new CellDecoder()
  for (const entry of arrayEntries(caller, bytes)) {
    const name = entry.name.replace(/\.npy$/, '')
    const content = await unzip(caller, bytes, entry, options.signal)
    try {
      variables.push(npyVariable(caller, content, name, npyHeader(caller, content), decoder))
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      skipped.push(`${quoted(name)} (${error.message.replace(`${caller}: `, '')})`)
    }
  }
  const table = tableOfArrays(caller, variables, options, skipped)
  return { ...table, notes: [...table.notes, ...decoder.notes] }
}

/** Arrays of many zeros, such as counts of single cells, are compressed to a small part of their size. */
const ALWAYS_ALLOWED = 2 ** 28

/** The .npy files of the archive. Rejects other archives, and archives that decompress to too much. */
function arrayEntries(caller: string, bytes: Uint8Array): ZipEntry[] {
  const entries = zipEntries(caller, bytes)
  const names = entries.map(entry => entry.name)
  if (names.includes('[Content_Types].xml')) {
    throw new InputError(`${caller}: not a table but another Office document; save the table as CSV`)
  }
  const arrays = entries.filter(entry => entry.name.endsWith('.npy'))
  if (arrays.length === 0) {
    throw new InputError(
      `${caller}: the zip archive contains no .npy file (${names.length === 0 ? 'it is empty' : `found ${shortList(names)}`}); extract the table first`,
    )
  }
  const size = arrays.reduce((sum, entry) => sum + entry.size, 0)
  const limit = Math.max(ALWAYS_ALLOWED, decompressedLimitInMemory(bytes.length))
  if (size > limit) {
    throw new InputError(
      `${caller}: the archive of ${bytes.length} bytes decompresses to ${size}, more than ${limit}; if this is intended, extract the file first`,
    )
  }
  return arrays
}
