import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { works } from '../../../test/it-needs.js'
import { printable } from '../../node/src/printable.js'
import { chorale, folderWith } from './run.js'

/** Whether a text holds control characters other than line breaks and tabs. */
const holdsControls = (text: string) => /[^\P{Cc}\n\t]/u.test(text)

describe('what is printed to a terminal', () => {
  it('shows control characters as text, but for the styles of the command', () => {
    const name = 'a\u001b]0;title\u0007\u009b31m\u202e\r\u007f'
    expect(printable(name)).toBe('a\\u001b]0;title\\u0007\\u009b31m\\u202e\\u000d\\u007f')
    const styled = '\u001b[2mdim\u001b[22m \u001b[8mhidden'
    expect(printable(styled, { styles: true })).toBe('\u001b[2mdim\u001b[22m \\u001b[8mhidden')
    expect(printable('a\tb\nc ü 😀')).toBe('a\tb\nc ü 😀')
  })

  it('has no control characters of names, ids, values and files', async () => {
    const evil = '\u001b]0;owned\u0007\u009b31m'
    const rows = Array.from({ length: 20 }, (_, i) => ({
      [`id${evil}`]: `${evil}${i}`,
      [`x${evil}`]: (i % 2) * 5 + i / 100,
      [`word${evil}`]: `${evil}${i % 2}`,
      class: `${evil}${i % 2}`,
    }))
    const folder = folderWith({
      [`t${evil}.json`]: JSON.stringify(rows),
      'l.csv': 'a\u009b31m,b\n1,x\u009b\n2,1\n1,x\u009b\n2,1\n',
    })
    const runs = [
      ['cluster', join(folder, `t${evil}.json`), '-k', '2'],
      ['cluster', join(folder, `t${evil}.json`), '-k', '2', '--columns', `none${evil}`],
      ['cluster', join(folder, `none${evil}.csv`), '-k', '2'],
      ['consensus', join(folder, 'l.csv'), '-k', '2', '--columns', 'none'],
      ['advise', join(folder, `t${evil}.json`), '--dry-run'],
      ['cluster', `--no-such${evil}`],
    ]
    for (const args of runs) {
      const { stdout, stderr } = await chorale(args)
      expect([args[0], holdsControls(stdout), holdsControls(stderr)]).toEqual([args[0], false, false])
    }
  })

  it('is data as they are where they go to a program', async () => {
    const id = 'a\u001b[31m'
    const rows = Array.from({ length: 12 }, (_, i) => ({ id: `${id}${i}`, x: (i % 2) * 5 + i / 100 }))
    const folder = folderWith({ 't.json': JSON.stringify(rows) })
    const { stdout } = await chorale(['cluster', join(folder, 't.json'), '-k', '2', '-o', '-'])
    expect(stdout).toContain(`\n${id}0,`)
  })

  it('offers commands that a shell does not run', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => `${(i % 2) * 5 + i / 100},${'ab'[i % 2]}`)
    const folder = folderWith({ 't.csv': `x,$(touch owned)\n${lines.join('\n')}\n` })
    const { stderr } = await chorale(['cluster', join(folder, 't.csv'), '-k', '2'])
    expect(stderr).toContain("(to use it: --categorical '$(touch owned)')")
  })
})

describe('a full disk', () => {
  const canMount = works('unshare', '-m', 'true')
  const title = 'never leaves a new order of samples beside an old matrix'
  it.runIf(canMount)(canMount ? title : `${title}: needs the right to mount`, async () => {
    const folder = folderWith({})
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    const lines = Array.from({ length: 200 }, (_, i) => `${(i % 2) * 5 + i / 100},${i % 7}`)
    writeFileSync(join(folder, 't.csv'), `x,y\n${lines.join('\n')}\n`)
    writeFileSync(
      join(folder, 'run.sh'),
      [
        'mount -t tmpfs -o size=200k none "$1"',
        'echo old > "$1/m.npy"; echo old > "$1/m.order.csv"',
        '"$2" "$3" cluster "$4" -k 2 --matrix "$1/m.npy" --quiet; echo "code $?"',
        'cat "$1/m.npy" "$1/m.order.csv"; ls -A "$1"',
      ].join('\n'),
    )
    const { execFileSync } = await import('node:child_process')
    const { resolve } = await import('node:path')
    const command = [
      join(folder, 'run.sh'),
      disk,
      process.execPath,
      resolve('packages/cli/dist/cli.js'),
      join(folder, 't.csv'),
    ]
    const said = execFileSync('unshare', ['-m', 'sh', ...command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    expect(said.trim().split('\n')).toEqual(['code 2', 'old', 'old', 'm.npy', 'm.order.csv'])
    expect(readFileSync(join(folder, 't.csv'), 'utf8')).toContain('x,y')
  })
})
