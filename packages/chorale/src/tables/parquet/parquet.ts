import {
  type ColumnChunk,
  type Compressors,
  type FileMetaData,
  parquetMetadata,
  parquetRead,
  parquetSchema,
  type RowGroup,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet'
import { InputError } from '../../errors.js'
import { Pauser } from '../../pause.js'
import { isMissingText } from '../missing.js'
import { type Column, checkTableSize, quoted, shortList, type Table, TextCollector, uniqueNames } from '../table.js'
import { CellDecoder } from '../text/cell-decoder.js'
import { vectorsOfCells } from '../vectors/vector-column.js'
import { limitedCodecs } from './parquet-codecs.js'
import { checkedPages, type Levels } from './parquet-pages.js'

/**
 * Reads Parquet: numbers, booleans (0 and 1), strings, dates (as text), lists of numbers of one length (as vectors). Other
 * nested columns are skipped with a note.
 */
export async function readParquet(
  bytes: Uint8Array,
  options: { name?: string; fileSize?: number; signal?: AbortSignal } = {},
): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const pauser = new Pauser(options.signal)
  const parquet = parquetLayout(caller, bytes, options.fileSize ?? bytes.length)
  const { rowCount, flat, lists } = parquet
  const nested = [...parquet.nested]
  const codecs = limitedCodecs(caller, bytes.length)
  const decoder = new CellDecoder()
  const columns: Column[] = []
  for (const field of flat) {
    // One column at a time, so that only its decoded values are in memory twice.
    columns.push(await readColumn(caller, bytes, parquet, codecs, field, decoder))
    await pauser.pause()
  }
  for (const field of lists) {
    const column = await readVectors(caller, bytes, parquet, codecs, field, pauser)
    if (column === null) nested.push(field.name)
    else columns.push(column)
  }
  if (columns.length === 0) throw onlyNested(caller, nested)
  const notes = nested.length > 0 ? [`skipped nested columns: ${shortList(nested)}`] : []
  return { name: options.name ?? null, rowCount, columns, notes: [...notes, ...decoder.notes] }
}

export function onlyNested(caller: string, nested: readonly string[]): InputError {
  return new InputError(`${caller}: the Parquet file has no flat columns; nested: ${shortList(nested)}`)
}

export interface FlatField {
  readonly name: string
  readonly isOptional: boolean
  readonly element: SchemaElement
}

/** A column of lists of numbers. */
interface ListField {
  readonly name: string
  /** The elements of the schema from the column to the numbers. */
  readonly path: readonly SchemaElement[]
  /** The name of the chunks of the numbers. */
  readonly chunk: string
}

export interface ParquetLayout {
  readonly metadata: FileMetaData
  readonly rowCount: number
  readonly flat: readonly FlatField[]
  readonly lists: readonly ListField[]
  readonly nested: readonly string[]
  /** For every row group, its columns by name. */
  readonly chunks: readonly ReadonlyMap<string, ColumnChunk>[]
}

/** The layout, from the footer of a file of `fileSize` bytes. */
export function parquetLayout(caller: string, bytes: Uint8Array, fileSize: number): ParquetLayout {
  let metadata: FileMetaData
  let fields: SchemaTree[]
  try {
    // Geographic types are not needed, and looking for them never ends on some damaged files.
    metadata = parquetMetadata(bytes, { geoparquet: false })
    fields = parquetSchema(metadata).children
  } catch (error) {
    throw damaged(caller, error)
  }
  const flat: FlatField[] = []
  const lists: ListField[] = []
  const nested: string[] = []
  for (const field of fields) {
    const { element, children } = field
    const { name, repetition_type: repetition } = element
    if (typeof name !== 'string') throw damaged(caller, 'a column without a name')
    const list = listOf(field)
    if (list !== null) lists.push(list)
    else if (children.length > 0 || repetition === 'REPEATED') nested.push(name)
    else flat.push({ name, isOptional: repetition === 'OPTIONAL', element })
  }
  const rowCount = Number(metadata.num_rows)
  const groupRows = metadata.row_groups.map(group => Number(group.num_rows))
  const rowSum = groupRows.reduce((sum, count) => sum + count, 0)
  if (groupRows.some(count => !(count >= 0)) || rowCount !== rowSum) {
    throw damaged(caller, `the file should have ${rowCount} rows, but its row groups have ${rowSum}`)
  }
  if (flat.length + lists.length === 0) throw onlyNested(caller, nested)
  const { repeated } = uniqueNames([...flat, ...lists].map(field => field.name))
  if (repeated.length > 0)
    throw new InputError(`${caller}: column names must be unique; repeated: ${shortList(repeated)}`)
  if (rowCount === 0) throw new InputError(`${caller}: the table has columns but no rows`)
  checkTableSize(caller, rowCount, flat.length, fileSize)
  return { metadata, rowCount, flat, lists, nested, chunks: metadata.row_groups.map(chunksOf) }
}

const NUMBER_TYPES: readonly unknown[] = ['FLOAT', 'DOUBLE', 'INT32', 'INT64']

/** A field as a list of numbers: groups with one child each, one of them repeated; null if it is something else. */
function listOf(field: SchemaTree): ListField | null {
  const path: SchemaElement[] = []
  let tree: SchemaTree | undefined = field
  for (; tree !== undefined; tree = tree.children[0]) {
    if (tree.children.length > 1) return null
    path.push(tree.element)
  }
  const leaf = path[path.length - 1]
  const isList = path.length > 1 && path.filter(({ repetition_type }) => repetition_type === 'REPEATED').length === 1
  // A date or a decimal number is stored as an integer, too.
  const isPlain = leaf.converted_type === undefined && NUMBER_TYPES.includes(leaf.type)
  const name = path[0].name
  return isList && isPlain ? { name, path, chunk: path.map(element => element.name).join('.') } : null
}

export function damaged(caller: string, cause: unknown): InputError {
  // A damaged description makes the decoder stumble; what it says then means nothing to a user.
  const isStumble = cause instanceof TypeError || cause instanceof RangeError || /undefined/.test(String(cause))
  const why = isStumble ? 'its description makes no sense' : cause instanceof Error ? cause.message : String(cause)
  return new InputError(`${caller}: the Parquet file is damaged or not supported (${why})`)
}

/** The columns of a row group by name. */
export function chunksOf({ columns }: RowGroup): Map<string, ColumnChunk> {
  const chunks = new Map<string, ColumnChunk>()
  for (const chunk of columns) {
    const name = chunk.meta_data?.path_in_schema.join('.')
    if (name !== undefined && !chunks.has(name)) chunks.set(name, chunk)
  }
  return chunks
}

/** Reads a column, row group by row group. */
export async function readColumn(
  caller: string,
  bytes: Uint8Array,
  parquet: ParquetLayout,
  codecs: Compressors,
  { name, isOptional, element }: FlatField,
  decoder: CellDecoder,
): Promise<Column> {
  const { rowCount } = parquet
  const builder = new ColumnBuilder(name, rowCount)
  const levels = { repetition: 0, definition: isOptional ? 1 : 0 }
  await readGroups(caller, bytes, parquet, codecs, { name, path: [element], chunk: name, levels }, (group, start) =>
    parquetRead({
      ...group,
      parsers: { stringFromBytes: (text: Uint8Array | undefined) => text && decoder.decode(text) },
      onChunk: part => builder.add(part.columnData, start + part.rowStart),
    }),
  )
  if (builder.count !== rowCount)
    throw damaged(caller, `column ${quoted(name)} has ${builder.count} of ${rowCount} values`)
  return builder.column()
}

/** Reads a column of lists of numbers; null if they are no vectors. */
async function readVectors(
  caller: string,
  bytes: Uint8Array,
  parquet: ParquetLayout,
  codecs: Compressors,
  field: ListField,
  pauser: Pauser,
): Promise<Column | null> {
  const isSmall = field.path[field.path.length - 1].type === 'FLOAT'
  const definition = field.path.filter(({ repetition_type }) => repetition_type !== 'REQUIRED').length
  const cells: (Float32Array | Float64Array | null)[] = []
  const add = (list: ArrayLike<number | bigint | null> | null | undefined) => {
    const vector = list ? new (isSmall ? Float32Array : Float64Array)(list.length) : null
    for (let j = 0; vector !== null && j < vector.length; j++) vector[j] = Number(list![j] ?? Number.NaN)
    cells.push(vector)
  }
  const column = { ...field, levels: { repetition: 1, definition } }
  await readGroups(caller, bytes, parquet, codecs, column, async group => {
    const rows = await new Promise<readonly unknown[][]>((resolve, reject) => {
      parquetRead({ ...group, rowFormat: 'array', onComplete: resolve }).catch(reject)
    })
    for (const [list] of rows) add(list as Parameters<typeof add>[0])
    await pauser.pause()
  })
  if (cells.length !== parquet.rowCount) {
    throw damaged(caller, `column ${quoted(field.name)} has ${cells.length} of ${parquet.rowCount} lists`)
  }
  return vectorsOfCells(caller, field.name, cells)
}

/** Calls `read` for a column in every row group, with what the decoder needs and the first row of the group. */
async function readGroups(
  caller: string,
  bytes: Uint8Array,
  { metadata, chunks }: ParquetLayout,
  codecs: Compressors,
  { name, path, chunk: chunkName, levels }: ListField & { readonly levels: Levels },
  read: (group: Parameters<typeof parquetRead>[0], rowStart: number) => Promise<void>,
): Promise<void> {
  const file = {
    byteLength: bytes.length,
    slice: (start: number, end?: number) => bytes.slice(start, end).buffer as ArrayBuffer,
  }
  let rowStart = 0
  // The decoder goes through all columns of its description for each that it reads, so it sees this column only.
  const schema = [{ ...metadata.schema[0], num_children: 1 }, ...path]
  try {
    for (const [at, group] of metadata.row_groups.entries()) {
      const groupRows = Number(group.num_rows)
      const chunk = chunks[at].get(chunkName)
      const meta = chunk?.meta_data
      if (chunk === undefined || !meta) throw new Error(`a row group without column ${quoted(name)}`)
      const count = levels.repetition === 0 ? groupRows : Number(meta.num_values)
      checkTableSize(caller, count, 1, bytes.length)
      const pages = checkedPages(bytes, meta, count, levels, codecs[meta.codec])
      const compressors = { [meta.codec]: () => pages.shift() ?? new Uint8Array(0) }
      const alone = { ...metadata, schema, num_rows: group.num_rows, row_groups: [{ ...group, columns: [chunk] }] }
      await read({ file, metadata: alone, compressors, columns: [name], rowStart: 0, rowEnd: groupRows }, rowStart)
      rowStart += groupRows
    }
  } catch (error) {
    throw error instanceof InputError ? error : damaged(caller, error)
  }
}

/** Collects values as numbers, and switches to strings at the first value that is not a number. */
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
    if (
      this.#numbers &&
      (values instanceof Float64Array || values instanceof Float32Array || values instanceof Int32Array)
    ) {
      this.#numbers.set(values, rowStart)
      this.count += values.length
      return
    }
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
    if (!isMissingText(text)) this.#texts.set(row, text)
  }

  column(): Column {
    const { name } = this
    if (this.#numbers) return { name, kind: 'number', numbers: this.#numbers }
    return { name, kind: 'text', texts: this.#texts!.texts, codes: this.#texts!.codes }
  }
}

/** Dates become ISO strings; other values that are not plain become JSON. */
function asText(value: unknown): string {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  if (typeof value !== 'object') return String(value)
  const json = JSON.stringify(value)
  return json === 'null' ? '' : json.replace(/^"(.*)"$/, '$1')
}
