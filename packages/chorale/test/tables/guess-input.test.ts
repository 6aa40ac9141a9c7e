import { describe, expect, it } from 'vitest'
import { guessInputKind, readTable } from '../../src/internal.js'

const guess = async (csv: string, options = {}) =>
  guessInputKind(await readTable(new TextEncoder().encode(csv), { name: 'f.csv' }), options)

describe('guessInputKind', () => {
  it.each([
    ['whole numbers from 0', 'a,b\n0,1\n1,0\n0,0\n'],
    ['whole numbers from 1', 'a,b\n1,2\n2,1\n1,1\n'],
    ['texts', 'a,b\nred,x\nblue,y\nred,x\n'],
    ['missing labels', 'a,b\n0,-1\n,1\n0,2\n1,1\n'],
    ['an id and a truth that are none', 'id,a,b,class\n17,0,1,u\n4,1,0,w\n9,0,0,q\n'],
  ])('takes for labelings: %s', async (_, csv) => {
    expect((await guess(csv)).kind).toBe('labelings')
  })

  it.each([
    ['fractions', 'a,b\n0,1.5\n1,0\n0,0\n', '"b" contains fractions'],
    ['gaps', 'a,b\n0,1\n5,0\n0,0\n', '"a" has gaps between its integers'],
    ['numbers that start elsewhere', 'a,b\n7,1\n8,0\n7,0\n', '"a" does not start at 0 or 1'],
    ['another value in every row', 'a,b\n0,1\n1,0\n2,0\n', '"a" has a different value in every row'],
    ['a single column', 'a\n0\n1\n0\n', 'there is only one column'],
  ])('takes for features: %s', async (_, csv, reason) => {
    expect(await guess(csv)).toEqual({ kind: 'features', reason })
  })

  it('looks only at the columns to be used', async () => {
    const csv = 'a,b,height\n0,1,1.7\n1,0,1.8\n0,0,1.6\n'
    expect((await guess(csv)).kind).toBe('features')
    expect((await guess(csv, { columns: ['a', 'b'] })).kind).toBe('labelings')
  })
})
