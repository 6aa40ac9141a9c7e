import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LabelOrder } from '../src/label-order.js'
import { decodePart, encodePart } from '../src/part-codec.js'
import { MissingPart, readPart, writePart } from '../src/parts.js'
import { combine } from '../src/perform.js'
import { folderStorage } from '../src/storage.js'

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

  it('of all tasks are combined once each, in their order, or not at all', async () => {
    const storage = storageInFolder()
    const order: LabelOrder = {
      kind: 'label',
      version: '',
      labeling: { model: {} as LabelOrder['labeling']['model'], columns: [], clusters: [] },
      blocks: [],
      extent: { sampleCount: 3, ensembleSize: 1, clusterStarts: Int32Array.of(0, 1), hasMissing: false },
      spans: [0, 1, 2].map(from => ({ from, to: from + 1 })),
    }
    const answers = await Promise.all(
      [5, 6, 7].map(async (value, task) => ({
        task,
        ...(await writePart(storage, `o/${task}`, Int32Array.of(value))),
      })),
    )
    const [a, b, c] = answers
    await expect(combine(storage, 'o', order, [a, b])).rejects.toThrow('each task of an order must be done once')
    await expect(combine(storage, 'o', order, [a, b, c, c])).rejects.toThrow('got tasks 0,1,2,2')
    const whole = await combine(storage, 'o', order, [c, a, b])
    expect(await readPart(storage, whole)).toEqual([a, b, c])
    expect(await combine(storage, 'o', order, answers)).toEqual(whole)
  })
})
