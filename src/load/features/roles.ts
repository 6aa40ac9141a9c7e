import { InputError } from '../../check.js'
import { type Column, cellText, distinctValues, holdsFractions, quoted, shortList, type Table } from '../table.js'

/** Column names that mean the truth, the most reliable first. */
const TRUTH_NAMES = [
  'truth',
  'ground_truth',
  'gt',
  'gnd',
  'true_label',
  'true_labels',
  'true_class',
  'class',
  'classes',
  'target',
  'label',
  'labels',
  'y_true',
  'y',
]

const ID_NAMES = [
  'id',
  'ids',
  'sample',
  'samples',
  'sample_id',
  'sample_name',
  'row_names',
  'row_name',
  'rownames',
  'rowname',
  'row_id',
  'index',
  'unnamed_0',
  'index_level_0',
  'name',
  'names',
  'key',
  'uuid',
  'barcode',
  'accession',
  'identifier',
  'subject',
  'subject_id',
  'patient',
  'patient_id',
  'cell_id',
  'object_id',
  'instance_id',
]

/** The name in lower case, words joined by one underscore: "Sample ID", "sample-id" and "SampleId" are the same. */
function plainName(name: string): string {
  return name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
}

/** How strongly a name suggests the truth; 0 means not at all. `y` next to an `x` is a coordinate. */
export function truthRank(name: string, allNames: readonly string[]): number {
  const plain = plainName(name)
  if (plain === 'y' && allNames.some(other => plainName(other) === 'x')) return 0
  const compact = plain.replaceAll('_', '')
  const at = TRUTH_NAMES.findIndex(known => known === plain || known.replaceAll('_', '') === compact)
  return at < 0 ? 0 : TRUTH_NAMES.length - at
}

export function looksLikeId(name: string): boolean {
  return ID_NAMES.includes(plainName(name))
}

/** A word that is common in headers and rare in data. */
export function looksLikeHeaderWord(name: string): boolean {
  return name.length > 1 && (looksLikeId(name) || truthRank(name, []) > 0)
}

/** The roles of columns. */
export interface RoleOptions {
  /** Column of sample names; null for none. By default the column is detected by its name. */
  id?: string | null
  /** Column of the ground truth (the true class of every sample); null for none. By default the column is detected by its name. */
  truth?: string | null
  /** The columns to use; by default all except id and truth. */
  columns?: readonly string[]
}

/** Which column names the samples, which contains the truth, and which are left. */
export interface Roles {
  readonly columns: readonly Column[]
  readonly ids: readonly string[] | null
  readonly idName: string | null
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Assigns a role to every column of a table: as the caller says, otherwise by its name. Notes list every assumption. */
export function findRoles(caller: string, table: Table, options: RoleOptions, use: 'features' | 'labelings'): Roles {
  const notes: string[] = []
  const warnings: string[] = []
  const chosen = options.columns?.map(name => columnNamed(caller, table, 'columns', name))
  checkChosen(caller, options)
  const isFree = (column: Column) => !chosen?.includes(column) && column.name !== options.truth

  const id = options.id
    ? columnNamed(caller, table, 'id', options.id)
    : options.id === null
      ? null
      : guessId(table, isFree)
  if (id && !options.id) notes.push(`${quoted(id.name)} is used as the names of the samples`)
  const free = table.columns.filter(column => column !== id && isFree(column))
  const truth = options.truth
    ? columnNamed(caller, table, 'truth', options.truth)
    : options.truth === null
      ? null
      : guessTruth(caller, free, table, use, chosen !== undefined, notes)
  if (truth && !options.truth) {
    const note = `${quoted(truth.name)} is used as the truth because of its name, and is not one of the ${use}`
    if (use === 'labelings') warnings.push(`${note}; to use it as a labeling, list the columns to use`)
    else notes.push(note)
  }
  const columns = chosen ?? table.columns.filter(column => column !== id && column !== truth)
  if (columns.length === 0)
    throw new InputError(`${caller}: no column is left for the ${use}; the table has ${namesOf(table)}`)
  return {
    columns,
    ids: id && checkIds(caller, id, table.rowCount),
    idName: id?.name ?? null,
    truth: truth && checkTruth(caller, truth, table.rowCount),
    truthName: truth?.name ?? null,
    notes,
    warnings,
  }
}

function namesOf(table: Table): string {
  return shortList(table.columns.map(column => column.name))
}

function columnNamed(caller: string, table: Table, parameter: string, name: string): Column {
  const column = table.columns.find(each => each.name === name)
  if (column) return column
  throw new InputError(
    `${caller}: \`${parameter}\` must name a column; got ${quoted(name)}, but the table has ${namesOf(table)}`,
  )
}

function checkChosen(caller: string, { id, truth, columns }: RoleOptions): void {
  const repeated = columns?.find((name, j) => columns.indexOf(name) < j)
  if (repeated !== undefined)
    throw new InputError(`${caller}: \`columns\` must name every column once; got ${quoted(repeated)} twice`)
  if (id && id === truth)
    throw new InputError(`${caller}: \`id\` and \`truth\` must be different columns; both are ${quoted(id)}`)
  if (id && columns?.includes(id))
    throw new InputError(`${caller}: ${quoted(id)} must be either \`id\` or one of \`columns\`, not both`)
}

/** A column with a typical id name, or the first column if it is text; in both cases no value may repeat. */
function guessId(table: Table, isFree: (column: Column) => boolean): Column | null {
  const [first] = table.columns
  const named = table.columns.filter(column => isFree(column) && looksLikeId(column.name))
  const isFirstCandidate = first && isFree(first) && first.kind === 'text' && truthRank(first.name, []) === 0
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
  use: 'features' | 'labelings',
  isChosen: boolean,
  notes: string[],
): Column | null {
  const allNames = table.columns.map(column => column.name)
  const named = free.filter(column => truthRank(column.name, allNames) > 0)
  if (named.length === 0) return null
  if (!isChosen && named.length === free.length) {
    if (named.length > 1) throw severalTruths(caller, named)
    notes.push(`${quoted(named[0].name)} is one of the ${use}, because no other column is left`)
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

function severalTruths(caller: string, columns: readonly Column[]): InputError {
  return new InputError(
    `${caller}: ${shortList(columns.map(column => column.name))} all look like the truth; choose one with \`truth\`, or list the columns to use with \`columns\``,
  )
}

function checkIds(caller: string, column: Column, rowCount: number): string[] {
  const seen = new Map<string, number>()
  return Array.from({ length: rowCount }, (_, i) => {
    const id = cellText(column, i)
    if (id === null) throw new InputError(`${caller}: row ${i + 1} has no id in column ${quoted(column.name)}`)
    const before = seen.get(id)
    if (before !== undefined) {
      throw new InputError(
        `${caller}: ids must differ; rows ${before + 1} and ${i + 1} are both ${quoted(id)} in column ${quoted(column.name)}`,
      )
    }
    seen.set(id, i)
    return id
  })
}

/** Every distinct value is a class; an empty cell is not. */
function checkTruth(caller: string, column: Column, rowCount: number): string[] {
  return Array.from({ length: rowCount }, (_, i) => {
    const value = cellText(column, i)
    if (value !== null) return value
    throw new InputError(
      `${caller}: row ${i + 1} has no class in the truth column ${quoted(column.name)}; fill it in or remove the row`,
    )
  })
}
