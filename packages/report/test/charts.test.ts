import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CHART_NAMES } from '../src/chart-files.js'
import { renderCharts } from '../src/node/render-charts.js'
import { indexedPngs } from '../src/png.js'
import { hostileInput } from './hostile.js'
import { wholeInput, withResult } from './inputs.js'

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

describe('renderCharts', () => {
  it('draws every chart that the result has something for', async () => {
    const charts = await renderCharts(await wholeInput(), 'svg')
    expect(charts.map(({ name }) => name)).toEqual(CHART_NAMES)
    for (const { content } of charts) {
      expect(content).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
      expect(content).toMatch(/<title>[^<]+<\/title>\n<desc>[^<]+<\/desc>/)
      // A file of its own cannot know the colours of a page.
      expect(content).not.toContain('var(')
    }
  })

  it('draws only what is asked for, and nothing that is not there', async () => {
    const input = withResult(await wholeInput(), { alphaSearch: null })
    const charts = await renderCharts(input, 'svg', ['alpha', 'sizes'])
    expect(charts.map(({ name }) => name)).toEqual(['sizes'])
  })

  it('stays well-formed XML with hostile texts, as PNG too', async () => {
    const charts = await renderCharts(await hostileInput(), 'png')
    expect(charts).toHaveLength(CHART_NAMES.length)
    for (const { content } of charts) expect(Array.from(content.slice(0, 8) as Uint8Array)).toEqual(PNG_SIGNATURE)
    for (const { content } of await renderCharts(await hostileInput(), 'svg')) {
      expect(content).not.toMatch(/<script|<img|<!--|&nbsp;/)
    }
  })
})

describe('indexedPngs', () => {
  it('writes header, palette and rows as they are', () => {
    const palettes = [
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      [
        [7, 8, 9],
        [10, 11, 12],
      ],
    ] as const
    const pixels = Uint8Array.of(0, 1, 1, 0, 1, 0)
    const images = indexedPngs(3, 2, pixels, palettes)
    expect(images).toHaveLength(2)
    images.forEach((image, at) => {
      const bytes = Buffer.from(image)
      expect(Array.from(bytes.subarray(0, 8))).toEqual(PNG_SIGNATURE)
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[24], bytes[25]]).toEqual([3, 2, 8, 3])
      const palette = bytes.indexOf('PLTE') + 4
      expect(Array.from(bytes.subarray(palette, palette + 6))).toEqual(palettes[at].flat())
      const data = bytes.indexOf('IDAT')
      const rows = inflateSync(bytes.subarray(data + 4, data + 4 + bytes.readUInt32BE(data - 4)))
      expect(Array.from(rows)).toEqual([0, 0, 1, 1, 0, 0, 1, 0])
    })
  })

  it('has the checksum that the format asks for', () => {
    const [image] = indexedPngs(1, 1, Uint8Array.of(0), [[[0, 0, 0]]])
    // The CRC of an empty IEND chunk is the same in every PNG file.
    expect(Array.from(image.slice(-4))).toEqual([0xae, 0x42, 0x60, 0x82])
  })
})
