import { describe, expect, it } from 'vitest'
import { hash32, randomFor } from '../../src/numeric/random.js'
import { SmallestKeys, sampleKey, sampleRepeats, sampleRows } from '../../src/numeric/sample-rows.js'

describe('SmallestKeys', () => {
  it('keeps the rows with the smallest keys, in the order in which they were added', () => {
    const smallest = new SmallestKeys(3)
    const keys = [0.9, 0.2, 0.5, 0.7, 0.1, 0.8, 0.6, 0.3]
    keys.forEach((key, row) => {
      smallest.add(key, row)
    })
    expect([...smallest.rows()]).toEqual([1, 4, 7])
  })

  it('has the exact size when keys are equal, and keeps the first of them', () => {
    const smallest = new SmallestKeys(3)
    for (let row = 0; row < 20; row++) smallest.add(row === 19 ? 0 : 0.5, row)
    expect([...smallest.rows()]).toEqual([0, 1, 19])
  })

  it('keeps everything if there is no more', () => {
    const smallest = new SmallestKeys(5)
    smallest.add(0.5, 7)
    smallest.add(0.1, 8)
    expect([...smallest.rows()]).toEqual([7, 8])
  })
})

describe('sampleRows', () => {
  it('has the exact size, with ascending rows, none of them twice', () => {
    for (const count of [1, 2, 99, 1000]) {
      const rows = sampleRows(5000, { count, seed: 3 })
      expect(rows.length).toBe(count)
      for (let at = 1; at < count; at++) expect(rows[at]).toBeGreaterThan(rows[at - 1])
    }
  })

  it('is all rows if there are no more', () => {
    expect([...sampleRows(3, { count: 3, seed: 1 })]).toEqual([0, 1, 2])
    expect([...sampleRows(3, { count: 10, seed: 1, hashOf: () => 5 })]).toEqual([0, 1, 2])
  })

  it('depends on the seed, and gives every row the same chance', () => {
    const hits = new Int32Array(50)
    for (let seed = 0; seed < 2000; seed++) for (const row of sampleRows(50, { count: 10, seed })) hits[row]++
    // 400 expected, standard deviation 18.
    expect(Math.min(...hits)).toBeGreaterThan(320)
    expect(Math.max(...hits)).toBeLessThan(480)
  })

  it('takes the same contents in whatever order the rows are, equal rows included', () => {
    const random = randomFor(5, 0)
    const contents = Array.from({ length: 3000 }, () => Math.floor(random() ** 3 * 200))
    const order = contents.map((_, row) => [random(), row]).sort(([a], [b]) => a - b)
    const shuffled = order.map(([, row]) => contents[row])
    const taken = (values: number[]) =>
      [...sampleRows(values.length, { count: 300, seed: 2, hashOf: row => hash32(9, values[row]) })]
        .map(row => values[row])
        .sort((a, b) => a - b)
    expect(taken(shuffled)).toEqual(taken(contents))
  })
})

describe('sampleRepeats', () => {
  it('takes each of some equal rows with the same chance', () => {
    const hashes = [11, 22, 33]
    const multiplicity = [1000, 100, 10]
    const sums = [0, 0, 0]
    for (let seed = 0; seed < 300; seed++) {
      const repeats = sampleRepeats(hashes, multiplicity, { count: 111, seed })
      expect(repeats.reduce((sum, count) => sum + count, 0)).toBe(111)
      repeats.forEach((count, row) => {
        sums[row] += count
      })
    }
    // Expected 100, 10 and 1 of each draw.
    expect(sums[0] / 300).toBeCloseTo(100, 0)
    expect(sums[1] / 300).toBeCloseTo(10, 0)
    expect(Math.abs(sums[2] / 300 - 1)).toBeLessThan(0.25)
  })

  it('does not depend on the order of the rows, and takes what sampleRows takes', () => {
    const values = [4, 4, 4, 9, 9, 1, 4, 7, 7, 7, 7, 7]
    const distinct = [1, 4, 7, 9]
    const count = (of: number) => values.filter(value => value === of).length
    const repeats = sampleRepeats(distinct, distinct.map(count), { count: 5, seed: 8 })
    const rows = sampleRows(values.length, { count: 5, seed: 8, hashOf: row => values[row] })
    const found = [...rows].map(row => values[row])
    expect([...repeats]).toEqual(distinct.map(of => found.filter(value => value === of).length))
  })
})

describe('sampleKey', () => {
  it('is in [0, 1) and differs between occurrences of a row', () => {
    const keys = Array.from({ length: 1000 }, (_, at) => sampleKey(1, 42, at))
    expect(new Set(keys).size).toBe(1000)
    expect(Math.min(...keys)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...keys)).toBeLessThan(1)
  })
})
