import type { Column, Table } from 'chorale/internal'
import type { SampleNames } from 'chorale-report/data'

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/
/** Numbers are no formulas. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A string that a spreadsheet does not run: an apostrophe stands before what it would take for a formula. */
function inert(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** The names of samples for a CSV file: with --safe-csv, an apostrophe keeps a spreadsheet from running them. */
export function csvNames(names: SampleNames, { safeCsv }: { safeCsv?: boolean }): SampleNames {
  if (!safeCsv || names.ids === null) return names
  return { ...names, ids: names.ids.map(inert) }
}

/** The same for a table: the names of its columns and all its strings. */
export function csvTable(table: Table, { safeCsv }: { safeCsv?: boolean }): Table {
  if (!safeCsv) return table
  const columns = table.columns.map((column): Column => {
    const name = inert(column.name)
    return column.kind === 'text' ? { ...column, name, texts: column.texts.map(inert) } : { ...column, name }
  })
  return { ...table, columns }
}
