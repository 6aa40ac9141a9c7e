import { describe, expect, it } from 'vitest'
import {
  contrastText,
  countText,
  durationText,
  fixedText,
  numberText,
  percentText,
  wholeText,
} from '../src/data/number-text.js'

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2212', '-')

describe('numbers as text', () => {
  it('groups thousands', () => {
    expect(['0', '999', '1,000', '200,000', '1,234,567']).toEqual([0, 999, 1000, 200_000, 1_234_567].map(wholeText))
    expect(plain(wholeText(-1234))).toBe('-1,234')
  })

  it('counts things', () => {
    expect([countText(1, 'cluster'), countText(2, 'cluster'), countText(0, 'cluster')]).toEqual([
      '1 cluster',
      '2 clusters',
      '0 clusters',
    ])
  })

  it('keeps three significant digits, and whole numbers whole', () => {
    const values = [14.3456, 5, 0.871, 1234.5, 0.00012345, 99.96, 999.6, 0.1 + 0.2, 3.1, 100]
    expect(values.map(value => numberText(value))).toEqual([
      '14.3',
      '5',
      '0.871',
      '1,235',
      '0.000123',
      '100',
      '1,000',
      '0.3',
      '3.1',
      '100',
    ])
  })

  it('writes powers of ten only far from 1, and a dash for what is no number', () => {
    expect([1.5e9, 2.34567e-7, 0, Number.NaN].map(value => numberText(value))).toEqual(['1.5e9', '2.35e-7', '0', '–'])
    expect(plain(numberText(-0.5))).toBe('-0.5')
  })

  it('shows as many digits as it takes to tell two numbers apart', () => {
    expect(contrastText(5.61, 3.1)).toEqual(['5.61', '3.1'])
    expect(contrastText(1.0001, 1.0002)).toEqual(['1.0001', '1.0002'])
    expect(contrastText(2, 2)).toEqual(['2', '2'])
    expect(contrastText(299.908412, 299.907111, 10)).toEqual(['299.908', '299.907'])
  })

  it('keeps the decimals of a column, without a minus before a zero', () => {
    expect([fixedText(0.5, 3), fixedText(-0.0001, 2), plain(fixedText(-1.25, 1))]).toEqual(['0.500', '0.00', '-1.3'])
  })

  it('never rounds a share to 0 or 100 that is neither', () => {
    const shares = [0, 1, 0.5, 0.034, 0.0003, 0.999, 0.99999, 1e-9, 0.0996]
    expect(shares.map(share => plain(percentText(share)))).toEqual([
      '0 %',
      '100 %',
      '50 %',
      '3.4 %',
      '0.03 %',
      '99.9 %',
      '> 99.99 %',
      '< 0.01 %',
      '10 %',
    ])
  })

  it('says how long something took', () => {
    expect([0.2, 12.4, 1234, 125_000].map(ms => plain(durationText(ms)))).toEqual([
      '< 1 ms',
      '12 ms',
      '1.23 s',
      '2 min 5 s',
    ])
  })
})
