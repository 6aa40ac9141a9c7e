import { countText } from '../../count-text.js'
import { InputError } from '../../errors.js'
import { Pauser } from '../../pause.js'
import { isoDate } from '../columns/dates.js'
import { decompressedLimitInMemory } from '../compressed/inflate.js'
import { unzip, type ZipEntry } from '../compressed/zip.js'
import { readCsv } from '../csv/csv.js'
import { checkTableSize, quoted, shortList, type Table } from '../table.js'

/** Options of {@link readXlsx}. */
export interface XlsxOptions {
  name?: string
  /** The sheet: its name, or its number counted from 1. By default the first. */
  sheet?: string
  header?: boolean
  /** The size of the file, which bounds the number of cells. */
  fileSize?: number
  signal?: AbortSignal
}

const ROWS_PER_PAUSE = 1024

/** Whether a zip archive is an Excel workbook. */
export function isWorkbook(entries: readonly ZipEntry[]): boolean {
  return entries.some(({ name }) => name === 'xl/workbook.xml')
}

/**
 * Reads a sheet of an Excel workbook (.xlsx). The cells are written as CSV text and read by the rules for CSV files, so
 * that headers, missing values and numbers mean the same in both. Formulas have their last values.
 */
export async function readXlsx(bytes: Uint8Array, entries: readonly ZipEntry[], options: XlsxOptions): Promise<Table> {
  const { name, header, signal, fileSize = bytes.length } = options
  const caller = name ?? 'readTable'
  const limit = decompressedLimitInMemory(bytes.length)
  let size = 0
  const part = async (path: string) => {
    const entry = entries.find(({ name }) => name === path)
    if (entry === undefined) return null
    size += entry.size
    if (size > limit) {
      throw new InputError(
        `${caller}: the workbook of ${countText(bytes.length, 'byte')} decompresses to more than ${countText(limit, 'byte')}; if this is intended, save the sheet as CSV`,
      )
    }
    const content = await unzip(caller, bytes, entry, signal)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(content)
    } catch {
      throw new InputError(`${caller}: the Excel workbook is damaged: ${path} is not UTF-8 text`)
    }
  }
  const workbook = (await part('xl/workbook.xml')) ?? ''
  const sheets = sheetsOf(workbook, (await part('xl/_rels/workbook.xml.rels')) ?? '')
  const notes: string[] = []
  const { path } = chooseSheet(caller, sheets, options.sheet, notes)
  const content = await part(path)
  if (content === null) throw new InputError(`${caller}: the Excel workbook is damaged: it has no ${path}`)
  const pauser = new Pauser(signal)
  const strings = await sharedStrings((await part('xl/sharedStrings.xml')) ?? '', pauser)
  const isDate = dateStyles((await part('xl/styles.xml')) ?? '')
  const epoch = /\bdate1904="(1|true)"/.test(workbook) ? -24_107 : -25_569
  const checkSize = (rowCount: number, columnCount: number) => checkTableSize(caller, rowCount, columnCount, fileSize)
  const rows = trimmed(await rowsOf(content, { strings, isDate, epoch, checkSize }, pauser), notes)
  if (rows.length === 0) throw new InputError(`${caller}: the sheet is empty; expected a table with a header and rows`)
  const table = await readCsv(new TextEncoder().encode(csvText(rows)), { name, header, fileSize, signal })
  return { name: table.name, rowCount: table.rowCount, columns: table.columns, notes: [...notes, ...table.notes] }
}

interface Sheet {
  readonly name: string
  readonly path: string
}

function sheetsOf(workbook: string, relations: string): Sheet[] {
  const targets = new Map<string, string>()
  for (const relation of elements(relations, 'Relationship')) {
    const target = (attribute(relation, 'Target') ?? '').replace(/^\/?xl\/|^\//, '')
    targets.set(attribute(relation, 'Id') ?? '', `xl/${target}`)
  }
  return Array.from(elements(workbook, 'sheet'), sheet => ({
    name: attribute(sheet, 'name') ?? '',
    path: targets.get(attribute(sheet, 'r:id') ?? '') ?? '',
  }))
}

function chooseSheet(caller: string, sheets: readonly Sheet[], wanted: string | undefined, notes: string[]): Sheet {
  if (sheets.length === 0) throw new InputError(`${caller}: the Excel workbook has no sheet`)
  const names = sheets.map(({ name }) => name)
  if (wanted === undefined) {
    if (sheets.length > 1)
      notes.push(`the first sheet, ${quoted(names[0])}, is used; the others are ${shortList(names.slice(1))}`)
    return sheets[0]
  }
  const sheet =
    sheets.find(({ name }) => name === wanted) ?? (/^\d+$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined)
  if (sheet !== undefined) return sheet
  throw new InputError(
    `${caller}: \`sheet\` must name a sheet; got ${quoted(wanted)}, but the workbook has ${shortList(names)}`,
  )
}

interface Element {
  /** The text of its attributes. */
  readonly attributes: string
  readonly content: string
  /** Where the element begins and ends in the text. */
  readonly start: number
  readonly end: number
}

/** All elements of a name, which must not be nested in each other, in time that grows with the length of the text. */
function* elements(xml: string, name: string): Generator<Element> {
  // A tag that is never closed would otherwise be searched for again from every tag before it.
  const text = xml.slice(0, xml.lastIndexOf('>') + 1)
  const { open, close } = tagsOf(name)
  for (let end = 0; ; ) {
    open.lastIndex = end
    const tag = open.exec(text)
    if (tag === null) return
    const [, attributes] = tag
    const start = tag.index
    let contentEnd = open.lastIndex
    end = contentEnd
    if (!attributes.endsWith('/')) {
      close.lastIndex = end
      const closing = close.exec(text)
      if (closing === null) return
      contentEnd = closing.index
      end = close.lastIndex
    }
    yield { attributes, content: text.slice(start + tag[0].length, contentEnd), start, end }
  }
}

const TAGS = new Map<string, { open: RegExp; close: RegExp }>()

/** The expressions for the tags of an element. They are made once, because a sheet has millions of cells. */
function tagsOf(name: string): { open: RegExp; close: RegExp } {
  const known = TAGS.get(name)
  if (known !== undefined) return known
  const tags = {
    open: new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g'),
    close: new RegExp(`</(?:\\w+:)?${name}>`, 'g'),
  }
  TAGS.set(name, tags)
  return tags
}

/** The value of an attribute; undefined if there is none. Only the attributes that are needed are decoded. */
function attribute({ attributes }: Element, name: string): string | undefined {
  const opening = `${name}="`
  for (let at = attributes.indexOf(opening); at >= 0; at = attributes.indexOf(opening, at + 1)) {
    if (!/\s/.test(attributes[at - 1] ?? '')) continue
    const start = at + opening.length
    const end = attributes.indexOf('"', start)
    return end < 0 ? undefined : unescaped(attributes.slice(start, end))
  }
  return undefined
}

/** Entities and their characters. The ampersand comes last, so that no text is decoded twice. */
const ENTITIES: readonly [entity: string, character: string][] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
]

/** Excel writes at most 32,767 characters to a cell, each as at most ten. Longer texts are not decoded. */
const MOST_DECODED = 10 * 32_767

function unescaped(text: string): string {
  if (text.length > MOST_DECODED || !text.includes('&')) return text
  let plain = decodedNumbers(text)
  for (const [entity, sign] of ENTITIES) plain = plain.replaceAll(entity, sign)
  return plain
}

/** The text with numbered entities as characters, but for ampersands. A loop, because a callback for each is slow. */
function decodedNumbers(text: string): string {
  let plain = ''
  let from = 0
  for (let at = text.indexOf('&#'); at >= 0; at = text.indexOf('&#', at + 2)) {
    const isHex = text[at + 2] === 'x' || text[at + 2] === 'X'
    const start = isHex ? at + 3 : at + 2
    // The largest character has seven digits.
    const near = text.slice(start, start + 8)
    const length = near.indexOf(';')
    const code = Number(isHex ? `0x${near.slice(0, length)}` : near.slice(0, length))
    if (length < 1 || !Number.isInteger(code) || code < 0 || code > 0x10ffff) continue
    plain += text.slice(from, at) + (code === 38 ? '&amp;' : String.fromCodePoint(code))
    from = start + length + 1
  }
  return plain + text.slice(from)
}

/** The text of all runs of a string; phonetic hints are left out. */
function runs(xml: string): string {
  let visible = ''
  let from = 0
  for (const { start, end } of elements(xml, 'rPh')) {
    visible += xml.slice(from, start)
    from = end
  }
  visible += xml.slice(from)
  return Array.from(elements(visible, 't'), ({ content }) => unescaped(content)).join('')
}

async function sharedStrings(xml: string, pauser: Pauser): Promise<string[]> {
  const strings: string[] = []
  for (const { content } of elements(xml, 'si')) {
    strings.push(runs(content))
    if (strings.length % ROWS_PER_PAUSE === 0) await pauser.pause()
  }
  return strings
}

/** Which styles show a number as a date or time: formats 14 to 22 and 45 to 47, and formats with letters of dates. */
function dateStyles(xml: string): (style: number) => boolean {
  const dateFormats = new Set<number>([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
  for (const format of elements(xml, 'numFmt')) {
    const code = (attribute(format, 'formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
    if (/[ymdhs]/i.test(code)) dateFormats.add(Number(attribute(format, 'numFmtId')))
  }
  const [cellStyles] = elements(xml, 'cellXfs')
  const styles = elements(cellStyles?.content ?? '', 'xf')
  const formats = Array.from(styles, style => Number(attribute(style, 'numFmtId')))
  return style => dateFormats.has(formats[style])
}

interface CellContext {
  readonly strings: readonly string[]
  readonly isDate: (style: number) => boolean
  /** Days from 1970 to day 0 of the workbook. */
  readonly epoch: number
  /** Rejects a table that is too large. */
  readonly checkSize: (rowCount: number, columnCount: number) => void
}

/** The rows as strings; an empty string for an empty cell. */
async function rowsOf(xml: string, context: CellContext, pauser: Pauser): Promise<string[][]> {
  const rows: string[][] = []
  let width = 0
  for (const { content } of elements(xml, 'row')) {
    const cells: string[] = []
    for (const cell of elements(content, 'c')) {
      const reference = attribute(cell, 'r')
      const at = reference === undefined ? cells.length : columnNumber(reference)
      if (at >= width) {
        width = at + 1
        context.checkSize(rows.length + 1, width)
      }
      while (cells.length < at) cells.push('')
      cells[at] = cellValue(cell, context)
    }
    rows.push(cells)
    if (rows.length % ROWS_PER_PAUSE !== 0) continue
    context.checkSize(rows.length, width)
    await pauser.pause()
  }
  context.checkSize(rows.length, width)
  return rows
}

/** The column of a reference such as AB12, counted from 0. */
function columnNumber(reference: string): number {
  let number = 0
  for (const letter of reference.replace(/\d+$/, '')) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

function cellValue(cell: Element, { strings, isDate, epoch }: CellContext): string {
  const { content } = cell
  const type = attribute(cell, 't') ?? 'n'
  if (type === 'inlineStr') return runs(content)
  const [element] = elements(content, 'v')
  const value = unescaped(element?.content ?? '')
  if (value === '' || type === 'e') return ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'n' && isDate(Number(attribute(cell, 's') ?? 0))) return isoDate(Number(value) + epoch)
  return value
}

/** Without empty rows, without a title above the table, and without empty columns at both sides. */
function trimmed(rows: readonly string[][], notes: string[]): string[][] {
  const filled = (row: readonly string[]) => row.filter(cell => cell !== '').length
  const used = rows.filter(row => filled(row) > 0)
  const widest = Math.max(0, ...used.slice(0, 50).map(filled))
  let start = 0
  while (widest > 2 && start < used.length - 1 && filled(used[start]) === 1) start++
  if (start > 0) notes.push(`skipped ${start === 1 ? 'a title' : `${start} lines`} above the table`)
  const table = used.slice(start)
  let width = 0
  for (const row of table) width = Math.max(width, row.length)
  const isEmpty = (j: number) => table.every(row => (row[j] ?? '') === '')
  let first = 0
  while (first < width && isEmpty(first)) first++
  while (width > first && isEmpty(width - 1)) width--
  return table.map(row => Array.from({ length: width - first }, (_, j) => row[first + j] ?? ''))
}

/** CSV text. A cell is in quotes only if it must be, because quoted cells are never missing values. */
function csvText(rows: readonly string[][]): string {
  const cellText = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return ['sep=,', ...rows.map(row => row.map(cellText).join(',')), ''].join('\n')
}
