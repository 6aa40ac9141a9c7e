import { describe, expect, it } from 'vitest'
import { advise, cluster, consensus, InputError, toDataset, toTable } from '../src/index.js'

const ROWS = [[1], [2], [7], [8]]

async function faultOf(act: () => unknown): Promise<InputError> {
  try {
    await act()
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('an InputError', () => {
  it.each([
    ['a number out of range', () => cluster(ROWS, { clusterCount: 9 }), 'clusterCount', /^be an integer from 1 to /, 9],
    [
      'an unknown method',
      () =>
        consensus(
          [
            [0, 1],
            [1, 0],
          ],
          { clusterCount: 1, method: 'x' as never },
        ),
      'method',
      /^be one of /,
      'x',
    ],
    ['a wrong seed', () => cluster(ROWS, { clusterCount: 2, seed: -1 }), 'seed', /^be an integer from 0 to /, -1],
    ['labelings', () => consensus([[0, 1]], { clusterCount: 2 }), 'labelings', /^be at least 2 labelings$/, 1],
  ])('has the parameter, the rule and the value: %s', async (_what, act, parameter, rule, got) => {
    const fault = await faultOf(act)
    expect(fault).toMatchObject({ code: 'invalid-parameter', parameter, got })
    expect(fault.rule).toMatch(rule)
    expect(fault.message).toBe(`${fault.caller}: ${parameter} must ${fault.rule}; got ${got}`)
  })

  it('shows the type of a value that looks like another', async () => {
    const fault = await faultOf(() => cluster(ROWS, { clusterCount: '3' as never }))
    expect(fault.got).toBe('3')
    expect(fault.message).toMatch(/got '3'$/)
  })

  it.each([
    ['k', 'clusterCount'],
    ['metric', 'distance'],
    ['clusterCuont', 'clusterCount'],
  ])('suggests an option for the unknown one %s', async (name, option) => {
    const fault = await faultOf(() => cluster(ROWS, { [name]: 3 } as never))
    expect(fault).toMatchObject({ code: 'unknown-option', parameter: name, suggestion: { option } })
    expect(fault.message).toBe(`cluster: unknown option '${name}'; did you mean '${option}'?`)
  })

  it('says how to go on with missing values, and without evidence of clusters', async () => {
    const missing = await faultOf(() => toDataset(toTable([{ a: 1 }, { a: null }, { a: 3 }])))
    expect(missing).toMatchObject({ code: 'missing-values', suggestion: { option: 'impute', value: 'median' } })
    const plain = Array.from({ length: 60 }, (_, i) => [Math.sin(i * i)])
    const { verdict } = await advise(plain)
    expect(verdict).toBe('none')
    const none = await faultOf(() => cluster(plain, { clusterCount: 'auto' }))
    expect(none).toMatchObject({ code: 'no-clusters', parameter: 'clusterCount', suggestion: { option: 'force' } })
  })

  it('is a plain error in words without facts', () => {
    const fault = new InputError('x.csv: damaged')
    expect(fault).toMatchObject({ name: 'InputError', code: 'invalid-input', message: 'x.csv: damaged' })
  })
})
