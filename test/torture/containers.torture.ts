import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chorale } from '../../packages/cli/test/run.js'
import { works } from '../it-needs.js'
import { CONTAINERS_SHARE, printTable, SECONDS, SEED, seeded, type TortureRow } from './torture.js'

/** Processes in a namespace of their own all have the same id, as in containers. */
const NAMESPACE = ['-p', '-f', '--kill-child', '--mount-proc']
const canUnshare = works('unshare', ...NAMESPACE, 'true')

const PROGRAM = resolve('packages/cli/dist/cli.js')
const NAMES = ['A.csv', 'B.csv', 'C.csv']

describe.runIf(canUnshare)('containers that write to one folder', () => {
  let folder: string
  let expected: string[]
  const rows: TortureRow[] = [
    { fault: 'containers write to one folder', runs: 0, failures: [] },
    { fault: 'one of the containers is killed', runs: 0, failures: [] },
  ]
  const command = (at: number, output: string) =>
    ['sample', 'blobs', '-n', '60000', '--seed', String(at), '-o', join(folder, output)] as const
  const start = (at: number): ChildProcess =>
    spawn('unshare', [...NAMESPACE, process.execPath, PROGRAM, ...command(at, `out/${NAMES[at]}`)], { stdio: 'ignore' })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chorale-containers-'))
    mkdirSync(join(folder, 'out'))
    expected = []
    for (const [at, name] of NAMES.entries()) {
      await chorale([...command(at, name)])
      expected.push(readFileSync(join(folder, name), 'utf8'))
    }
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
    printTable(rows)
  })

  it('each leave their own result or none', async () => {
    const random = seeded(SEED)
    const end = performance.now() + 1000 * SECONDS * CONTAINERS_SHARE
    for (let turn = 0; performance.now() < end; turn++) {
      const row = rows[turn % rows.length]
      const isKilling = turn % rows.length === 1
      const running = NAMES.map((_, at) => start(at))
      const ends = running.map(child => once(child, 'close'))
      if (isKilling) {
        await wait(random() * 1500)
        running[0].kill('SIGKILL')
      }
      const codes = (await Promise.all(ends)).map(([code]) => code)
      row.runs++
      const left = readdirSync(join(folder, 'out'))
      for (const [at, name] of NAMES.entries()) {
        if (isKilling && at === 0) {
          if (left.includes(name) && textOf(name) !== expected[at]) row.failures.push(`${name} is cut short`)
        } else if (codes[at] !== 0) row.failures.push(`exit ${codes[at]}`)
        else if (textOf(name) !== expected[at]) row.failures.push(`${name} is another's`)
      }
      // Only what was killed may leave a temporary file.
      const others = left.filter(name => !NAMES.includes(name))
      if (others.length > (isKilling ? 1 : 0)) row.failures.push(`files left: ${others}`)
      for (const name of left) rmSync(join(folder, 'out', name))
    }
    expect(rows.filter(({ failures }) => failures.length > 0)).toEqual([])
  })

  const textOf = (name: string) => readFileSync(join(folder, 'out', name), 'utf8')
})
