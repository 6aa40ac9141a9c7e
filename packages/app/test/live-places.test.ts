import { describe, expect, it } from 'vitest'
import { LivePlaces } from '../worker/live-places.js'

const labels = (...values: number[]) => Int32Array.from(values)

describe('the places of samples while base clusterings come in', () => {
  it('are the means of the base clusters, by hand', () => {
    // One clustering {0, 1}, {2, 3}; x goes to the means 1 and 5, less their mean 3, that is -2, -2, 2, 2; length 4.
    const live = new LivePlaces(4, Float32Array.from([0, 0, 2, 1, 4, 0, 6, 1]))
    live.labelings.push(labels(0, 0, 1, 1))
    live.advance()
    expect([...live.axes[0]]).toEqual([-0.5, -0.5, 0.5, 0.5])
  })

  it('take a sample that a clustering leaves out from the others', () => {
    // x: the first clustering gives means 1, 1, 4 and leaves out the last; the second gives 3 to all.
    const live = new LivePlaces(4, Float32Array.from([0, 0, 2, 0, 4, 0, 6, 0]))
    live.labelings.push(labels(0, 0, 1, -1), labels(0, 0, 0, 0))
    live.advance()
    // 2, 2, 3.5, 3 less their mean 2.625, at length 1.
    const expected = [-0.625, -0.625, 0.875, 0.375]
    const length = Math.hypot(...expected)
    expected.forEach((value, i) => {
      expect(live.axes[0][i]).toBeCloseTo(value / length, 12)
    })
  })

  it('have mean 0, length 1 and right angles, and put together what is always together', () => {
    const labelings = [labels(0, 0, 1, 1, 2, 2), labels(0, 0, 0, 0, 1, 1), labels(0, 0, 1, 1, 1, 1)]
    const live = new LivePlaces(6, null, labelings)
    const [x, y] = live.axes
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0)
    for (const axis of live.axes) {
      expect(axis.reduce((a, b) => a + b)).toBeCloseTo(0, 12)
      expect(dot(axis, axis)).toBeCloseTo(1, 12)
      for (const i of [0, 2, 4]) expect(axis[i]).toBeCloseTo(axis[i + 1], 6)
    }
    expect(dot(x, y)).toBeCloseTo(0, 12)
  })

  it('fill the picture', () => {
    const { places } = new LivePlaces(6, null, [labels(0, 0, 1, 1, 2, 2)]).picture()
    expect(Math.max(...places.map(Math.abs))).toBeCloseTo(1, 6)
  })
})
