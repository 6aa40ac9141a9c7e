import { describe, expect, it } from 'vitest'
import { labelsFromEmbedding, unitRows } from '../../src/consensus/labels-from-embedding.js'
import type { LabelTable } from '../../src/labelings/label-table.js'
import { PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { Pauser } from '../../src/pause.js'
import type { Matrix } from '../../src/types.js'
import { expectClose } from '../ensembles.js'
import { tableOf } from './similarity/samples.js'

const context = { loops: PLAIN_KERNELS, seed: 1 }

const matrix = (rows: number[][]): Matrix => ({
  rowCount: rows.length,
  columnCount: rows[0].length,
  values: Float64Array.from(rows.flat()),
})

/** Points on the unit circle at these angles, in degrees, of any length. */
const atAngles = (angles: number[]) =>
  matrix(
    angles.map((angle, i) => {
      const [turn, length] = [(angle * Math.PI) / 180, 1 + (i % 3)]
      return [length * Math.cos(turn), length * Math.sin(turn)]
    }),
  )

/** A table in which sample i is in row rows[i]. */
const tableOfRows = (rows: number[]) => tableOf([rows, rows.map(() => 0)])

describe('unitRows', () => {
  it('scales every row to length 1, leaves rows of zeros and its input alone', () => {
    const points = matrix([
      [3, 4],
      [0, 0],
      [-1e-150, 0],
    ])
    const before = points.values.slice()
    expectClose(unitRows(points).values, [0.6, 0.8, 0, 0, -1, 0], 1e-15)
    expect(points.values).toEqual(before)
  })
})

describe('labelsFromEmbedding', () => {
  const find = (embedding: Matrix, table: LabelTable, clusterCount: number, collapsed = true, pauser = new Pauser()) =>
    labelsFromEmbedding(embedding, table, collapsed, { clusterCount, restarts: 20 }, { ...context, pauser })

  it('stops when the signal is aborted', async () => {
    const abort = new AbortController()
    const pauser = new Pauser(abort.signal)
    abort.abort(new Error('enough'))
    await expect(find(atAngles([0, 10, 90]), tableOfRows([0, 1, 2]), 2, true, pauser)).rejects.toThrow('enough')
  })

  it('puts everything into one cluster for k = 1', async () => {
    expect([...(await find(matrix([[1], [2], [3]]), tableOfRows([0, 1, 2]), 1)).labels]).toEqual([0, 0, 0])
  })

  it('clusters directions, not lengths, and numbers by first appearance', async () => {
    const { labels, inertia } = await find(atAngles([90, 0, 90, 0]), tableOfRows([0, 1, 2, 3]), 2)
    expect([...labels]).toEqual([0, 1, 0, 1])
    expect(inertia).toBeCloseTo(0, 14)
  })

  it('counts a row of equal samples as often as it has samples', async () => {
    // One sample each, the pair at 30 and 55 degrees is the closest. Thirty samples each keep the two apart.
    const angles = [0, 30, 55]
    const rows = [0, ...new Array(30).fill(1), ...new Array(30).fill(2)]
    const embedding = atAngles(rows.map(row => angles[row]))
    const once = await find(embedding, tableOfRows(rows), 2)
    const each = await find(embedding, tableOfRows(rows), 2, false)
    expect([...once.labels]).toEqual(rows.map(row => (row === 2 ? 1 : 0)))
    expect(each.labels).toEqual(once.labels)
    expect(once.inertia).toBeCloseTo(each.inertia, 12)
    expect([...(await find(atAngles(angles), tableOfRows([0, 1, 2]), 2)).labels]).toEqual([0, 1, 1])
  })
})
