import { InputError } from '../../check.js'
import { crc32 } from './checksum.js'
import { inflate } from './inflate.js'

/** A file of a zip archive: where it lies, how large it should be. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly headerAt: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const FULL = 0xffffffff

/** The files of a zip archive, from the directory at its end. Archives and files beyond 4 GiB are refused. */
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
    const packedSize = view.getUint32(at + 20, true)
    const size = view.getUint32(at + 24, true)
    const headerAt = view.getUint32(at + 42, true)
    if (packedSize === FULL || size === FULL || headerAt === FULL) {
      throw new InputError(`${caller}: files beyond 4 GiB in a zip archive are not read; unpack it first`)
    }
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedSize,
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
  const { headerAt, packedSize, size, method, crc } = entry
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (headerAt + 30 > bytes.length || view.getUint32(headerAt, true) !== LOCAL_HEADER)
    throw damaged('is not where it should be')
  const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true)
  if (start + packedSize > bytes.length) throw damaged('is cut short')
  const packed = bytes.subarray(start, start + packedSize)
  if (method === 0) {
    if (size !== packedSize || crc32(packed) !== crc) throw damaged('is damaged')
    return packed
  }
  if (method !== 8) throw damaged(`is packed by method ${method}; only deflate is read`)
  const content = await inflate(caller, 'deflate', packed, { limit: size, crc, signal })
  if (content.length !== size) throw damaged(`should have ${size} bytes, but has ${content.length}`)
  return content
}
