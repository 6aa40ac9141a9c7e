/** CRC-32, as used by gzip and zip. Pass the checksum of the bytes before as `before`; start with 0. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[i]) & 0xff]
  return ~crc >>> 0
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** Adler-32, as used by zlib. Pass the checksum of the bytes before as `before`; start with 1. */
export function adler32(bytes: Uint8Array, before = 1): number {
  let low = before & 0xffff
  let high = before >>> 16
  for (let from = 0; from < bytes.length; from += 4096) {
    const to = Math.min(bytes.length, from + 4096)
    // For up to 4096 steps the sums stay below 2^53.
    for (let i = from; i < to; i++) {
      low += bytes[i]
      high += low
    }
    low %= 65521
    high %= 65521
  }
  return ((high << 16) | low) >>> 0
}
