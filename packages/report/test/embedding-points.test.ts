import { describe, expect, it } from 'vitest'
import { randomFor } from '../../chorale/src/numeric/random.js'
import type { Matrix } from '../../chorale/src/types.js'
import { expectClose } from '../../chorale/test/ensembles.js'
import { embeddingMarks } from '../src/data/embedding-marks.js'
import { embeddingPoints } from '../src/data/embedding-points.js'

const matrix = (rows: number[][]): Matrix => ({
  rowCount: rows.length,
  columnCount: rows[0].length,
  values: Float64Array.from(rows.flat()),
})

/** n rows near the corners of a simplex. */
function corners(n: number, k: number): { embedding: Matrix; labels: Int32Array } {
  const random = randomFor(5, 0)
  const labels = Int32Array.from({ length: n }, (_, i) => i % k)
  const values = Float64Array.from({ length: n * k }, (_, at) => {
    return (labels[Math.floor(at / k)] === at % k ? 1 : 0) + 0.1 * random()
  })
  return { embedding: { rowCount: n, columnCount: k, values }, labels }
}

describe('embeddingPoints', () => {
  it('has no picture of one dimension', () => {
    expect(embeddingPoints(matrix([[1], [1]]), Int32Array.of(0, 0))).toBeNull()
  })

  it('looks along the directions in which unit rows differ most', () => {
    // Unit rows (1, 0) and (0, 1), twice each: they differ along (1, -1) only, and lie 1 / √2 from their middle.
    const points = embeddingPoints(
      matrix([
        [2, 0],
        [0, 3],
        [5, 0],
        [0, 1],
      ]),
      Int32Array.of(0, 1, 0, 1),
    )!
    expect(points.shares[0]).toBeCloseTo(1, 12)
    const across = [0, 1, 2, 3].map(at => points.coordinates[at * 2])
    expectClose(across.map(Math.abs), new Array(4).fill(Math.SQRT1_2), 1e-12)
    expect(Math.sign(across[0])).toBe(-Math.sign(across[1]))
    expectClose(
      [0, 1, 2, 3].map(at => points.coordinates[at * 2 + 1]),
      [0, 0, 0, 0],
      1e-12,
    )
  })

  it('leaves a row of zeros where it is', () => {
    const points = embeddingPoints(
      matrix([
        [0, 0],
        [1, 0],
        [-1, 0],
      ]),
      Int32Array.of(0, 1, 2),
    )!
    expectClose([points.coordinates[0], points.coordinates[1]], [0, 0], 1e-12)
  })

  it('has shares of 0 where all rows are equal', () => {
    expect(
      embeddingPoints(
        matrix([
          [1, 1],
          [2, 2],
        ]),
        Int32Array.of(0, 1),
      )!.shares,
    ).toEqual([0, 0])
  })

  it('keeps distances when all directions are shown', () => {
    const { embedding, labels } = corners(30, 3)
    const { coordinates } = embeddingPoints(embedding, labels)!
    const unit = (i: number) => {
      const row = embedding.values.subarray(i * 3, i * 3 + 3)
      return Array.from(row, value => value / Math.hypot(...row))
    }
    const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
      Math.hypot(...Array.from(a, (value, j) => value - b[j]))
    for (const [i, j] of [
      [0, 1],
      [3, 17],
      [28, 29],
    ]) {
      const drawn = distance(coordinates.subarray(i * 3, i * 3 + 3), coordinates.subarray(j * 3, j * 3 + 3))
      expect(drawn).toBeCloseTo(distance(unit(i), unit(j)), 12)
    }
  })

  it('draws the same samples again, every cluster among them', () => {
    const { embedding } = corners(1000, 3)
    const labels = Int32Array.from({ length: 1000 }, (_, i) => (i < 2 ? 1 : i < 5 ? 2 : 0))
    const drawn = embeddingPoints(embedding, labels, { limit: 100 })!
    expect(drawn).toEqual(embeddingPoints(embedding, labels, { limit: 100 }))
    expect(drawn.samples.length).toBeLessThanOrEqual(100)
    expect(drawn.samples.length).toBeGreaterThan(95)
    expect(Array.from(drawn.samples.subarray(0, 5))).toEqual([0, 1, 2, 3, 4])
    expect(drawn.samples).toEqual(drawn.samples.toSorted())
    expect(embeddingPoints(embedding, labels, { limit: 100, seed: 2 })!.samples).not.toEqual(drawn.samples)
  })
})

describe('embeddingMarks', () => {
  it('joins samples of one cluster at the same place, and only those', () => {
    const points = embeddingPoints(
      matrix([
        [1, 0],
        [1, 0],
        [0, 1],
        [1, 1e-6],
        [1, 0],
      ]),
      Int32Array.of(0, 0, 1, 0, 1),
    )!
    const marks = embeddingMarks(points, Int32Array.of(0, 0, 1, 0, 1), Float64Array.of(0.2, 0.4, 1, 0.6, 0), [0, 1])
    expect(marks.map(mark => mark.samples)).toEqual([[0, 1, 3], [2], [4]])
    expect(marks[0].confidence).toBeCloseTo(0.4, 12)
  })

  it('keeps every sample', () => {
    const { embedding, labels } = corners(200, 4)
    const points = embeddingPoints(embedding, labels)!
    const marks = embeddingMarks(points, labels, new Float64Array(200), [0, 2])
    expect(marks.flatMap(mark => mark.samples).sort((a, b) => a - b)).toEqual(Array.from(points.samples))
  })
})
