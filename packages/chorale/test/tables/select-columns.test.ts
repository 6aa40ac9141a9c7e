import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectColumns } from '../../src/tables/columns/select-columns.js'

const chosen = (names: readonly string[], pattern: string) =>
  selectColumns(names, [pattern]).columns.map(column => names[column])

describe('patterns of column names', () => {
  it.each<[string, string[]]>([
    ['a*', ['a', 'ab', 'abc', 'a.c']],
    ['*c', ['abc', 'a.c', 'xyc']],
    ['a?c', ['abc', 'a.c']],
    ['*b*', ['ab', 'abc', 'b']],
    ['a.*', ['a.c']],
    ['?', ['a', 'b', '😀']],
  ])('match whole names: %s', (pattern, expected) => {
    expect(chosen(['a', 'ab', 'abc', 'a.c', 'b', 'xyc', '😀'], pattern)).toEqual(expected)
  })

  it('match what the same regular expression matches', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 8 })
    const names = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }), { maxLength: 8 })
    fc.assert(
      fc.property(
        letters.filter(text => /[*?]/.test(text)),
        names,
        (pattern, all) => {
          const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`)
          expect(chosen(all, pattern)).toEqual(all.filter(name => expression.test(name)))
        },
      ),
    )
  })

  it('take no time for long names', () => {
    const name = 'a'.repeat(5000)
    expect(selectColumns([name], ['*a*a*a*a*a*b']).columns).toEqual([])
    expect(selectColumns([`${name}b`], ['*a*a*a*a*a*b']).columns).toEqual([0])
  })
})
