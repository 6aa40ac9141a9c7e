import { describe, expect, it } from 'vitest'
import { columnRoles } from '../../src/tables/columns/column-roles.js'
import { guessInputKind } from '../../src/tables/guess-input.js'
import { tableOf } from '../../src/tables/to-table.js'

const rows = (make: (i: number) => Record<string, number | string | null>, count = 60) =>
  Array.from({ length: count }, (_, i) => make(i))
const roleOf = (data: Record<string, number | string | null>[], name: string, options = {}) =>
  columnRoles(data, options).find(column => column.name === name)!
/** Noise with fractions. */
const x = (i: number) => ((i * 37) % 61) + 0.5
const y = (i: number) => ((i * 23) % 59) + 0.25

describe('columns that say how a table was made', () => {
  it('are ids where every row has a different integer, whatever the name, unless they are asked for', () => {
    const data = rows(i => ({ ticket: 1000 + ((i * 7919) % 104_729), x: x(i), y: y(i) }))
    expect(roleOf(data, 'ticket')).toMatchObject({ role: 'unused', reason: expect.stringMatching(/like ids/) })
    expect(roleOf(data, 'ticket', { columns: ['ticket', 'x'] }).role).toBe('feature')
  })

  it('are ids by the names PID and seqno, whatever the lengths of the numbers', () => {
    for (const name of ['PID', 'seqno']) {
      expect(
        roleOf(
          rows(i => ({ [name]: 1 + 3 * i * i, x: x(i), y: y(i) })),
          name,
        ).role,
      ).toBe('id')
    }
  })

  it('are not ids where several columns differ in every row, or where numbers have many lengths', () => {
    const population = (i: number) => Math.round(200 * 1.2 ** i)
    const two = rows(i => ({ income: 3000 + ((i * 131) % 4001), area: 10_000 + ((i * 977) % 80_021), x: x(i) }))
    expect(roleOf(two, 'income').role).toBe('feature')
    expect(
      roleOf(
        rows(i => ({ population: population(i), x: x(i), y: y(i) })),
        'population',
      ).role,
    ).toBe('feature')
  })

  it('are parts of dates where there is more than one', () => {
    const data = rows(i => ({ Month: 5 + (i % 5), Day: 1 + ((i * 7) % 30), x: x(i), y: y(i) }))
    expect(roleOf(data, 'Month').reason).toMatch(/^a part of a date/)
    expect(roleOf(data, 'Day').role).toBe('unused')
    expect(
      roleOf(
        rows(i => ({ hour: i % 24, x: x(i), y: y(i) })),
        'hour',
      ).role,
    ).toBe('feature')
  })

  it('are subjects that are measured repeatedly', () => {
    const data = rows(i => ({ Chick: 1 + Math.floor(i / 6), x: x(i), y: y(i) }))
    expect(roleOf(data, 'Chick')).toMatchObject({ role: 'unused', reason: expect.stringMatching(/one row of each/) })
  })

  it('are frequencies beside text, which is then what is clustered', () => {
    const data = rows(i => ({ Sex: 'fm'[i % 2], Class: ['1st', '2nd', 'crew'][i % 3], Freq: (i * 13) % 50 }))
    expect(roleOf(data, 'Freq')).toMatchObject({ role: 'unused', reason: expect.stringMatching(/repeat each row/) })
    expect(roleOf(data, 'Sex').role).toBe('category')
  })

  it('are mostly missing, unless they are asked for or all of them are', () => {
    const data = rows(i => ({ sales: i % 4 === 0 ? i : null, x: x(i), y: y(i) }))
    expect(roleOf(data, 'sales').reason).toMatch(/^75 % of the values are missing/)
    expect(roleOf(data, 'sales', { columns: ['sales', 'x'] }).role).toBe('feature')
    expect(
      roleOf(
        rows(i => ({ a: i % 3 === 0 ? x(i) : null, b: i % 4 === 0 ? y(i) : null })),
        'a',
      ).role,
    ).toBe('feature')
  })
})

describe('guessInputKind', () => {
  it('takes columns of labels that share nothing for answers', () => {
    const data = rows(i => ({ a: (i * 7919) % 2, b: Math.floor(i / 2) % 2, c: (i * i) % 3 === 0 ? 1 : 0 }))
    expect(guessInputKind(tableOf('test', data))).toMatchObject({
      kind: 'features',
      reason: expect.stringMatching(/agree no more/),
    })
    const same = rows(i => ({ a: i % 3, b: i % 3, c: i % 3 }))
    expect(guessInputKind(tableOf('test', same)).kind).toBe('labelings')
  })
})
