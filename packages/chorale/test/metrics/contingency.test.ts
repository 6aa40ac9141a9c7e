import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { contingency, isSamePartition, type LabelValues } from '../../src/metrics/contingency.js'

const table = (labels: LabelValues, truth: LabelValues) => contingency('test', labels, truth)

describe('contingency', () => {
  it('rejects a truth of another length', () => {
    expect(() => table([0, 1, 1], [0, 1])).toThrow(new InputError('test: truth must be as long as labels (3); got 2'))
  })

  it('rejects empty labelings', () => {
    expect(() => table([], [])).toThrow(
      new InputError('test: labels must be an array of at least one label; got an empty one'),
    )
    expect(() => table([1], [])).toThrow(
      new InputError('test: truth must be an array of at least one label; got an empty one'),
    )
  })

  it('rejects what is no array of labels', () => {
    const absent = undefined as unknown as LabelValues
    expect(() => table([0], absent)).toThrow(new InputError('test: truth must be an array of labels; got undefined'))
  })

  it.each([Number.NaN, null, undefined])('rejects %s as a label and says where it is', hole => {
    const truth = ['a', 'b', hole] as unknown as LabelValues
    expect(() => table([0, 1, 1], truth)).toThrow(
      new InputError(`test: truth[2] must be a number or a string; got ${hole}`),
    )
  })

  it('matches the hand-worked example', () => {
    // Clusters 7 and 3; classes 'x', 'y', 'z'.
    expect(table([7, 7, 3, 7, 3], ['x', 'y', 'z', 'x', 'y'])).toEqual({
      sampleCount: 5,
      rowSizes: Int32Array.of(3, 2),
      columnSizes: Int32Array.of(2, 2, 1),
      rowStarts: Int32Array.of(0, 2, 4),
      columns: Int32Array.of(0, 1, 2, 1),
      counts: Int32Array.of(2, 1, 1, 1),
    })
  })

  it('counts -1 as a value like any other', () => {
    expect(table([-1, 0, -1], [5, 5, 5]).rowSizes).toEqual(Int32Array.of(2, 1))
  })

  it('is the same for integers close together, integers far apart, fractions, strings and typed arrays', () => {
    const truth = [0, 1, 0, 0, 1, 2]
    const wanted = table([0, 1, 1, 2, 0, 1], truth)
    expect(table([0, 1e15, 1e15, -1e15, 0, 1e15], truth)).toEqual(wanted)
    expect(table([0.5, 1.5, 1.5, Number.POSITIVE_INFINITY, 0.5, 1.5], truth)).toEqual(wanted)
    expect(table(['a', '', '', 'c', 'a', ''], truth)).toEqual(wanted)
    expect(table(Int32Array.of(9, -4, -4, 2, 9, -4), Uint8Array.from(truth))).toEqual(wanted)
  })

  it('needs no more than the cells that occur: a million singletons against a million singletons', () => {
    const singletons = Int32Array.from({ length: 1e6 }, (_, i) => i)
    expect(table(singletons, singletons).counts.length).toBe(1e6)
  })

  it('leaves its input untouched', () => {
    const labels = Object.freeze([3, 1, 3])
    const truth = Object.freeze(['b', 'a', 'b'])
    table(labels, truth)
    expect(labels).toEqual([3, 1, 3])
    expect(truth).toEqual(['b', 'a', 'b'])
  })
})

describe('isSamePartition', () => {
  it('holds for other names of the same clusters, and for nothing finer or coarser', () => {
    expect(isSamePartition(table([0, 0, 1, 2], ['c', 'c', 'a', 'b']))).toBe(true)
    expect(isSamePartition(table([0, 0, 1, 2], [0, 0, 1, 1]))).toBe(false)
    expect(isSamePartition(table([0, 0, 1, 1], [0, 0, 1, 2]))).toBe(false)
    expect(isSamePartition(table([0, 0, 1], [0, 1, 1]))).toBe(false)
  })
})
