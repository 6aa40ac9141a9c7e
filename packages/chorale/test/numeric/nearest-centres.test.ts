import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { nearestCentres } from '../../src/numeric/nearest-centres.js'
import { randomFor } from '../../src/numeric/random.js'
import type { Labels, Matrix } from '../../src/types.js'

let simd: HotLoops
beforeAll(async () => {
  simd = await loadHotLoops('simd')
})

const scatter = (rowCount: number, columnCount: number, seed: number, levels = 0): Matrix => {
  const random = randomFor(seed, 0)
  const draw = () => (levels > 0 ? Math.floor(random() * levels) : 10 * random() - 3)
  return { rowCount, columnCount, values: Float64Array.from({ length: rowCount * columnCount }, draw) }
}

const nearest = ({ rowCount, columnCount, values }: Matrix, centres: Matrix, loops = simd): Labels => {
  const read = (from: number, to: number, out: Float64Array) =>
    out.set(values.subarray(from * columnCount, to * columnCount))
  const steps = nearestCentres({ rowCount, columnCount, read }, centres, loops)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

const squaredDistance = (points: Matrix, i: number, centres: Matrix, c: number): number => {
  const d = points.columnCount
  let total = 0
  for (let j = 0; j < d; j++) total += (points.values[i * d + j] - centres.values[c * d + j]) ** 2
  return total
}

describe('nearestCentres', () => {
  it('gives a tie to the lowest centre', () => {
    const points = { rowCount: 3, columnCount: 1, values: Float64Array.of(0, 1, 2) }
    const centres = { rowCount: 3, columnCount: 1, values: Float64Array.of(2, 0, 2) }
    expect([...nearest(points, centres)]).toEqual([1, 0, 0])
  })

  it('finds the nearest centre of every row, in SIMD and in plain TypeScript', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9 }), fc.nat(1e6), (n, k, seed) => {
        const points = scatter(n, 3, seed, seed % 2 === 0 ? 4 : 0)
        const centres = scatter(k, 3, seed + 1, seed % 2 === 0 ? 4 : 0)
        const labels = nearest(points, centres)
        expect(nearest(points, centres, PLAIN_KERNELS)).toEqual(labels)
        labels.forEach((label, i) => {
          const distances = Array.from({ length: k }, (_, c) => squaredDistance(points, i, centres, c))
          expect(label).toBe(distances.indexOf(Math.min(...distances)))
        })
      }),
    )
  })

  it('does not depend on where the pieces are cut', () => {
    const points = scatter(1200, 600, 4)
    const centres = scatter(5, 600, 5)
    const labels = nearest(points, centres)
    const tail = { rowCount: 100, columnCount: 600, values: points.values.slice(1100 * 600) }
    expect([...nearest(tail, centres)]).toEqual([...labels.subarray(1100)])
  })

  it('is not disturbed by a row far outside', () => {
    const points = { rowCount: 3, columnCount: 1, values: Float64Array.of(1e30, 0.1, 0.9) }
    const centres = { rowCount: 2, columnCount: 1, values: Float64Array.of(0, 1) }
    expect([...nearest(points, centres)]).toEqual([0, 0, 1])
  })
})
