import { InputError } from '../../errors.js'
import { manyInt32Arrays } from '../../numeric/many-arrays.js'
import { Pauser } from '../../pause.js'
import { type Column, cellText, distinctValues, holdsFractions, quoted, type Table } from '../table.js'
import { WholeFileNeeded } from '../whole-file-needed.js'
import { LabelNumbers } from './label-numbers.js'
import { fractionWarnings, type LabelRoles, labelRoles } from './label-roles.js'
import { numberColumnInto } from './number-column.js'
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
  signal?: AbortSignal
}

/** Columns between two chances to pause: some milliseconds. */
const COLUMNS_PER_PAUSE = 4096

/**
 * Reads the columns of a table that comes in blocks as labelings, like `toLabelings` does for a whole table. The first
 * block decides the roles of the columns; `WholeFileNeeded` is thrown if a later block contradicts it. The blocks can be
 * read once.
 */
export async function labelBlocks(
  tables: AsyncGenerator<Table>,
  caller: string,
  options: LabelBlocksOptions = {},
): Promise<LabelBlocks> {
  const opened = await tables.next()
  if (opened.done) throw new InputError(`${caller}: the table has columns but no rows`)
  const first = opened.value
  // With very many columns, each of the following steps takes a while.
  const pauser = new Pauser(options.signal)
  await pauser.pause()
  const { columns, ids, idName, truth, truthName, notes, warnings } = rolesIn(caller, first, options)
  await pauser.pause()
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
    warnings: [...warnings],
  }
  // Until the last block is read, these are the labelings that the first one shows.
  const fractions = { at: found.warnings.length, known: columns.filter(holdsFractions).map(({ name }) => name) }
  found.warnings.push(...fractionWarnings(fractions.known))
  const seenIds = new Set<string>()
  const placeOf = new Map(first.columns.map(({ name }, j) => [name, j]))
  const places = names.map(name => placeOf.get(name)!)
  const checkKinds = kindChecker(caller, first)

  async function* blocks(): AsyncGenerator<Int32Array[]> {
    let row = 0
    for (let table: Table | undefined = first; table !== undefined; ) {
      await pauser.pause()
      if (!options.isPart) checkKinds(table, row)
      const all = columnsLike(caller, first, table, row)
      if (found.ids !== null) {
        const problem = readIds(caller, found.ids, seenIds, all[placeOf.get(idName!)!], table.rowCount)
        // A column that was guessed to be the id is none if it has such a row.
        if (problem !== null) throw options.id ? new InputError(problem) : new WholeFileNeeded(problem)
      }
      if (found.truth !== null) {
        const column = all[placeOf.get(truthName!)!]
        if (!options.truth && holdsFractions(column)) {
          throw new WholeFileNeeded(`${caller}: column ${quoted(column.name)} contains fractions after row ${row}`)
        }
        const problem = readTruth(caller, found.truth, column, table.rowCount)
        if (problem !== null) throw options.truth ? new InputError(problem) : new WholeFileNeeded(problem)
      }
      const labels = manyInt32Arrays(labelings.length, table.rowCount)
      for (const [t, labeling] of labelings.entries()) {
        labeling.add(labels[t], all[places[t]])
        if (t % COLUMNS_PER_PAUSE === 0) await pauser.pause()
      }
      yield labels
      row += table.rowCount
      const next: IteratorResult<Table, void> = await tables.next()
      table = next.done ? undefined : next.value
    }
    if (options.isPart) return
    for (const labeling of labelings) labeling.finish()
    const measured = labelings.filter(({ hasFractions }) => hasFractions).map(({ name }) => name)
    found.warnings.splice(fractions.at, found.warnings.length, ...fractionWarnings(measured))
  }
  return { ...found, blocks: blocks() }
}

/** The roles of the columns by the first block. Later blocks may lift what is wrong with a role that was guessed. */
function rolesIn(caller: string, first: Table, options: LabelBlocksOptions): LabelRoles {
  try {
    return labelRoles(caller, first, options)
  } catch (error) {
    const isGuess = options.truth === undefined || options.id === undefined
    throw isGuess && error instanceof InputError ? new WholeFileNeeded(error.message) : error
  }
}

/** Fails if a column is not of the same kind in all blocks. A block without values is of any kind. */
function kindChecker(caller: string, first: Table): (table: Table, row: number) => void {
  const kinds = new Map(first.columns.map(column => [column.name, column.kind]))
  return ({ columns }, row) => {
    const changed = columns.find(
      column => kinds.get(column.name) !== column.kind && distinctValues(column).texts.length > 0,
    )
    if (changed === undefined || !kinds.has(changed.name)) return
    throw new WholeFileNeeded(
      `${caller}: column ${quoted(changed.name)} contains numbers and text; the rows from ${row + 1} differ from the rows above`,
    )
  }
}

/** The columns of a block in the order of the first block. Columns that only the first one has are empty. */
function columnsLike(caller: string, first: Table, table: Table, row: number): readonly Column[] {
  const hasSameNames =
    table.columns.length === first.columns.length &&
    table.columns.every(({ name }, j) => name === first.columns[j].name)
  if (hasSameNames) return table.columns
  const columns = new Map(table.columns.map(column => [column.name, column]))
  const known = new Set(first.columns.map(({ name }) => name))
  const added = table.columns.find(({ name }) => !known.has(name))
  if (added) {
    throw new InputError(
      `${caller}: column ${quoted(added.name)} is empty up to row ${row} but has values after it; name it in the header`,
    )
  }
  const empty = new Float64Array(table.rowCount).fill(Number.NaN)
  return first.columns.map(({ name }) => columns.get(name) ?? { name, kind: 'number', numbers: empty })
}

/** Adds the ids of a block. Returns what is wrong with them, or null. */
function readIds(caller: string, ids: string[], seen: Set<string>, column: Column, rowCount: number): string | null {
  for (let i = 0; i < rowCount; i++) {
    const row = ids.length + 1
    const id = cellText(column, i)
    if (id === null) return `${caller}: row ${row} has no id in column ${quoted(column.name)}`
    if (seen.has(id)) {
      return `${caller}: ids must be unique; row ${row} is ${quoted(id)} in column ${quoted(column.name)}, like an earlier row`
    }
    seen.add(id)
    ids.push(id)
  }
  return null
}

/** Adds the classes of a block. Returns what is wrong with them, or null. */
function readTruth(caller: string, truth: string[], column: Column, rowCount: number): string | null {
  for (let i = 0; i < rowCount; i++) {
    const value = cellText(column, i)
    if (value === null) {
      return `${caller}: row ${truth.length + 1} has no class in the truth column ${quoted(column.name)}; fill it in or remove the row`
    }
    truth.push(value)
  }
  return null
}

/** Reads one labeling and numbers the values of the whole column by first appearance. */
class LabelColumn {
  readonly #numbers = new LabelNumbers()
  /** The names of the clusters. */
  readonly names: string[] = []
  hasFractions = false

  constructor(
    readonly caller: string,
    readonly name: string,
  ) {}

  /** Writes the labels of a block to `out`. */
  add(out: Int32Array, column: Column): void {
    numberColumnInto(out, column, this.#numbers)
    const { names } = this.#numbers
    for (let c = this.names.length; c < names.length; c++) this.names.push(String(names[c]))
    this.hasFractions ||= holdsFractions(column)
  }

  finish(): void {
    if (this.names.length > 0) return
    throw new InputError(
      `${this.caller}: column ${quoted(this.name)} has no label in any row; leave it out with \`exclude\``,
    )
  }
}
