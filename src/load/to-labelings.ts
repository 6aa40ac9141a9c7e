import { InputError } from '../check.js'
import type { Labels } from '../types.js'
import { findRoles, type RoleOptions } from './roles.js'
import { type Column, distinctValues, quoted, type Table } from './table.js'

/** A table of labelings: one labeling per column, one sample per row. */
export interface LabelTable {
  readonly sampleCount: number
  /** One labeling per column: clusters 0, 1, ... by first appearance, -1 where the sample has no label. */
  readonly labelings: readonly Labels[]
  readonly names: readonly string[]
  readonly ids: readonly string[] | null
  readonly idName: string | null
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  /** What was assumed. */
  readonly notes: readonly string[]
  /** What was assumed and may well be wrong. */
  readonly warnings: readonly string[]
}

export interface ToLabelingsOptions extends RoleOptions {
  /** The columns that are labelings; all that are neither id nor truth where not given. */
  columns?: readonly string[]
}

/** Takes the columns of a table as labelings. Empty, NA, NaN, null and -1 mean that a sample has no label. */
export function toLabelings(table: Table, options: ToLabelingsOptions = {}): LabelTable {
  const caller = table.name ?? 'toLabelings'
  const roles = findRoles(caller, table, options, 'labelings')
  const warnings = [...roles.warnings]
  const labelings = roles.columns.map(column => {
    if (isMeasured(column))
      warnings.push(`${quoted(column.name)} holds fractions: is it a measurement rather than a labeling?`)
    return labelsOf(caller, column)
  })
  return {
    sampleCount: table.rowCount,
    labelings,
    names: roles.columns.map(column => column.name),
    ids: roles.ids,
    idName: roles.idName,
    truth: roles.truth,
    truthName: roles.truthName,
    notes: [...table.notes, ...roles.notes],
    warnings,
  }
}

function isMeasured(column: Column): boolean {
  return column.kind === 'number' && column.numbers.some(value => Number.isFinite(value) && !Number.isInteger(value))
}

function labelsOf(caller: string, column: Column): Labels {
  const { codes, texts } = distinctValues(column)
  const noLabel = texts.indexOf('-1')
  const labels = noLabel < 0 ? codes : codes.map(code => (code === noLabel ? -1 : code > noLabel ? code - 1 : code))
  if (labels.every(label => label < 0)) {
    throw new InputError(`${caller}: column ${quoted(column.name)} has no label in any row; leave it out with columns`)
  }
  return labels
}
