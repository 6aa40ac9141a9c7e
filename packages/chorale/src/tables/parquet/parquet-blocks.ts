import type { FileMetaData } from 'hyparquet'
import { Pauser } from '../../pause.js'
import type { ByteSource } from '../byte-source.js'
import { type Column, type RowRange, shortList, type Table } from '../table.js'
import { CellDecoder } from '../text/cell-decoder.js'
import { chunksOf, damaged, onlyNested, parquetLayout, readColumn } from './parquet.js'
import { limitedCodecs } from './parquet-codecs.js'

/** Reads all or some rows of a Parquet file, one row group at a time. Only the bytes of that group are in memory. */
export async function* parquetBlocks(
  source: ByteSource,
  signal?: AbortSignal,
  rows: RowRange = { from: 0, to: Number.POSITIVE_INFINITY },
): AsyncGenerator<Table> {
  const { name } = source
  const footer = await footerOf(source)
  const { metadata, flat, lists, nested: others } = parquetLayout(name, footer, source.byteLength)
  // Blocks are read for labelings, and vectors are none.
  const nested = [...others, ...lists.map(list => list.name)]
  if (flat.length === 0) throw onlyNested(name, nested)
  const notes = nested.length > 0 ? [`skipped nested columns: ${shortList(nested)}`] : []
  const pauser = new Pauser(signal)
  let first = 0
  for (const group of metadata.row_groups) {
    const rowCount = Number(group.num_rows)
    const begin = Math.max(rows.from - first, 0)
    const end = Math.min(rows.to - first, rowCount)
    first += rowCount
    if (begin >= end) continue
    const { from, to } = groupRange(name, group, source.byteLength)
    const bytes = await source.read(from, to)
    const codecs = limitedCodecs(name, bytes.length)
    // The same group as the only one of a file, after the four bytes of the signature.
    const shifted = shiftGroup(group, from - SIGNATURE)
    const part = joinedBytes(new Uint8Array(SIGNATURE), bytes)
    const alone = {
      metadata: { ...metadata, num_rows: group.num_rows, row_groups: [shifted] },
      rowCount,
      flat,
      lists: [],
      nested,
      chunks: [chunksOf(shifted)],
    }
    const decoder = new CellDecoder()
    const columns: Column[] = []
    for (const field of flat) {
      columns.push(slice(await readColumn(name, part, alone, codecs, field, decoder), begin, end))
      await pauser.pause()
    }
    yield { name, rowCount: end - begin, columns, notes: [...notes, ...decoder.notes] }
  }
}

/** The number of rows of each row group. */
export async function parquetGroups(source: ByteSource): Promise<number[]> {
  const { metadata } = parquetLayout(source.name, await footerOf(source), source.byteLength)
  return metadata.row_groups.map(group => Number(group.num_rows))
}

/** Rows [from, to) of a column. */
function slice(column: Column, from: number, to: number): Column {
  if (column.kind === 'number') return { ...column, numbers: column.numbers.subarray(from, to) }
  if (column.kind === 'text') return { ...column, codes: column.codes.subarray(from, to) }
  return { ...column, values: column.values.subarray(from * column.size, to * column.size) }
}

/** Size of the signature PAR1 at both ends of a Parquet file. */
const SIGNATURE = 4

/** The footer of the file, which describes its layout; more of the file if the length of the footer is missing. */
async function footerOf(source: ByteSource): Promise<Uint8Array> {
  const { byteLength } = source
  const end = await source.read(Math.max(0, byteLength - 8), byteLength)
  const length = end.length === 8 ? new DataView(end.buffer, end.byteOffset).getUint32(0, true) : byteLength
  return source.read(Math.max(0, byteLength - 8 - length), byteLength)
}

type RowGroup = FileMetaData['row_groups'][number]

/** The bytes that hold all columns of a row group. */
function groupRange(caller: string, group: RowGroup, fileSize: number): { from: number; to: number } {
  let from = fileSize
  let to = 0
  for (const { meta_data: meta } of group.columns) {
    if (!meta) throw damaged(caller, 'a column without a position')
    const start = Number(meta.dictionary_page_offset || meta.data_page_offset)
    from = Math.min(from, start)
    to = Math.max(to, start + Number(meta.total_compressed_size))
  }
  if (!(from >= SIGNATURE && to > from && to <= fileSize)) {
    throw damaged(caller, `a row group from byte ${from} to ${to} of ${fileSize}`)
  }
  return { from, to }
}

function shiftGroup(group: RowGroup, by: number): RowGroup {
  const shift = BigInt(by)
  const columns = group.columns.map(column => {
    const meta = column.meta_data!
    const dictionary = meta.dictionary_page_offset ? meta.dictionary_page_offset - shift : undefined
    const shifted = { ...meta, data_page_offset: meta.data_page_offset - shift, dictionary_page_offset: dictionary }
    return {
      ...column,
      file_offset: 0n,
      offset_index_offset: undefined,
      column_index_offset: undefined,
      meta_data: shifted,
    }
  })
  return { ...group, columns }
}

function joinedBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
