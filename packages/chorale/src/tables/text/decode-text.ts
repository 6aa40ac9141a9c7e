import { InputError } from '../../errors.js'

/** The encodings of text files. */
export const ENCODINGS = ['utf-8', 'latin1', 'utf-16'] as const satisfies readonly TextEncoding[]
/** The name of an encoding. */
export type TextEncoding = 'utf-8' | 'latin1' | 'utf-16'

/** Text that is not UTF-8. */
export class NotUtf8Error extends InputError {}

/** Text as UTF-8. Windows-1252 contains latin1 and never fails; UTF-16 without a byte-order mark is little-endian if its odd bytes are zeros. */
export function toUtf8(caller: string, bytes: Uint8Array, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return bytes
  const label = encoding === 'latin1' ? 'windows-1252' : utf16Order(bytes)
  try {
    return new TextEncoder().encode(new TextDecoder(label, { fatal: true }).decode(bytes))
  } catch {
    throw new InputError(`${caller}: the file is not ${encoding} text; save it with UTF-8 encoding`)
  }
}

function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff || bytes[0] === 0xfe) return bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'
  return bytes[0] === 0 ? 'utf-16be' : 'utf-16le'
}

/** Whether the bytes look like UTF-16: a byte-order mark, or letters in which every second byte is zero. */
export function isUtf16(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true
  const size = Math.min(bytes.length & ~1, 64)
  const zeros = [0, 0]
  for (let at = 0; at < size; at++) if (bytes[at] === 0) zeros[at % 2]++
  return size >= 8 && Math.min(...zeros) === 0 && Math.max(...zeros) > 0.4 * size
}
