import { type ArrayVariable, tableOfArrays } from '../array-variable.js'
import { textColumn } from '../strided-column.js'
import { quoted, type Table } from '../table.js'
import { type Hdf5TableOptions, hdf5Numbers, hdf5Texts } from './hdf5-data.js'
import type { Hdf5Object } from './hdf5-file.js'

/** How deep groups are looked through, and how many objects at most. */
const MOST = { depth: 4, objects: 1000 }

/** Reads the arrays of any HDF5 file, as of .npz: the largest matrix, or the one that `variable` names. */
export async function readHdf5Arrays(root: Hdf5Object, options: Hdf5TableOptions): Promise<Table> {
  const { file } = root
  const variables: ArrayVariable[] = []
  const skipped: string[] = []
  const open = [{ object: root, path: '', depth: 0 }]
  let count = 0
  for (let group = open.shift(); group !== undefined; group = open.shift()) {
    for (const name of group.object.links.keys()) {
      if (++count > MOST.objects) break
      const path = group.path === '' ? name : `${group.path}/${name}`
      const object = group.object.get(name)!
      if (object.isDataset) {
        const found = await variableOf(object, path, options)
        if (found === null) skipped.push(`${quoted(path)} (not a vector or a matrix of numbers or text)`)
        else variables.push(found)
      } else if (group.depth < MOST.depth) open.push({ object, path, depth: group.depth + 1 })
    }
  }
  return tableOfArrays(file.caller, variables, options, skipped)
}

async function variableOf(
  object: Hdf5Object,
  name: string,
  { signal }: Hdf5TableOptions,
): Promise<ArrayVariable | null> {
  const { file } = object
  const data = object.data()
  const { shape, type } = data
  if ((shape.length !== 1 && shape.length !== 2) || shape.some(size => size === 0)) return null
  const columnCount = shape.length === 2 && shape[0] > 1 ? shape[1] : 1
  const rowCount = shape.reduce((product, size) => product * size, 1) / columnCount
  if (type.kind === 'text' || type.kind === 'texts') {
    const texts = await hdf5Texts(file, data, { signal })
    return { name, shape, kind: 'text', column: (j, own) => textColumn(own, rowCount, i => texts[i * columnCount + j]) }
  }
  if (type.kind !== 'integer' && type.kind !== 'float') return null
  const values = await hdf5Numbers(file, data, { signal })
  return {
    name,
    shape,
    kind: 'number',
    column: (j, own) => ({
      name: own,
      kind: 'number',
      numbers: Float64Array.from({ length: rowCount }, (_, i) => values[i * columnCount + j]),
    }),
  }
}
