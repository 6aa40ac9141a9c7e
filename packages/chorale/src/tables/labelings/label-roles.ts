import { InputError } from '../../errors.js'
import type { RoleOptions } from '../columns/column-roles.js'
import { type CheckedTexts, classesIn, idsIn } from '../columns/ids-and-classes.js'
import { idRank, plainMeansTruth, plainName } from '../columns/role-names.js'
import { firstRepeated, selectColumns } from '../columns/select-columns.js'
import { problemsError } from '../problems.js'
import { type Column, distinctValues, holdsFractions, quoted, shortList, type Table } from '../table.js'

/** Which column names the samples, which contains the truth, and which are left. */
export interface LabelRoles {
  readonly columns: readonly Column[]
  readonly ids: readonly string[] | null
  readonly idName: string | null
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Assigns a role to every column of a table of labelings: as the caller says, otherwise by its name. Notes list every assumption. */
export function labelRoles(caller: string, given: Table, options: RoleOptions): LabelRoles {
  const table = withoutFeatures(given, options)
  const notes: string[] = []
  const warnings: string[] = []
  const { chosen, named, excluded, givenId, givenTruth } = givenColumns(caller, table, options)
  const isFree = (column: Column) =>
    !named.has(column) && !excluded.has(column) && column !== givenId && column !== givenTruth

  const id = givenId ?? (options.id === null ? null : guessId(table, isFree))
  if (id && !givenId) notes.push(`${quoted(id.name)} is used as the names of the samples`)
  const free = table.columns.filter(column => column !== id && isFree(column))
  const truth = givenTruth ?? (options.truth === null ? null : guessTruth(caller, free, table, named.size > 0, notes))
  if (truth && !givenTruth) {
    warnings.push(
      `${quoted(truth.name)} is used as the truth because of its name, and is not one of the labelings; to use it as a ` +
        'labeling, list the columns to use',
    )
  }
  const columns = (chosen ?? table.columns).filter(
    column => named.has(column) || (column !== id && column !== truth && !excluded.has(column)),
  )
  if (columns.length === 0) {
    const names = shortList(table.columns.map(column => column.name))
    throw new InputError(`${caller}: no column is left for the labelings; the table has ${names}`)
  }
  return {
    columns,
    ids: id && checked(caller, idsIn(id, table.rowCount)),
    idName: id?.name ?? null,
    truth: truth && checked(caller, classesIn(truth, table.rowCount)),
    truthName: truth?.name ?? null,
    notes,
    warnings,
  }
}

/**
 * The columns beside the features, if the file says which columns are features: those that describe the samples. Numbers
 * among them are measurements unless they are named.
 */
function withoutFeatures(table: Table, options: RoleOptions): Table {
  const isMeasured = ({ role, kind }: Column) =>
    role === 'annotation' && kind === 'number' && options.columns === undefined
  const columns = table.columns.filter(column => column.role !== 'feature' && !isMeasured(column))
  return columns.some(({ role }) => role === 'annotation') ? { ...table, columns } : table
}

/** The columns that the options name. All faults are reported in one error. */
function givenColumns(caller: string, table: Table, { id, truth, columns, exclude }: RoleOptions) {
  const names = table.columns.map(column => column.name)
  const problems: string[] = []
  const select = (parameter: string, selectors: readonly string[]) => {
    const { columns: found, faults } = selectColumns(names, selectors)
    for (const fault of faults) problems.push(`\`${parameter}\` must name a column; ${fault}`)
    return found.map(j => table.columns[j])
  }
  const chosen = columns === undefined ? null : select('columns', columns)
  const named = new Set([...selectColumns(names, columns ?? []).named].map(j => table.columns[j]))
  const excluded = new Set(select('exclude', exclude ?? []))
  const [givenId = null] = select('id', id ? [id] : [])
  const [givenTruth = null] = select('truth', truth ? [truth] : [])
  const repeated = firstRepeated(columns ?? [])
  if (repeated !== undefined) problems.push(`\`columns\` must name every column once; got ${quoted(repeated)} twice`)
  if (givenId !== null && givenId === givenTruth) {
    problems.push(`\`id\` and \`truth\` must be different columns; both are ${quoted(givenId.name)}`)
  }
  if (givenId !== null && named.has(givenId)) {
    problems.push(`${quoted(givenId.name)} must be either \`id\` or one of \`columns\`, not both`)
  }
  if (problems.length > 0) throw problemsError(caller, problems)
  return { chosen, named, excluded, givenId, givenTruth }
}

/** A column with a typical id name, or the first column if it is text; in both cases no value may repeat. */
function guessId(table: Table, isFree: (column: Column) => boolean): Column | null {
  const stated = table.columns.find(column => column.role === 'id' && isFree(column))
  if (stated !== undefined) return stated
  const [first] = table.columns
  const named = table.columns.filter(column => isFree(column) && idRank(column.name) > 0)
  const isFirstCandidate = first && isFree(first) && first.kind === 'text' && !namesTruth(first.name, [])
  const candidates = isFirstCandidate ? [...named, first] : named
  return (
    candidates.find(column => table.columns.length > 1 && distinctValues(column).texts.length === table.rowCount) ??
    null
  )
}

/** The column whose name says truth, unless it contains measurements or is the only column left. */
function guessTruth(
  caller: string,
  free: readonly Column[],
  table: Table,
  isChosen: boolean,
  notes: string[],
): Column | null {
  const allNames = table.columns.map(column => column.name)
  const named = free.filter(column => namesTruth(column.name, allNames))
  if (named.length === 0) return null
  if (!isChosen && named.length === free.length) {
    if (named.length > 1) throw severalTruths(caller, named)
    notes.push(`${quoted(named[0].name)} is one of the labelings, because no other column is left`)
    return null
  }
  const classes = named.filter(column => !holdsFractions(column))
  for (const column of named) {
    if (!classes.includes(column)) notes.push(`${quoted(column.name)} is not used as the truth: it contains fractions`)
  }
  if (classes.length > 1 && !isChosen) throw severalTruths(caller, classes)
  if (classes.length > 1)
    notes.push(`no column is used as the truth: ${shortList(classes.map(column => column.name))} all look like it`)
  return classes.length === 1 ? classes[0] : null
}

/** Whether a name means the truth. `y` next to an `x` is a coordinate. Species and groups may be labelings. */
export function namesTruth(name: string, allNames: readonly string[]): boolean {
  const plain = plainName(name)
  if (plain !== 'y') return plainMeansTruth(plain)
  return !allNames.some(other => plainName(other) === 'x')
}

function severalTruths(caller: string, columns: readonly Column[]): InputError {
  return new InputError(
    `${caller}: ${shortList(columns.map(column => column.name))} all look like the truth; choose one with \`truth\`, or list the columns to use with \`columns\``,
  )
}

function checked(caller: string, found: CheckedTexts): string[] {
  if (found.problem !== null) throw new InputError(`${caller}: ${found.problem}`)
  return found.texts
}

/** Rejects a table of measurements: no program writes clusters as fractions. A few such columns get a warning. */
export function checkLabels(caller: string, { columns }: Table): void {
  checkMeasured(caller, new Set(columns.filter(holdsFractions).map(({ name }) => name)), columns.length)
}

/** The blocks of a table, up to the one that shows that the table contains measurements. */
export async function* checkedLabels(caller: string, tables: AsyncIterable<Table>): AsyncGenerator<Table> {
  const measured = new Set<string>()
  for await (const table of tables) {
    for (const column of table.columns) {
      if (!measured.has(column.name) && holdsFractions(column)) measured.add(column.name)
    }
    checkMeasured(caller, measured, table.columns.length)
    yield table
  }
}

function checkMeasured(caller: string, measured: ReadonlySet<string>, columnCount: number): void {
  if (measured.size < 2 || 2 * measured.size <= columnCount) return
  const [name] = measured
  throw new InputError(
    `${caller}: ${measured.size} of ${columnCount} columns contain fractions, such as ${quoted(name)}; these are ` +
      'measurements rather than labelings. Use `cluster`',
  )
}

/** The warning about labelings that contain fractions; none if there are no such labelings. */
export function fractionWarnings(names: readonly string[]): string[] {
  if (names.length === 0) return []
  return names.length === 1
    ? [`${quoted(names[0])} contains fractions; is it a measurement rather than a labeling?`]
    : [`${shortList(names)} contain fractions; are they measurements rather than labelings?`]
}
