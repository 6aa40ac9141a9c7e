import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chorale, folderWith, PLANTED } from './run.js'

describe('an option that has no effect is said to have none', () => {
  it.each([
    [['consensus', '-k', '3', '--work', 'w'], '--work has no effect without --engine'],
    [['consensus', '-k', '3', '--chart-format', 'png'], '--chart-format has no effect without --charts'],
    [
      ['compare', '-k', '3', '--methods', 'eac,lwea', '--repeats', '1', '--alpha', '0.5'],
      '--alpha has no effect on eac, lwea',
    ],
  ])('%j', async (args, words) => {
    const folder = folderWith({ 'l.csv': PLANTED })
    const [command, ...options] = args
    const { code, stderr } = await chorale([command, join(folder, 'l.csv'), ...options])
    expect(code).toBe(0)
    expect(stderr).toContain(`warning: ${words}`)
  })

  it('advise --impute on labelings', async () => {
    const folder = folderWith({ 'l.csv': PLANTED })
    const { stderr } = await chorale(['advise', join(folder, 'l.csv'), '--input', 'labelings', '--impute', 'median'])
    expect(stderr).toContain('warning: --impute has no effect on labelings')
  })

  it('--variable on a file without named arrays is refused', async () => {
    const folder = folderWith({ 'l.csv': PLANTED })
    const { code, stderr } = await chorale(['consensus', join(folder, 'l.csv'), '-k', '3', '--variable', 'x'])
    expect([code, stderr]).toEqual([
      2,
      'chorale: l.csv: --variable must not be set for this file; it names an array of a .mat, .npz, .h5ad or .h5 file\n',
    ])
  })
})

describe('hostile names', () => {
  it('of samples are no formulas with --safe-csv', async () => {
    const lines = PLANTED.split('\n').map(line => line.replace('s1,', '=1+1,').replace('s2,', '@x,'))
    const folder = folderWith({ 'l.csv': lines.join('\n') })
    const output = join(folder, 'o.csv')
    const args = ['consensus', join(folder, 'l.csv'), '-k', '3', '-o', output]
    expect((await chorale(args)).code).toBe(0)
    expect(readFileSync(output, 'utf8')).toContain('\n=1+1,')
    expect((await chorale([...args, '--safe-csv'])).code).toBe(0)
    expect(readFileSync(output, 'utf8')).toContain("\n'=1+1,")
    expect(readFileSync(output, 'utf8')).toContain("\n'@x,")
  })

  it('of columns and strings of the input are no formulas with --append --safe-csv', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => `=cmd${i % 2},${i % 2 ? -5 : 5}.${i},-9007199254740993`)
    const folder = folderWith({ 't.csv': `@name,x,key\n${lines.join('\n')}\n` })
    const args = ['cluster', join(folder, 't.csv'), '-k', '2', '--append', '--safe-csv', '--quiet']
    const { code, stdout } = await chorale(args)
    expect([code, ...stdout.split('\n').slice(0, 2)]).toEqual([
      0,
      "'@name,x,key,cluster,confidence",
      expect.stringMatching(/^'=cmd0,5,-9007199254740993,\d,/),
    ])
  })

  it('of inputs and models are refused in one line', async () => {
    const deep = `{"format":"chorale-model","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const folder = folderWith({ 'l.csv': PLANTED, 'deep.json': deep })
    for (const args of [
      ['consensus', 'http://[::1', '-k', '3'],
      ['predict', join(folder, 'deep.json'), join(folder, 'l.csv')],
    ]) {
      const { code, stderr } = await chorale(args)
      expect([code, stderr.split('\n').length], stderr).toEqual([2, 2])
    }
  })
})
