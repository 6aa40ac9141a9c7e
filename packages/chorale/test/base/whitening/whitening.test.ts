import { describe, expect, it } from 'vitest'
import { noiseWeights } from '../../../src/base/whitening/feature-weights.js'
import { localWhitening } from '../../../src/base/whitening/local-whitening.js'
import { principalComponents } from '../../../src/base/whitening/principal-components.js'
import { drawGaussian } from '../../../src/numeric/gaussian.js'
import { loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'

describe('localWhitening', () => {
  it('stretches the direction in which clusters are thin, whatever the distance between clusters', () => {
    const random = randomFor(1, 0)
    const values = new Float64Array(600)
    for (let i = 0; i < 300; i++) {
      // Three clusters side by side, ten times as long as they are wide.
      values[2 * i] = drawGaussian(random)
      values[2 * i + 1] = 0.1 * drawGaussian(random) + 2 * (i % 3)
    }
    const [xx, xy, yx, yy] = localWhitening({ rowCount: 300, columnCount: 2, values }, PLAIN_KERNELS)
    expect(xy).toBeCloseTo(yx, 12)
    expect(yy / xx).toBeGreaterThan(2)
  })

  it('leaves round clusters nearly as they are', () => {
    const random = randomFor(2, 0)
    const values = Float64Array.from({ length: 600 }, (_, at) => drawGaussian(random) + 8 * (Math.floor(at / 2) % 2))
    const [xx, , , yy] = localWhitening({ rowCount: 300, columnCount: 2, values }, PLAIN_KERNELS)
    expect(yy / xx).toBeGreaterThan(0.8)
    expect(yy / xx).toBeLessThan(1.25)
  })
})

describe('noiseWeights', () => {
  const table = (informative: number, noise: number) => {
    const random = randomFor(3, 0)
    const d = informative + noise
    const values = new Float64Array(300 * d)
    for (let i = 0; i < 300; i++) {
      for (let f = 0; f < d; f++) {
        const shift = f < informative ? 6 * ((i + f) % 3) : 0
        values[i * d + f] = (drawGaussian(random) + shift) / (f < informative ? 5 : 1)
      }
    }
    return { rowCount: 300, columnCount: d, values }
  }

  it('gives noise little weight, where there is much of it', async () => {
    const loops = await loadHotLoops('auto')
    const weights = noiseWeights(table(3, 20), { clusterCount: 3, loops })!
    expect(Math.min(...weights.subarray(0, 3))).toBeGreaterThan(1)
    expect(Math.max(...weights.subarray(3))).toBeLessThan(0.3)
  })

  it('does not weight features that all matter, or that are few', async () => {
    const loops = await loadHotLoops('auto')
    expect(noiseWeights(table(8, 0), { clusterCount: 3, loops })).toBeNull()
    expect(noiseWeights(table(2, 3), { clusterCount: 3, loops })).toBeNull()
  })
})

describe('principalComponents', () => {
  it('finds the axis of points on a line', () => {
    const values = Float64Array.of(0, 0, 3, 4, 6, 8)
    const { axes, variances } = principalComponents({ rowCount: 3, columnCount: 2, values }, 2)
    expect(variances.length).toBe(1)
    expect(Math.abs(axes[0])).toBeCloseTo(0.6, 12)
    expect(Math.abs(axes[1])).toBeCloseTo(0.8, 12)
    // Distances 0, 5 and 10 along the line: variance 50 / 3.
    expect(variances[0]).toBeCloseTo(50 / 3, 10)
  })

  it('gives the same variances from samples x samples as from features x features', () => {
    const random = randomFor(5, 0)
    const values = Float64Array.from({ length: 60 }, () => random())
    const wide = principalComponents({ rowCount: 5, columnCount: 12, values }, 12)
    expect(wide.variances.length).toBe(4)
    let total = 0
    for (let f = 0; f < 12; f++) {
      const column = Array.from({ length: 5 }, (_, i) => values[i * 12 + f])
      const mean = column.reduce((sum, value) => sum + value, 0) / 5
      total += column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 5
    }
    expect(wide.variances.reduce((sum, variance) => sum + variance, 0)).toBeCloseTo(total, 12)
  })
})
