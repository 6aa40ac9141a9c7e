import { InputError } from '../../errors.js'
import { crc32 } from './checksum.js'
import { inflate } from './inflate.js'

/** A file in a zip archive: its position and its size. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  readonly headerAt: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const FULL = 0xffffffff

/** The files of a zip archive, from the directory at its end. Archives and files larger than 4 GiB are rejected. */
export function zipEntries(caller: string, bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const damaged = (what: string) => new InputError(`${caller}: the zip archive is damaged or cut short (${what})`)
  let end = bytes.length - 22
  const searchEnd = Math.max(0, end - 0xffff)
  while (end >= searchEnd && view.getUint32(end, true) !== END_OF_DIRECTORY) end--
  if (end < searchEnd) throw damaged('it has no directory')

  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const entries: ZipEntry[] = []
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw damaged(`entry ${i + 1} of its directory`)
    const nameSize = view.getUint16(at + 28, true)
    const compressedSize = view.getUint32(at + 20, true)
    const size = view.getUint32(at + 24, true)
    const headerAt = view.getUint32(at + 42, true)
    if (compressedSize === FULL || size === FULL || headerAt === FULL) {
      throw new InputError(
        `${caller}: zip archives with files larger than 4 GiB are not supported; extract the file first`,
      )
    }
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressedSize,
      size,
      headerAt,
    })
    at += 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The content of a file in the archive, checked against its size and checksum. */
export async function unzip(
  caller: string,
  bytes: Uint8Array,
  entry: ZipEntry,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const damaged = (what: string) =>
    new InputError(`${caller}: ${JSON.stringify(entry.name)} in the zip archive ${what}`)
  const { headerAt, compressedSize, size, method, crc } = entry
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (headerAt + 30 > bytes.length || view.getUint32(headerAt, true) !== LOCAL_HEADER)
    throw damaged('is not at the position that the directory says')
  const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true)
  if (start + compressedSize > bytes.length) throw damaged('is cut short')
  const compressed = bytes.subarray(start, start + compressedSize)
  if (method === 0) {
    if (size !== compressedSize || crc32(compressed) !== crc) throw damaged('is damaged')
    return compressed
  }
  if (method !== 8) throw damaged(`is compressed with method ${method}; only deflate is supported`)
  const content = await inflate(caller, 'deflate', compressed, { limit: size, crc, signal })
  if (content.length !== size) throw damaged(`should have ${size} bytes, but has ${content.length}`)
  return content
}
