import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toDataset } from '../../src/tables/features/to-dataset.js'
import type { Table } from '../../src/tables/table.js'
import { tableOf } from './tables.js'

const datasetOf = async (text: string, options: Parameters<typeof toDataset>[1] = {}) =>
  toDataset(await tableOf(text), options)

describe('toDataset: bad input', () => {
  it('refuses missing numbers, with the first three places and the count', async () => {
    await expect(datasetOf('a,b\n1,\nNA,2\n3,?\n4,null\n5,6\n')).rejects.toThrow(
      '4 missing values in 4 rows, the first in row 1 column "b", row 2 column "a", row 3 column "b"; ' +
        "fill in all values, or use `impute: 'median'`, `impute: 'knn'` or `impute: 'drop-rows'`",
    )
  })

  it('refuses infinite numbers with their place, also where values are imputed', async () => {
    await expect(datasetOf('a,b\n1,2\n3,-inf\n', { impute: 'mean' })).rejects.toThrow(
      'row 2, column "b" is -Infinity; features must be finite numbers',
    )
  })

  it('refuses a category with more than 50 values, with the remedy', async () => {
    const rows = Array.from({ length: 102 }, (_, i) => `${i / 2},t${i % 51},${i % 2}`)
    await expect(datasetOf(`a,word,b\n${rows.join('\n')}\n`, { categorical: ['word'] })).rejects.toThrow(
      'column "word" has 51 different values; a category can have at most 50. Leave it out with `exclude`',
    )
  })

  it('refuses a table of constants, and rows that are all incomplete', async () => {
    await expect(datasetOf('a,b\n1,x\n1,x\n')).rejects.toThrow('every feature is constant; there is nothing to cluster')
    await expect(datasetOf('a,b\n1,\n,2\n2,\n,3\n', { impute: 'drop-rows' })).rejects.toThrow(
      'every row has a missing value',
    )
  })

  it('reports every problem in one error', async () => {
    const text = 'a,b,c\n1,2,\ninf,3,1\n4,-inf,2\n'
    await expect(datasetOf(text)).rejects.toThrow(
      [
        'toDataset: 3 problems',
        '- row 2, column "a" is Infinity; features must be finite numbers',
        '- row 3, column "b" is -Infinity; features must be finite numbers',
        '- 1 missing value in 1 row, the first in row 1 column "c"; fill in all values',
      ].join('\n'),
    )
    await expect(datasetOf(text, { columns: ['A', 'z'], exclude: ['9'], truth: 'klass' })).rejects.toThrow(
      [
        'toDataset: 4 problems',
        '- `exclude` must name a column; got 9, but the table has 3 columns',
        '- `columns` must name a column; got "A"; did you mean "a"?',
        '- `columns` must name a column; got "z", but the table has "a", "b", "c"',
        '- `truth` must name a column; got "klass", but the table has "a", "b", "c"',
      ].join('\n'),
    )
  })

  it('refuses unknown options by name', async () => {
    const table = await tableOf('a\n1\n2\n')
    expect(() => toDataset(table, { scale: 'max' as 'none' })).toThrow(
      'scale must be one of standard, minmax, none; got max',
    )
    expect(() => toDataset(table, { impute: 'zero' as 'mean' })).toThrow(
      'impute must be one of median, mean, knn, drop-rows; got zero',
    )
  })

  it('refuses values too far apart to be scaled', async () => {
    await expect(datasetOf('a\n1.7e308\n-1.7e308\n')).rejects.toThrow('the values of column "a" are too far apart')
  })
})

describe('toDataset: values', () => {
  it('scales to mean 0 and standard deviation 1 where nothing is said', async () => {
    const { values, scaling, featureNames } = await datasetOf('a,b\n1,10\n3,10\n5,40\n')
    expect(featureNames).toEqual(['a', 'b'])
    expect([...scaling.centre]).toEqual([3, 20])
    // Deviations: √(8/3), √200.
    expect(scaling.spread[0]).toBeCloseTo(Math.sqrt(8 / 3), 14)
    expect(scaling.spread[1]).toBeCloseTo(Math.sqrt(200), 12)
    const expected = [-2 / Math.sqrt(8 / 3), -Math.SQRT1_2, 0, -Math.SQRT1_2, 2 / Math.sqrt(8 / 3), Math.SQRT2]
    expected.forEach((value, i) => {
      expect(values[i]).toBeCloseTo(value, 14)
    })
  })

  it('scales to 0..1 with minmax, and not at all with none', async () => {
    expect([...(await datasetOf('a\n2\n4\n3\n', { scale: 'minmax' })).values]).toEqual([0, 1, 0.5])
    expect([...(await datasetOf('a,b\n2,5\n4,6\n', { scale: 'none' })).values]).toEqual([2, 5, 4, 6])
  })

  it('gives the values in plain units back through the scaling', () => {
    const column = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(column, fc.constantFrom('standard', 'minmax', 'none'), (numbers, scale) => {
        if (Math.max(...numbers) - Math.min(...numbers) < 1e-3) return
        const table: Table = {
          name: null,
          rowCount: numbers.length,
          columns: [{ name: 'a', kind: 'number', numbers: Float64Array.from(numbers) }],
          notes: [],
        }
        const { values, scaling } = toDataset(table, { scale })
        numbers.forEach((number, i) => {
          expect(Math.abs(scaling.centre[0]! + scaling.spread[0]! * values[i]! - number)).toBeLessThan(1e-9)
        })
      }),
    )
  })

  it('leaves constant columns out, and says which', async () => {
    const { featureNames, notes } = await datasetOf('a,b,c\n1,7,x\n2,7,x\n')
    expect(featureNames).toEqual(['a'])
    expect(notes).toContain('not used as features: "b", "c" (constant)')
  })

  it('leaves out what is constant in the rows that are kept, and says which', async () => {
    const { featureNames, notes } = await datasetOf('a,b,c\n1,7,3\n2,7,4\n3,8,\n', { impute: 'drop-rows' })
    expect(featureNames).toEqual(['a', 'c'])
    expect(notes).toContain('omitted because constant: "b"')
  })

  it('makes one feature per value of a category', async () => {
    const options = { scale: 'none', categorical: ['colour'] } as const
    const dataset = await datasetOf('size,colour\n1,red\n2,blue\n3,red\n', options)
    expect(dataset.featureNames).toEqual(['size', 'colour=red', 'colour=blue'])
    expect([...dataset.values]).toEqual([1, 1, 0, 2, 0, 1, 3, 1, 0])
    expect(dataset.encodings).toEqual([{ column: 'colour', values: ['red', 'blue'], features: [1, 2] }])
    expect(dataset.notes).toContain('"colour" becomes one feature for each of its 2 values')
  })

  it('takes true and false as 1 and 0, and sets codes with leading zeros aside', async () => {
    const dataset = await datasetOf('a,b\nTRUE,007\nFALSE,012\nTRUE,012\n', { scale: 'none' })
    expect([...dataset.values]).toEqual([1, 0, 1])
    expect(dataset.roles.map(({ reason }) => reason)).toEqual([
      'true and false, used as 1 and 0',
      'codes with leading zeros',
    ])
  })

  it('keeps text columns as descriptions of the samples', async () => {
    const dataset = await datasetOf('a,b,city\n1,2,Bern\n,,Rome\n3,4,Lyon\n4,4,Bern\n5,7,\n')
    expect(dataset.featureNames).toEqual(['a', 'b'])
    expect(dataset.descriptions).toEqual([
      { column: 'city', values: ['Bern', 'Rome', 'Lyon'], codes: Int32Array.of(0, 2, 0, -1) },
    ])
  })

  it('drops rows without any feature, and says so', async () => {
    const dataset = await datasetOf('a,b,class\n1,2,x\n,,x\n3,5,y\n')
    expect(dataset.droppedRows).toEqual([1])
    expect(dataset.truth).toEqual(['x', 'y'])
    expect(dataset.notes).toContain('dropped 1 row without any feature: 2')
  })

  it('scales a category like one number: variances that add up to 1, or a distance of 1', async () => {
    const text = `size,colour\n${Array.from({ length: 60 }, (_, i) => `${i ** 2},${['red', 'red', 'blue', 'green', 'red'][i % 5]}`).join('\n')}\n`
    const standard = await datasetOf(text, { categorical: 'all' })
    const variance = (j: number) => {
      let sum = 0
      for (let i = 0; i < 60; i++) sum += standard.values[i * 4 + j]! ** 2 / 60
      return sum
    }
    expect(variance(0)).toBeCloseTo(1, 12)
    expect(variance(1) + variance(2) + variance(3)).toBeCloseTo(1, 12)
    // Shares 0.6, 0.2, 0.2: 1 - (0.36 + 0.04 + 0.04) = 0.56.
    expect(standard.scaling.spread[1]).toBeCloseTo(Math.sqrt(0.56), 12)
    const { values } = await datasetOf(text, { categorical: 'all', scale: 'minmax' })
    const distance = Math.hypot(values[1]! - values[9]!, values[2]! - values[10]!, values[3]! - values[11]!)
    expect(distance).toBeCloseTo(1, 12)
  })

  it.each([
    ['median', [1, 3, 5, 4, 100]],
    ['mean', [1, 3, 5, 27.25, 100]],
  ] as const)('replaces missing numbers by the %s', async (impute, expected) => {
    const dataset = await datasetOf('a\n1\n3\n5\nNA\n100\n', { impute, scale: 'none' })
    expect([...dataset.values]).toEqual(expected)
    expect(dataset.notes).toContain(
      `replaced 1 missing value with the ${impute} of the column (categories: with the most common value): "a"`,
    )
  })

  it('replaces missing texts by the commonest', async () => {
    const dataset = await datasetOf('a,b\n1,x\n2,y\n3,y\n4,\n', { impute: 'mean', scale: 'none', columns: ['b'] })
    expect([...dataset.values]).toEqual([1, 0, 0, 1, 0, 1, 0, 1])
  })

  it('drops incomplete rows everywhere, and lists them', async () => {
    const dataset = await datasetOf('id,a,b,class\nr1,1,2,p\nr2,,3,q\nr3,4,5,p\nr4,6,,q\n', {
      impute: 'drop-rows',
      scale: 'none',
    })
    expect([...dataset.values]).toEqual([1, 2, 4, 5])
    expect(dataset.ids).toEqual(['r1', 'r3'])
    expect(dataset.truth).toEqual(['p', 'p'])
    expect(dataset.droppedRows).toEqual([1, 3])
    expect(dataset.sampleCount).toBe(2)
    expect(dataset.notes).toContain('dropped 2 rows with missing values: 2, 4')
  })

  it('does not change the table', async () => {
    const table = await tableOf('a,b\n1,x\n,y\n3,x\n')
    const before = structuredClone(table)
    toDataset(table, { impute: 'mean' })
    expect(table).toEqual(before)
  })
})

describe('toDataset: roles', () => {
  it('sets truth and id aside by their names, and says so', async () => {
    const dataset = await datasetOf('ID,a,b,Class\n1,1,2,p\n2,3,4,q\n')
    expect(dataset.featureNames).toEqual(['a', 'b'])
    expect([dataset.idName, dataset.ids, dataset.truthName, dataset.truth]).toEqual([
      'ID',
      ['1', '2'],
      'Class',
      ['p', 'q'],
    ])
    expect(dataset.notes).toContain('not used as features: "ID" (sample ids, detected by name)')
    expect(dataset.notes).toContain('not used as features: "Class" (truth, detected by name)')
  })

  it('takes y beside x as a coordinate, and y alone as the truth', async () => {
    expect((await datasetOf('x,y\n1,2\n2,3\n')).featureNames).toEqual(['x', 'y'])
    expect((await datasetOf('x,y,label\n1,2,0\n2,3,1\n')).truthName).toBe('label')
    expect((await datasetOf('a,y\n1,2\n2,3\n')).truthName).toBe('y')
  })

  it('does not take fractions for classes', async () => {
    const { featureNames, truth, notes } = await datasetOf('a,b,target,quality\n1,4,2.5,1.5\n2,6,3,2\n')
    expect(featureNames).toEqual(['a', 'b', 'quality'])
    expect(truth).toBeNull()
    expect(notes).toContain('not used as features: "target" (named like the truth, but it contains fractions)')
  })

  it('chooses the most reliable name where several columns look like the truth, and sets the others aside', async () => {
    const found = await datasetOf('a,target,class\n1,1,2\n2,1,1\n')
    expect([found.truthName, found.featureNames]).toEqual(['class', ['a']])
    expect(found.roles.map(({ role, reason }) => `${role}: ${reason}`)).toEqual([
      'feature: numbers',
      'unused: named like the truth',
      'truth: detected by name; "target" also fits',
    ])
    const named = await datasetOf('a,class,target\n1,1,2\n2,2,1\n', { truth: 'target' })
    expect([named.truthName, named.featureNames]).toEqual(['target', ['a']])
  })

  it('does not take the truth for the names of the samples', async () => {
    const named = await datasetOf('name,a\nx,1\ny,2\n', { truth: 'name' })
    expect([named.idName, named.truth]).toEqual([null, ['x', 'y']])
    const first = await datasetOf('class,a\nx,1\ny,2\n')
    expect([first.idName, first.truthName]).toEqual([null, 'class'])
  })

  it('uses the columns that the caller names, in that order', async () => {
    expect((await datasetOf('a,b,c\n1,2,3\n4,5,6\n', { columns: ['c', 'a'] })).featureNames).toEqual(['c', 'a'])
  })

  it.each([
    ['protein,n1,n2\ng1,1,2\ng2,3,4\n', 'its first column is named "protein"'],
    ['f,n1,n2\nheight,1,2\nclass,3,4\n', 'row 2 is named "class"'],
    ['sample1,sample2,sample3,sample4\n1,2,3,4\n5,6,7,8\n', 'its columns are named like samples, such as "sample1"'],
  ])('says that a table looks transposed, and leaves it as it is: %j', async (text, why) => {
    const { notes, sampleCount } = await datasetOf(text)
    expect(notes).toContain(
      `the table looks transposed (${why}), but is used as it is; samples must be rows and features columns. To transpose it, use \`genesIn: 'rows'\``,
    )
    expect(sampleCount).toBe(2)
  })

  it('says nothing of the kind about pixels p1, p2, ... of a table with a column of classes', async () => {
    const { notes } = await datasetOf('p1,p2,p3,p4,class\n1,2,3,4,a\n5,6,7,9,b\n')
    expect(notes.filter(note => note.includes('transposed'))).toEqual([])
  })

  it('says nothing of the kind about many features alone', async () => {
    const names = Array.from({ length: 50 }, (_, j) => `f${j}`)
    const { notes } = await datasetOf(
      `${names.join()}\n${names.map((_, j) => j).join()}\n${names.map((_, j) => -j - 1).join()}\n`,
    )
    expect(notes).toEqual(['features are scaled to mean 0 and standard deviation 1'])
  })
})
