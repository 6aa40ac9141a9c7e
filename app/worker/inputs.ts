import {
  adoptColumns,
  type Column,
  type Dataset,
  type Ensemble,
  guessInputKind,
  type LabelingTable,
  type Table,
  toDataset,
  toLabelings,
} from '../../src/internal.js'
import type { ReadSettings } from '../settings.js'
import type { CellProblem, CellProblems, Classes, SampleValue, TableView, Understood } from './messages.js'

const PREVIEW_ROWS = 6
const MOST_PROBLEMS = 40

/** A table as the page shows it before it is interpreted. */
export function tableView({ rowCount, columns, notes }: Table): TableView {
  return {
    rowCount,
    columns: columns.map(column => ({ name: column.name, kind: column.kind, missingCount: missingCount(column) })),
    firstRows: Array.from({ length: Math.min(rowCount, PREVIEW_ROWS) }, (_, row) =>
      columns.map(column => cellText(column, row)),
    ),
    notes,
  }
}

/** The interpreted table: features for base clusterings, or labelings for a consensus. */
export type Input =
  | { readonly kind: 'features'; readonly dataset: Dataset }
  | { readonly kind: 'labelings'; readonly labelings: LabelingTable; readonly ensemble: Ensemble }

/** Interprets a table with the settings, as the command line does. */
export function inputOf(table: Table, settings: ReadSettings): { input: Input; understood: Understood } {
  const roles = {
    id: settings.id ?? undefined,
    truth: settings.truth ?? undefined,
    columns: settings.columns ?? undefined,
  }
  const guess = guessInputKind(table, roles)
  const kind = settings.input ?? guess.kind
  if (kind === 'features') {
    const options = { impute: settings.impute ?? undefined, scale: settings.scale ?? undefined }
    const dataset = toDataset(table, { ...roles, ...options })
    const {
      sampleCount,
      featureCount,
      featureNames: names,
      ids,
      idName,
      truth,
      truthName,
      droppedRows,
      notes,
      warnings,
    } = dataset
    const understood = {
      kind,
      guess,
      sampleCount,
      columnCount: featureCount,
      names,
      ids,
      idName,
      truthName,
      droppedRows,
      notes,
      truth: truth && classesOf(truth),
      warnings,
    }
    return { input: { kind, dataset }, understood }
  }
  const labelings = toLabelings(table, roles)
  const { sampleCount, names, ids, idName, truth, truthName, notes, warnings } = labelings
  const understood = {
    kind,
    guess,
    sampleCount,
    columnCount: names.length,
    names,
    ids,
    idName,
    truthName,
    notes,
    warnings,
    truth: truth && classesOf(truth),
    droppedRows: [],
  }
  return { input: { kind, labelings, ensemble: adoptColumns(labelings) }, understood }
}

function classesOf(truth: readonly string[]): Classes {
  const numbers = new Map<string, number>()
  const codes = Int32Array.from(truth, name => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
  return { codes, names: [...numbers.keys()] }
}

/** All values of a sample, as they are in the file. */
export function sampleValues({ columns }: Table, input: Input, sample: number): SampleValue[] {
  const dropped = input.kind === 'features' ? input.dataset.droppedRows : []
  let row = sample
  for (const each of dropped) if (each <= row) row++
  return columns.map(column => ({ name: column.name, text: cellText(column, row) }))
}

/** The cells that cannot be used as features: missing and infinite values. */
export function cellProblems({ columns, rowCount }: Table, settings: ReadSettings): CellProblems {
  const taken = columns.filter(
    ({ name }) => settings.columns?.includes(name) ?? (name !== settings.id && name !== settings.truth),
  )
  const first: CellProblem[] = []
  let count = 0
  for (let row = 0; row < rowCount; row++) {
    for (const column of taken) {
      const text = cellText(column, row)
      const isInfinite = column.kind === 'number' && Math.abs(column.numbers[row]) === Infinity
      if (text !== null && !isInfinite) continue
      count++
      if (first.length < MOST_PROBLEMS) first.push({ row: row + 1, column: column.name, what: text ?? 'missing' })
    }
  }
  return { count, first }
}

/** A cell as a string; null if the value is missing. */
export function cellText(column: Column, row: number): string | null {
  if (column.kind === 'text') return column.codes[row] < 0 ? null : column.texts[column.codes[row]]
  return Number.isNaN(column.numbers[row]) ? null : String(column.numbers[row])
}

function missingCount(column: Column): number {
  let count = 0
  if (column.kind === 'text') for (const code of column.codes) count += code < 0 ? 1 : 0
  else for (const value of column.numbers) count += Number.isNaN(value) ? 1 : 0
  return count
}
