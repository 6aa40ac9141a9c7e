import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutTree, type LinkageRule, linkage, type MergeTree, triangleLength } from '../../src/numeric/linkage.js'

/** The definition: all pairs looked at before every merge. */
function plainLinkage(size: number, values: readonly number[], rule: LinkageRule, sizes?: Float64Array): MergeTree {
  const d = Array.from({ length: size }, () => new Array<number>(size).fill(0))
  let at = 0
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) d[i][j] = d[j][i] = values[at++]
  const members = sizes?.slice() ?? new Float64Array(size).fill(1)
  const alive = Array.from({ length: size }, (_, i) => i)
  const merges: [number, number, number][] = []
  while (alive.length > 1) {
    let [first, second] = [alive[0], alive[1]]
    for (const i of alive) for (const j of alive) if (i < j && d[i][j] < d[first][second]) [first, second] = [i, j]
    merges.push([first, second, d[first][second]])
    const [a, b] = [members[first], members[second]]
    alive.splice(alive.indexOf(second), 1)
    for (const x of alive) {
      if (x === first) continue
      const c = members[x]
      const counts = (Math.round(a * c * d[first][x]) + Math.round(b * c * d[second][x])) / ((a + b) * c)
      const average = (a * d[first][x] + b * d[second][x]) / (a + b)
      const single = Math.min(d[first][x], d[second][x])
      d[first][x] = d[x][first] = { counts, average, single }[rule]
    }
    members[first] = a + b
  }
  return {
    size,
    firsts: Int32Array.from(merges, ([first]) => first),
    seconds: Int32Array.from(merges, ([, second]) => second),
    heights: Float64Array.from(merges, ([, , height]) => height),
  }
}

describe('linkage', () => {
  it('has no merges for one sample', async () => {
    const tree = await linkage({ size: 1, values: new Float64Array(0) }, { rule: 'average' })
    expect(tree.firsts).toHaveLength(0)
    expect([...cutTree(tree, 1)]).toEqual([0])
  })

  it('matches the hand-worked example', async () => {
    // Points 0, 1, 4 and 6 on a line.
    const values = () => Float64Array.of(1, 4, 6, 3, 5, 2)
    const average = await linkage({ size: 4, values: values() }, { rule: 'average' })
    expect([...average.firsts]).toEqual([0, 2, 0])
    expect([...average.seconds]).toEqual([1, 3, 2])
    expect([...average.heights]).toEqual([1, 2, 4.5])
    const single = await linkage({ size: 4, values: values() }, { rule: 'single' })
    expect([...single.heights]).toEqual([1, 2, 3])
  })

  it('gives ties to the smallest first position, then to the smallest second', async () => {
    const tree = await linkage({ size: 4, values: new Float64Array(6).fill(1) }, { rule: 'average' })
    expect([...tree.firsts]).toEqual([0, 0, 0])
    expect([...tree.seconds]).toEqual([1, 2, 3])
  })

  it.each(['average', 'single', 'counts'] as const)(
    'merges in the order of the definition, to the bit (%s)',
    async rule => {
      const cases = fc.integer({ min: 1, max: 24 }).chain(size =>
        fc.record({
          size: fc.constant(size),
          // Few distinct values: full of ties.
          values: fc.array(fc.integer({ min: 0, max: 5 }), {
            minLength: triangleLength(size),
            maxLength: triangleLength(size),
          }),
          sizes: fc.option(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: size, maxLength: size }), {
            nil: undefined,
          }),
        }),
      )
      await fc.assert(
        fc.asyncProperty(cases, async ({ size, values, sizes }) => {
          const scaled = rule === 'counts' ? values : values.map(value => value / 7)
          const weights = sizes && Float64Array.from(sizes)
          const tree = await linkage({ size, values: Float64Array.from(scaled) }, { rule, sizes: weights })
          expect(tree).toEqual(plainLinkage(size, scaled, rule, weights))
        }),
        { numRuns: 150 },
      )
    },
  )

  it('keeps equal averages equal when distances are counts', async () => {
    // Three samples at distance 1 to each other and to a fourth: averages of ones are 1, whatever the sizes.
    const tree = await linkage({ size: 60, values: new Float64Array(triangleLength(60)).fill(1) }, { rule: 'counts' })
    expect(new Set(tree.heights)).toEqual(new Set([1]))
  })
})

describe('cutTree', () => {
  it('numbers clusters by first appearance and has exactly k of them', async () => {
    const values = Float64Array.of(9, 9, 1, 9, 2, 9, 9, 9, 9, 9)
    const tree = await linkage({ size: 5, values }, { rule: 'average' })
    expect([...cutTree(tree, 5)]).toEqual([0, 1, 2, 3, 4])
    expect([...cutTree(tree, 3)]).toEqual([0, 1, 1, 0, 2])
    expect([...cutTree(tree, 1)]).toEqual([0, 0, 0, 0, 0])
  })
})
