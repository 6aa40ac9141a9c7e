import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cluster,
  fitPlanned,
  type NpyRows,
  npyRowsOf,
  plannedCluster,
  readTable,
  Stopwatch,
  sampleShape,
  sourceOfBytes,
} from '../../chorale/src/internal.js'
import { openRowTable } from '../src/row-table.js'
import type { LabeledBlock } from '../src/row-worker.js'

/** Two blocks of rows to survey, five to label. */
const ROWS = 70_000
const FEATURES = 3

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chorale-rows-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Kind = '<f4' | '>f4' | '<f8' | '<i2'

/** An .npy file of numbers. */
function npyBytes(values: Float64Array, kind: Kind, isFortran = false): Buffer {
  const n = values.length / FEATURES
  const size = Number(kind[2])
  const header = `{'descr': '${kind}', 'fortran_order': ${isFortran ? 'True' : 'False'}, 'shape': (${n}, ${FEATURES}), }`
  const bytes = Buffer.alloc(128 + values.length * size, ' ')
  bytes.write('\x93NUMPY\x01\x00', 'latin1')
  bytes.writeUInt16LE(118, 8)
  bytes.write(header, 10, 'latin1')
  bytes.write('\n', 127, 'latin1')
  const view = new DataView(bytes.buffer, bytes.byteOffset + 128)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < FEATURES; j++) {
      const at = (isFortran ? j * n + i : i * FEATURES + j) * size
      const value = values[i * FEATURES + j]
      if (kind === '<i2') view.setInt16(at, Math.round(1000 * value), true)
      else if (kind === '<f8') view.setFloat64(at, value, true)
      else view.setFloat32(at, value, kind === '<f4')
    }
  }
  return bytes
}

async function fileOf(values: Float64Array, kind: Kind, isFortran = false) {
  const bytes = npyBytes(values, kind, isFortran)
  const path = join(folder, `${kind.replace(/[<>]/, '')}${isFortran}.npy`)
  writeFileSync(path, bytes)
  const rows = (await npyRowsOf(sourceOfBytes(bytes, 't.npy'))) as NpyRows
  return { bytes, source: { kind: 'npy' as const, path, rows } }
}

const names = ['column1', 'column2', 'column3']
const { values } = sampleShape('blobs', { sampleCount: ROWS, featureCount: FEATURES, clusterCount: 3, seed: 2 })
const options = { clusterCount: 3, ensembleSize: 4, fitRows: 600, seed: 5 }

describe('a large table', () => {
  it.each<[Kind, boolean, number]>([
    ['<f4', false, 1],
    ['<f4', true, 2],
    ['>f4', false, 3],
    ['<f8', false, 2],
    ['<i2', false, 2],
  ])(
    'gives the labels of the same table in memory, to the bit: %s, Fortran order %s, %d threads',
    async (kind, isFortran, threads) => {
      const { bytes, source } = await fileOf(values, kind, isFortran)
      const whole = await cluster(await readTable(bytes, { name: 't.npy' }), options)
      const table = (await openRowTable(source, {}, { name: 't.npy', columnNames: names, notes: [], threads }))!
      try {
        const planned = await plannedCluster('cluster', table, { ...options, reading: {} })
        expect(planned.plan).toEqual({ ...whole.plan, reading: {} })
        const { runs } = await fitPlanned('cluster', planned, new Stopwatch(), {})
        expect(runs[0].fit).toEqual(whole.fit)
        const blocks: LabeledBlock[] = []
        await table.label([runs[0].model, runs[0].model], {
          wantsLines: true,
          accept: block => void blocks.push(block),
        })
        expect(blocks.length).toBe(5)
        const joined = (at: number) => blocks.flatMap(({ clusterings }) => [...clusterings[at].labels])
        expect(Int32Array.from(joined(0))).toEqual(whole.labels)
        expect(Int32Array.from(joined(1))).toEqual(whole.labels)
        const confidence = blocks.flatMap(({ clusterings }) => [...clusterings[0].confidence])
        expect(Float64Array.from(confidence)).toEqual(whole.confidence)
        const lines = blocks.map(block => new TextDecoder().decode(block.lines!)).join('')
        expect(lines.split('\n').length).toBe(ROWS + 1)
        expect(lines.split('\n').at(-2)).toMatch(new RegExp(`^${ROWS},${whole.labels.at(-1)},`))
      } finally {
        await table.close()
      }
    },
    60_000,
  )

  it('is read as a whole if a value is missing', async () => {
    const holed = values.slice()
    holed[3 * (ROWS - 1)] = Number.NaN
    const { source } = await fileOf(holed, '<f8')
    expect(await openRowTable(source, {}, { name: 't.npy', columnNames: names, notes: [], threads: 2 })).toBeNull()
  })

  it('stops when it is asked to, and when nobody can use its labels', async () => {
    const { source } = await fileOf(values, '<f4')
    const controller = new AbortController()
    const open = () =>
      openRowTable(source, {}, { name: 't.npy', columnNames: names, notes: [], threads: 2, signal: controller.signal })
    const table = (await open())!
    try {
      const planned = await plannedCluster('cluster', table, { ...options, reading: {} })
      const { runs } = await fitPlanned('cluster', planned, new Stopwatch(), {})
      const full = new Error('the disk is full')
      const failing = table.label([runs[0].model], {
        wantsLines: false,
        accept() {
          throw full
        },
      })
      await expect(failing).rejects.toBe(full)
    } finally {
      await table.close()
    }
    controller.abort(new Error('enough'))
    await expect(open()).rejects.toThrow('enough')
  }, 60_000)

  it('that is cut while it is read is reported', async () => {
    const { source } = await fileOf(values, '<f4')
    writeFileSync(source.path, Buffer.alloc(200))
    await expect(
      openRowTable(source, {}, { name: 't.npy', columnNames: names, notes: [], threads: 1 }),
    ).rejects.toThrow('the file ended unexpectedly')
  })
})
