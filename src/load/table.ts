import { InputError } from '../check.js'

/** A column of numbers; NaN where the cell is empty or says that the value is missing. */
export interface NumberColumn {
  readonly name: string
  readonly kind: 'number'
  readonly numbers: Float64Array
}

/** A column of texts, each distinct text stored once. */
export interface TextColumn {
  readonly name: string
  readonly kind: 'text'
  /** The distinct texts, by first appearance (or as the file declares them). */
  readonly texts: readonly string[]
  /** For every row the index of its text, or -1 where the cell is missing. */
  readonly codes: Int32Array
}

/** A column of a table: numbers or texts. */
export type Column = NumberColumn | TextColumn

/** What every reader makes of a file: named columns of equal length. */
export interface Table {
  /** The file's name, where one was given. */
  readonly name: string | null
  readonly rowCount: number
  readonly columns: readonly Column[]
  /** What was assumed about the file, one sentence each. */
  readonly notes: readonly string[]
}

/** Rows [from, to) of a table. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/**
 * A table's limits. A file that asks for more is refused before memory is taken:
 * 2²⁸ cells are 2 GiB of numbers, which a laptop and a browser tab still hold.
 */
const MAX_CELLS = 2 ** 28
const MAX_COLUMNS = 200_000

export function checkTableSize(caller: string, rowCount: number, columnCount: number): void {
  if (columnCount > MAX_COLUMNS) {
    throw new InputError(
      `${caller}: ${columnCount} columns are more than the ${MAX_COLUMNS} allowed; samples must be rows and features columns`,
    )
  }
  if (rowCount * columnCount > MAX_CELLS) {
    throw new InputError(
      `${caller}: ${rowCount} rows x ${columnCount} columns are more than the ${MAX_CELLS} cells allowed; ` +
        'split the file, or drop columns',
    )
  }
}

/** The cell as text, null where it is missing. Whole numbers have no decimal point. */
export function cellText(column: Column, row: number): string | null {
  if (column.kind === 'text') {
    const code = column.codes[row]
    return code < 0 ? null : column.texts[code]
  }
  const value = column.numbers[row]
  return Number.isNaN(value) ? null : String(value)
}

/** The column as one code per distinct value, by first appearance, -1 where missing; with the values as text. */
export function distinctValues(column: Column): { codes: Int32Array; texts: string[] } {
  return column.kind === 'text' ? renumbered(column) : distinctNumbers(column.numbers)
}

function renumbered({ codes, texts }: TextColumn): { codes: Int32Array; texts: string[] } {
  const numberOf = new Int32Array(texts.length).fill(-1)
  const seen: string[] = []
  const result = codes.map(code => {
    if (code < 0) return -1
    if (numberOf[code] < 0) {
      numberOf[code] = seen.length
      seen.push(texts[code])
    }
    return numberOf[code]
  })
  return { codes: result, texts: seen }
}

/** Labels are mostly small whole numbers: those are looked up in an array, all others in a map. */
const SMALL = 4096

function distinctNumbers(numbers: Float64Array): { codes: Int32Array; texts: string[] } {
  const codeOfSmall = new Int32Array(SMALL).fill(-1)
  const codeOf = new Map<number, number>()
  const values: number[] = []
  const codes = new Int32Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i]
    const isSmall = value >= 0 && value < SMALL && (value | 0) === value
    let code = isSmall ? codeOfSmall[value] : Number.isNaN(value) ? -1 : (codeOf.get(value) ?? values.length)
    if (isSmall && code < 0) code = codeOfSmall[value] = values.length
    if (code === values.length) {
      values.push(value)
      if (!isSmall) codeOf.set(value, code)
    }
    codes[i] = code
  }
  return { codes, texts: values.map(String) }
}

/** Collects the texts of a column, each distinct one once. */
export class TextCollector {
  readonly codes: Int32Array
  readonly texts: string[] = []
  readonly #codeOf = new Map<string, number>()

  constructor(rowCount: number) {
    this.codes = new Int32Array(rowCount).fill(-1)
  }

  set(row: number, text: string): void {
    let code = this.#codeOf.get(text)
    if (code === undefined) {
      code = this.texts.length
      this.#codeOf.set(text, code)
      this.texts.push(text)
    }
    this.codes[row] = code
  }
}

/** Whether a column holds numbers that are not whole: measurements rather than labels. */
export function holdsFractions(column: Column): boolean {
  return column.kind === 'number' && column.numbers.some(value => Number.isFinite(value) && !Number.isInteger(value))
}

/** A name or text, quoted for a message and shortened to what helps. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 37)}...` : text)
}

/** The first few of a list, for a message. */
export function shortList(names: readonly string[], most = 8): string {
  const shown = names.slice(0, most).map(quoted).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}

/** Names that differ from each other: a repeated one gets _2, _3, ...; says which. */
export function uniqueNames(names: readonly string[]): { names: string[]; repeated: string[] } {
  const taken = new Set(names)
  const seen = new Set<string>()
  const next = new Map<string, number>()
  const repeated: string[] = []
  const unique = names.map(name => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    repeated.push(name)
    let count = next.get(name) ?? 2
    while (taken.has(`${name}_${count}`)) count++
    next.set(name, count + 1)
    taken.add(`${name}_${count}`)
    return `${name}_${count}`
  })
  return { names: unique, repeated: [...new Set(repeated)] }
}
