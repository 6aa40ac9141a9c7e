import { crc32 } from 'chorale/internal'
import { zlibSync } from 'fflate'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Up to 256 colours: red, green, blue. */
export type Palette = readonly (readonly [red: number, green: number, blue: number])[]

/**
 * The same image as PNG in several palettes: 8 bits per pixel, rows without filters, compressed once.
 *
 * @param pixels width x height indices into the palettes
 */
export function indexedPngs(
  width: number,
  height: number,
  pixels: Uint8Array,
  palettes: readonly Palette[],
): Uint8Array[] {
  const header = new Uint8Array(13)
  const fields = new DataView(header.buffer)
  fields.setUint32(0, width)
  fields.setUint32(4, height)
  // 8 bits, palette colours, deflate, adaptive filters, not interlaced.
  header.set([8, 3, 0, 0, 0], 8)
  const rows = new Uint8Array(height * (width + 1))
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const first = chunk('IHDR', header)
  const last = chunk('IEND', new Uint8Array())
  const picture = chunk('IDAT', zlibSync(rows))
  return palettes.map(palette =>
    joined([SIGNATURE, first, chunk('PLTE', Uint8Array.from(palette.flat())), picture, last]),
  )
}

/** A data URL for a PNG image. */
export function pngAddress(png: Uint8Array): string {
  let binary = ''
  for (const byte of png) binary += String.fromCharCode(byte)
  return `data:image/png;base64,${btoa(binary)}`
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = joined([Uint8Array.from(name, letter => letter.charCodeAt(0)), data])
  const framed = new Uint8Array(body.length + 8)
  const fields = new DataView(framed.buffer)
  fields.setUint32(0, data.length)
  framed.set(body, 4)
  fields.setUint32(body.length + 4, crc32(body))
  return framed
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
