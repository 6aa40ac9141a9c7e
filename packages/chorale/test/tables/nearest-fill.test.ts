import { describe, expect, it } from 'vitest'
import { cluster } from '../../src/cluster/cluster.js'
import { nearestFill } from '../../src/tables/features/nearest-fill.js'
import { toDataset } from '../../src/tables/features/to-dataset.js'

describe('impute: knn', () => {
  it('takes the mean of the five nearest rows in the features that both have', () => {
    // The row without y is at x = 0; its five nearest are at 1 to 5 with y = 1 to 5, so y = 3. The others are far.
    const x = [0, 1, 2, 3, 4, 5, 90, 95, 100]
    const y = [null, 1, 2, 3, 4, 5, 70, 80, 90]
    const rows = x.map((value, i) => ({ x: value, y: y[i] }))
    const { values } = toDataset(rows, { impute: 'knn', scale: 'none' })
    expect(values[1]).toBe(3)
    expect(toDataset(rows, { impute: 'median', scale: 'none' }).values[1]).toBe(4.5)
  })

  it('counts rows that are as near as the fifth', () => {
    const rows = [[0, null], ...[1, 2, 3, 4, 5, 6].map(y => [1, y])].map(([x, y]) => ({ x, y }))
    expect(toDataset(rows, { impute: 'knn', scale: 'none' }).values[1]).toBe(3.5)
  })

  it('fills a text with the most common one of the nearest rows', () => {
    const size = [1, 1.1, 1.2, 1.3, 1.4, 1.5, 9, 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7]
    const colour = [null, 'red', 'red', 'red', 'red', 'red', ...new Array(8).fill('blue')]
    const rows = size.map((value, i) => ({ size: value, colour: colour[i] }))
    const { featureNames, values, featureCount } = toDataset(rows, {
      impute: 'knn',
      categorical: ['colour'],
      scale: 'none',
    })
    const first = Object.fromEntries(featureNames.map((name, f) => [name, values[f]]))
    expect(values.length / featureCount).toBe(14)
    expect(first['colour=red']).toBeGreaterThan(first['colour=blue'])
    const median = toDataset(rows, { impute: 'median', categorical: ['colour'], scale: 'none' })
    const common = Object.fromEntries(median.featureNames.map((name, f) => [name, median.values[f]]))
    expect(common['colour=blue']).toBeGreaterThan(common['colour=red'])
  })

  it('fills the same in every order of the rows, and changes no other cell', () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      a: (i * 37) % 53,
      b: i % 7 === 0 ? null : (i * i) % 41,
      c: i % 11 === 3 ? null : (i * 29) % 31,
    }))
    const there = toDataset(rows, { impute: 'knn' })
    const back = toDataset([...rows].reverse(), { impute: 'knn' })
    const median = toDataset(rows, { impute: 'median' })
    for (let i = 0; i < 60; i++) {
      for (let f = 0; f < 3; f++) {
        expect(there.values[i * 3 + f]).toBeCloseTo(back.values[(59 - i) * 3 + f], 12)
        if (rows[i][(['a', 'b', 'c'] as const)[f]] !== null) {
          expect(there.values[i * 3 + f]).toBe(median.values[i * 3 + f])
        }
      }
    }
  })

  it('fills only the rows that are asked for', () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({ x: 1.5 * i, y: i < 2 ? null : 2 * i }))
    const dataset = toDataset(rows, { impute: 'median', scale: 'none' })
    const values = nearestFill(dataset, Int32Array.of(1))
    expect(values[1]).toBe(dataset.values[1])
    // Rows 2 to 6 are the nearest of row 1: 4, 6, 8, 10, 12.
    expect(values[3]).toBe(8)
  })

  it('leaves a cell that no row can fill', () => {
    const rows = [
      { x: 1, y: null },
      { x: 2, y: null },
      { x: null, y: 2 },
      { x: null, y: 3 },
    ]
    const { values } = toDataset(rows, { impute: 'knn', scale: 'none' })
    expect(values[1]).toBe(2.5)
  })

  it('is refused for incomplete vectors, and new rows of its model get the median', async () => {
    expect(() => toDataset([{ v: [1, 2] }, { v: [3] }], { impute: 'knn' })).toThrow()
    const rows = Array.from({ length: 40 }, (_, i) => ({ x: (i % 2) * 10 + i / 40, y: i === 0 ? null : (i % 2) * 10 }))
    const { predict, labels } = await cluster(rows, { impute: 'knn', clusterCount: 2 })
    expect(
      (
        await predict([
          { x: 0.1, y: null },
          { x: 0.1, y: 0 },
        ])
      ).labels[1],
    ).toBe(labels[0])
  })
})

it('says where filling from the nearest rows would change the answer', async () => {
  // Two groups in x and in y; y is missing in a third of the rows, and its median lies in one of the groups.
  const rows = Array.from({ length: 120 }, (_, i) => {
    const group = i % 3 === 0 ? 1 : 0
    const noise = ((i * 7919) % 101) / 101
    return {
      x: 3 * group + noise,
      y: i % 2 === 0 ? null : 9 * group + noise,
      z: i % 2 === 0 ? null : 9 * group - noise,
    }
  })
  const filled = await cluster(rows, { impute: 'median', clusterCount: 2 })
  expect(filled.notes.some(note => note.startsWith('The filled cells matter'))).toBe(true)
  const nearest = await cluster(rows, { impute: 'knn', clusterCount: 2 })
  expect(nearest.notes.some(note => note.startsWith('The filled cells matter'))).toBe(false)
})
