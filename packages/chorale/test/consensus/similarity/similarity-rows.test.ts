import { describe, expect, it } from 'vitest'
import { coAssociation } from '../../../src/consensus/similarity/co-association.js'
import { type RowEntries, similarityRows } from '../../../src/consensus/similarity/similarity-rows.js'
import { PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { Pauser } from '../../../src/pause.js'
import { unstructuredEnsemble } from '../../ensembles.js'
import { tableOf } from './samples.js'

const similarity = coAssociation(tableOf(unstructuredEnsemble(1, { sampleCount: 150, ensembleSize: 8 })), {
  kind: 'nwca',
  lambda: 0.5,
})
const { rowCount } = similarity.table
const work = { loops: PLAIN_KERNELS, pauser: new Pauser() }

function entriesOf({ columns, values, from, to }: RowEntries): [number, number][] {
  return Array.from(columns.subarray(from, to), (column, at) => [column, values[from + at]])
}

describe('similarityRows', () => {
  it('leaves out similarities below the limit, if these are most of them', async () => {
    const all = await similarityRows(similarity, { ...work, least: 0 })
    const some = await similarityRows(similarity, { ...work, least: 0.5 })
    expect(some.least).toBe(0.5)
    for (let r = 0; r < rowCount; r++) {
      const whole = entriesOf(all.row(r))
      expect(entriesOf(some.row(r))).toEqual(whole.filter(([, value]) => value >= 0.5))
      expect(some.row(r).total).toBe(whole.length)
      expect(entriesOf(some.wholeRow(r))).toEqual(whole)
    }
  })

  it('keeps all of them if few would be left out', async () => {
    const all = await similarityRows(similarity, { ...work, least: 0 })
    const rows = await similarityRows(similarity, { ...work, least: 1e-6 })
    expect(rows.least).toBe(0)
    for (let r = 0; r < rowCount; r++) expect(entriesOf(rows.row(r))).toEqual(entriesOf(all.row(r)))
  })

  it('computes a range of rows alone', async () => {
    const all = await similarityRows(similarity, { ...work, least: 0 })
    const part = await similarityRows(similarity, { ...work, least: 0.5 }, { from: 70, to: rowCount })
    expect(entriesOf(part.wholeRow(80))).toEqual(entriesOf(all.row(80)))
    expect(entriesOf(part.row(80))).toEqual(entriesOf(all.row(80)).filter(([, value]) => value >= 0.5))
  })
})
