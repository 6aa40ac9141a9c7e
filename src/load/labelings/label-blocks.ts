import { InputError } from '../../check.js'
import { type Column, cellText, distinctValues, holdsFractions, quoted, type Table } from '../table.js'
import { checkLabels, labelRoles } from './label-roles.js'
import type { LabelingTable, ToLabelingsOptions } from './to-labelings.js'

/** Labelings that are read block by block: their names and notes, and the blocks. */
export interface LabelBlocks
  extends Omit<LabelingTable, 'sampleCount' | 'labelings' | 'clusterNames' | 'ids' | 'truth'> {
  /** The cluster names of each labeling in the file. Filled while the blocks are read. */
  readonly clusterNames: readonly (readonly string[])[]
  /** Filled while the blocks are read; null if there is no such column. */
  readonly ids: string[] | null
  readonly truth: string[] | null
  /** The labels of every block, one array per labeling. Clusters are numbered by first appearance in the file; -1 means no label. */
  readonly blocks: AsyncIterable<Int32Array[]>
}

/** Options of {@link labelBlocks}. */
export interface LabelBlocksOptions extends ToLabelingsOptions {
  /** The blocks are a part of a larger table, in which a labeling may have no label. */
  isPart?: boolean
}

/**
 * Reads the columns of a table that comes in blocks as labelings, like `toLabelings` does for a whole table. The first
 * block decides the roles of the columns. The blocks can be read once.
 */
export async function labelBlocks(
  tables: AsyncGenerator<Table>,
  caller: string,
  options: LabelBlocksOptions = {},
): Promise<LabelBlocks> {
  const opened = await tables.next()
  if (opened.done) throw new InputError(`${caller}: the table has columns but no rows`)
  const first = opened.value
  const { columns, ids, idName, truth, truthName, notes, warnings } = labelRoles(caller, first, options)
  checkLabels(caller, columns)
  const names = columns.map(column => column.name)
  const labelings = names.map(name => new LabelColumn(caller, name))
  const found = {
    names,
    idName,
    truthName,
    clusterNames: labelings.map(labeling => labeling.names),
    ids: ids && ([] as string[]),
    truth: truth && ([] as string[]),
    notes: [...first.notes, ...notes],
    warnings: [
      ...warnings,
      ...columns
        .filter(holdsFractions)
        .map(({ name }) => `${quoted(name)} contains fractions; is it a measurement rather than a labeling?`),
    ],
  }
  const seenIds = new Set<string>()

  async function* blocks(): AsyncGenerator<Int32Array[]> {
    let row = 0
    for (let table: Table | undefined = first; table !== undefined; ) {
      const columnOf = columnFinder(caller, first, table, row)
      if (found.ids !== null) readIds(caller, found.ids, seenIds, columnOf(idName!), table.rowCount)
      if (found.truth !== null) readTruth(caller, found.truth, columnOf(truthName!), table.rowCount)
      const from = row
      yield labelings.map(labeling => labeling.add(columnOf(labeling.name), from))
      row += table.rowCount
      const next: IteratorResult<Table, void> = await tables.next()
      table = next.done ? undefined : next.value
    }
    if (!options.isPart) for (const labeling of labelings) labeling.finish()
  }
  return { ...found, blocks: blocks() }
}

/** Finds columns by name. Every block must have the columns of the first. */
function columnFinder(caller: string, first: Table, table: Table, row: number): (name: string) => Column {
  const columns = new Map(table.columns.map(column => [column.name, column]))
  const added = table.columns.find(({ name }) => !first.columns.some(column => column.name === name))
  if (added) {
    throw new InputError(
      `${caller}: column ${quoted(added.name)} is empty up to row ${row} but has values after it; name it in the header`,
    )
  }
  return name =>
    columns.get(name) ?? { name, kind: 'number', numbers: new Float64Array(table.rowCount).fill(Number.NaN) }
}

function readIds(caller: string, ids: string[], seen: Set<string>, column: Column, rowCount: number): void {
  for (let i = 0; i < rowCount; i++) {
    const row = ids.length + 1
    const id = cellText(column, i)
    if (id === null) throw new InputError(`${caller}: row ${row} has no id in column ${quoted(column.name)}`)
    if (seen.has(id)) {
      throw new InputError(
        `${caller}: ids must be unique; row ${row} is ${quoted(id)} in column ${quoted(column.name)}, like an earlier row`,
      )
    }
    seen.add(id)
    ids.push(id)
  }
}

function readTruth(caller: string, truth: string[], column: Column, rowCount: number): void {
  for (let i = 0; i < rowCount; i++) {
    const value = cellText(column, i)
    if (value === null) {
      throw new InputError(
        `${caller}: row ${truth.length + 1} has no class in the truth column ${quoted(column.name)}; fill it in or remove the row`,
      )
    }
    truth.push(value)
  }
}

/** Reads one labeling and numbers the values of the whole column by first appearance. */
class LabelColumn {
  readonly #codeOf = new Map<string, number>()
  /** The names of the clusters. */
  readonly names: string[] = []
  #hasNumbers = false
  #oddText: { text: string; row: number } | null = null
  #hasWords = false

  constructor(
    readonly caller: string,
    readonly name: string,
  ) {}

  add(column: Column, firstRow: number): Int32Array {
    const { codes, texts } = distinctValues(column)
    if (column.kind === 'number') this.#hasNumbers ||= texts.length > 0
    else this.#notice(codes, texts, firstRow)
    const numbers = Int32Array.from(texts, text => this.#number(text))
    return codes.map(code => (code < 0 ? -1 : numbers[code]))
  }

  /** In a block of text, labels may be numbers in another notation, such as 007 or 1.0. */
  #notice(codes: Int32Array, texts: readonly string[], firstRow: number): void {
    this.#hasWords = true
    const odd = texts.findIndex(
      text => text.trim() !== '' && Number.isFinite(Number(text)) && String(Number(text)) !== text,
    )
    if (odd >= 0) this.#oddText ??= { text: texts[odd], row: firstRow + codes.indexOf(odd) + 1 }
  }

  #number(text: string): number {
    if (text === '-1') return -1
    const known = this.#codeOf.get(text)
    if (known !== undefined) return known
    this.#codeOf.set(text, this.#codeOf.size)
    this.names.push(text)
    return this.#codeOf.size - 1
  }

  finish(): void {
    if (this.#codeOf.size === 0) {
      throw new InputError(
        `${this.caller}: column ${quoted(this.name)} has no label in any row; exclude it with \`columns\``,
      )
    }
    if (this.#hasNumbers && this.#hasWords && this.#oddText !== null) {
      const { text, row } = this.#oddText
      throw new InputError(
        `${this.caller}: row ${row}, column ${quoted(this.name)} is ${quoted(text)}: the column contains words and ` +
          'numbers in more than one notation; write every label in one notation',
      )
    }
  }
}
