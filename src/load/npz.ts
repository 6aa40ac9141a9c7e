import { unzipSync } from 'fflate'
import { InputError } from '../check.js'
import { type ArrayTableOptions, type ArrayVariable, tableOfArrays } from './array-variable.js'
import { unpackedLimit } from './inflate.js'
import { npyVariable } from './npy.js'
import { quoted, shortList, type Table } from './table.js'

/** Reads NumPy's .npz, a zip archive of .npy files. */
export function readNpz(bytes: Uint8Array, options: ArrayTableOptions = {}): Table {
  const caller = options.name ?? 'readTable'
  const variables: ArrayVariable[] = []
  const skipped: string[] = []
  for (const [entry, content] of Object.entries(unzipArrays(caller, bytes))) {
    const name = entry.replace(/\.npy$/, '')
    try {
      variables.push(npyVariable(caller, content, name))
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      skipped.push(`${quoted(name)} (${error.message.replace(`${caller}: `, '')})`)
    }
  }
  return tableOfArrays(caller, variables, options, skipped)
}

/** The .npy files of a zip archive, unpacked; refuses other archives and those that unpack to too much. */
function unzipArrays(caller: string, bytes: Uint8Array): Record<string, Uint8Array> {
  const limit = unpackedLimit(bytes.length)
  const names: string[] = []
  let size = 0
  let arrays: Record<string, Uint8Array>
  try {
    arrays = unzipSync(bytes, {
      filter: entry => {
        names.push(entry.name)
        // An entry of the directory takes at least 46 bytes: a longer directory is a lie.
        if (names.length > bytes.length / 46) throw new InputError(`${caller}: the zip directory is damaged`)
        if (!entry.name.endsWith('.npy')) return false
        size += entry.originalSize
        if (size <= limit) return true
        throw new InputError(
          `${caller}: the archive of ${bytes.length} bytes unpacks to more than ${limit}; if that is meant, unpack it first`,
        )
      },
    })
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`${caller}: the zip archive is damaged or cut short (${(error as Error).message})`)
  }
  if (names.includes('[Content_Types].xml')) {
    throw new InputError(`${caller}: not a table but an Excel workbook; save the sheet as CSV`)
  }
  if (Object.keys(arrays).length === 0) {
    throw new InputError(
      `${caller}: the zip archive holds no .npy file but ${names.length === 0 ? 'nothing' : shortList(names)}; unpack it and give the table itself`,
    )
  }
  return arrays
}
