import { InputError } from '../../check.js'
import { isoDate } from '../columns/dates.js'
import { unzip, type ZipEntry } from '../compressed/zip.js'
import { readCsv } from '../csv/csv.js'
import { quoted, shortList, type Table } from '../table.js'

/** Options of {@link readXlsx}. */
export interface XlsxOptions {
  name?: string
  /** The sheet: its name, or its number counted from 1. By default the first. */
  sheet?: string
  header?: boolean
  signal?: AbortSignal
}

/** Whether a zip archive is an Excel workbook. */
export function isWorkbook(entries: readonly ZipEntry[]): boolean {
  return entries.some(({ name }) => name === 'xl/workbook.xml')
}

/**
 * Reads a sheet of an Excel workbook (.xlsx). The cells are written as CSV text and read by the rules for CSV files, so
 * that headers, missing values and numbers mean the same in both. Formulas have their last values.
 */
export async function readXlsx(bytes: Uint8Array, entries: readonly ZipEntry[], options: XlsxOptions): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const part = async (path: string) => {
    const entry = entries.find(({ name }) => name === path)
    if (entry === undefined) return null
    return new TextDecoder().decode(await unzip(caller, bytes, entry, options.signal))
  }
  const workbook = (await part('xl/workbook.xml')) ?? ''
  const sheets = sheetsOf(workbook, (await part('xl/_rels/workbook.xml.rels')) ?? '')
  const notes: string[] = []
  const { path } = chooseSheet(caller, sheets, options.sheet, notes)
  const content = await part(path)
  if (content === null) throw new InputError(`${caller}: the Excel workbook is damaged: it has no ${path}`)
  const strings = sharedStrings((await part('xl/sharedStrings.xml')) ?? '')
  const isDate = dateStyles((await part('xl/styles.xml')) ?? '')
  const epoch = /\bdate1904="(1|true)"/.test(workbook) ? -24_107 : -25_569
  const rows = trimmed(rowsOf(content, { strings, isDate, epoch }), notes)
  if (rows.length === 0) throw new InputError(`${caller}: the sheet is empty; expected a table with a header and rows`)
  const { name, header, signal } = options
  const table = await readCsv(new TextEncoder().encode(csvText(rows)), { name, header, signal })
  return { name: table.name, rowCount: table.rowCount, columns: table.columns, notes: [...notes, ...table.notes] }
}

interface Sheet {
  readonly name: string
  readonly path: string
}

function sheetsOf(workbook: string, relations: string): Sheet[] {
  const targets = new Map<string, string>()
  for (const { attributes } of elements(relations, 'Relationship')) {
    const target = (attributes.get('Target') ?? '').replace(/^\/?xl\/|^\//, '')
    targets.set(attributes.get('Id') ?? '', `xl/${target}`)
  }
  return elements(workbook, 'sheet').map(({ attributes }) => ({
    name: attributes.get('name') ?? '',
    path: targets.get(attributes.get('r:id') ?? '') ?? '',
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
  readonly attributes: ReadonlyMap<string, string>
  readonly content: string
}

/** All elements of a name, which must not be nested in each other. */
function elements(xml: string, name: string): Element[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}\\b([^>]*?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, 'g')
  return Array.from(xml.matchAll(pattern), ([, attributes, content = '']) => ({
    attributes: attributesOf(attributes),
    content,
  }))
}

function attributesOf(text: string): Map<string, string> {
  return new Map(Array.from(text.matchAll(/([\w:]+)="([^"]*)"/g), ([, name, value]) => [name, unescaped(value)]))
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}

/** The text of all runs of a string; phonetic hints are left out. */
function runs(xml: string): string {
  const visible = xml.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
  return elements(visible, 't')
    .map(({ content }) => unescaped(content))
    .join('')
}

function sharedStrings(xml: string): string[] {
  return elements(xml, 'si').map(({ content }) => runs(content))
}

/** Which styles show a number as a date or time: formats 14 to 22 and 45 to 47, and formats with letters of dates. */
function dateStyles(xml: string): (style: number) => boolean {
  const dateFormats = new Set<number>([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
  for (const { attributes } of elements(xml, 'numFmt')) {
    const code = (attributes.get('formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
    if (/[ymdhs]/i.test(code)) dateFormats.add(Number(attributes.get('numFmtId')))
  }
  const cellStyles = elements(xml, 'cellXfs')[0]?.content ?? ''
  const formats = elements(cellStyles, 'xf').map(({ attributes }) => Number(attributes.get('numFmtId')))
  return style => dateFormats.has(formats[style])
}

interface CellContext {
  readonly strings: readonly string[]
  readonly isDate: (style: number) => boolean
  /** Days from 1970 to day 0 of the workbook. */
  readonly epoch: number
}

/** The rows as strings; an empty string for an empty cell. */
function rowsOf(xml: string, context: CellContext): string[][] {
  return elements(xml, 'row').map(row => {
    const cells: string[] = []
    for (const cell of elements(row.content, 'c')) {
      const reference = cell.attributes.get('r')
      const at = reference === undefined ? cells.length : columnNumber(reference)
      while (cells.length < at) cells.push('')
      cells[at] = cellValue(cell, context)
    }
    return cells
  })
}

/** The column of a reference such as AB12, counted from 0. */
function columnNumber(reference: string): number {
  let number = 0
  for (const letter of reference.replace(/\d+$/, '')) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

function cellValue({ attributes, content }: Element, { strings, isDate, epoch }: CellContext): string {
  const type = attributes.get('t') ?? 'n'
  if (type === 'inlineStr') return runs(content)
  const value = unescaped(elements(content, 'v')[0]?.content ?? '')
  if (value === '' || type === 'e') return ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'n' && isDate(Number(attributes.get('s') ?? 0))) return isoDate(Number(value) + epoch)
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
