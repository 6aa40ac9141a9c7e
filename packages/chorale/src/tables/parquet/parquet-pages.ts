import type { ColumnMetaData, Compressors } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'

/** The largest repetition and definition levels of a column: 0 and 0 or 1 for plain columns, 1 and up to 3 for lists. */
export interface Levels {
  readonly repetition: number
  readonly definition: number
}

/**
 * Checks every size and count in the pages of one column of a row group before hyparquet decodes them.
 * Hyparquet does not check them: one wrong byte can make it run, or allocate memory, without end.
 * Returns the decompressed pages in the order in which the decoder needs them.
 */
export function checkedPages(
  bytes: Uint8Array,
  meta: ColumnMetaData,
  valueCount: number,
  levels: Levels,
  unpack: Compressors[keyof Compressors],
): Uint8Array[] {
  const start = Number(meta.dictionary_page_offset || meta.data_page_offset)
  const end = start + Number(meta.total_compressed_size)
  if (!(start >= 4 && end > start && end <= bytes.length)) throw new Error(`a column from byte ${start} to ${end}`)
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset + start, end - start), offset: 0 }
  const unpacked: Uint8Array[] = []

  for (let seen = 0; seen < valueCount; ) {
    if (reader.offset >= reader.view.byteLength - 1) throw new Error(`${seen} of ${valueCount} values`)
    const header = parquetHeader(reader)
    const size = inRange('page size', header.compressed_page_size, 0, reader.view.byteLength - reader.offset)
    const packed = bytes.subarray(start + reader.offset, start + reader.offset + size)
    reader.offset += size
    const fullSize = inRange('uncompressed page size', header.uncompressed_page_size, 0, 2 ** 31 - 1)
    const open = (part: Uint8Array, partSize: number) => {
      if (meta.codec === 'UNCOMPRESSED') return part
      if (!unpack) throw new Error(`the codec ${meta.codec} is not known`)
      const page = unpack(part, partSize)
      unpacked.push(page)
      return page
    }

    if (header.dictionary_page_header) {
      const page = open(packed, fullSize)
      inRange('dictionary size', header.dictionary_page_header.num_values, 0, 8 * page.length)
    } else if (header.data_page_header) {
      const { num_values, encoding } = header.data_page_header
      const count = inRange('number of values', num_values, 0, valueCount - seen)
      const page = new PageWalk(open(packed, fullSize))
      if (levels.repetition > 0) page.levelsWithLength(levels.repetition, count)
      const present = levels.definition > 0 ? page.levelsWithLength(levels.definition, count) : count
      page.values(meta.type, encoding, present)
      seen += count
    } else if (header.data_page_header_v2) {
      const v2 = header.data_page_header_v2
      const count = inRange('number of values', v2.num_values, 0, valueCount - seen)
      inRange('number of nulls', v2.num_nulls, 0, count)
      const most = Math.min(size, fullSize)
      const repeats = inRange(
        'size of repetition levels',
        v2.repetition_levels_byte_length,
        0,
        levels.repetition * most,
      )
      const levelSize = repeats + inRange('size of levels', v2.definition_levels_byte_length, 0, most - repeats)
      if (levels.repetition > 0) new PageWalk(packed.subarray(0, repeats)).levels(levels.repetition, count)
      if (levels.definition > 0) new PageWalk(packed.subarray(repeats, levelSize)).levels(levels.definition, count)
      const rest = packed.subarray(levelSize)
      const page = new PageWalk(v2.is_compressed === false ? rest : open(rest, fullSize - levelSize))
      page.values(meta.type, v2.encoding, count - v2.num_nulls)
      seen += count
    } else throw new Error(`a page of the type ${header.type}`)
  }
  return unpacked
}

function inRange(what: string, value: number | undefined, least: number, most: number): number {
  if (value !== undefined && Number.isInteger(value) && value >= least && value <= most) return value
  // A damaged header can have any kind of value in any place.
  throw new Error(typeof value === 'number' ? `${what} ${value}` : `no ${what}`)
}

class PageWalk {
  #at = 0

  constructor(readonly page: Uint8Array) {}

  /** Checks the counts in the values of a page that decide how long decoding takes. */
  values(type: string, encoding: string | undefined, count: number): void {
    if (encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY') {
      if (count === 0 && this.#at >= this.page.length) return
      this.runs(inRange('index width', this.#byte(), 0, 32), count)
    } else if (encoding === 'RLE' && type === 'BOOLEAN') this.levelsWithLength(1, count)
    else if (encoding?.startsWith('DELTA')) {
      const blockSize = inRange('delta block size', this.#varint(), 1, 2 ** 20)
      inRange('delta miniblocks', this.#varint(), 1, blockSize)
    }
  }

  /** Checks levels up to `most`, which follow their length in bytes. Returns how many of them are `most`. */
  levelsWithLength(most: number, count: number): number {
    const view = new DataView(this.page.buffer, this.page.byteOffset, this.page.byteLength)
    if (this.#at + 4 > this.page.length) throw new Error('levels beyond their page')
    const size = inRange('size of levels', view.getUint32(this.#at, true), 0, this.page.length - this.#at - 4)
    this.#at += 4
    const end = this.#at + size
    const largest = this.levels(most, count)
    this.#at = end
    return largest
  }

  /** Checks levels up to `most`, at most 3. Returns how many of them are `most`. */
  levels(most: number, count: number): number {
    return this.runs(most > 1 ? 2 : 1, count, most)
  }

  /**
   * Checks Parquet's hybrid of repeated values and bit-packed groups of eight. With a width of one or two bits, returns how
   * many values are `counted`.
   */
  runs(width: number, count: number, counted?: number): number {
    let found = 0
    for (let seen = 0; seen < count; ) {
      const header = this.#varint()
      const runLength = header >>> 1
      if (header & 1) {
        inRange('bit-packed groups', runLength, 1, width === 0 ? count : this.page.length)
        if (counted !== undefined) found += this.#packed(width, Math.min(8 * runLength, count - seen), counted)
        this.#at += runLength * width
        seen += runLength * 8
      } else {
        inRange('run length', runLength, 1, count - seen)
        if (counted !== undefined && this.page[this.#at] === counted) found += runLength
        this.#at += (width + 7) >> 3
        seen += runLength
      }
    }
    return found
  }

  /** How many of the next packed values of one or two bits are `counted`. */
  #packed(width: number, count: number, counted: number): number {
    const mask = (1 << width) - 1
    let found = 0
    for (let bit = 0; bit < count * width; bit += width) {
      found += Number(((this.page[this.#at + (bit >> 3)] >> (bit & 7)) & mask) === counted)
    }
    return found
  }

  #byte(): number {
    const byte = this.page[this.#at++]
    if (byte === undefined) throw new Error('a page that ends early')
    return byte
  }

  #varint(): number {
    let value = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    // More than 28 bits would be a run longer than any table allowed here.
    throw new Error('a count that is too large')
  }
}
