import { countText } from '../../count-text.js'
import { checkOptionNames, InputError, invalid } from '../../errors.js'
import type { Labels } from '../../types.js'
import { quoted, type Table, uniqueNames } from '../table.js'
import { type LabelingTable, type ToLabelingsOptions, toLabelings } from './to-labelings.js'

/** Options of {@link mergeLabelings}. */
export type MergeLabelingsOptions = Pick<ToLabelingsOptions, 'id' | 'truth'>

/**
 * Merges the labelings of several tables, sample by sample. Samples are matched by their ids, or by their order if no
 * table has an id column. A sample that is missing from a table has no label (-1) in its labelings.
 *
 * @example
 * ```ts
 * import { mergeLabelings, readTable } from 'chorale'
 *
 * const one = await readTable('id,a\nx,1\ny,1\nz,2\n')
 * const two = await readTable('id,b\nz,5\nx,6\n')
 * const merged = mergeLabelings([one, two])
 * console.log(merged.labelings[1].join()) // 0,-1,1
 * ```
 *
 * @group Read
 */
export function mergeLabelings(tables: readonly Table[], options: MergeLabelingsOptions = {}): LabelingTable {
  const caller = 'mergeLabelings'
  checkOptionNames(caller, options, ['id', 'truth'] satisfies (keyof MergeLabelingsOptions)[])
  if (tables.length === 0) throw invalid(caller, 'tables', 'have at least one element', 'none')
  const parts = tables.map(table => toLabelings(table, ownOptions(table, options)))
  const rowsOf = matchRows(caller, tables, parts)
  const sampleCount = rowsOf[0].length
  const notes = parts.flatMap((part, t) => part.notes.map(note => `${titleOf(tables, t)}: ${note}`))
  if (parts[0].ids === null && parts.length > 1)
    notes.push('no table has an id column: samples are matched by their order')
  const warnings = parts.flatMap((part, t) => part.warnings.map(warning => `${titleOf(tables, t)}: ${warning}`))

  const labelings: Labels[] = []
  const clusterNames: string[][] = []
  for (const [t, part] of parts.entries()) {
    const rows = rowsOf[t]
    const absentCount = rows.reduce((count, row) => count + (row < 0 ? 1 : 0), 0)
    if (absentCount > 0)
      notes.push(
        `${titleOf(tables, t)} does not contain ${absentCount} of ${countText(sampleCount, 'sample')}; they have no label there`,
      )
    part.labelings.forEach((labels, at) => {
      const { merged, order } = renumbered(rows, labels)
      labelings.push(merged)
      clusterNames.push(order.map(label => part.clusterNames[at][label]))
    })
  }
  return {
    sampleCount,
    labelings,
    names: mergedNames(tables, parts),
    clusterNames,
    ids: mergedIds(parts, rowsOf, sampleCount),
    idName: parts[0].idName,
    ...mergedTruth(caller, tables, parts, rowsOf, warnings),
    notes,
    warnings,
  }
}

/** A truth column that the caller names has to be in only one of the tables. */
function ownOptions(table: Table, { id, truth }: MergeLabelingsOptions): ToLabelingsOptions {
  const isThere = typeof truth !== 'string' || table.columns.some(column => column.name === truth)
  return { id, truth: isThere ? truth : null }
}

/** For every table the row of each merged sample, -1 if it is absent. Samples are in order of first appearance. */
function matchRows(caller: string, tables: readonly Table[], parts: readonly LabelingTable[]): Int32Array[] {
  const withIds = parts.filter(part => part.ids !== null)
  if (withIds.length === 0) {
    const lengths = parts.map(part => part.sampleCount)
    if (lengths.some(length => length !== lengths[0])) {
      throw new InputError(
        `${caller}: tables without an id column must have the same number of rows; got ${lengths.slice(0, 8).join(', ')}`,
      )
    }
    return parts.map(part => Int32Array.from({ length: part.sampleCount }, (_, i) => i))
  }
  const without = parts.findIndex(part => part.ids === null)
  if (without >= 0) {
    throw new InputError(
      `${caller}: ${titleOf(tables, without)} has no id column, but other tables have; name it with \`id\``,
    )
  }
  const sampleOf = new Map<string, number>()
  for (const { ids } of parts) for (const id of ids!) if (!sampleOf.has(id)) sampleOf.set(id, sampleOf.size)
  return parts.map(({ ids }) => {
    const rows = new Int32Array(sampleOf.size).fill(-1)
    ids!.forEach((id, row) => {
      rows[sampleOf.get(id)!] = row
    })
    return rows
  })
}

/** The labels in the merged order, renumbered by first appearance, and the old number of each new one. */
function renumbered(rows: Int32Array, labels: Labels): { merged: Labels; order: number[] } {
  const numberOf = new Map<number, number>()
  const merged = rows.map(row => {
    const label = row < 0 ? -1 : labels[row]
    if (label < 0) return -1
    const number = numberOf.get(label) ?? numberOf.size
    numberOf.set(label, number)
    return number
  })
  return { merged, order: [...numberOf.keys()] }
}

function mergedIds(
  parts: readonly LabelingTable[],
  rowsOf: readonly Int32Array[],
  sampleCount: number,
): string[] | null {
  if (parts[0].ids === null) return null
  const ids = new Array<string>(sampleCount)
  for (const [t, part] of parts.entries()) {
    rowsOf[t].forEach((row, i) => {
      if (row >= 0) ids[i] = part.ids![row]
    })
  }
  return ids
}

/** The truth of all samples, if the tables together contain it. Contradicting tables are an error. */
function mergedTruth(
  caller: string,
  tables: readonly Table[],
  parts: readonly LabelingTable[],
  rowsOf: readonly Int32Array[],
  warnings: string[],
): Pick<LabelingTable, 'truth' | 'truthName'> {
  const truthName = parts.find(part => part.truth !== null)?.truthName ?? null
  if (truthName === null) return { truth: null, truthName: null }
  const truth = new Array<string | null>(rowsOf[0].length).fill(null)
  for (const [t, part] of parts.entries()) {
    if (part.truth === null) continue
    rowsOf[t].forEach((row, i) => {
      if (row < 0) return
      const value = part.truth![row]
      if (truth[i] !== null && truth[i] !== value) {
        throw new InputError(
          `${caller}: the truth of a sample must be the same in all tables; ${titleOf(tables, t)} row ${row + 1} says ` +
            `${quoted(value)}, another table ${quoted(truth[i])}`,
        )
      }
      truth[i] = value
    })
  }
  const unknownCount = truth.filter(value => value === null).length
  if (unknownCount === 0) return { truth: truth as string[], truthName }
  warnings.push(`the truth is not used: it is missing for ${countText(unknownCount, 'sample')}`)
  return { truth: null, truthName: null }
}

/** Column names. If two tables share a name, it starts with the name of the file. */
function mergedNames(tables: readonly Table[], parts: readonly LabelingTable[]): string[] {
  const { repeated } = uniqueNames(parts.flatMap(part => part.names))
  const shared = new Set(repeated)
  const names = parts.flatMap((part, t) =>
    part.names.map(name => (shared.has(name) ? `${stemOf(tables, t)}:${name}` : name)),
  )
  return uniqueNames(names).names
}

function titleOf(tables: readonly Table[], t: number): string {
  return tables[t].name ?? `table ${t + 1}`
}

/** The file name without folders and extensions. */
function stemOf(tables: readonly Table[], t: number): string {
  return titleOf(tables, t)
    .replace(/^.*[/\\]/, '')
    .replace(/(\.[a-z0-9]+)+$/i, '')
}
