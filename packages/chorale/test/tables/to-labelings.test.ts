import { describe, expect, it } from 'vitest'
import { checkedLabels, checkLabels } from '../../src/tables/labelings/label-roles.js'
import { mergeLabelings } from '../../src/tables/labelings/merge-labelings.js'
import { toLabelings } from '../../src/tables/labelings/to-labelings.js'
import { tableOf } from './tables.js'

const labelsOf = async (text: string, options = {}) => toLabelings(await tableOf(text), options)

describe('toLabelings', () => {
  it('numbers clusters by first appearance, whether labels are numbers or words', async () => {
    const { labelings, names, sampleCount } = await labelsOf('run1,run2\n7,b\n3,a\n7,b\n')
    expect(labelings).toEqual([Int32Array.of(0, 1, 0), Int32Array.of(0, 1, 0)])
    expect(names).toEqual(['run1', 'run2'])
    expect(sampleCount).toBe(3)
  })

  it.each(['', 'NA', 'NaN', 'null', '-1'])('takes %j as no label, among numbers and among words', async cell => {
    const { labelings } = await labelsOf(`run1,run2\n${cell},${cell}\n5,x\n5,y\n`)
    expect(labelings).toEqual([Int32Array.of(-1, 0, 0), Int32Array.of(-1, 0, 1)])
  })

  it('sets a column that is called like the truth aside, and warns by its name', async () => {
    const { names, truth, truthName, warnings } = await labelsOf('c1,c2,gt\n1,2,9\n1,1,8\n')
    expect(names).toEqual(['c1', 'c2'])
    expect(truth).toEqual(['9', '8'])
    expect(truthName).toBe('gt')
    expect(warnings).toEqual([
      '"gt" is used as the truth because of its name, and is not one of the labelings; to use it as a labeling, list the columns to use',
    ])
  })

  it('does not warn about a truth that the caller named', async () => {
    const { names, truthName, warnings } = await labelsOf('c1,c2,gt\n1,2,9\n1,1,8\n', {
      truth: 'c2',
      columns: ['gt', 'c1'],
    })
    expect([names, truthName, warnings]).toEqual([['gt', 'c1'], 'c2', []])
  })

  it('uses the truth column as a labeling where the caller says that there is no truth', async () => {
    expect((await labelsOf('c1,gt\n1,2\n2,2\n', { truth: null })).names).toEqual(['c1', 'gt'])
  })

  it('keeps the only column as a labeling, whatever its name, and says so', async () => {
    const { names, truth, notes } = await labelsOf('id,label\n1,a\n2,b\n')
    expect(names).toEqual(['label'])
    expect(truth).toBeNull()
    expect(notes).toContain('"label" is one of the labelings, because no other column is left')
  })

  it('counts -1 as a class of the truth, and refuses an empty cell there', async () => {
    expect((await labelsOf('c1,gt\n1,-1\n2,1\n')).truth).toEqual(['-1', '1'])
    await expect(labelsOf('c1,gt\n1,\n2,1\n')).rejects.toThrow('row 1 has no class in the truth column "gt"')
  })

  it('sets an id column aside: by its name, or the first column of words that all differ', async () => {
    const named = await labelsOf('c1,sample_id\n1,11\n1,12\n')
    expect([named.ids, named.idName, named.names]).toEqual([['11', '12'], 'sample_id', ['c1']])
    const first = await labelsOf('who,c1\nann,1\nbob,1\n')
    expect([first.ids, first.idName, first.names]).toEqual([['ann', 'bob'], 'who', ['c1']])
    expect(first.notes).toContain('"who" is used as the names of the samples')
  })

  it('keeps a column called id whose values repeat as a labeling', async () => {
    expect((await labelsOf('id,c1\n1,1\n1,2\n')).names).toEqual(['id', 'c1'])
  })

  it('lists the columns where a named one is not there', async () => {
    await expect(labelsOf('c1,c2\n1,2\n', { columns: ['c1', 'c9'] })).rejects.toThrow(
      '`columns` must name a column; got "c9", but the table has "c1", "c2"',
    )
    const wide = Array.from({ length: 30 }, (_, j) => `c${j + 1}`)
    await expect(labelsOf(`${wide.join()}\n${wide.map(() => 1).join()}\n`, { truth: 'x' })).rejects.toThrow(
      '`truth` must name a column; got "x", but the table has "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8" and 22 more',
    )
  })

  it('refuses contradictory roles', async () => {
    const text = 'a,b,c\n1,2,3\n'
    await expect(labelsOf(text, { id: 'a', truth: 'a' })).rejects.toThrow(
      '`id` and `truth` must be different columns; both are "a"',
    )
    await expect(labelsOf(text, { id: 'a', columns: ['a'] })).rejects.toThrow(
      '"a" must be either `id` or one of `columns`, not both',
    )
    await expect(labelsOf(text, { columns: ['a', 'a'] })).rejects.toThrow(
      '`columns` must name every column once; got "a" twice',
    )
    await expect(labelsOf('c1,gt,class\n1,2,3\n')).rejects.toThrow('"gt", "class" all look like the truth')
  })

  it('refuses a column without any label, and ids that repeat or are missing', async () => {
    await expect(labelsOf('c1,c2\n1,-1\n2,NA\n')).rejects.toThrow('column "c2" has no label in any row')
    await expect(labelsOf('k,c\n1,1\n2,1\n1,2\n', { id: 'k' })).rejects.toThrow(
      'ids must differ; rows 1 and 3 are both "1" in column "k"',
    )
    await expect(labelsOf('k,c\n1,1\n,1\n', { id: 'k' })).rejects.toThrow('row 2 has no id in column "k"')
  })

  it('warns about fractions, which are rather measurements', async () => {
    expect((await labelsOf('c1,c2\n1,0.5\n2,1\n')).warnings).toEqual([
      '"c2" contains fractions; is it a measurement rather than a labeling?',
    ])
  })
})

describe('toLabelings: what looks wrong', () => {
  it('warns where every sample has a label of its own, which is rather an id', async () => {
    expect((await labelsOf('number,c1\n1,1\n2,1\n3,2\n')).warnings).toEqual([
      '"number" has a different label for every sample; is it the id column?',
    ])
  })

  it('warns where there are more labelings than samples, as in a transposed table', async () => {
    expect((await labelsOf('c1,c2,c3\n1,1,2\n2,2,2\n')).warnings).toEqual([
      'there are more labelings (3) than samples (2); is the table transposed? samples must be rows and labelings columns',
    ])
  })
})

describe('mergeLabelings', () => {
  const merge = async (texts: Record<string, string>, options = {}) =>
    mergeLabelings(await Promise.all(Object.entries(texts).map(([name, text]) => tableOf(text, { name }))), options)

  it('matches samples by id, whatever their order; a sample that a file lacks has no label there', async () => {
    const merged = await merge({ 'one.csv': 'id,a\nx,1\ny,1\nz,2\n', 'two.csv': 'id,b\nz,5\nx,6\nw,5\n' })
    expect(merged.ids).toEqual(['x', 'y', 'z', 'w'])
    expect(merged.names).toEqual(['a', 'b'])
    expect(merged.labelings).toEqual([Int32Array.of(0, 0, 1, -1), Int32Array.of(0, -1, 1, 1)])
    expect(merged.notes).toContain('one.csv does not contain 1 of 4 samples; they have no label there')
    expect(merged.notes).toContain('two.csv does not contain 1 of 4 samples; they have no label there')
  })

  it('tells columns of the same name apart by their files', async () => {
    const merged = await merge({ 'runs/kmeans.csv.gz': 'id,label\nx,1\ny,2\n', 'hdbscan.csv': 'id,label\nx,1\ny,1\n' })
    expect(merged.names).toEqual(['kmeans:label', 'hdbscan:label'])
    expect(merged.truth).toBeNull()
  })

  it('matches by order where no file has ids, and says so; refuses other lengths', async () => {
    const merged = await merge({ a: 'c1\n1\n2\n', b: 'c2\n2\n2\n' })
    expect(merged.labelings).toEqual([Int32Array.of(0, 1), Int32Array.of(0, 0)])
    expect(merged.ids).toBeNull()
    expect(merged.notes).toContain('no table has an id column: samples are matched by their order')
    await expect(merge({ a: 'c1\n1\n2\n', b: 'c2\n2\n' })).rejects.toThrow(
      'must have the same number of rows; got 2, 1',
    )
  })

  it('refuses files of which only some have ids', async () => {
    await expect(merge({ a: 'id,c1\n1,1\n2,2\n', b: 'c2\n2\n1\n' })).rejects.toThrow(
      'b has no id column, but other tables have',
    )
  })

  it('takes the truth from whichever file has it, and refuses contradictions', async () => {
    const merged = await merge({ a: 'id,c1,gt\n1,1,p\n2,1,q\n', b: 'id,c2\n2,1\n1,1\n' })
    expect([merged.truth, merged.truthName]).toEqual([['p', 'q'], 'gt'])
    await expect(merge({ a: 'id,c1,gt\n1,1,p\n2,1,q\n', b: 'id,c2,gt\n2,1,p\n1,2,p\n' })).rejects.toThrow(
      'the truth of a sample must be the same in all tables; b row 1 says "p", another table "q"',
    )
  })

  it('does without a truth that is not known of all samples, and warns', async () => {
    const merged = await merge({ a: 'id,c1,gt\n1,1,p\n2,1,q\n', b: 'id,c2\n3,1\n1,1\n' })
    expect(merged.truth).toBeNull()
    expect(merged.warnings).toContain('the truth is not used: it is missing for 1 sample')
  })

  it('refuses no tables at all', async () => {
    await expect(merge({})).rejects.toThrow('tables must have at least one element; got none')
  })

  it('refuses a table of measurements, and names the function that fits', async () => {
    const table = await tableOf('a,b,kind\n1.5,2.5,u\n2,3.5,v\n1,1,u\n')
    const words =
      '2 of 3 columns contain fractions, such as "a"; these are measurements rather than labelings. Use `cluster`'
    expect(() => checkLabels('f.csv', table)).toThrow(words)
    // Once, the blocks of a large file were not checked.
    async function* blocks() {
      yield await tableOf('a,b,kind\n1,2.5,u\n')
      yield await tableOf('a,b,kind\n1.5,2,u\n')
    }
    const read = async () => {
      for await (const _ of checkedLabels('f.csv', blocks()));
    }
    await expect(read()).rejects.toThrow('2 of 3 columns contain fractions, such as "b"')
  })

  it('warns about many columns of fractions in one sentence', async () => {
    const table = await tableOf('a,b,c,d,e\n1.5,2.5,1,1,1\n2,3.5,2,2,2\n1,1,1,1,2\n')
    expect(toLabelings(table).warnings).toContain(
      '"a", "b" contain fractions; are they measurements rather than labelings?',
    )
  })
})
