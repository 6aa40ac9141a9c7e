import { type Column, cellText, distinctValues, quoted } from '../table.js'

/** The strings of a column, or what is wrong with one of them. */
export type CheckedTexts = { readonly texts: string[]; readonly problem: null } | { readonly problem: string }

/** The ids of the samples. Every sample needs one of its own. */
export function idsIn(column: Column, rowCount: number): CheckedTexts {
  const distinct = distinctValues(column).texts
  // All values differ: they are in the order of the rows.
  if (distinct.length === rowCount) return { texts: [...distinct], problem: null }
  const seen = new Map<string, number>()
  const texts: string[] = []
  for (let i = 0; i < rowCount; i++) {
    const id = cellText(column, i)
    if (id === null) return { problem: `row ${i + 1} has no id in column ${quoted(column.name)}` }
    const before = seen.get(id)
    if (before !== undefined) {
      const rows = `rows ${before + 1} and ${i + 1}`
      return { problem: `ids must differ; ${rows} are both ${quoted(id)} in column ${quoted(column.name)}` }
    }
    seen.set(id, i)
    texts.push(id)
  }
  return { texts, problem: null }
}

/** The true classes. Every distinct value is a class; an empty cell is not. */
export function classesIn(column: Column, rowCount: number): CheckedTexts {
  const texts: string[] = []
  for (let i = 0; i < rowCount; i++) {
    const value = cellText(column, i)
    if (value === null) {
      const place = `row ${i + 1} has no class in the truth column ${quoted(column.name)}`
      return { problem: `${place}; fill it in or remove the row` }
    }
    texts.push(value)
  }
  return { texts, problem: null }
}
