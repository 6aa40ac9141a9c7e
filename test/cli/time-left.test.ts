import { describe, expect, it } from 'vitest'
import { TimeLeft } from '../../cli/time-left.js'

describe('TimeLeft', () => {
  it('follows the pace of the phase, and says nothing before there is one', () => {
    const left = new TimeLeft()
    expect(left.text({ phase: 'a', done: 0, total: 10 }, 0)).toBe('')
    expect(left.text({ phase: 'a', done: 2, total: 10 }, 1000)).toBe(', about 4 s left')
    expect(left.text({ phase: 'b', done: 0, total: 4 }, 5000)).toBe('')
    expect(left.text({ phase: 'b', done: 1, total: 4 }, 7000)).toBe(', about 6 s left')
  })

  it('says nothing about less than a second', () => {
    const left = new TimeLeft()
    left.text({ phase: 'a', done: 0, total: 10 }, 0)
    expect(left.text({ phase: 'a', done: 9, total: 10 }, 1000)).toBe('')
  })
})
