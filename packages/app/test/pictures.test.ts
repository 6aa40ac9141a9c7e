import { describe, expect, it } from 'vitest'
import { PLAIN_KERNELS, toDataset } from '../../chorale/src/internal.js'
import { ticksBetween } from '../draw/ticks.js'
import { alignedTo, featurePlane, robustlyFitted } from '../worker/pictures.js'

describe('the robust scale of a plot', () => {
  it('does not squeeze samples into a point because of a far one', () => {
    const places = Float32Array.from({ length: 2000 }, (_, at) => ((at * 37) % 101) / 101)
    places[0] = 1e6
    places[1] = -1e6
    const fitted = robustlyFitted(places)
    const xs = fitted.filter((_, at) => at % 2 === 0 && at > 0)
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(1.4)
    expect(Math.max(...fitted.map(Math.abs))).toBeCloseTo(1, 6)
  })

  it('keeps the order along each axis', () => {
    const places = Float32Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? (at / 2) ** 2 : at))
    const fitted = robustlyFitted(places)
    for (let at = 2; at < fitted.length; at += 2) expect(fitted[at]).toBeGreaterThan(fitted[at - 2])
  })
})

describe('alignment with another picture', () => {
  it.each([false, true])('undoes a turn, mirrored: %s', isMirrored => {
    const target = Float32Array.from([1, 0, 0.5, 0.8, -1, 0.2, -0.4, -1, 0.3, -0.2])
    const turned = target.map((_, at) => {
      const x = target[at - (at % 2)]
      const y = (isMirrored ? -1 : 1) * target[at - (at % 2) + 1]
      return at % 2 === 0 ? 0.6 * x - 0.8 * y : 0.8 * x + 0.6 * y
    })
    const aligned = alignedTo(turned, target)
    for (let at = 2; at < target.length; at++) {
      // The scale and the middle are fitted anew; differences keep their ratios.
      const scale = (aligned[0] - aligned[4]) / (target[0] - target[4])
      expect(aligned[at] - aligned[at % 2]).toBeCloseTo(scale * (target[at] - target[at % 2]), 4)
    }
  })
})

describe('the plot of the features', () => {
  it('has axes in the units of the file for two features', () => {
    const { places, across, up } = featurePlane(
      toDataset([
        [10, 1],
        [20, 3],
        [30, 2],
        [50, 9],
      ]),
      PLAIN_KERNELS,
    )
    const valueAt = ({ from, by }: { from: number; by: number }, place: number) => from + by * place
    expect(valueAt(across.ticks!, places[0])).toBeCloseTo(10, 4)
    expect(valueAt(across.ticks!, places[6])).toBeCloseTo(50, 4)
    expect(valueAt(up.ticks!, places[7])).toBeCloseTo(9, 4)
  })
})

describe('the plot of more than two features', () => {
  it('is along the direction in which the samples differ most', () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i, 2 * i, (i * 7) % 5, (i * 3) % 4])
    const { places, across } = featurePlane(toDataset(rows, { scale: 'none' }), PLAIN_KERNELS)
    const xs = Array.from({ length: 40 }, (_, i) => places[2 * i])
    const sign = Math.sign(xs[39] - xs[0])
    for (let i = 1; i < 40; i++) expect(sign * (xs[i] - xs[i - 1])).toBeGreaterThan(0)
    expect(Math.max(...xs.map(Math.abs))).toBeCloseTo(1, 6)
    expect(across.name).toMatch(/^PC 1 \(99/)
  })
})

describe('ticks', () => {
  it('are round numbers, without -0 and without noise', () => {
    expect(ticksBetween(-0.31, 0.29, 5).map(({ text }) => text)).toEqual(['-0.2', '0.0', '0.2'])
    expect(ticksBetween(0, 40, 4).map(({ text }) => text)).toEqual(['0', '10', '20', '30', '40'])
  })

  it('are none for an empty range', () => {
    expect(ticksBetween(1, 1, 5)).toEqual([])
  })
})
