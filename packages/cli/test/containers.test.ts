import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { works } from '../../../test/it-needs.js'
import { folderWith } from './run.js'

/** Processes in a namespace of their own all have the same id, as in containers. */
const NAMESPACE = ['-p', '-f', '--mount-proc']
const canUnshare = works('unshare', ...NAMESPACE, 'true')

async function inContainer(args: readonly string[]): Promise<number | null> {
  const child = spawn('unshare', [...NAMESPACE, process.execPath, resolve('packages/cli/dist/cli.js'), ...args], {
    stdio: 'ignore',
  })
  const [code] = await once(child, 'close')
  return code
}

describe('two containers that write to one folder', () => {
  const title = canUnshare ? 'each get their own result' : 'each get their own result: needs the right to unshare'
  it.runIf(canUnshare)(title, async () => {
    const folder = folderWith({})
    mkdirSync(join(folder, 'out'))
    const sample = (seed: number, name: string) =>
      inContainer(['sample', 'blobs', '-n', '60000', '--seed', String(seed), '-o', join(folder, name)])
    expect(await sample(1, '1.csv')).toBe(0)
    expect(await sample(2, '2.csv')).toBe(0)
    const expected = [1, 2].map(seed => readFileSync(join(folder, `${seed}.csv`), 'utf8'))
    for (let trial = 0; trial < 3; trial++) {
      const codes = await Promise.all([sample(1, 'out/A.csv'), sample(2, 'out/B.csv')])
      expect(codes).toEqual([0, 0])
      const found = ['A', 'B'].map(name => readFileSync(join(folder, 'out', `${name}.csv`), 'utf8'))
      expect(found.map((text, i) => text === expected[i])).toEqual([true, true])
      expect(readdirSync(join(folder, 'out')).sort()).toEqual(['A.csv', 'B.csv'])
    }
  })
})
