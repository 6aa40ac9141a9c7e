import { InputError } from '../../errors.js'
import type { Table } from '../table.js'
import { isAnnData, readAnnData } from './anndata.js'
import { readHdf5Arrays } from './arrays.js'
import type { Hdf5TableOptions } from './hdf5-data.js'
import { openHdf5 } from './hdf5-file.js'
import { isLoom, readLoom } from './loom.js'
import { readMat73 } from './mat-7-3.js'
import { readTenXH5, tenXGroup } from './ten-x-h5.js'

/** Reads a table from an HDF5 file: AnnData's .h5ad, .h5 of 10x Genomics, .loom, MATLAB 7.3, or any file with arrays. */
export async function readHdf5(bytes: Uint8Array, options: Hdf5TableOptions = {}): Promise<Table> {
  const caller = options.name ?? 'readTable'
  try {
    const root = openHdf5(caller, bytes)
    const isMatlab = bytes[0] === 0x4d
    if (isMatlab) return await readMat73(root, options)
    if (isAnnData(root)) return await readAnnData(root, options)
    if (isLoom(root)) return await readLoom(root, options)
    const group = tenXGroup(root)
    return group === null ? await readHdf5Arrays(root, options) : await readTenXH5(group, options)
  } catch (error) {
    // Damaged sizes lead out of the bytes, or to arrays that cannot be allocated.
    if (error instanceof RangeError || error instanceof TypeError) {
      throw new InputError(`${caller}: damaged HDF5 file: ${error.message}`)
    }
    throw error
  }
}
