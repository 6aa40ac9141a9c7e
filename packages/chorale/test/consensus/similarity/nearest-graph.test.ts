import { describe, expect, it } from 'vitest'
import { nearestGraph, type SparseGraph } from '../../../src/consensus/similarity/nearest-graph.js'
import { drawIndex, randomFor } from '../../../src/numeric/random.js'
import type { Matrix } from '../../../src/types.js'

function matrix(rows: number[][]): Matrix {
  return { rowCount: rows.length, columnCount: rows[0].length, values: Float64Array.from(rows.flat()) }
}

function linksOf({ starts, columns }: SparseGraph): number[][] {
  return Array.from({ length: starts.length - 1 }, (_, i) => [...columns.subarray(starts[i], starts[i + 1])])
}

/** All rows by rounded distance, then by index; a link in one direction is a link in both. */
function measuredOneByOne({ rowCount: n, columnCount: k, values }: Matrix, neighbours: number): number[][] {
  const row = (i: number) => values.subarray(i * k, (i + 1) * k)
  const product = (a: number, b: number) => row(a).reduce((sum, value, q) => sum + value * row(b)[q], 0)
  const distance = (a: number, b: number) =>
    Math.round(Math.max(0, product(a, a) + product(b, b) - 2 * product(a, b)) / 1e-10)
  const indexes = Array.from({ length: n }, (_, i) => i)
  const chosen = indexes.map(
    a => new Set(indexes.toSorted((b, c) => distance(a, b) - distance(a, c) || b - c).slice(0, neighbours + 1)),
  )
  return indexes.map(a => indexes.filter(b => chosen[a].has(b) || chosen[b].has(a)))
}

describe('nearestGraph', () => {
  it('links by cosines, in both directions', async () => {
    // Squared distances: 0-1: 1, 1-2: 8, 0-2: 13. Rows 0 and 1 choose each other, row 2 chooses row 1.
    const graph = await nearestGraph(matrix([[1, 0], [1, 1], [3, 3]]), 1) // biome-ignore format: a row each
    expect(linksOf(graph)).toEqual([[0, 1], [0, 1, 2], [1, 2]]) // biome-ignore format: a row each
    const half = Math.SQRT1_2
    for (const [at, cosine] of [1, half, half, 1, 1, 1, 1].entries()) expect(graph.values[at]).toBeCloseTo(cosine, 14)
  })

  it('gives equal distances to the lowest index, noise of rounding or not', async () => {
    const graph = await nearestGraph(matrix([[1 + 1e-15], [1], [1 - 1e-15], [1]]), 1)
    // All choose rows 0 and 1.
    expect(linksOf(graph)).toEqual([[0, 1, 2, 3], [0, 1, 2, 3], [0, 1], [0, 1]]) // biome-ignore format: a row each
  })

  it('finds what measuring all pairs finds, with many ties', async () => {
    const random = randomFor(7, 0)
    for (let draw = 0; draw < 20; draw++) {
      const [n, k] = [30 + drawIndex(40, random), 1 + drawIndex(5, random)]
      const G = matrix(Array.from({ length: n }, () => Array.from({ length: k }, () => drawIndex(4, random) / 4)))
      const neighbours = drawIndex(12, random)
      expect(linksOf(await nearestGraph(G, neighbours))).toEqual(measuredOneByOne(G, neighbours))
    }
  })

  it('links all rows where more neighbours are wanted than there are', async () => {
    expect(linksOf(await nearestGraph(matrix([[1], [2]]), 10))).toEqual([[0, 1], [0, 1]]) // biome-ignore format: a row each
  })
})
