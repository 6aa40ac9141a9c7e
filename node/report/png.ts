import { deflateSync } from 'node:zlib'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Up to 256 colours: red, green, blue. */
export type Palette = readonly (readonly [red: number, green: number, blue: number])[]

/**
 * The same picture as PNG images in several palettes: 8 bits per pixel, rows without filters, compressed once.
 *
 * @param pixels width x height indices into the palettes
 */
export function indexedPngs(
  width: number,
  height: number,
  pixels: Uint8Array,
  palettes: readonly Palette[],
): Uint8Array[] {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits, palette colours, deflate, adaptive filters, not interlaced.
  header.set([8, 3, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const [first, last] = [chunk('IHDR', header), chunk('IEND', new Uint8Array())]
  const picture = chunk('IDAT', deflateSync(rows))
  return palettes.map(palette =>
    Buffer.concat([SIGNATURE, first, chunk('PLTE', Uint8Array.from(palette.flat())), picture, last]),
  )
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

/** The checksum of PNG chunks. (node:zlib has it only from 20.15 on.) */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
