import {
  adoptColumns,
  type Column,
  cellText,
  columnRoles,
  type Dataset,
  type Ensemble,
  guessInputKind,
  type LabelingTable,
  labelRoles,
  missingValueCount,
  seemsTransposed,
  shownCellText,
  type Table,
  toDataset,
  toLabelings,
  transposedHint,
} from 'chorale/internal'
import type { ReadSettings } from '../settings.js'
import type {
  CellProblem,
  CellProblems,
  Classes,
  ColumnsView,
  ColumnView,
  SampleValue,
  TableView,
  Understood,
} from './messages.js'

const PREVIEW_ROWS = 6
const PREVIEW_COLUMNS = 40
const EXAMPLES = 3
const EXAMPLE_ROWS = 50
const LONGEST_EXAMPLE = 24
const MOST_PROBLEMS = 40

/** A table as the page shows it before it is interpreted. */
export function tableView({ rowCount, columns, notes }: Table): TableView {
  return {
    rowCount,
    columns: columns.map(column => ({ name: column.name, kind: column.kind, missingCount: missingValueCount(column) })),
    firstRows: Array.from({ length: Math.min(rowCount, PREVIEW_ROWS) }, (_, row) =>
      columns.slice(0, PREVIEW_COLUMNS).map(column => shownCellText(column, row)),
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
  const roles = roleOptions(settings)
  const guess = guessInputKind(table, roles)
  const kind = settings.input ?? guess.kind
  if (kind === 'features') {
    const options = {
      categorical: settings.categorical ?? undefined,
      impute: settings.impute ?? undefined,
      scale: settings.scale ?? undefined,
    }
    const dataset = toDataset(table, { ...roles, ...options, genesIn: 'columns' })
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

/** The columns that the settings name. */
function roleOptions({ id, truth, columns, exclude }: ReadSettings) {
  return {
    id: id ?? undefined,
    truth: truth ?? undefined,
    columns: columns ?? undefined,
    exclude: exclude ?? undefined,
  }
}

/** The role of every column with the settings, also if the table cannot be used yet. */
export function columnViews(table: Table, settings: ReadSettings): ColumnsView {
  const options = roleOptions(settings)
  const kind = settings.input ?? guessInputKind(table, options).kind
  // The page shows the table as it is, and has a button that transposes it.
  const transposed = seemsTransposed(table) ? 'Its rows are named like genes.' : transposedHint(table, table.columns)
  const missing = table.columns.map(missingValueCount)
  const examples = table.columns.map(column => exampleTexts(column, table.rowCount))
  const distinct = table.columns.map(column => (column.kind === 'text' ? column.texts.length : 0))
  if (kind === 'features') {
    const roles = columnRoles(table, { ...options, genesIn: 'columns', categorical: settings.categorical ?? undefined })
    return {
      kind,
      transposed,
      columns: roles.map((role, j) => ({
        ...role,
        missingCount: missing[j],
        distinct: distinct[j],
        examples: examples[j],
      })),
    }
  }
  const { columns: used, idName, truthName } = labelRoles(table.name ?? 'table', table, options)
  const isUsed = new Set(used.map(({ name }) => name))
  return {
    kind,
    transposed,
    columns: table.columns.map(({ name, kind: content }, j): ColumnView => {
      const role = isUsed.has(name) ? 'feature' : name === idName ? 'id' : name === truthName ? 'truth' : 'unused'
      const isGiven = [settings.id, settings.truth, ...(settings.columns ?? []), ...(settings.exclude ?? [])].includes(
        name,
      )
      const reason = isGiven
        ? 'as requested'
        : role === 'feature'
          ? 'labels'
          : role === 'unused'
            ? 'not listed'
            : 'by its name'
      return {
        name,
        role,
        type: content,
        reason,
        warning: null,
        missingCount: missing[j],
        distinct: distinct[j],
        examples: examples[j],
      }
    }),
  }
}

/** The first different values. */
function exampleTexts(column: Column, rowCount: number): string[] {
  const found = new Set<string>()
  for (let row = 0; row < Math.min(rowCount, EXAMPLE_ROWS) && found.size < EXAMPLES; row++) {
    const text = shownCellText(column, row)
    if (text !== null) found.add(text.slice(0, LONGEST_EXAMPLE))
  }
  return [...found]
}

/**
 * Exchanges rows and columns. If the first column has a different text in every row, it names the new columns. The old
 * names are the new first column.
 */
export function transposedTable({ name, columns, rowCount, notes }: Table): Table {
  const [first] = columns
  const isNamed = first?.kind === 'text' && new Set(first.codes).size === rowCount && !first.codes.includes(-1)
  const left = isNamed ? columns.slice(1) : columns
  const names = Array.from({ length: rowCount }, (_, row) =>
    isNamed ? first.texts[first.codes[row]] : `row ${row + 1}`,
  )
  const ids: Column = {
    name: 'sample',
    kind: 'text',
    texts: left.map(column => column.name),
    codes: Int32Array.from(left.keys()),
  }
  return {
    name,
    rowCount: left.length,
    columns: [ids, ...names.map((each, row) => columnOf(each, left, row))],
    notes: [...notes, 'rows and columns were exchanged'],
  }
}

/** A row of a table as a column. */
function columnOf(name: string, columns: readonly Column[], row: number): Column {
  const texts = columns.map(column => cellText(column, row))
  const numbers = Float64Array.from(texts, text => (text === null ? Number.NaN : Number(text)))
  if (texts.every((text, at) => text === null || !Number.isNaN(numbers[at]))) return { name, kind: 'number', numbers }
  const found = new Map<string, number>()
  const codes = Int32Array.from(texts, text => {
    if (text === null) return -1
    if (!found.has(text)) found.set(text, found.size)
    return found.get(text)!
  })
  return { name, kind: 'text', codes, texts: [...found.keys()] }
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
  return columns.map(column => ({ name: column.name, text: shownCellText(column, row) }))
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
      const text = shownCellText(column, row)
      const isInfinite = column.kind === 'number' && Math.abs(column.numbers[row]) === Infinity
      if (text !== null && !isInfinite) continue
      count++
      if (first.length < MOST_PROBLEMS) first.push({ row: row + 1, column: column.name, what: text ?? 'missing' })
    }
  }
  return { count, first }
}
