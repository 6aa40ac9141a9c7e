import {
  type Compressors,
  type FileMetaData,
  parquetMetadata,
  parquetRead,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet'
import { Breath } from '../breathe.js'
import { InputError } from '../check.js'
import { limitedCodecs } from './parquet-codecs.js'
import { type Column, checkTableSize, quoted, shortList, type Table, TextCollector } from './table.js'

/** Reads Parquet: numbers, booleans (0 and 1), strings, dates (as text). Nested columns are skipped, and said. */
export async function readParquet(
  bytes: Uint8Array,
  options: { name?: string; signal?: AbortSignal } = {},
): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const breath = new Breath(options.signal)
  const { metadata, rowCount, flat, nested } = layout(caller, bytes)
  const notes = nested.length > 0 ? [`nested columns are skipped: ${shortList(nested)}`] : []
  const compressors = limitedCodecs(caller, bytes.length)
  const columns: Column[] = []
  for (const name of flat) {
    // One column at a time: only its decoded values are held twice.
    columns.push(await readColumn(caller, bytes, metadata, compressors, name, rowCount))
    await breath.take()
  }
  return { name: options.name ?? null, rowCount, columns, notes }
}

function layout(caller: string, bytes: Uint8Array) {
  let metadata: FileMetaData
  let fields: SchemaTree[]
  try {
    metadata = parquetMetadata(bytes)
    fields = parquetSchema(metadata).children
  } catch (error) {
    throw damaged(caller, error)
  }
  const isFlat = (field: SchemaTree) => field.children.length === 0 && field.element.repetition_type !== 'REPEATED'
  const flat = fields.filter(isFlat).map(field => field.element.name)
  const nested = fields.filter(field => !isFlat(field)).map(field => field.element.name)
  const rowCount = Number(metadata.num_rows)
  const groupRows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0)
  if (!(rowCount >= 0) || rowCount !== groupRows) {
    throw damaged(caller, `the file should have ${rowCount} rows, but its row groups have ${groupRows}`)
  }
  if (flat.length === 0)
    throw new InputError(`${caller}: the Parquet file has no flat columns; nested: ${shortList(nested)}`)
  if (new Set(flat).size < flat.length)
    throw new InputError(`${caller}: column names must differ; the Parquet file repeats one`)
  if (rowCount === 0) throw new InputError(`${caller}: the table has columns but no rows`)
  checkTableSize(caller, rowCount, flat.length)
  return { metadata, rowCount, flat, nested }
}

function damaged(caller: string, cause: unknown): InputError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new InputError(`${caller}: the Parquet file is damaged or of an unknown kind (${why})`)
}

async function readColumn(
  caller: string,
  bytes: Uint8Array,
  metadata: FileMetaData,
  compressors: Compressors,
  name: string,
  rowCount: number,
): Promise<Column> {
  const file = {
    byteLength: bytes.length,
    slice: (start: number, end?: number) => bytes.slice(start, end).buffer as ArrayBuffer,
  }
  const builder = new ColumnBuilder(name, rowCount)
  try {
    await parquetRead({
      file,
      metadata,
      compressors,
      columns: [name],
      onChunk: ({ columnData, rowStart }) => builder.add(columnData, rowStart),
    })
  } catch (error) {
    throw error instanceof InputError ? error : damaged(caller, error)
  }
  if (builder.count !== rowCount)
    throw damaged(caller, `column ${quoted(name)} has ${builder.count} of ${rowCount} values`)
  return builder.column()
}

/** Collects values as numbers, and changes to texts at the first that is none. */
class ColumnBuilder {
  count = 0
  #numbers: Float64Array | null
  #texts: TextCollector | null = null

  constructor(
    readonly name: string,
    readonly rowCount: number,
  ) {
    this.#numbers = new Float64Array(rowCount).fill(Number.NaN)
  }

  add(values: ArrayLike<unknown>, rowStart: number): void {
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      const row = rowStart + i
      if (value === null || value === undefined) continue
      if (this.#numbers && typeof value === 'number') this.#numbers[row] = value
      else if (this.#numbers && typeof value === 'boolean') this.#numbers[row] = Number(value)
      else if (this.#numbers && typeof value === 'bigint' && Number.isSafeInteger(Number(value))) {
        this.#numbers[row] = Number(value)
      } else this.#addText(row, value)
    }
    this.count += values.length
  }

  #addText(row: number, value: unknown): void {
    if (this.#texts === null) {
      this.#texts = new TextCollector(this.rowCount)
      this.#numbers!.forEach((number, i) => {
        if (!Number.isNaN(number)) this.#texts!.set(i, String(number))
      })
      this.#numbers = null
    }
    const text = asText(value)
    if (text !== '') this.#texts.set(row, text)
  }

  column(): Column {
    const { name } = this
    if (this.#numbers) return { name, kind: 'number', numbers: this.#numbers }
    return { name, kind: 'text', texts: this.#texts!.texts, codes: this.#texts!.codes }
  }
}

/** Dates come as their ISO text; whatever else is no plain value, as JSON. */
function asText(value: unknown): string {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  if (typeof value !== 'object') return String(value)
  const json = JSON.stringify(value)
  return json === 'null' ? '' : json.replace(/^"(.*)"$/, '$1')
}
