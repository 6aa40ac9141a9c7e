import { InputError } from '../errors.js'
import type { Dataset } from '../tables/features/to-dataset.js'
import { type Column, distinctValues, quoted, shortList, type Table } from '../tables/table.js'
import type { Annotation, Survival } from './annotation-tests.js'

/** Whole numbers with at most so many different values are grades or groups. */
const MOST_GRADES = 6
/** More values are names rather than groups. */
const MOST_VALUES = 50

/** The columns of a table that describe its samples and can differ between clusters. */
export function annotationsOf(table: Table, dataset: Dataset, without: readonly string[] = []): Annotation[] {
  const rows = usedRows(table, dataset)
  return dataset.roles.flatMap(({ name, role }) => {
    if (role === 'feature' || role === 'category' || role === 'id' || without.includes(name)) return []
    const column = table.columns.find(each => each.name === name)
    return column === undefined ? [] : (annotationOf(column, rows) ?? [])
  })
}

/** Time and event, from two columns. */
export function survivalOf(table: Table, dataset: Dataset, time: string, event: string): Survival {
  const rows = usedRows(table, dataset)
  const times = numbersOf(columnNamed(table, 'time', time), rows)
  if (times === null || times.some(value => value < 0)) {
    throw new InputError(`time must be a column of numbers of at least 0; got ${quoted(time)}`)
  }
  const events = eventsOf(columnNamed(table, 'event', event), rows)
  if (events === null) {
    throw new InputError(
      `event must be a column with 1 for an event and 0 for none, or words such as dead and alive; got ${quoted(event)}`,
    )
  }
  return { name: `${time}, ${event}`, times, events }
}

/** The rows of the table that the dataset has. */
function usedRows(table: Table, { droppedRows }: Dataset): number[] {
  const dropped = new Set(droppedRows)
  return Array.from({ length: table.rowCount }, (_, row) => row).filter(row => !dropped.has(row))
}

function columnNamed({ columns }: Table, parameter: string, name: string): Column {
  const column = columns.find(each => each.name === name)
  if (column !== undefined) return column
  const others = columns.filter(({ role }) => role !== 'feature').map(each => each.name)
  const known = others.length > 0 ? `; the samples are described by ${shortList(others)}` : ''
  throw new InputError(`${parameter}: there is no column ${quoted(name)}${known}`)
}

function numbersOf(column: Column, rows: readonly number[]): Float64Array | null {
  return column.kind === 'number' ? Float64Array.from(rows, row => column.numbers[row]) : null
}

function annotationOf(column: Column, rows: readonly number[]): Annotation | null {
  const { name } = column
  if (column.kind === 'vector') return null
  const numbers = numbersOf(column, rows)
  if (numbers !== null) {
    const distinct = new Set(numbers.filter(value => !Number.isNaN(value)))
    if (distinct.size < 2) return null
    if (distinct.size > MOST_GRADES || [...distinct].some(value => !Number.isInteger(value))) {
      return { kind: 'number', name, numbers }
    }
  }
  const { texts: values, codes } = distinctValues(column)
  const used = new Map<number, number>()
  const counts = Int32Array.from(rows, row => {
    const code = codes[row]
    if (code >= 0 && !used.has(code)) used.set(code, used.size)
    return code
  })
  if (used.size < 2 || used.size > MOST_VALUES || used.size > rows.length / 2) return null
  // Values in their order, so that colours do not depend on the order of the samples.
  const texts = [...used.keys()].map(code => ({ code, text: values[code] }))
  texts.sort((a, b) => compared(a.text, b.text))
  const places = new Map(texts.map(({ code }, at) => [code, at]))
  return {
    kind: 'category',
    name,
    values: texts.map(({ text }) => text),
    codes: counts.map(code => (code < 0 ? -1 : places.get(code)!)),
  }
}

/** Numbers by size, other texts by their characters. */
function compared(a: string, b: string): number {
  const difference = Number(a) - Number(b)
  if (!Number.isNaN(difference)) return difference
  return a < b ? -1 : a > b ? 1 : 0
}

/** Words for an event and for none. */
const EVENTS: Readonly<Record<string, number>> = {
  '1': 1,
  '0': 0,
  true: 1,
  false: 0,
  yes: 1,
  no: 0,
  dead: 1,
  deceased: 1,
  alive: 0,
  living: 0,
  event: 1,
  censored: 0,
  '1:deceased': 1,
  '0:living': 0,
}

function eventsOf(column: Column, rows: readonly number[]): Float64Array | null {
  if (column.kind === 'vector') return null
  const { texts: values, codes } = distinctValues(column)
  const meanings = values.map(value => EVENTS[value.trim().toLowerCase()])
  const events = Float64Array.from(rows, row => (codes[row] < 0 ? Number.NaN : (meanings[codes[row]] ?? -1)))
  return events.includes(-1) ? null : events
}
