import { numberText, sampleNamer } from 'chorale-report/data'
import type { Session } from './session.svelte.js'
import type { ColumnValues, Understood } from './worker/messages.js'

const namers = new WeakMap<Understood, (sample: number) => string>()

/** The name of a sample: its id, or its row number in the file. */
export function sampleName({ understood }: Session, sample: number): string {
  if (understood === null) return String(sample + 1)
  const known = namers.get(understood) ?? sampleNamer(understood)
  namers.set(understood, known)
  return known(sample)
}

/** The value of a sample in the column that names the samples, or its name. */
export function sampleTitle(session: Session, sample: number): string {
  return session.nameColumn === null ? sampleName(session, sample) : valueText(session.nameColumn, sample)
}

/** A value of a column in words. */
export function valueText(column: ColumnValues, sample: number): string {
  if (column.kind === 'text') return column.texts[column.codes[sample]] ?? 'missing'
  const value = column.values[sample]
  return Number.isNaN(value) ? 'missing' : numberText(value)
}
