import { describe, expect, it } from 'vitest'
import { embedSamples, topOfBoth, withinRowSpectrum } from '../../../src/consensus/embedding/spectrum.js'
import type { Matrix } from '../../../src/types.js'
import { expectClose } from '../../ensembles.js'
import { tableOf } from '../similarity/samples.js'

/** Rows of 3, 1 and 2 equal samples: 0 0 1 0 2 2. */
const TABLE = tableOf([
  [0, 0, 1, 0, 2, 2],
  [5, 5, 5, 5, 6, 6],
])

const NONE = { values: new Float64Array(0), rows: new Int32Array(0) }

/** Z'Z, row after row. */
function gramOf({ rowCount, columnCount: k, values }: Matrix): number[] {
  return Array.from({ length: k * k }, (_, at) => {
    let sum = 0
    for (let i = 0; i < rowCount; i++) sum += values[i * k + Math.floor(at / k)] * values[i * k + (at % k)]
    return sum
  })
}

const identity = (k: number) => Array.from({ length: k * k }, (_, at) => (at % (k + 1) === 0 ? 1 : 0))

describe('withinRowSpectrum', () => {
  it('leaves out rows of one sample, however large their eigenvalue', () => {
    expect(withinRowSpectrum(TABLE, Float64Array.of(0.5, 9, 0.7), 10)).toEqual({
      values: Float64Array.of(0.7, 0.5, 0.5),
      rows: Int32Array.of(2, 0, 0),
    })
  })

  it('stops at the count it was asked for, within a row as well', () => {
    const { values, rows } = withinRowSpectrum(TABLE, Float64Array.of(0.5, 9, 0.2), 1)
    expect([...values, ...rows]).toEqual([0.5, 0])
  })

  it('takes equal eigenvalues in the order of rows', () => {
    expect([...withinRowSpectrum(TABLE, Float64Array.of(0.5, 0.5, 0.5), 3).rows]).toEqual([0, 0, 2])
  })

  it('is empty where all samples differ', () => {
    const apart = tableOf([
      [0, 1],
      [0, 0],
    ])
    expect(withinRowSpectrum(apart, Float64Array.of(1, 1), 2)).toEqual(NONE)
  })
})

describe('topOfBoth', () => {
  const within = { values: Float64Array.of(4, 2, 2), rows: Int32Array.of(0, 1, 1) }

  it('merges both parts in descending order and says how many belong to rows', () => {
    expect(topOfBoth(Float64Array.of(5, 3, 1), within, 4)).toEqual({
      values: Float64Array.of(5, 4, 3, 2),
      acrossCount: 2,
      next: 2,
    })
  })

  it('takes the operator on rows first of equals', () => {
    expect(topOfBoth(Float64Array.of(4, 4), within, 2)).toMatchObject({ acrossCount: 2, next: 4 })
  })

  it('takes all from inside rows when those are larger', () => {
    expect(topOfBoth(Float64Array.of(1), within, 3)).toMatchObject({ acrossCount: 0, next: 1 })
  })

  it('goes on with the other part when one is used up, and is followed by 0 when both are', () => {
    expect(topOfBoth(Float64Array.of(1), within, 4)).toEqual({
      values: Float64Array.of(4, 2, 2, 1),
      acrossCount: 1,
      next: 0,
    })
    expect(topOfBoth(Float64Array.of(3, 2), NONE, 1)).toMatchObject({ acrossCount: 1, next: 2 })
  })
})

describe('embedSamples', () => {
  it('spreads a vector on rows evenly over their samples', () => {
    const top = { values: Float64Array.of(1), acrossCount: 1, next: 0 }
    const { values } = embedSamples(TABLE, Float64Array.of(0.6, 0, 0.8), top, NONE)
    const [third, half] = [0.6 / Math.sqrt(3), 0.8 / Math.sqrt(2)]
    expectClose(values, [third, third, 0, third, half, half], 1e-15)
  })

  it('has Helmert contrasts inside rows: the hand-worked example', () => {
    const within = withinRowSpectrum(TABLE, Float64Array.of(3, 0, 2), 3)
    const top = topOfBoth(Float64Array.of(1), within, 3)
    expect(top.acrossCount).toBe(0)
    const { values } = embedSamples(TABLE, Float64Array.of(1, 0, 0), top, within)
    // Samples 0, 1, 3 are row 0: (1, -1, 0) / √2 and (1, 1, -2) / √6. Samples 4, 5 are row 2: (1, -1) / √2.
    const [a, b] = [1 / Math.sqrt(2), 1 / Math.sqrt(6)]
    expectClose(values, [a, b, 0, -a, b, 0, 0, 0, 0, 0, -2 * b, 0, 0, 0, a, 0, 0, -a], 1e-15)
  })

  it('has orthonormal columns with every eigenvector of both parts taken', () => {
    const within = withinRowSpectrum(TABLE, Float64Array.of(0.5, 0, 0.3), 6)
    const top = topOfBoth(Float64Array.of(3, 2, 0.4), within, 6)
    const across = Float64Array.of(0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1)
    const embedding = embedSamples(TABLE, across, top, within)
    expect(top.acrossCount).toBe(3)
    expectClose(gramOf(embedding), identity(6), 1e-15)
  })

  it('takes the first columns of a wider block of eigenvectors', () => {
    const top = { values: Float64Array.of(1), acrossCount: 1, next: 0 }
    const wide = embedSamples(TABLE, Float64Array.of(1, 7, 0, 8, 0, 9), top, NONE)
    expectClose(wide.values, embedSamples(TABLE, Float64Array.of(1, 0, 0), top, NONE).values, 0)
  })
})
