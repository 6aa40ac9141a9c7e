import type { Hdf5Bytes } from './hdf5-bytes.js'

/** Decompresses LZF: runs of new bytes, and references to at most 8,191 bytes back. */
export function lzf(file: Hdf5Bytes, bytes: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size)
  let to = 0
  for (let at = 0; at < bytes.length; ) {
    const control = bytes[at++]
    if (control < 32) {
      const length = control + 1
      if (at + length > bytes.length || to + length > size) throw file.fault('compressed data (lzf)')
      out.set(bytes.subarray(at, at + length), to)
      at += length
      to += length
      continue
    }
    let length = control >> 5
    if (length === 7) length += bytes[at++]
    const from = to - ((control & 31) << 8) - bytes[at++] - 1
    length += 2
    if (!(from >= 0) || to + length > size) throw file.fault('compressed data (lzf)')
    for (let i = 0; i < length; i++) out[to + i] = out[from + i]
    to += length
  }
  return out.subarray(0, to)
}
