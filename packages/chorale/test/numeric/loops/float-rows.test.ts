import { describe, expect, it } from 'vitest'
import { drawGaussian } from '../../../src/numeric/gaussian.js'
import {
  createFloatProducts,
  createPairSearch,
  createSmoothRows,
  createSparseFloats,
  type FloatRows,
  nearestOfCandidates,
  paddedWidth,
} from '../../../src/numeric/loops/float-rows.js'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'

const simd = await loadHotLoops('simd')

function rowsOf(rows: readonly (readonly number[])[]): FloatRows {
  const width = paddedWidth(rows[0].length)
  const values = new Float32Array(rows.length * width)
  rows.forEach((row, i) => {
    values.set(row, i * width)
  })
  return { rowCount: rows.length, width, values }
}

function drawnRows(n: number, d: number): FloatRows {
  const random = randomFor(n, d)
  return rowsOf(Array.from({ length: n }, () => Array.from({ length: d }, () => drawGaussian(random))))
}

function nearest(loops: HotLoops, rows: FloatRows, count: number): Int32Array {
  const search = createPairSearch(loops, rows, count)
  for (let at = 0; at < search.stepCount; at++) search.step(at)
  return search.result()
}

/** A ring: every row is linked to the two beside it. */
function ring(n: number) {
  return {
    starts: Int32Array.from({ length: n + 1 }, (_, i) => 2 * i),
    links: Int32Array.from({ length: 2 * n }, (_, e) => (Math.floor(e / 2) + (e % 2 === 0 ? 1 : n - 1)) % n),
    weights: new Float32Array(2 * n).fill(0.5),
  }
}

describe.each([
  ['SIMD', simd],
  ['plain TypeScript', PLAIN_KERNELS],
])('rows of floats in %s', (_, loops) => {
  it('multiplies rows', () => {
    const products = createFloatProducts(loops, { aRows: 1, bRows: 2, width: 4 })
    products.a.set([1, 2, 3, 4])
    products.b.set([1, 1, 1, 1, 0, 1, 0, -1])
    products.multiply(1, 2)
    expect([...products.out.subarray(0, 2)]).toEqual([10, -2])
  })

  it('finds the nearest other rows, of equally near ones the first', () => {
    const line = rowsOf([[0], [1], [2], [4], [4]])
    expect([...nearest(loops, line, 2)]).toEqual([1, 2, 0, 2, 1, 0, 4, 2, 3, 2])
  })

  it('finds the nearest of candidates', () => {
    const line = rowsOf([[0], [1], [2], [5]])
    expect([...nearestOfCandidates(loops, line, Int32Array.of(3, 1, 2, 0, 3, 1, 1, 0), 1)]).toEqual([1, 2, 1, 1])
  })

  it('smooths rows over their links and finds the nearest centres', () => {
    const smooth = createSmoothRows(loops, rowsOf([[0], [4], [8], [4]]), ring(4), 2)
    smooth.smooth()
    expect([...smooth.points].filter((_, at) => at % 4 === 0)).toEqual([2, 4, 6, 4])
    expect([...smooth.nearest(Float32Array.of(3, 0, 0, 0, 5, 0, 0, 0), 2)]).toEqual([0, 0, 1, 0])
  })

  it('multiplies a matrix of few entries, and its transpose', () => {
    // (1 0 2; 0 3 0)
    const matrix = { starts: Int32Array.of(0, 2, 3), links: Int32Array.of(0, 2, 1), weights: Float32Array.of(1, 2, 3) }
    const sparse = createSparseFloats(loops, { ...matrix, rowCount: 2, columnCount: 3, width: 4 })
    sparse.columnBlock.set([1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0])
    sparse.multiply()
    expect([sparse.rowBlock[0], sparse.rowBlock[4]]).toEqual([11, 3])
    sparse.transposed()
    expect([0, 4, 8].map(at => sparse.columnBlock[at])).toEqual([11, 9, 22])
  })
})

describe('rows of floats', () => {
  it.each([
    [5, 3],
    [64, 16],
    [131, 30],
    [200, 101],
  ])('are the same to the bit in SIMD and in plain TypeScript: %i rows, %i columns', (n, d) => {
    const rows = drawnRows(n, d)
    const candidates = nearest(simd, rows, Math.min(n - 1, 9))
    expect(candidates).toEqual(nearest(PLAIN_KERNELS, rows, Math.min(n - 1, 9)))
    expect(nearestOfCandidates(simd, rows, candidates, 3)).toEqual(
      nearestOfCandidates(PLAIN_KERNELS, rows, candidates, 3),
    )
    const [fast, plain] = [simd, PLAIN_KERNELS].map(loops => {
      const smooth = createSmoothRows(loops, rows, ring(n), 5)
      for (let step = 0; step < 3; step++) smooth.smooth()
      const points = smooth.points.slice()
      return { points, labels: smooth.nearest(points.subarray(0, 5 * rows.width), 5) }
    })
    expect(fast).toEqual(plain)
    const [a, b] = [simd, PLAIN_KERNELS].map(loops => {
      const products = createFloatProducts(loops, { aRows: 7, bRows: 5, width: rows.width })
      products.a.set(rows.values.subarray(0, Math.min(7, n) * rows.width))
      products.b.set(rows.values.subarray(0, 5 * rows.width))
      products.multiply(7, 5)
      return Array.from({ length: 35 }, (_, at) => products.out[Math.floor(at / 5) * products.stride + (at % 5)])
    })
    expect(a).toEqual(b)
  })

  it('have the nearest rows of exact distances', () => {
    const rows = drawnRows(150, 12)
    const found = nearest(simd, rows, 4)
    for (let i = 0; i < 150; i++) {
      const distances = Array.from({ length: 150 }, (_, j) => {
        let sum = 0
        for (let f = 0; f < 12; f++) sum += (rows.values[i * 12 + f] - rows.values[j * 12 + f]) ** 2
        return i === j ? Infinity : sum
      })
      const expected = [...distances.keys()].sort((a, b) => distances[a] - distances[b]).slice(0, 4)
      expect([...found.subarray(4 * i, 4 * i + 4)]).toEqual(expected)
    }
  })
})
