import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { labelBlocks, packLabelings, sourceOfBytes, tableBlocks } from '../../chorale/src/internal.js'
import { BLOCK_SAMPLES } from '../../chorale/src/labelings/label-store.js'
import { rowExtent, tableRows } from '../../chorale/src/tables/table-rows.js'
import { folderWith } from '../../cli/test/run.js'
import { openSource } from '../../node/src/open-source.js'
import { checkedSource, fingerprint } from '../src/fingerprint.js'
import { PieceJoiner, piecesOf, readPiece } from '../src/read-labels.js'
import type { ReadOrder } from '../src/read-order.js'
import { asCsv, asNpy, asParquet, plantedLabelings } from './planted.js'

describe('rows of a file', () => {
  const labelings = plantedLabelings(1000, 3)
  it.each([
    ['l.npy', asNpy(labelings), 1000],
    ['l.parquet', asParquet(labelings, 300), 4],
  ])('of %s are read from anywhere', async (name, bytes, pieceCount) => {
    const source = sourceOfBytes(bytes, name)
    expect(await rowExtent(source)).toEqual({ rowCount: 1000, pieceCount })
    for (const [from, to] of [
      [0, 1000],
      [299, 301],
      [300, 600],
      [650, 651],
      [900, 1000],
    ]) {
      const found: number[] = []
      for await (const { columns } of tableRows(source, { from, to })) {
        const [, second] = columns
        if (second.kind === 'number') found.push(...second.numbers)
      }
      expect(found).toEqual([...labelings[1].subarray(from, to)])
    }
  })

  it('of a text are not', async () => {
    expect(await rowExtent(sourceOfBytes(Buffer.from(asCsv(labelings)), 'l.csv'))).toBe(null)
  })
})

describe('pieces that are read apart and joined', () => {
  it.each([
    ['l.npy', asNpy],
    ['l.parquet', (labelings: Int32Array[]) => asParquet(labelings, BLOCK_SAMPLES + 4_464)],
  ])('of %s are the packed labels of the whole', async (name, write) => {
    // Cluster 7 comes first in the last block, and labeling 2 has no label in the first.
    const labelings = plantedLabelings(3 * BLOCK_SAMPLES + 10, 3)
    labelings[1].fill(-1, 0, BLOCK_SAMPLES)
    labelings[2][3 * BLOCK_SAMPLES + 5] = 70
    const path = `${folderWith({ [name]: write(labelings) })}/${name}`
    const source = await openSource(path)
    const { blocks, names, clusterNames } = await labelBlocks(tableBlocks(source), name)
    const whole = await packLabelings(blocks, { names, clusterNames })

    const extent = (await rowExtent(source))!
    const { byteLength } = source
    const pieces = piecesOf(extent)
    expect(pieces.length).toBe(name === 'l.npy' ? 4 : 2)
    const order: ReadOrder = {
      kind: 'read',
      version: '',
      address: path,
      byteLength,
      fingerprint: await fingerprint(source),
      sampleCount: extent.rowCount,
      columns: names,
      pieces,
    }
    const joiner = new PieceJoiner(name, names)
    for (const task of pieces.keys()) joiner.add(await readPiece(order, task))
    await source.close()
    const joined = joiner.finish(extent.rowCount)
    expect(isDeepStrictEqual(joined.store, whole.store)).toBe(true)
    expect(joined.clusterNames).toEqual(whole.clusterNames)
  })
})

describe('the fingerprint of a file', () => {
  const bytes = Uint8Array.from({ length: 2 ** 19 + 100 }, (_, at) => (at * 31) % 251)
  const source = sourceOfBytes(bytes, 'file')

  it('lets the same content through, from anywhere', async () => {
    const checked = checkedSource(source, await fingerprint(source))
    for (const [from, to] of [
      [0, 0],
      [0, bytes.length],
      [5, 6],
      [2 ** 18 - 1, 2 ** 18 + 1],
      [2 ** 19, bytes.length],
      [100, 2 ** 19 + 1],
    ]) {
      expect(Buffer.compare(await checked.read(from, to), bytes.subarray(from, to))).toBe(0)
    }
  })

  it('refuses a chunk with one other byte, and only that', async () => {
    const other = bytes.slice()
    other[2 ** 18 + 7] ^= 1
    const checked = checkedSource(sourceOfBytes(other, 'file'), await fingerprint(source))
    expect(Buffer.compare(await checked.read(0, 2 ** 18), bytes.subarray(0, 2 ** 18))).toBe(0)
    await expect(checked.read(2 ** 18, 2 ** 18 + 1)).rejects.toThrow(/file: the content after byte 262144 is not/)
  })
})
