import { describe, expect, it } from 'vitest'
import { viewApart } from '../worker/view-apart.js'

/** An embedding whose clusters lie at the corners of a simplex, `each` samples at every corner. */
function simplex(clusterCount: number, each: number) {
  const rowCount = clusterCount * each
  const values = new Float64Array(rowCount * clusterCount)
  const labels = Int32Array.from({ length: rowCount }, (_, i) => Math.floor(i / each))
  labels.forEach((label, i) => {
    values[i * clusterCount + label] = 3
  })
  return { embedding: { rowCount, columnCount: clusterCount, values }, labels }
}

describe('the view in which clusters stand apart', () => {
  it('puts the four corners of a simplex on a square, by hand', () => {
    const { embedding, labels } = simplex(4, 2)
    const { coordinates, shares } = viewApart(embedding, labels)!
    // Unit rows, centred: 3/4 and -1/4. Directions (1, 0, -1, 0) / sqrt 2 and (0, 1, 0, -1) / sqrt 2.
    const side = 1 / Math.SQRT2
    const corners = [side, 0, 0, side, -side, 0, 0, -side]
    labels.forEach((label, i) => {
      expect(coordinates[2 * i]).toBeCloseTo(corners[2 * label], 5)
      expect(coordinates[2 * i + 1]).toBeCloseTo(corners[2 * label + 1], 5)
    })
    // Three dimensions, as wide in each.
    expect(shares[0]).toBeCloseTo(1 / 3, 5)
    expect(shares[1]).toBeCloseTo(1 / 3, 5)
  })

  it.each([5, 6, 12])('keeps %i clear clusters as far apart as corners of a polygon', clusterCount => {
    const { embedding, labels } = simplex(clusterCount, 3)
    const { coordinates } = viewApart(embedding, labels)!
    const place = (c: number) => [coordinates[6 * c], coordinates[6 * c + 1]]
    const radius = Math.hypot(...place(0))
    const least = 2 * radius * Math.sin(Math.PI / clusterCount)
    for (let a = 0; a < clusterCount; a++) {
      for (let b = 0; b < a; b++) {
        const distance = Math.hypot(place(a)[0] - place(b)[0], place(a)[1] - place(b)[1])
        expect(distance).toBeGreaterThan(0.999 * least)
      }
    }
  })

  it('puts alike clusters side by side', () => {
    // Clusters 0 and 3 lean towards each other, as do 1 and 2: they become neighbours on the circle.
    const rows = [
      [1, 0, 0, 0.5],
      [0, 1, 0.5, 0],
      [0, 0.5, 1, 0],
      [0.5, 0, 0, 1],
    ]
    const embedding = { rowCount: 4, columnCount: 4, values: Float64Array.from(rows.flat()) }
    const { coordinates } = viewApart(embedding, Int32Array.from([0, 1, 2, 3]))!
    const distance = (a: number, b: number) =>
      Math.hypot(coordinates[2 * a] - coordinates[2 * b], coordinates[2 * a + 1] - coordinates[2 * b + 1])
    const opposite = Math.max(distance(0, 1), distance(0, 2))
    expect(distance(0, 3)).toBeLessThan(0.9 * opposite)
    expect(distance(1, 2)).toBeLessThan(0.9 * opposite)
  })

  it('leaves three clusters, and more than can be told apart, to the widest directions', () => {
    for (const count of [2, 3, 61]) {
      const { embedding, labels } = simplex(count, 1)
      expect(viewApart(embedding, labels)).toBe(null)
    }
  })

  it('copes with embeddings of fewer dimensions than clusters', () => {
    const values = Float64Array.from([1, 0, 0, 1, -1, 0, 0, -1, 1, 1])
    const view = viewApart({ rowCount: 5, columnCount: 2, values }, Int32Array.from([0, 1, 2, 3, 4]))!
    expect(view.coordinates.every(Number.isFinite)).toBe(true)
    expect(view.shares[0] + view.shares[1]).toBeCloseTo(1, 6)
  })
})
