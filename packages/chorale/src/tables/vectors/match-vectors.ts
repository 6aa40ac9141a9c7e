import { InputError } from '../../errors.js'
import { type Column, type NumberColumn, quoted, type Table, type VectorColumn } from '../table.js'

/** What is needed of one column. */
interface NeededColumn {
  readonly column: string
  readonly values: readonly string[] | null
  readonly dateOrder: unknown
  readonly size?: number
}

/**
 * The table with its columns under the names that a model needs, where only the shape differs: vectors under another
 * name, one column per number instead of vectors, or vectors instead of one column per number.
 */
export function matchVectors(caller: string, table: Table, needed: readonly NeededColumn[]): Table {
  const names = new Set(table.columns.map(({ name }) => name))
  if (needed.every(({ column }) => names.has(column))) return table
  const vectors = table.columns.filter(({ kind }) => kind === 'vector') as VectorColumn[]
  const numbers = table.columns.filter(({ kind }) => kind === 'number') as NumberColumn[]
  const [{ column: name, size }] = needed
  if (needed.length === 1 && size !== undefined) {
    if (vectors.length === 1) return withColumns(table, vectors, [{ ...vectors[0], name }])
    if (vectors.length > 1 || numbers.length < table.columns.length) return table
    if (numbers.length !== size) throw sizeError(caller, null, size, numbers.length)
    return withColumns(table, numbers, [joined(name, numbers)])
  }
  const isNumbers = needed.every(
    reading => reading.values === null && reading.dateOrder === null && reading.size === undefined,
  )
  if (!isNumbers) return table
  const isPlain = needed.every(({ column }) => /^column\d+$/.test(column))
  if (vectors.length === 1) {
    if (vectors[0].size !== needed.length) throw sizeError(caller, vectors[0].name, needed.length, vectors[0].size)
    return withColumns(table, vectors, split(vectors[0], needed))
  }
  const isPlainToo = table.columns.every(({ name: own }) => /^column\d+$/.test(own))
  if (isPlain && isPlainToo) throw sizeError(caller, null, largestNumber(needed), numbers.length)
  return table
}

/** The length of the rows that a model needs, from the names of its columns. */
function largestNumber(needed: readonly NeededColumn[]): number {
  return Math.max(...needed.map(({ column }) => Number(column.slice('column'.length))))
}

function withColumns(table: Table, before: readonly Column[], after: readonly Column[]): Table {
  return { ...table, columns: [...table.columns.filter(column => !before.includes(column)), ...after] }
}

/** The error for vectors of another length than those of the model. */
export function sizeError(caller: string, name: string | null, expected: number, got: number): InputError {
  const where = name === null ? 'the rows' : `the vectors of column ${quoted(name)}`
  return new InputError(
    `${caller}: ${where} do not have as many numbers as those of the model: ${expected} expected, got ${got}`,
  )
}

function joined(name: string, columns: readonly NumberColumn[]): VectorColumn {
  const size = columns.length
  const values = new Float64Array(size * columns[0].numbers.length)
  for (const [j, { numbers }] of columns.entries())
    for (let i = 0; i < numbers.length; i++) values[i * size + j] = numbers[i]
  return { name, kind: 'vector', size, values }
}

function split(column: VectorColumn, needed: readonly NeededColumn[]): NumberColumn[] {
  const { size, values } = column
  return needed.map(({ column: name }, j) => ({
    name,
    kind: 'number',
    numbers: Float64Array.from({ length: values.length / size }, (_, i) => values[i * size + j]),
  }))
}
