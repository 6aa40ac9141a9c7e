import { describe, expect, it } from 'vitest'
import { checkOptionNames, InputError } from '../src/errors.js'

const KNOWN = ['clusterCount', 'alpha', 'seed', 'theta', 'ensembleSize']

const refusal = (options: unknown, required?: string) => () => checkOptionNames('f', options, KNOWN, required)

describe('checkOptionNames', () => {
  it.each([
    ['aplha', 'alpha'],
    ['alph', 'alpha'],
    ['Alpha', 'alpha'],
    ['cluster_count', 'clusterCount'],
    ['clustercount', 'clusterCount'],
    ['clusterCounts', 'clusterCount'],
    ['ensemblesize', 'ensembleSize'],
    ['sede', 'seed'],
  ])('suggests the nearest name: %s', (name, meant) => {
    expect(refusal({ seed: 1, [name]: 1 })).toThrow(
      new InputError(`f: unknown option '${name}'; did you mean '${meant}'?`),
    )
  })

  it.each(['q', 'nothing', 'x'.repeat(200), ''])('suggests nothing when no name is near: %s', name => {
    expect(refusal({ [name]: 1 })).toThrow(new InputError(`f: unknown option '${name}'`))
  })

  it('rejects an unknown name even when its value is undefined', () => {
    expect(refusal({ aplha: undefined })).toThrow(InputError)
  })

  it('accepts names that are known, and none', () => {
    expect(refusal({ seed: 1, alpha: undefined })).not.toThrow()
    expect(refusal({})).not.toThrow()
  })

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [3, '3'],
    ['seed', 'seed'],
    [[1], 'an array'],
  ])('rejects options that are no object: %o', (options, got) => {
    expect(refusal(options)).toThrow(new InputError(`f: options must be an object; got ${got}`))
    expect(refusal(options, 'clusterCount')).toThrow(
      new InputError(`f: options must be an object with clusterCount; got ${got}`),
    )
  })
})
