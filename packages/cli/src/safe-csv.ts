import type { SampleNames } from 'chorale-report/data'

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** The names of samples for a CSV file: with --safe-csv, an apostrophe keeps a spreadsheet from running them. */
export function csvNames(names: SampleNames, { safeCsv }: { safeCsv?: boolean }): SampleNames {
  if (!safeCsv || names.ids === null) return names
  return { ...names, ids: names.ids.map(id => (FORMULA.test(id) ? `'${id}` : id)) }
}
