import { checkOptionNames, InputError } from '../../errors.js'
import { manyInt32Arrays } from '../../numeric/many-arrays.js'
import type { Labels } from '../../types.js'
import type { RoleOptions } from '../columns/column-roles.js'
import { type Column, holdsFractions, quoted, shortList, type Table } from '../table.js'
import { LabelNumbers } from './label-numbers.js'
import { fractionWarnings, labelRoles } from './label-roles.js'
import { numberColumnInto } from './number-column.js'

/** A table of labelings: one labeling per column, one sample per row. */
export interface LabelingTable {
  readonly sampleCount: number
  /** One labeling per column: clusters 0, 1, ... by first appearance, -1 if the sample has no label. */
  readonly labelings: readonly Labels[]
  readonly names: readonly string[]
  /** The cluster names of each labeling in the file. */
  readonly clusterNames: readonly (readonly string[])[]
  readonly ids: readonly string[] | null
  readonly idName: string | null
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  /** Assumptions. */
  readonly notes: readonly string[]
  /** Assumptions that are likely to be wrong. */
  readonly warnings: readonly string[]
}

/** Options of {@link toLabelings}. */
export interface ToLabelingsOptions extends RoleOptions {
  /** The columns to use as labelings; by default all except id and truth. Written as for {@link toDataset}. */
  columns?: readonly string[]
}

const OPTIONS = {
  id: true,
  truth: true,
  columns: true,
  exclude: true,
} satisfies Record<keyof ToLabelingsOptions, true>

/**
 * Reads the columns of a table as labelings. Empty cells, NA, NaN, null and -1 mean that a sample has no label.
 *
 * @example
 * ```ts
 * import { readTable, toLabelings } from 'chorale'
 *
 * const table = await readTable('id,run1,run2\nx,0,b\ny,0,\nz,1,a\n')
 * const { names, labelings } = toLabelings(table)
 * console.log(names.join(), labelings[1].join()) // run1,run2 0,-1,1
 * ```
 *
 * @group Read
 */
export function toLabelings(table: Table, options: ToLabelingsOptions = {}): LabelingTable {
  checkOptionNames('toLabelings', options, Object.keys(OPTIONS))
  const caller = table.name ?? 'toLabelings'
  const roles = labelRoles(caller, table, options)
  const warnings = [...roles.warnings]
  const { rowCount } = table
  if (rowCount < roles.columns.length) {
    warnings.push(
      `there are more labelings (${roles.columns.length}) than samples (${rowCount}); is the table transposed? ` +
        'samples must be rows and labelings columns',
    )
  }
  const clusterNames: string[][] = []
  const measured: string[] = []
  const distinct: string[] = []
  const labelings = manyInt32Arrays(roles.columns.length, rowCount)
  for (const [t, column] of roles.columns.entries()) {
    const names = readLabels(caller, labelings[t], column)
    clusterNames.push(names)
    if (holdsFractions(column)) measured.push(column.name)
    else if (names.length === rowCount && rowCount > 2) distinct.push(column.name)
  }
  warnings.push(...fractionWarnings(measured))
  if (distinct.length === 1) {
    warnings.push(`${quoted(distinct[0])} has a different label for every sample; is it the id column?`)
  } else if (distinct.length > 1) {
    warnings.push(`${shortList(distinct)} have a different label for every sample; is one of them the id column?`)
  }
  return {
    sampleCount: rowCount,
    labelings,
    names: roles.columns.map(column => column.name),
    clusterNames,
    ids: roles.ids,
    idName: roles.idName,
    truth: roles.truth,
    truthName: roles.truthName,
    notes: [...table.notes, ...roles.notes],
    warnings,
  }
}

/** Writes the labels of a column to `out` and returns the names of the clusters. */
function readLabels(caller: string, out: Labels, column: Column): string[] {
  const numbers = new LabelNumbers()
  numberColumnInto(out, column, numbers)
  if (numbers.names.length > 0) return numbers.names.map(String)
  throw new InputError(
    `${caller}: column ${quoted(column.name)} has no label in any row; leave it out with \`exclude\``,
  )
}
