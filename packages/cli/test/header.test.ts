import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chorale, folderWith } from './run.js'

describe('--header', () => {
  /** Words above words: they could be names as well as data. */
  const text = ['one,two', ...Array.from({ length: 20 }, (_, i) => `${'ab'[i % 2]},${'uv'[i % 2]}`)].join('\n')

  it('is decided and said in the words of the command, and can be overridden', async () => {
    const folder = folderWith({ 'l.csv': `${text}\n` })
    const run = async (...args: string[]) => {
      const output = join(folder, 'o.csv')
      const { code, stderr } = await chorale(['consensus', join(folder, 'l.csv'), '-k', '2', '-o', output, ...args])
      expect(code, stderr).toBe(0)
      return { stderr, rowCount: readFileSync(output, 'utf8').trim().split('\n').length - 1 }
    }
    const guessed = await run()
    expect(guessed.rowCount).toBe(20)
    expect(guessed.stderr).toContain('row 1 is used as the column names; if it is data, use --header no')
    const data = await run('--header', 'no')
    expect(data.rowCount).toBe(21)
    expect(data.stderr).not.toContain('--header')
    const names = await run('--header', 'yes')
    expect(names.rowCount).toBe(20)
    expect(names.stderr).not.toContain('--header')
  })
})
