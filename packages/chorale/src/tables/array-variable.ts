import { InputError } from '../errors.js'
import { idRank, truthRank } from './columns/role-names.js'
import { type Column, checkTableSize, quoted, shortList, type Table } from './table.js'

/** A named array of a .npz or .mat file. Its columns are created on demand. */
export interface ArrayVariable {
  readonly name: string
  /** One or two dimensions. A MATLAB vector has two, one of them 1. */
  readonly shape: readonly number[]
  readonly kind: 'number' | 'text'
  /** Column j (0-based), with a given name. A row vector has one column: itself. */
  column(j: number, name: string): Column
}

export interface ArrayTableOptions {
  name?: string
  variable?: string
  /** The size of the file, which bounds the number of cells. */
  fileSize?: number
}

/** A vector has one column, whether it is a row or a column. */
export function columnCountOf({ shape }: ArrayVariable): number {
  return isVector(shape) ? 1 : shape[1]
}

export function rowCountOf({ shape }: ArrayVariable): number {
  return isVector(shape) ? lengthOf(shape) : shape[0]
}

export function isVector(shape: readonly number[]): boolean {
  return shape.length === 1 || shape[0] === 1 || shape[1] === 1
}

function lengthOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1)
}

/**
 * Counts, such as those of single cells, are compressed to a small part of their size: a smaller file may have as many cells
 * as one of this size, which are 50 million.
 */
const COUNTS_FILE = 10_250_000

/**
 * Creates a table from one array. Vectors of the same length whose names say truth or ids become further columns.
 */
export function tableOfArrays(
  caller: string,
  variables: readonly ArrayVariable[],
  { name, variable, fileSize }: ArrayTableOptions,
  skipped: readonly string[] = [],
): Table {
  const notes = skipped.map(each => `${each} is skipped`)
  const main =
    variable === undefined ? chooseMain(caller, variables, skipped, notes) : named(caller, variables, variable, skipped)
  const rowCount = rowCountOf(main)
  const columnCount = columnCountOf(main)
  if (rowCount === 0 || columnCount === 0) throw new InputError(`${caller}: ${described(main)} is empty`)
  checkTableSize(caller, rowCount, columnCount, fileSize && Math.max(fileSize, COUNTS_FILE))

  const columns: Column[] = []
  for (let j = 0; j < columnCount; j++)
    columns.push(main.column(j, isVector(main.shape) ? main.name : `${main.name}_${j + 1}`))
  for (const beside of variables) {
    const isWanted = truthRank(beside.name, []) > 0 || idRank(beside.name) > 0
    if (beside === main || !isWanted || !isVector(beside.shape)) continue
    const length = lengthOf(beside.shape)
    if (length === rowCount) {
      columns.push(beside.column(0, beside.name))
      notes.push(`${described(beside)} is added as a column`)
    } else if (length === columnCount) {
      notes.push(
        `${described(main)} looks transposed: ${described(beside)} has one value per column; samples must be rows`,
      )
    }
  }
  return { name: name ?? null, rowCount, columns, notes }
}

/** The largest matrix of numbers; if there is no matrix, the only vector. */
function chooseMain(
  caller: string,
  variables: readonly ArrayVariable[],
  skipped: readonly string[],
  notes: string[],
): ArrayVariable {
  const matrices = variables.filter(each => each.kind === 'number' && !isVector(each.shape))
  const vectors = variables.filter(each => isVector(each.shape) && lengthOf(each.shape) > 1)
  const candidates = matrices.length > 0 ? matrices : vectors
  if (candidates.length === 0) {
    const seen = [...variables.map(described), ...skipped]
    throw new InputError(
      `${caller}: the file contains no table of numbers${seen.length > 0 ? `; it contains ${seen.slice(0, 8).join(', ')}` : ''}`,
    )
  }
  if (matrices.length === 0 && vectors.length > 1) {
    throw new InputError(
      `${caller}: the file contains several vectors and no matrix (${shortList(vectors.map(each => each.name))}); choose one with \`variable\``,
    )
  }
  const main = candidates.reduce((best, each) => (lengthOf(each.shape) > lengthOf(best.shape) ? each : best))
  const others = variables.filter(each => each !== main)
  if (others.length > 0) {
    notes.push(
      `${described(main)} is used because it is the largest array; the others are ${others.slice(0, 8).map(described).join(', ')}`,
    )
  }
  return main
}

function named(
  caller: string,
  variables: readonly ArrayVariable[],
  name: string,
  skipped: readonly string[],
): ArrayVariable {
  const variable = variables.find(each => each.name === name)
  if (variable) return variable
  const there = [...variables.map(described), ...skipped].slice(0, 12).join(', ')
  throw new InputError(
    `${caller}: \`variable\` must name an array of the file; got ${quoted(name)}, but the file contains ${there}`,
  )
}

function described({ name, shape }: ArrayVariable): string {
  return `${quoted(name)} (${shape.length === 1 ? `${shape[0]} values` : shape.join(' x ')})`
}
