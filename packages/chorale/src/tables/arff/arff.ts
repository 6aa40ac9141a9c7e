import { countText } from '../../count-text.js'
import { InputError, invalid } from '../../errors.js'
import { Pauser } from '../../pause.js'
import { isLongInteger } from '../integers.js'
import { isMissingText } from '../missing.js'
import { type Column, checkTableSize, quoted, shortList, type Table, TextCollector, uniqueNames } from '../table.js'
import { NotUtf8Error } from '../text/decode-text.js'
import { ArffTokens } from './arff-tokens.js'

interface Attribute {
  readonly name: string
  readonly kind: 'number' | 'nominal' | 'text'
  /** The values that a nominal attribute may take. */
  readonly values: readonly string[]
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const ROWS_PER_PAUSE = 4096

/** Reads ARFF, Weka's format: numeric, nominal, string and date attributes; dense and sparse rows. */
export async function readArff(
  bytes: Uint8Array,
  options: { name?: string; fileSize?: number; signal?: AbortSignal } = {},
): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const pauser = new Pauser(options.signal)
  const notes: string[] = []
  const lines = new ArffLines(caller, bytes)
  const attributes = readHeader(caller, lines)
  const rowBound = lines.remainingCount()
  checkTableSize(caller, 1, attributes.length)
  const rows = new ArffRows(caller, attributes, rowBound, options.fileSize ?? bytes.length)

  for (let line = lines.next(); line !== null; line = lines.next()) {
    rows.add(line, lines.number)
    if (rows.count % ROWS_PER_PAUSE === 0) await pauser.pause()
  }
  if (rows.count === 0) throw new InputError(`${caller}: the ARFF file has no rows after @data`)
  if (rows.weightCount > 0) notes.push(`the weights of ${countText(rows.weightCount, 'row')} are ignored`)
  return { name: options.name ?? null, rowCount: rows.count, columns: rows.columns(notes), notes }
}

/** The lines that are not empty and not comments, trimmed. */
class ArffLines {
  number = 0
  #at = 0
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })

  constructor(
    readonly caller: string,
    readonly bytes: Uint8Array,
  ) {}

  next(): string | null {
    while (this.#at < this.bytes.length) {
      const found = this.bytes.indexOf(10, this.#at)
      const end = found < 0 ? this.bytes.length : found
      const raw = this.bytes.subarray(this.#at, end)
      this.#at = end + 1
      this.number++
      const line = this.#decoded(raw).trim()
      if (line !== '' && !line.startsWith('%')) return line
    }
    return null
  }

  remainingCount(): number {
    let count = 1
    for (let i = this.#at; i < this.bytes.length; i++) if (this.bytes[i] === 10) count++
    return count
  }

  #decoded(raw: Uint8Array): string {
    try {
      return this.#decoder.decode(raw)
    } catch {
      throw new NotUtf8Error(`${this.caller}: line ${this.number} is not UTF-8 text; save the file with UTF-8 encoding`)
    }
  }
}

function readHeader(caller: string, lines: ArffLines): Attribute[] {
  const attributes: Attribute[] = []
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const place = `line ${lines.number}`
    if (/^@relation\b/i.test(line)) continue
    if (/^@data\b/i.test(line)) {
      if (attributes.length === 0) throw new InputError(`${caller}: the ARFF file has no @attribute before @data`)
      const { names, repeated } = uniqueNames(attributes.map(attribute => attribute.name))
      if (repeated.length === 0) return attributes
      return attributes.map((attribute, j) => ({ ...attribute, name: names[j] }))
    }
    if (!/^@attribute\b/i.test(line)) {
      throw new InputError(`${caller}: ${place} must begin with @attribute or @data; got ${quoted(line)}`)
    }
    attributes.push(readAttribute(caller, place, line.slice('@attribute'.length)))
  }
  throw new InputError(`${caller}: the ARFF file ends before @data`)
}

function readAttribute(caller: string, place: string, declaration: string): Attribute {
  const bad = (what: string) => new InputError(`${caller}: ${place}: ${what}`)
  const tokens = new ArffTokens(declaration)
  const name = tokens.word()
  if (name === null) throw bad('an @attribute needs a name and a type')
  const rest = tokens.rest()
  if (rest.startsWith('{')) {
    const values = new ArffTokens(rest.slice(1)).list('}')
    if (values === null) throw bad(`the values of ${quoted(name)} must be in { }, separated by commas`)
    return { name, kind: 'nominal', values: values.map(value => value.text) }
  }
  const type = rest.split(/[\s%]/)[0].toLowerCase()
  if (['numeric', 'real', 'integer'].includes(type)) return { name, kind: 'number', values: [] }
  if (['string', 'date'].includes(type)) return { name, kind: 'text', values: [] }
  throw bad(
    `the type of ${quoted(name)} must be numeric, real, integer, string, date or { values }; got ${quoted(rest)}`,
  )
}

/** Collects the rows and turns them into columns. */
class ArffRows {
  count = 0
  weightCount = 0
  #sparseCount = 0
  #numbers: (Float64Array | null)[]
  #codes: (Int32Array | null)[]
  #texts: (TextCollector | null)[]
  #codeOf: Map<string, number>[]

  constructor(
    readonly caller: string,
    readonly attributes: readonly Attribute[],
    rowBound: number,
    fileSize: number,
  ) {
    checkTableSize(caller, rowBound, attributes.length, fileSize)
    this.#numbers = attributes.map(({ kind }) => (kind === 'number' ? new Float64Array(rowBound) : null))
    this.#codes = attributes.map(({ kind }) => (kind === 'nominal' ? new Int32Array(rowBound) : null))
    this.#texts = attributes.map(({ kind }) => (kind === 'text' ? new TextCollector(rowBound) : null))
    this.#codeOf = attributes.map(({ values }) => new Map(values.map((value, code) => [value, code])))
  }

  add(line: string, lineNumber: number): void {
    const place = `row ${this.count + 1} (line ${lineNumber})`
    if (line.startsWith('{')) this.#addSparse(line, place)
    else this.#addDense(line, place)
    this.count++
  }

  #addDense(line: string, place: string): void {
    const width = this.attributes.length
    const values = new ArffTokens(line).list(null)
    if (values === null) throw new InputError(`${this.caller}: ${place} opens a quote that is never closed`)
    const isWeighted = values.length === width + 1 && /^\{.*\}$/.test(values[width].text)
    if (isWeighted) this.weightCount++
    else if (values.length !== width) {
      throw new InputError(
        `${this.caller}: ${place} has ${countText(values.length, 'value')}, but there are ${countText(width, 'attribute')}`,
      )
    }
    for (let j = 0; j < width; j++) this.#set(j, values[j].text, values[j].isQuoted, place)
  }

  /** A sparse row lists only the values other than zero: {index value, ...}. The zero of a nominal attribute is its first value. */
  #addSparse(line: string, place: string): void {
    this.#sparseCount++
    const entries = new ArffTokens(line.slice(1)).pairs()
    if (entries === null) {
      throw invalid(this.caller, place, 'be {index value, index value, ...}', quoted(line))
    }
    for (const [j, { kind }] of this.attributes.entries()) if (kind === 'number') this.#texts[j]?.set(this.count, '0')
    for (const { index, text, isQuoted } of entries) {
      if (index >= this.attributes.length) {
        throw new InputError(
          `${this.caller}: ${place} has index ${index}; indices must be from 0 to ${this.attributes.length - 1}`,
        )
      }
      this.#set(index, text, isQuoted, place)
    }
  }

  #set(j: number, text: string, isQuoted: boolean, place: string): void {
    const { name, kind, values } = this.attributes[j]
    const isMissing = text === '?' && !isQuoted
    if (kind === 'number') {
      if (!isMissing && !NUMBER.test(text)) {
        throw new InputError(`${this.caller}: ${place}, ${quoted(name)} must be a number or ?; got ${quoted(text)}`)
      }
      if (this.#texts[j] === null && isLongInteger(text)) this.#keepDigits(j)
      if (this.#texts[j] === null) this.#numbers[j]![this.count] = isMissing ? Number.NaN : Number(text)
      else if (!isMissing) this.#texts[j]!.set(this.count, text)
    } else if (kind === 'text') {
      if (isQuoted ? text !== '' : !isMissingText(text)) this.#texts[j]!.set(this.count, text)
    } else {
      const code = isMissing ? -1 : this.#codeOf[j].get(text)
      if (code === undefined) {
        throw new InputError(
          `${this.caller}: ${place}, ${quoted(name)} must be one of ${shortList(values)}; got ${quoted(text)}`,
        )
      }
      this.#codes[j]![this.count] = code
    }
  }

  /** Keeps the numbers of a column as strings from now on: a double cannot hold the next one. */
  #keepDigits(j: number): void {
    const numbers = this.#numbers[j]!
    const collector = new TextCollector(numbers.length)
    for (let i = 0; i < this.count; i++) if (!Number.isNaN(numbers[i])) collector.set(i, String(numbers[i]))
    this.#texts[j] = collector
    this.#numbers[j] = null
  }

  columns(notes: string[]): Column[] {
    if (this.#sparseCount > 0)
      notes.push(`${countText(this.#sparseCount, 'sparse row')}: omitted values are 0, or the first nominal value`)
    const { count } = this
    return this.attributes.map(({ name, values }, j): Column => {
      const numbers = this.#numbers[j]
      const codes = this.#codes[j]
      if (numbers) return { name, kind: 'number', numbers: numbers.subarray(0, count) }
      if (codes) return { name, kind: 'text', texts: values, codes: codes.subarray(0, count) }
      const { texts, codes: textCodes } = this.#texts[j]!
      return { name, kind: 'text', texts, codes: textCodes.subarray(0, count) }
    })
  }
}
