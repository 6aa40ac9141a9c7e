import { expect, it } from 'vitest'
import { someOf } from '../some-of.js'

it('takes all samples where there are few', () => {
  expect([...someOf(4, 10)]).toEqual([0, 1, 2, 3])
})

it('takes one sample from every stretch, by hand', () => {
  // Stretches of 4: 0, 1 + 0.618, 2 + 0.236, 3 + 0.854 times 4.
  expect([...someOf(16, 4)]).toEqual([0, 6, 8, 15])
})

it.each([2, 4, 6, 7])('takes alike many of %i classes that come in turns', classCount => {
  const [count, most] = [50_000, 5000]
  const found = new Array(classCount).fill(0)
  for (const i of someOf(count, most)) found[i % classCount]++
  for (const times of found) expect(Math.abs(times - most / classCount)).toBeLessThan(0.1 * (most / classCount))
})
