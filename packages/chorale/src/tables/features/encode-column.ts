import { columnNumbers } from '../columns/column-numbers.js'
import type { ColumnRole } from '../columns/column-roles.js'
import { type DateOrder, dateOrder } from '../columns/dates.js'
import type { DecimalSign } from '../columns/written-numbers.js'
import { type Column, distinctValues, type NumberColumn, type TextColumn, type VectorColumn } from '../table.js'

/** One feature before scaling: the value of sample i is values[first + i * stride]. */
export interface Feature {
  readonly name: string
  readonly values: Float64Array | Float32Array
  readonly first: number
  readonly stride: number
  /** The category whose value it stands for; null for a feature of its own. */
  readonly category: string | null
}

export interface EncodedColumn {
  readonly features: readonly Feature[]
  readonly encoding: { column: string; values: readonly string[]; features: readonly Feature[] } | null
  /** The replacement for a missing value: a number, or the index of the most common string. */
  readonly fill: () => number
  /** How the dates of the column are written; null if it contains none. */
  readonly dateOrder: DateOrder | null
}

/**
 * The features of a column, for the rows that are kept (null: all). A feature is one number per row, a category one
 * feature per value: 1 if the row has the value, otherwise 0.
 */
export function encodeColumn(
  column: Column,
  { role, type }: ColumnRole,
  rows: Int32Array | null,
  filling: 'median' | 'mean',
  decimal?: DecimalSign,
): EncodedColumn {
  if (column.kind === 'vector') return vectorFeatures(column, rows)
  if (role === 'category' || type === 'text' || type === 'vector') return categoryFeatures(column, rows)
  if (column.kind === 'number' && column.isSparse) return sparseFeature(column, rows)
  const order = type === 'date' && column.kind === 'text' ? dateOrder(distinctValues(column).texts) : null
  const all = columnNumbers(column, type, { dateOrder: order ?? undefined, decimal })!
  const numbers = rows ? Float64Array.from(rows, row => all[row]) : all
  return { ...numberFeature(column.name, numbers, filling), dateOrder: type === 'date' ? (order ?? 'day-first') : null }
}

/** A feature of few numbers that are not zero. Its values are made whenever they are read. */
function sparseFeature(column: NumberColumn, rows: Int32Array | null): EncodedColumn {
  const feature: Feature = {
    name: column.name,
    get values() {
      const { numbers } = column
      return rows === null ? numbers : Float64Array.from(rows, row => numbers[row])
    },
    first: 0,
    stride: 1,
    category: null,
  }
  return { features: [feature], encoding: null, fill: () => 0, dateOrder: null }
}

/** The numbers of the vectors, where they are. */
function vectorFeatures({ name, size, values }: VectorColumn, rows: Int32Array | null): EncodedColumn {
  const kept = rows === null ? values : keptVectors(values, size, rows)
  return {
    features: Array.from({ length: size }, (_, j) => ({
      name: `${name}_${j + 1}`,
      values: kept,
      first: j,
      stride: size,
      category: null,
    })),
    encoding: null,
    fill: () => Number.NaN,
    dateOrder: null,
  }
}

function keptVectors(values: VectorColumn['values'], size: number, rows: Int32Array): VectorColumn['values'] {
  const kept = values.slice(0, rows.length * size)
  for (const [i, row] of rows.entries()) kept.set(values.subarray(row * size, (row + 1) * size), i * size)
  return kept
}

function categoryFeatures(column: NumberColumn | TextColumn, rows: Int32Array | null): EncodedColumn {
  const { codes, texts } = distinctValues(rows ? keptColumn(column, rows) : column)
  const common = commonest(codes, texts.length)
  const features = texts.map((text, value) => ({
    name: `${column.name}=${text}`,
    values: Float64Array.from(codes, code => ((code < 0 ? common : code) === value ? 1 : 0)),
    first: 0,
    stride: 1,
    category: column.name,
  }))
  return {
    features,
    encoding: { column: column.name, values: texts, features },
    fill: () => common,
    dateOrder: null,
  }
}

function keptColumn(column: NumberColumn | TextColumn, rows: Int32Array): Column {
  const { name } = column
  if (column.kind === 'number')
    return { name, kind: 'number', numbers: Float64Array.from(rows, row => column.numbers[row]) }
  return { name, kind: 'text', texts: column.texts, codes: rows.map(row => column.codes[row]) }
}

function numberFeature(
  name: string,
  numbers: Float64Array,
  filling: 'median' | 'mean',
): Omit<EncodedColumn, 'dateOrder'> {
  const average = filling === 'mean' ? mean : median
  const place = { first: 0, stride: 1, category: null }
  if (!hasMissing(numbers)) {
    return { features: [{ name, values: numbers, ...place }], encoding: null, fill: () => average(numbers) }
  }
  const fill = average(numbers.filter(value => !Number.isNaN(value)))
  const values = numbers.map(value => (Number.isNaN(value) ? fill : value))
  return { features: [{ name, values, ...place }], encoding: null, fill: () => fill }
}

function hasMissing(numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (Number.isNaN(numbers[i])) return true
  return false
}

function mean(values: Float64Array): number {
  // Each value is divided first, because the sum of large values may overflow.
  return values.reduce((sum, value) => sum + value / values.length, 0)
}

function median(values: Float64Array): number {
  const sorted = values.toSorted()
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : sorted[half - 1] / 2 + sorted[half] / 2
}

function commonest(codes: Int32Array, valueCount: number): number {
  const counts = new Float64Array(valueCount)
  for (const code of codes) if (code >= 0) counts[code]++
  return counts.indexOf(Math.max(...counts))
}
