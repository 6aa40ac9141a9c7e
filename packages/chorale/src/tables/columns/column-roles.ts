import { countText } from '../../count-text.js'
import { checkOneOf, checkOptionNames, InputError, invalid } from '../../errors.js'
import { type OrientationOptions, orientTable } from '../orientation/orient-table.js'
import { problemsError } from '../problems.js'
import { type Column, distinctValues, quoted, shortList, type Table } from '../table.js'
import { type Data, tableOf } from '../to-table.js'
import { type ColumnContent, type ColumnType, contentOf, LONG_INTEGERS, type WordCells } from './column-content.js'
import { decimalOf } from './column-numbers.js'
import { idRank, isDatePart, meansFrequency, meansSubject, meansTruth, truthRank } from './role-names.js'
import { firstRepeated, type Selection, selectColumns } from './select-columns.js'

/** What a column can be used for. */
const ROLES = ['feature', 'category', 'id', 'truth', 'description', 'unused'] as const satisfies readonly Role[]

/**
 * What a column is used for: a `feature` is one number per sample, a `category` becomes one feature per value, `id` names
 * the samples, `truth` holds the true classes, a `description` is shown beside the clusters, and `unused` is not used.
 */
export type Role = 'feature' | 'category' | 'id' | 'truth' | 'description' | 'unused'

/** The role of a column, with the reason. */
export interface ColumnRole {
  readonly name: string
  readonly role: Role
  /** What the column contains. */
  readonly type: ColumnType
  /** Why the column has this role, as a short phrase. */
  readonly reason: string
  /** A doubt that you should look at; null if there is none. */
  readonly warning: string | null
}

/** Options for the roles of columns that features and labelings share. */
export interface RoleOptions {
  /** Column of sample names; null for none. By default the column is detected. */
  id?: string | null
  /** Column of the ground truth (the true class of every sample); null for none. By default the column is detected detected by name. */
  truth?: string | null
  /**
   * The columns to use: names, numbers counted from 1, ranges such as '2-5' and 'x1:x9', or patterns such as 'petal*'.
   * Within ranges and patterns, ids, truth and text are still set aside.
   */
  columns?: readonly string[]
  /** The columns to leave out, written like `columns`. */
  exclude?: readonly string[]
}

/** Options of {@link columnRoles}. */
export interface ColumnRoleOptions extends RoleOptions, OrientationOptions {
  /** Columns to use as categories, written like `columns`, or 'all' for every column of text with up to 50 values. */
  categorical?: 'all' | readonly string[]
  /**
   * Column of texts, whose words say what the clusters are about; null for none. By default the column of sentences beside a
   * column of vectors.
   */
  text?: string | null
  /** Use dates and times as numbers of days. By default they are set aside. */
  dates?: boolean
  /** Roles by column name. They override all other rules. */
  roles?: Readonly<Record<string, Role>>
}

export const ROLE_OPTIONS = {
  id: true,
  truth: true,
  columns: true,
  exclude: true,
  categorical: true,
  text: true,
  dates: true,
  roles: true,
  genesIn: true,
} satisfies Record<keyof ColumnRoleOptions, true>

/** A column with more values than this is more likely a name or a comment than a category. */
const MAX_CATEGORIES = 50
const MANY_TEXTS = `text with more than ${MAX_CATEGORIES} different values`

/** The most classes of a column of integers, and the most integers of a column that looks like classes. */
const MAX_NUMBERED_CLASSES = 20
const FEW_INTEGERS = 10

/** A column with a larger share of missing values is no feature by default. */
const MOST_MISSING = 0.5
/** Fewer subjects are more likely the levels of a factor. */
const LEAST_SUBJECTS = 5

/** The share of ids that have the same number of digits. */
const SAME_LENGTH = 0.8
/** Fewer rows can be integers in steps of one by chance: in the order of the rows, and in any order. */
const LEAST_ORDERED = 5
const LEAST_SHUFFLED = 20

/**
 * Decides what every column of a table is used for, in the order of the table. {@link cluster} and {@link toDataset}
 * use the same rules; to change a role, pass it to them as `roles`.
 *
 * @example
 * ```ts
 * import { columnRoles, readTable } from 'chorale'
 *
 * const table = await readTable('CustomerID,age,city,class\n7,31,Bern,a\n8,45,Lyon,b\n9,28,Bern,a\n')
 * const roles = columnRoles(table)
 * console.log(roles.map(({ role }) => role).join()) // id,feature,description,truth
 * console.log(roles[0].reason) // detected by name
 * ```
 *
 * @group Read
 */
export function columnRoles(data: Data, options: ColumnRoleOptions = {}): ColumnRole[] {
  checkOptionNames('columnRoles', options, Object.keys(ROLE_OPTIONS))
  const given = tableOf('columnRoles', data)
  const caller = given.name ?? 'columnRoles'
  return [...decideRoles(caller, orientTable(caller, given, options), options).columns]
}

/** The roles, and the columns of the features in the order that the caller gave. */
export interface RoleDecision {
  readonly columns: readonly ColumnRole[]
  /** Indices of the columns that become features. */
  readonly features: readonly number[]
  /** Features with strings among their numbers, which cannot be used as they are. */
  readonly problems: readonly string[]
  /** The index of the column of texts; null if there is none. */
  readonly text: number | null
}

/** `contents` is what the columns contain, if the table has only the first rows of a larger one. */
export function decideRoles(
  caller: string,
  table: Table,
  options: ColumnRoleOptions,
  contents: readonly ColumnContent[] = table.columns.map(column => contentOf(column, decimalOf(table))),
): RoleDecision {
  return new RoleFinder(caller, table, options, contents).find()
}

/** All columns of plain numbers are features: they have no names to judge by, and the caller chose them. */
export function plainRoles(table: Table): RoleDecision {
  const columns = table.columns.map(
    ({ name }): ColumnRole => ({ name, role: 'feature', type: 'number', reason: 'numbers', warning: null }),
  )
  return { columns, features: [...columns.keys()], problems: [], text: null }
}

/** Gives every column its role: first what the caller says, then ids and truth, then by content. */
class RoleFinder {
  readonly #names: readonly string[]
  readonly #columns: readonly Column[]
  readonly #contents: readonly ColumnContent[]
  readonly #found: (ColumnRole | null)[]
  /** Columns whose role the caller set. */
  readonly #isGiven: boolean[]
  readonly #problems: string[] = []
  #chosen: Selection | null = null

  constructor(
    readonly caller: string,
    readonly table: Table,
    readonly options: ColumnRoleOptions,
    contents: readonly ColumnContent[],
  ) {
    this.#columns = table.columns
    this.#names = table.columns.map(column => column.name)
    this.#contents = contents
    this.#found = table.columns.map(() => null)
    this.#isGiven = table.columns.map(() => false)
  }

  find(): RoleDecision {
    this.#setGiven()
    if (this.#problems.length > 0) throw problemsError(this.caller, this.#problems)
    this.#setStated()
    if (this.options.id !== null) this.#setIds()
    if (this.options.truth !== null) this.#setTruth()
    this.#setAnnotations()
    this.#setVectors()
    this.#setByDesign()
    this.#setByContent()
    this.#setDuplicates()
    if (this.#features().length === 0) this.#useWhatIsLeft()
    this.#warnOfClasses()
    const text = this.#text()
    if (text !== null) this.#set(text, 'description', 'its words describe the clusters')
    return {
      columns: this.#found as ColumnRole[],
      features: this.#features(),
      problems: this.#wordProblems(),
      text,
    }
  }

  /** The column of texts: the one asked for, or the longest of those beside the vectors. */
  #text(): number | null {
    const { text } = this.options
    if (text !== undefined) return this.#one('text', text)
    const isVector = (j: number) => this.#found[j]?.type === 'vector'
    if (!this.#features().some(isVector)) return null
    const sentences = [...this.#names.keys()].filter(
      j => this.#found[j]?.role === 'description' && this.#isTextOfVectors(j),
    )
    const lengthOf = (j: number) => {
      const column = this.#columns[j]
      return column.kind === 'text' ? column.texts.reduce((sum, each) => sum + each.length, 0) : 0
    }
    return sentences.sort((a, b) => lengthOf(b) - lengthOf(a))[0] ?? null
  }

  #wordProblems(): string[] {
    return this.#features().flatMap(j => {
      const { words } = this.#contents[j]
      if (words === null || this.#found[j]?.role !== 'feature') return []
      const [{ text }] = words.first
      if (words.otherNotationCount === words.count) {
        return [
          `${quoted(this.#names[j])}: ${wordsText(words)} in the notation of the other rows. Write all numbers in the same ` +
            'way, or leave the column out with `exclude`',
        ]
      }
      return [
        `${quoted(this.#names[j])}: ${wordsText(words)}. If ${quoted(text)} means no value, add it to \`missing\`; otherwise ` +
          'leave the column out with `exclude`, or use it as text with `categorical`',
      ]
    })
  }

  #set(j: number, role: Role, reason: string): void {
    const { type, words } = this.#contents[j]
    const warning = words !== null && role === 'feature' ? wordsText(words) : null
    this.#found[j] = { name: this.#names[j], role, type, reason, warning }
  }

  #free(): number[] {
    return [...this.#names.keys()].filter(j => this.#found[j] === null)
  }

  /** Features and categories, in the order of `columns` if it is given. */
  #features(): number[] {
    const isFeature = (j: number) => this.#found[j]?.role === 'feature' || this.#found[j]?.role === 'category'
    const order = new Set([...(this.#chosen?.columns ?? []), ...this.#names.keys()])
    return [...order].filter(isFeature)
  }

  /** The roles that the caller gives, and what is wrong with them. */
  #setGiven(): void {
    const { id, truth, text, columns, exclude, categorical, roles = {} } = this.options
    const excluded = this.#select('exclude', exclude)
    const categories = this.#select('categorical', categorical === 'all' ? undefined : categorical)
    this.#chosen = columns === undefined ? null : this.#select('columns', columns)
    const idAt = this.#one('id', id)
    const truthAt = this.#one('truth', truth)
    this.#checkConflicts(idAt, truthAt, columns, excluded)
    for (const j of this.#chosen?.named ?? []) this.#give(j, 'feature')
    for (const j of categories.columns) this.#give(j, 'category')
    for (const j of excluded.columns) this.#give(j, 'unused', 'excluded')
    const textAt = this.#one('text', text)
    if (textAt !== null) this.#give(textAt, 'description')
    if (truthAt !== null) this.#give(truthAt, 'truth')
    if (idAt !== null) this.#give(idAt, 'id')
    for (const [name, role] of Object.entries(roles)) {
      checkOneOf(this.caller, `roles[${quoted(name)}]`, role, ROLES)
      const j = this.#one('roles', name)
      if (j !== null) this.#give(j, role)
    }
  }

  /** What the file itself says of its columns. The caller's choice of columns goes first. */
  #setStated(): void {
    const hasId = this.options.id !== undefined
    const chosen = this.#chosen === null ? null : new Set(this.#chosen.columns)
    for (const j of this.#free()) {
      const { role } = this.#columns[j]
      const { isEmpty, isConstant, type } = this.#contents[j]
      if (role === 'id' && !hasId) this.#set(j, 'id', 'names of the samples')
      if (role !== 'feature' || (chosen !== null && !chosen.has(j)) || isEmpty || isConstant) continue
      this.#found[j] = {
        name: this.#names[j],
        role,
        type: type === 'vector' ? type : 'number',
        reason: 'numbers',
        warning: null,
      }
      // Genes with the same values are genes of their own.
      this.#isGiven[j] = true
    }
  }

  #give(j: number, role: Role, reason = 'as requested'): void {
    const { isEmpty, isConstant, type } = this.#contents[j]
    this.#isGiven[j] = true
    const isFeature = role === 'feature' || role === 'category'
    if (type === 'vector' && role !== 'feature' && role !== 'unused') {
      this.#problems.push(
        `column ${quoted(this.#names[j])} contains vectors; it can be a feature or unused, not ${role}`,
      )
    }
    if (isFeature && (isEmpty || isConstant)) {
      this.#set(j, 'unused', isEmpty ? 'empty' : 'constant')
      return
    }
    if (role === 'feature' && this.#contents[j].codes === LONG_INTEGERS) {
      this.#found[j] = { name: this.#names[j], role, type: 'number', reason, warning: ROUNDED(this.#names[j]) }
      return
    }
    const isCategory = role === 'category' || (role === 'feature' && type === 'text')
    const valueCount = isCategory ? this.#distinctCount(j) : 0
    if (valueCount > MAX_CATEGORIES) {
      this.#problems.push(
        `column ${quoted(this.#names[j])} has ${valueCount} different values; a category can have at most ${MAX_CATEGORIES}. ` +
          'Leave it out with `exclude`',
      )
    }
    this.#set(j, isCategory ? 'category' : role, type === 'vector' && isFeature ? this.#featureReason(j) : reason)
  }

  #select(parameter: string, selectors: readonly string[] | undefined): Selection {
    if (selectors !== undefined && !Array.isArray(selectors)) {
      throw invalid(this.caller, parameter, 'be a list of columns', selectors)
    }
    const selection = selectColumns(this.#names, selectors ?? [])
    for (const fault of selection.faults) {
      this.#problems.push(`\`${parameter}\` must name a column; ${fault}`)
    }
    return selection
  }

  /** The one column that an option names; null if it names none. */
  #one(parameter: string, name: string | null | undefined): number | null {
    if (name === null || name === undefined) return null
    const { columns, named, faults } = selectColumns(this.#names, [name])
    if (faults.length > 0) this.#problems.push(`\`${parameter}\` must name a column; ${faults[0]}`)
    else if (named.size === 0) this.#problems.push(`\`${parameter}\` must name one column; got ${quoted(name)}`)
    else return columns[0]
    return null
  }

  #checkConflicts(
    id: number | null,
    truth: number | null,
    columns: readonly string[] | undefined,
    excluded: Selection,
  ): void {
    const nameAt = (j: number) => quoted(this.#names[j])
    const repeated = firstRepeated(columns ?? [])
    if (repeated !== undefined) {
      this.#problems.push(`\`columns\` must name every column once; got ${quoted(repeated)} twice`)
    }
    if (id !== null && id === truth) {
      this.#problems.push(`\`id\` and \`truth\` must be different columns; both are ${nameAt(id)}`)
    }
    if (id !== null && this.#chosen?.named.has(id)) {
      this.#problems.push(`${nameAt(id)} must be either \`id\` or one of \`columns\`, not both`)
    }
    const both = excluded.columns.find(j => this.#chosen?.named.has(j))
    if (both !== undefined) {
      this.#problems.push(`${nameAt(both)} must be either in \`columns\` or in \`exclude\`, not both`)
    }
  }

  /** Sample ids: by name, then texts that all differ, then integers in steps of one. Others like them are not features. */
  #setIds(): void {
    const free = this.#free().filter(j => !this.#contents[j].isEmpty)
    const identifiers = free.filter(j => idRank(this.#names[j]) === 2 && this.#contents[j].isDiscrete)
    const names = free.filter(j => idRank(this.#names[j]) === 1 && this.#contents[j].isDiscrete)
    const texts = free.filter(j => this.#isUniqueText(j) && !this.#isTextOfVectors(j))
    const steps = free.filter(j => this.#isSteps(j))
    const hasId = typeof this.options.id === 'string' || this.#found.some(found => found?.role === 'id')
    const [id] = hasId || this.#names.length === 1 ? [] : this.#idCandidates([...identifiers, ...names], texts, steps)
    if (id !== undefined) this.#set(id.column, 'id', id.reason)
    for (const j of identifiers) {
      if (this.#found[j] !== null || this.#contents[j].type === 'text') continue
      this.#set(j, 'unused', this.#isUnique(j) ? 'named like an id' : 'named like an id, with repeated values')
    }
    for (const j of steps) if (this.#found[j] === null) this.#set(j, 'unused', 'integers in steps of one, like ids')
  }

  #idCandidates(named: readonly number[], texts: readonly number[], steps: readonly number[]) {
    const reasons = [
      { columns: named, reason: 'detected by name' },
      { columns: texts, reason: 'a different string in every row' },
      { columns: steps, reason: 'integers in steps of one' },
    ]
    return reasons.flatMap(({ columns, reason }) =>
      columns.filter(j => this.#isUnique(j)).map(column => ({ column, reason })),
    )
  }

  #isUnique(j: number): boolean {
    const { missingCount, steps } = this.#contents[j]
    if (missingCount > 0) return false
    return steps !== null || this.#distinctCount(j) === this.table.rowCount
  }

  #distinctCount(j: number): number {
    return this.#contents[j].distinctCount ?? distinctValues(this.#columns[j]).texts.length
  }

  /** The first column may name even two samples; elsewhere few strings differ by chance. */
  #isUniqueText(j: number): boolean {
    const { type, distinctCount } = this.#contents[j]
    if (type !== 'text' || distinctCount !== this.table.rowCount || this.#truthRank(j) > 0) return false
    return j === 0 || this.table.rowCount >= LEAST_ORDERED
  }

  /** Beside vectors, sentences are what the vectors were made of: they describe the samples. */
  #isTextOfVectors(j: number): boolean {
    const column = this.#columns[j]
    if (column.kind !== 'text' || !this.#columns.some(({ kind }) => kind === 'vector')) return false
    const first = column.texts.slice(0, 100)
    return first.filter(text => /\S\s+\S+\s+\S/.test(text)).length > first.length / 2
  }

  #isSteps(j: number): boolean {
    const { steps, type } = this.#contents[j]
    if (type !== 'number' || steps === null || this.#truthRank(j) > 0) return false
    return this.table.rowCount >= (steps === 'ordered' ? LEAST_ORDERED : LEAST_SHUFFLED)
  }

  #truthRank(j: number): number {
    return this.options.truth === null ? 0 : truthRank(this.#names[j], this.#names)
  }

  /** The truth: the column with the most reliable name. Other columns with such names would give the classes away. */
  #setTruth(): void {
    const named = this.#free().filter(j => this.#truthRank(j) > 0 && !this.#contents[j].isEmpty)
    const isGiven = typeof this.options.truth === 'string' || this.#found.some(found => found?.role === 'truth')
    const classes = named.filter(j => this.#obstacle(j) === null)
    classes.sort((a, b) => this.#truthRank(b) - this.#truthRank(a))
    const best = isGiven ? undefined : classes[0]
    const others = classes.filter(j => j !== best)
    if (best !== undefined) {
      const than =
        others.length > 0
          ? `; ${shortList(others.map(j => this.#names[j]))} also ${others.length === 1 ? 'fits' : 'fit'}`
          : ''
      this.#set(best, 'truth', `detected by name${than}`)
    }
    for (const j of others) this.#setAside(j, 'named like the truth')
    for (const j of named) {
      const obstacle = this.#obstacle(j)
      if (obstacle === null) continue
      if (meansTruth(this.#names[j]) || this.#contents[j].type === 'text') {
        this.#setAside(j, `named like the truth, but ${obstacle}`)
      }
    }
  }

  /** Why a column cannot be the truth, although its name says so; null if it can. */
  #obstacle(j: number): string | null {
    const { isDiscrete, isConstant, missingCount, type } = this.#contents[j]
    const { rowCount } = this.table
    if (!isDiscrete) return 'it contains fractions'
    if (missingCount > 0) return `${countText(missingCount, 'row has', 'rows have')} no class`
    if (isConstant && !meansTruth(this.#names[j])) return 'it is constant'
    const count = this.#distinctCount(j)
    // A reliable name may have more classes; integers that rarely repeat are a measurement.
    const share = type === 'text' ? rowCount / 2 : rowCount / 4
    const most = type === 'text' ? share : Math.min(MAX_NUMBERED_CLASSES, rowCount / 2)
    const isMany = count > (meansTruth(this.#names[j]) ? Math.max(MAX_NUMBERED_CLASSES, share) : Math.max(2, most))
    return isMany ? `it has ${countText(count, 'different value')}` : null
  }

  #setAnnotations(): void {
    for (const j of this.#free()) {
      if (this.#columns[j].role === 'annotation') this.#setAside(j, 'describes the samples')
    }
  }

  #setAside(j: number, reason: string): void {
    this.#set(j, this.#contents[j].type === 'text' ? 'description' : 'unused', reason)
  }

  /** A column of vectors is the features, ahead of columns of numbers, unless the caller chooses the columns. */
  #setVectors(): void {
    if (this.#chosen !== null) return
    const isUsable = (j: number) => !this.#contents[j].isEmpty && !this.#contents[j].isConstant
    const vectors = this.#free().find(j => this.#contents[j].type === 'vector' && isUsable(j))
    if (vectors === undefined) return
    this.#set(vectors, 'feature', this.#featureReason(vectors))
    for (const j of this.#free()) {
      if (this.#contents[j].type === 'text' || !isUsable(j)) continue
      this.#set(j, 'unused', `beside the vectors in ${quoted(this.#names[vectors])}`)
    }
  }

  #featureReason(j: number): string {
    const column = this.#columns[j]
    return column.kind === 'vector' ? vectorReason(column.size) : REASONS[this.#contents[j].type]
  }

  #setByContent(): void {
    const { categorical, dates } = this.options
    const chosen = this.#chosen === null ? null : new Set(this.#chosen.columns)
    for (const j of this.#free()) {
      const { type, codes, isEmpty, isConstant, distinctCount } = this.#contents[j]
      if (isEmpty) this.#set(j, 'unused', 'empty')
      else if (isConstant) this.#set(j, 'unused', 'constant')
      else if (type === 'text') {
        const isAsked = categorical === 'all' && (distinctCount ?? 0) <= MAX_CATEGORIES && codes === null
        const reason = codes ?? ((distinctCount ?? 0) > MAX_CATEGORIES ? MANY_TEXTS : 'text')
        this.#set(j, isAsked ? 'category' : 'description', isAsked ? 'as requested' : reason)
      } else if (chosen !== null && !chosen.has(j)) this.#set(j, 'unused', 'not listed')
      else if (type === 'date' && !dates) this.#set(j, 'unused', 'dates')
      else this.#set(j, 'feature', this.#featureReason(j))
    }
  }

  /** Columns that say how a table was made rather than what its samples are. The caller can name them to use them. */
  #setByDesign(): void {
    if (this.#chosen !== null || this.#found.some(found => found?.type === 'vector' && found.role === 'feature')) return
    const measured = this.#free().filter(j => this.#contents[j].type === 'number' && !this.#contents[j].isConstant)
    const set = (j: number, reason: string) => this.#set(j, 'unused', `${reason}; to use it, name it in \`columns\``)
    const dateParts = measured.filter(j => isDatePart(this.#names[j]) && this.#contents[j].isDiscrete)
    if (dateParts.length > 1) for (const j of dateParts) set(j, 'a part of a date')
    for (const j of this.#free()) {
      if (meansSubject(this.#names[j]) && this.#isRepeated(j)) {
        set(j, 'names what is measured repeatedly; to cluster subjects, make one row of each')
      }
    }
    const left = this.#free().filter(j => measured.includes(j))
    const [only, ...more] = left
    const isTextBeside = this.#free().some(j => this.#contents[j].type === 'text')
    if (only !== undefined && more.length === 0 && isTextBeside && meansFrequency(this.#names[only])) {
      set(only, 'how many samples a row stands for; repeat each row that often to count them')
    }
    // Several such columns are measurements: a table has one id.
    const [id, ...others] = left.length > 1 ? left.filter(j => this.#isArbitraryIds(j)) : []
    if (id !== undefined && others.length === 0) set(id, 'a different integer in every row, like ids')
    const rest = this.#free().filter(j => measured.includes(j))
    const sparse = rest.filter(j => this.#contents[j].missingCount > MOST_MISSING * this.table.rowCount)
    if (sparse.length === rest.length || this.table.rowCount < LEAST_SHUFFLED) return
    for (const j of sparse) {
      const share = Math.round((100 * this.#contents[j].missingCount) / this.table.rowCount)
      set(j, `${share} % of the values are missing, more than half`)
    }
  }

  /** Whether the values are few enough to be met again, and too many for a category. */
  #isRepeated(j: number): boolean {
    const count = this.#distinctCount(j)
    return this.#contents[j].isDiscrete && count >= LEAST_SUBJECTS && 2 * count <= this.table.rowCount
  }

  #isArbitraryIds(j: number): boolean {
    const { isDiscrete, missingCount } = this.#contents[j]
    const { rowCount } = this.table
    // Columns without names of their own are read alike whether or not the table is in memory.
    if (/^column\d+$/.test(this.#names[j])) return false
    if (!isDiscrete || missingCount > 0 || rowCount < LEAST_SHUFFLED || this.#distinctCount(j) < rowCount) return false
    // Numbers that were given out have about the same length; populations and incomes do not.
    const counts = new Map<number, number>()
    for (const { length } of distinctValues(this.#columns[j]).texts) counts.set(length, (counts.get(length) ?? 0) + 1)
    return Math.max(...counts.values()) >= SAME_LENGTH * rowCount
  }

  /** Of columns with the same values only the first is a feature, unless the caller asks for both. */
  #setDuplicates(): void {
    const first = new Map<string, number>()
    for (const j of this.#features()) {
      const { fingerprint } = this.#contents[j]
      if (fingerprint === null || this.#found[j]?.role === 'category') continue
      const before = first.get(fingerprint)
      if (before === undefined) first.set(fingerprint, j)
      else if (!this.#isGiven[j] && areSame(this.#columns[before], this.#columns[j])) {
        this.#set(j, 'unused', `the same values as ${quoted(this.#names[before])}`)
      }
    }
  }

  /** Without numeric columns the table is clustered by its text columns, or by what looked like ids or the truth. */
  #useWhatIsLeft(): void {
    const { columns } = this.options
    const isFree = (j: number) => !this.#isGiven[j] && !this.#contents[j].isConstant && !this.#contents[j].isEmpty
    const free = [...this.#names.keys()].filter(isFree)
    const texts = free.filter(j => {
      const { role, type } = this.#found[j]!
      return role === 'description' && type === 'text' && (this.#contents[j].distinctCount ?? 0) <= MAX_CATEGORIES
    })
    if (columns === undefined && texts.length > 0) {
      for (const j of texts) this.#set(j, 'category', NO_NUMBERS)
      return
    }
    const others = free.filter(j => this.#contents[j].type === 'number' && this.#found[j]!.role !== 'truth')
    const truth = free.filter(j => this.#found[j]!.role === 'truth')
    const left = [...others, ...truth].at(0)
    if (left !== undefined && columns === undefined) {
      const isText = this.#contents[left].type === 'text'
      this.#set(left, isText ? 'category' : 'feature', 'no other column is left')
      return
    }
    if (this.#found.every(found => found?.reason === 'constant' || found?.role === 'id')) {
      throw new InputError(`${this.caller}: every feature is constant; there is nothing to cluster`)
    }
    throw new InputError(`${this.caller}: no column is left for the features; the table has ${shortList(this.#names)}`)
  }

  /** A first or last column of few integers among measurements may hold the classes. */
  #warnOfClasses(): void {
    const { truth, columns } = this.options
    if (truth !== undefined || columns !== undefined || this.#found.some(found => found?.role === 'truth')) return
    const features = this.#features().filter(j => this.#found[j]!.role === 'feature')
    const suspects = [this.#names.length - 1, 0].filter(
      j => features.includes(j) && !this.#isGiven[j] && this.#fewIntegers(j) !== null,
    )
    for (const j of new Set(suspects)) {
      const alike = features.filter(other => other !== j && this.#fewIntegers(other) !== null).length
      if (3 * alike >= features.length - 1) continue
      const values = this.#fewIntegers(j)!
      const shown = `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`
      const found = this.#found[j]!
      const warning =
        `${quoted(found.name)} contains only the integers ${shown}. If these are classes, set it as \`truth\`, or leave it ` +
        'out with `exclude`'
      this.#found[j] = { ...found, warning }
    }
  }

  /** The integers of a column that has few of them, sorted; null for other columns. */
  #fewIntegers(j: number): number[] | null {
    const column = this.#columns[j]
    const { isDiscrete, missingCount } = this.#contents[j]
    if (column.kind !== 'number' || !isDiscrete || missingCount > 0) return null
    const seen = new Set<number>()
    for (let i = 0; i < column.numbers.length && seen.size <= FEW_INTEGERS; i++) seen.add(column.numbers[i])
    const isFew = seen.size >= 2 && seen.size <= FEW_INTEGERS && 3 * seen.size <= column.numbers.length
    return isFew ? [...seen].sort((a, b) => a - b) : null
  }
}

/** The warning about integers that a double cannot hold. */
const ROUNDED = (name: string) => `${quoted(name)} contains integers beyond 2^53, which are rounded as features`

/** Why text columns are categories although nobody asked for it. */
export const NO_NUMBERS = 'text, because no column has numbers'

const REASONS: Record<ColumnType, string> = {
  number: 'numbers',
  boolean: 'true and false, used as 1 and 0',
  date: 'dates, used as numbers of days',
  text: 'text',
  vector: 'vectors',
}

/** Why a column of vectors is the features. */
function vectorReason(size: number): string {
  return `vectors of ${countText(size, 'number')}`
}

/** Such as: row 18 is "high"; 117 of 118 values are numbers. */
function wordsText({ first, count, numberCount }: WordCells): string {
  const cells = first.map(({ row, text }) => `row ${row} is ${quoted(text)}`).join(', ')
  const more = count > first.length ? ` and ${count - first.length} more` : ''
  return `${cells}${more}; ${numberCount} of ${numberCount + count} values are numbers`
}

function areSame(first: Column, second: Column): boolean {
  if (first.kind !== 'number' || second.kind !== 'number') return false
  return first.numbers.every((value, i) => Object.is(value, second.numbers[i]) || value === second.numbers[i])
}
