import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Assign, createAssign } from '../../../src/numeric/loops/assign.js'
import { type AssignSize, BLOCK, GROUP } from '../../../src/numeric/loops/assign-tables.js'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'
import { runToEnd } from '../../../src/pause.js'

let simd: HotLoops
beforeAll(async () => {
  simd = await loadHotLoops('simd')
})

/** Fills the tables of a kernel with points and centres in [-1, 1], some of them on a coarse grid, so that ties occur. */
function fill(
  { tables }: Assign,
  { pointCount, centreCount, dimension: d }: AssignSize,
  seed: number,
  coarse: boolean,
) {
  const random = randomFor(seed, 0)
  const draw = () => (coarse ? Math.floor(random() * 5) / 2 - 1 : 2 * random() - 1)
  const { points, centres, squares, weights, slack, labels, pairs, trials } = tables
  for (let i = 0; i < pointCount; i++) {
    for (let j = 0; j < d; j++) points[(i - (i % BLOCK)) * d + (i % BLOCK) + j * BLOCK] = draw()
    weights[i] = 1 + Math.floor(random() * 4)
    slack[i] = 1e-6 * random()
    labels[i] = Math.floor(random() * centreCount)
    trials[0][i] = random() * d
  }
  for (let c = 0; c < squares.length; c++) {
    let square = 0
    for (let j = 0; j < d; j++) {
      const value = Math.fround(draw())
      centres[(c - (c % GROUP)) * d + (c % GROUP) + j * GROUP] = c < centreCount ? -2 * value : 0
      square += value * value
    }
    squares[c] = c < centreCount ? square : Infinity
  }
  for (const pair of pairs) for (const at of pair.keys()) pair[at] = draw()
}

const sizes = fc.record({
  pointCount: fc.integer({ min: 1, max: 70 }),
  dimension: fc.integer({ min: 1, max: 20 }),
  centreCount: fc.integer({ min: 1, max: 13 }),
  trialCount: fc.constant(3),
})
const seeds = fc.nat(1e6)

describe('nearest', () => {
  it('is equal to the bit in SIMD and in plain TypeScript', () => {
    fc.assert(
      fc.property(sizes, seeds, fc.boolean(), (size, seed, coarse) => {
        const [fast, plain] = [createAssign(simd, size), createAssign(PLAIN_KERNELS, size)]
        for (const kernel of [fast, plain]) fill(kernel, size, seed, coarse)
        const groupCount = Math.ceil(size.centreCount / GROUP)
        const count = runToEnd(fast.nearest(groupCount, 1e-6))
        expect(runToEnd(plain.nearest(groupCount, 1e-6))).toBe(count)
        expect([...plain.tables.next]).toEqual([...fast.tables.next])
        expect([...plain.tables.touched.subarray(0, count)]).toEqual([...fast.tables.touched.subarray(0, count)])
      }),
    )
  })

  it('is equal to the bit when the work is cut into several calls', () => {
    const size = { pointCount: 9000, dimension: 64, centreCount: 30, trialCount: 1 }
    const [fast, plain] = [createAssign(simd, size), createAssign(PLAIN_KERNELS, size)]
    for (const kernel of [fast, plain]) fill(kernel, size, 1, false)
    const count = runToEnd(fast.nearest(8, 0))
    expect(runToEnd(plain.nearest(8, 0))).toBe(count)
    expect(plain.tables.next).toEqual(Int32Array.from(fast.tables.next))
  })

  it('finds the nearest centre wherever it claims to know it', () => {
    fc.assert(
      fc.property(sizes, seeds, (size, seed) => {
        const kernel = createAssign(simd, size)
        fill(kernel, size, seed, false)
        kernel.tables.slack.fill(1e-4)
        runToEnd(kernel.nearest(Math.ceil(size.centreCount / GROUP), 1e-4))
        for (let i = 0; i < size.pointCount; i++) {
          const label = kernel.tables.next[i]
          if (label >= 0) expect(label).toBe(nearestInDoubles(kernel, size, i))
        }
      }),
    )
  })

  it('keeps the lowest of equal centres and says that it cannot tell them apart', () => {
    const size = { pointCount: 1, dimension: 1, centreCount: 6, trialCount: 1 }
    for (const loops of [simd, PLAIN_KERNELS]) {
      const { tables, nearest } = createAssign(loops, size)
      tables.centres.fill(-1)
      tables.squares.fill(0.25, 0, 6).fill(Infinity, 6)
      expect(runToEnd(nearest(2, 0))).toBeGreaterThan(0)
      expect(tables.next[0]).toBe(~0)
    }
  })
})

describe('tryPair', () => {
  it('is equal to the bit in SIMD and in plain TypeScript, distances and sums', () => {
    fc.assert(
      fc.property(sizes, seeds, fc.boolean(), (size, seed, coarse) => {
        const [fast, plain] = [createAssign(simd, size), createAssign(PLAIN_KERNELS, size)]
        const blockCount = Math.ceil(size.pointCount / BLOCK)
        for (const kernel of [fast, plain]) {
          fill(kernel, size, seed, coarse)
          kernel.tryPair(0, blockCount > 3 ? 1 : 0, blockCount, 0, 1, 2)
        }
        for (const table of [1, 2]) expect([...plain.tables.trials[table]]).toEqual([...fast.tables.trials[table]])
        expect([...plain.tables.totals]).toEqual([...fast.tables.totals])
      }),
    )
  })

  it('keeps the smaller distance and sums it by multiplicity', () => {
    for (const loops of [simd, PLAIN_KERNELS]) {
      const { tables, tryPair } = createAssign(loops, { pointCount: 2, dimension: 1, centreCount: 1, trialCount: 3 })
      tables.points.set([0, 1])
      tables.weights.set([1, 3])
      tables.pairs[0].set([0.5, 1])
      tables.trials[0].set([9, 0.125])
      tryPair(0, 0, 1, 0, 1, 2)
      expect([...tables.trials[1].subarray(0, 2)]).toEqual([0.25, 0.125])
      expect([...tables.trials[2].subarray(0, 2)]).toEqual([1, 0])
      expect([...tables.totals]).toEqual([0.25 + 3 * 0.125, 1])
    }
  })
})

describe('move and inertia', () => {
  it('are equal to the bit in SIMD and in plain TypeScript, fractional weights too', () => {
    fc.assert(
      fc.property(sizes, seeds, (size, seed) => {
        const results = [simd, PLAIN_KERNELS].map(loops => {
          const kernel = createAssign(loops, size)
          fill(kernel, size, seed, false)
          const { rows, exactCentres, sums, weights, labels, next, touched } = kernel.tables
          const random = randomFor(seed, 1)
          for (const table of [rows, exactCentres, sums, weights]) for (const at of table.keys()) table[at] = random()
          for (let i = 0; i < size.pointCount; i++) {
            next[i] = Math.floor(random() * size.centreCount)
            touched[i] = i
            if (random() < 0.3) labels[i] = 0x7fffffff
          }
          kernel.move(size.pointCount, size.centreCount)
          return { sums: [...sums], labels: [...labels], inertia: kernel.inertia() }
        })
        expect(results[1]).toEqual(results[0])
      }),
    )
  })

  it('takes a point from one sum and gives it to another, by its multiplicity', () => {
    for (const loops of [simd, PLAIN_KERNELS]) {
      const size = { pointCount: 1, dimension: 3, centreCount: 2, trialCount: 0 }
      const { tables, move } = createAssign(loops, size)
      tables.rows.set([1, 2, 4])
      tables.weights[0] = 2
      tables.sums.set([9, 9, 9, 0, 0, 0])
      tables.next[0] = 1
      move(1, 2)
      expect([...tables.sums]).toEqual([7, 5, 1, 2, 4, 8])
      expect(tables.labels[0]).toBe(1)
    }
  })
})

function nearestInDoubles({ tables }: Assign, { centreCount, dimension: d }: AssignSize, i: number): number {
  let label = 0
  let least = Infinity
  for (let c = 0; c < centreCount; c++) {
    let distance = 0
    for (let j = 0; j < d; j++) {
      const x = tables.points[(i - (i % BLOCK)) * d + (i % BLOCK) + j * BLOCK]
      const y = tables.centres[(c - (c % GROUP)) * d + (c % GROUP) + j * GROUP] / -2
      distance += (x - y) ** 2
    }
    if (distance < least) {
      least = distance
      label = c
    }
  }
  return label
}
