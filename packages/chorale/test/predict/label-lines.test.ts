import { expect, it } from 'vitest'
import { randomFor } from '../../src/numeric/random.js'
import { confidenceText, labelLines } from '../../src/predict/label-lines.js'

it('writes a row number, then cluster and confidence of every clustering', () => {
  const first = { labels: Int32Array.of(2, 0), confidence: Float64Array.of(1, 0.25) }
  const second = { labels: Int32Array.of(0, 1), confidence: Float64Array.of(0, 1 / 3) }
  expect(labelLines(9, [first])).toBe('10,2,1\n11,0,0.25\n')
  expect(labelLines(0, [first, second])).toBe('1,2,1,0,0\n2,0,0.25,1,0.333333\n')
})

it('writes a confidence as its six decimals, without zeros at the end', () => {
  const random = randomFor(1, 0)
  const values = [0, 1, 0.5, 1e-6, 1.5e-6, 4.9e-7, 5e-7, 0.1, 0.999999, 0.9999995, 0.99999949, 1 / 3, 2 / 3]
  for (let i = 0; i < 20_000; i++) values.push(random(), Math.round(random() * 2e6) / 2e6, random() ** 20)
  for (const value of [...values, -0, 1.25, Number.NaN]) {
    expect(confidenceText(value)).toBe(String(Number(value.toFixed(6))))
  }
})
