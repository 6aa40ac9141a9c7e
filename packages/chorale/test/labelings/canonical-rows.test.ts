import { describe, expect, it } from 'vitest'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import { canonicalRows, canonicalTable } from '../../src/labelings/canonical-rows.js'
import { collapseRows } from '../../src/labelings/label-table.js'
import { randomFor } from '../../src/numeric/random.js'

function randomTable(seed: number, sampleCount = 200) {
  const random = randomFor(seed, 0)
  const labelings = Array.from({ length: 6 }, (_, t) =>
    Array.from({ length: sampleCount }, () => Math.floor(random() * (2 + t))),
  )
  return { labelings, table: collapseRows(adoptLabelings(labelings)) }
}

describe('canonicalRows', () => {
  it('gives equal label rows equal places, whatever the order of the samples', () => {
    const { labelings, table } = randomTable(1)
    const reversed = collapseRows(adoptLabelings(labelings.map(labels => labels.toReversed())))
    const rowsOf = (of: typeof table, from: readonly (readonly number[])[]) => {
      const samples = Array.from(canonicalRows(of), row => of.rowOf.indexOf(row))
      return samples.map(i => from.map(labels => labels[i]).join())
    }
    expect(rowsOf(table, labelings)).toEqual(
      rowsOf(
        reversed,
        labelings.map(labels => labels.toReversed()),
      ),
    )
  })

  it('leaves a canonical table as it is', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { table: canonical } = canonicalTable(randomTable(seed).table)
      const identity = Int32Array.from(canonical.multiplicity.keys())
      expect(canonicalRows(canonical)).toEqual(identity)
      // A copy, whose order is not known yet.
      expect(canonicalRows({ ...canonical })).toEqual(identity)
    }
  })
})
