import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, isUsedAmong } from '../../../app/settings.js'
import { methodHelp } from '../../../cli/src/method-help.js'
import { unusedAmong } from '../../../cli/src/unused-options.js'
import { consensusAmong } from '../../src/consensus/consensus.js'
import { defineMethod, type Method } from '../../src/consensus/method.js'
import { canChooseAlpha, methodNamed, optionUsers } from '../../src/consensus/method-facts.js'
import { METHODS, type MethodName } from '../../src/consensus/methods/index.js'
import { oneOf, POSITIVE, TRUE_OR_FALSE, wholeNumber } from '../../src/consensus/option-rules.js'
import { plainResult } from '../../src/consensus/plain-result.js'
import { InputError } from '../../src/errors.js'

/** A new method: the labels of the base clustering number `epochs`. */
const toy = defineMethod({
  name: 'toy',
  summary: 'Takes one of the base clusterings as it is.',
  options: {
    epochs: wholeNumber(1, 3),
    unitRows: TRUE_OR_FALSE,
    weights: oneOf(['learned']),
    lambda: { ...POSITIVE, onlyWith: { option: 'weights', value: 'learned' } },
  },
  defaults: { epochs: 2, unitRows: false },
  cost: ({ sampleCount, distinctRows = sampleCount }) => ({ bytes: 1000 * distinctRows, growth: 'n memory' }),
  alternatives: ['eac'],
  async run({ labelings, table }, { epochs, unitRows }, { checkMemory }) {
    checkMemory(1000 * table.rowCount, 'nothing in truth')
    return plainResult(labelings[epochs - 1], labelings.length, { iterations: epochs, converged: !unitRows })
  },
})

const WITH_TOY: readonly Method<MethodName | 'toy'>[] = [...METHODS, toy]

const LABELINGS = [
  [0, 0, 1, 1, 2],
  [0, 1, 1, 1, 0],
  [0, 1, 0, 1, 2],
]

const run = (options: Record<string, unknown>, methods = WITH_TOY) =>
  consensusAmong(methods, LABELINGS, { clusterCount: 3, ...options } as Parameters<typeof consensusAmong>[2] & object)

describe('a method that is added to the list', () => {
  it('runs, with its own defaults where nothing is given', async () => {
    const byDefault = await run({ method: 'toy' })
    expect(byDefault.method).toBe('toy')
    expect([...byDefault.labels]).toEqual([0, 1, 1, 1, 0])
    expect([byDefault.iterations, byDefault.converged]).toEqual([2, true])
    const third = await run({ method: 'toy', epochs: 3, unitRows: true })
    expect([...third.labels]).toEqual([0, 1, 0, 1, 2])
    expect(third.converged).toBe(false)
  })

  it('is the default where it stands first', async () => {
    expect((await run({}, [toy, ...METHODS])).method).toBe('toy')
    expect((await run({})).method).toBe(METHODS[0].name)
  })

  it('has its options checked by its own rules, and by those of others where it takes none', async () => {
    const refusals: [Record<string, unknown>, string][] = [
      [{ epochs: 0 }, 'epochs must be an integer from 1 to 3; got 0'],
      [{ epochs: 4 }, 'epochs must be an integer from 1 to 3 for method toy; got 4'],
      [{ weights: 'uniform' }, 'weights must be one of learned for method toy; got uniform'],
      [{ unitRows: 1 }, 'unitRows must be true or false; got 1'],
      [{ theta: 0 }, 'theta must be a number above 0; got 0'],
      [{ epoch: 1 }, "unknown option 'epoch'; did you mean 'epochs'?"],
    ]
    for (const [options, message] of refusals) {
      await expect(run({ method: 'toy', ...options })).rejects.toThrow(new InputError(`consensus: ${message}`))
    }
    await expect(run({ method: 'toys' })).rejects.toThrow(/method must be one of .*ceam, toy; got toys/)
  })

  it('accepts and ignores options that only other methods take', async () => {
    expect((await run({ method: 'toy', theta: 0.3 })).labels).toEqual((await run({ method: 'toy' })).labels)
  })

  it('refuses beyond the memory limit, and names what to try instead', async () => {
    await expect(run({ method: 'toy', memoryLimit: 4999 })).rejects.toThrow(
      'for method toy (nothing in truth); got 1 MiB. The method eac needs far less',
    )
    await expect(run({ method: 'toy', memoryLimit: 5000 })).resolves.toBeDefined()
  })

  it('tells its cost', () => {
    const extent = { sampleCount: 5, ensembleSize: 3, clusterTotal: 8 }
    expect(methodNamed('toy', WITH_TOY).cost(extent)).toEqual({ bytes: 5000, growth: 'n memory' })
    expect(toy.cost({ ...extent, distinctRows: 4 })?.bytes).toBe(4000)
    expect(toy.samplesRows).toBe(false)
    expect(canChooseAlpha(toy)).toBe(false)
  })

  it('counts among the users of its options', () => {
    expect(optionUsers('epochs', WITH_TOY)).toEqual(['ceam', 'toy'])
    expect(optionUsers('theta', WITH_TOY)).not.toContain('toy')
  })

  it('has the command say which options do nothing', () => {
    expect(unusedAmong(WITH_TOY, { method: 'toy', theta: 1, epochs: 1 })).toEqual([
      '--theta has no effect with method toy; it applies to lwea, lwgp, eccms',
    ])
    expect(unusedAmong(WITH_TOY, { method: 'eac', epochs: 1 })).toEqual([
      '--epochs has no effect with method eac; it applies to ceam, toy',
    ])
    expect(unusedAmong(WITH_TOY, { method: 'toy', lambda: 1 })).toEqual([
      '--lambda has no effect without --weights; use --weights learned',
    ])
    expect(unusedAmong(WITH_TOY, { method: 'toy', lambda: 1, weights: 'learned' })).toEqual([])
  })

  it('shows its options in the app, each where it does something', () => {
    const settings = { ...DEFAULT_SETTINGS, method: 'toy' }
    expect(isUsedAmong(WITH_TOY, 'weights', settings)).toBe(true)
    expect(isUsedAmong(WITH_TOY, 'lambda', settings)).toBe(false)
    expect(isUsedAmong(WITH_TOY, 'lambda', { ...settings, weights: 'learned' })).toBe(true)
    expect(isUsedAmong(WITH_TOY, 'alpha', settings)).toBe(false)
  })

  it('has its summary in the help, and a sentence in the report', () => {
    expect(methodHelp(WITH_TOY)).toMatch(/^ {2}toy +Takes one of the base clusterings as it is\.$/m)
    expect(toy.steps('')).toEqual(['Combined them with the method toy.'])
  })

  it('does not compile with an option or a default that there is not', () => {
    const rest = { name: 'toy', summary: '', run: async () => plainResult(new Int32Array(1), 1) }
    // @ts-expect-error: MethodOptions has no such option.
    defineMethod({ ...rest, options: { epoch: wholeNumber(1, 3) }, defaults: {} })
    // @ts-expect-error: epochs is a number.
    defineMethod({ ...rest, options: { epochs: TRUE_OR_FALSE }, defaults: {} })
    // @ts-expect-error: this method takes no epochs.
    defineMethod({ ...rest, options: { theta: POSITIVE }, defaults: { epochs: 3 } })
    // @ts-expect-error: theta is a number.
    defineMethod({ ...rest, options: { theta: POSITIVE }, defaults: { theta: 'large' } })
    defineMethod({
      name: 'toy',
      summary: '',
      options: {},
      defaults: {},
      // @ts-expect-error: this method takes no theta.
      run: async (_, { theta }) => plainResult(new Int32Array(theta), 1),
    })
  })
})

describe('every method', () => {
  it.each(METHODS)('says what it does in plain sentences: $name', ({ summary }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/)
    expect(summary.length).toBeLessThanOrEqual(120)
  })

  it.each(METHODS)('names methods to try instead that there are: $name', ({ name, alternatives, cost }) => {
    const names = METHODS.map(method => method.name as string).filter(other => other !== name)
    for (const alternative of alternatives) expect(names).toContain(alternative)
    const isHeavy = cost({ sampleCount: 10, ensembleSize: 2, clusterTotal: 4 }) !== null
    if (isHeavy) expect(alternatives).not.toEqual([])
  })

  it.each(METHODS)('has defaults that its own rules accept: $name', ({ options, defaults }) => {
    for (const [option, value] of Object.entries(defaults)) {
      expect(options[option as keyof typeof options]?.accepts(value)).toBe(true)
    }
  })

  it('has a name of its own', () => {
    expect(new Set(METHODS.map(({ name }) => name)).size).toBe(METHODS.length)
  })
})
