import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { decodePart, encodePart } from '../src/part-codec.js'
import { MissingPart, readPart, writePart } from '../src/parts.js'
import type { PassOrder } from '../src/pass-order.js'
import { combine } from '../src/perform.js'
import { folderStorage } from '../src/storage.js'
import { lowerTriangle, squareOf } from '../src/triangle.js'

const joined = (pieces: readonly Uint8Array[]) => Uint8Array.from(Buffer.concat(pieces))

function storageInFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'chorale-parts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folderStorage(folder)
}

describe('parts', () => {
  it('give back what was put in, to the bit', async () => {
    const value = {
      text: 'Grüße',
      numbers: [0.1, 1e308, -5],
      nothing: null,
      inner: [{ codes: Uint8Array.of(1, 2, 3) }, { sums: Float64Array.of(Number.NaN, -0, Math.PI) }],
      counts: Uint32Array.of(2 ** 32 - 1),
      rows: Uint16Array.of(65_535),
      labels: Int32Array.of(-1, 7),
    }
    expect(decodePart(joined(encodePart(value)))).toEqual(value)
    const storage = storageInFolder()
    expect(await readPart(storage, await writePart(storage, null, value))).toEqual(value)
    // Many pieces, more than are written in one call.
    const many = Array.from({ length: 1200 }, (_, i) => Int32Array.of(i))
    expect(await readPart(storage, await writePart(storage, 'a/many', many))).toEqual(many)
  })

  it('that are damaged, cut short or another than was meant are not read', async () => {
    const storage = storageInFolder()
    const part = await writePart(storage, 'a/b', Int32Array.of(1, 2, 3))
    const bytes = (await storage.read('a/b'))!
    const flipped = Uint8Array.from(bytes)
    flipped[flipped.length - 5] ^= 1
    for (const bad of [flipped, bytes.subarray(0, bytes.length - 1), bytes.subarray(0, 20), new Uint8Array(0)]) {
      await storage.write('a/b', [bad])
      await expect(readPart(storage, part)).rejects.toThrow('is missing or damaged')
    }
    await writePart(storage, 'a/b', Int32Array.of(1, 2, 4))
    await expect(readPart(storage, part)).rejects.toThrow('has the wrong content')
    await expect(readPart(storage, { ...part, name: 'a/none' })).rejects.toThrow(MissingPart)
    expect(readdirSync(join(storage.address, 'a'))).toEqual(['b'])
  })

  it('of sums are added once each, in their order, or not at all', async () => {
    const storage = storageInFolder()
    const order: PassOrder = {
      kind: 'pass',
      version: '',
      pass: 'degrees',
      broadcast: {},
      labels: null,
      blocks: [],
      extent: { sampleCount: 3, ensembleSize: 1, clusterStarts: Int32Array.of(0, 1), hasMissing: false },
      spans: [0, 1, 2].map(from => ({ from, to: from + 1 })),
    }
    // 1e16 + 1 is 1e16: the order shows.
    const partials = [1, 1e16, -1e16].map(value => Float64Array.of(value, 1))
    const answers = await Promise.all(
      partials.map(async (partial, task) => ({ task, ...(await writePart(storage, `o/${task}`, partial)) })),
    )
    const [a, b, c] = answers
    await expect(combine(storage, 'o', order, [a, b])).rejects.toThrow('each task of an order must be done once')
    await expect(combine(storage, 'o', order, [a, b, c, c])).rejects.toThrow('got tasks 0,1,2,2')
    const total = await combine(storage, 'o', order, [c, a, b])
    expect(await readPart(storage, total)).toEqual(Float64Array.of(0, 3))
    // The parts are gone, and a second combination finds the total.
    expect(await combine(storage, 'o', order, answers)).toEqual(total)
  })
})

describe('a lower triangle', () => {
  it('is half of a square, and makes it again', () => {
    const square = Float64Array.of(1, 0, 0, 2, 3, 0, 4, 5, 6)
    expect(lowerTriangle(square)).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6))
    expect(squareOf(lowerTriangle(square))).toEqual(square)
    for (const size of [1, 2, 1600])
      expect(squareOf(new Float64Array((size * (size + 1)) / 2)).length).toBe(size * size)
  })
})
