import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chorale } from '../../packages/cli/test/run.js'
import { printTable, SECONDS, SEED, SIGNALS_SHARE, seeded, type TortureRow } from './torture.js'

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Most seconds of computing time until a command ends, as promised, and of time on the clock of a busy machine. */
const MOST_CPU_SECONDS = 1.2
const MOST_SECONDS = 15

/** Commands, and the milliseconds within which the signal comes. */
const COMMANDS: Readonly<Record<string, { args: readonly string[]; within: number }>> = {
  'cluster a table': { args: ['cluster', 'points.csv', '-k', '4', '-o', 'out/o.csv'], within: 4000 },
  'cluster with a report': { args: ['cluster', 'points.csv', '-k', '2-4', '--report', 'out/r.html'], within: 8000 },
  'consensus of many rows': { args: ['consensus', 'labels.csv', '-k', '4', '-o', 'out/o.csv'], within: 5000 },
  'consensus of many labelings': { args: ['consensus', 'wide.csv', '-k', '2', '-o', 'out/o.csv'], within: 6000 },
  'read compressed text': { args: ['consensus', 'labels.csv.gz', '-k', '4', '-o', 'out/o.csv'], within: 3000 },
  'advise on the number of clusters': { args: ['advise', 'points.csv'], within: 5000 },
  'compare methods': { args: ['compare', 'points.csv', '-k', '3', '--report', 'out/c.html'], within: 6000 },
  'fit large mixtures': {
    args: ['cluster', 'points.csv', '-k', '900', '--force', '--base', 'gaussian-mixture', '-o', 'out/o.csv'],
    within: 8000,
  },
  'cut hundreds of clusters': {
    args: ['cluster', 'points.csv', '-k', '200', '--method', 'balanced', '-o', 'out/o.csv'],
    within: 15_000,
  },
  'write a sample': { args: ['sample', 'blobs', '-n', '400000', '-o', 'out/s.csv'], within: 3000 },
}

let folder: string
const rows: TortureRow[] = Object.keys(COMMANDS).map(fault => ({ fault: `signal: ${fault}`, runs: 0, failures: [] }))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chorale-signals-'))
  mkdirSync(join(folder, 'out'))
  await chorale(['sample', 'blobs', '-n', '3000', '--features', '6', '-o', join(folder, 'points.csv')])
  const labels = (rowCount: number, columnCount: number) => {
    const names = Array.from({ length: columnCount }, (_, t) => `c${t}`).join()
    const lines = Array.from({ length: rowCount }, (_, i) =>
      Array.from({ length: columnCount }, (_, t) => (((i * 7919) >> (t % 5)) + t) % 4).join(),
    )
    return `${names}\n${lines.join('\n')}\n`
  }
  writeFileSync(join(folder, 'labels.csv'), labels(500_000, 10))
  writeFileSync(join(folder, 'labels.csv.gz'), gzipSync(labels(500_000, 10)))
  writeFileSync(join(folder, 'wide.csv'), labels(20, 50_000))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  printTable(rows)
})

it('ends with its exit code at any moment and leaves nothing behind', async () => {
  const random = seeded(SEED)
  const end = performance.now() + 1000 * SECONDS * SIGNALS_SHARE
  for (let at = 0; performance.now() < end; at++) {
    const row = rows[at % rows.length]
    const { args, within } = Object.values(COMMANDS)[at % rows.length]
    const [name, code] = Object.entries(EXIT_CODES)[Math.floor(3 * random())]
    const problem = await interrupted(args, name as keyof typeof EXIT_CODES, code, within * random())
    row.runs++
    if (problem !== null) row.failures.push(`${name}: ${problem}`)
  }
  expect(rows.filter(({ failures }) => failures.length > 0)).toEqual([])
})

/** Sends a signal to a command. Returns what is wrong with its end; null if nothing is. */
async function interrupted(
  args: readonly string[],
  name: keyof typeof EXIT_CODES,
  expected: number,
  delay: number,
): Promise<string | null> {
  const child = spawn(process.execPath, [resolve('packages/cli/dist/cli.js'), ...args], { cwd: folder })
  let stderr = ''
  child.stderr.on('data', piece => {
    stderr += piece
  })
  child.stdout.resume()
  const closed = once(child, 'close')
  await Promise.race([wait(delay), closed])
  const start = performance.now()
  const before = cpuSecondsOf(child.pid!)
  child.kill(name)
  let last = before
  const watch = setInterval(() => {
    last = cpuSecondsOf(child.pid!) ?? last
  }, 20)
  const [code, signal] = await closed
  clearInterval(watch)
  const wall = (performance.now() - start) / 1000
  const seconds = { wall, cpu: before === null || last === null ? wall : last - before }
  const left = readdirSync(join(folder, 'out'))
  const problem = endProblem({ code, signal, stderr, seconds, left, name, expected })
  for (const file of left) rmSync(join(folder, 'out', file), { recursive: true })
  return problem
}

/** The computing time of a process so far, of all its threads together; null where the system does not tell. */
function cpuSecondsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return null
  }
}

interface End {
  readonly code: number | null
  readonly signal: string | null
  readonly stderr: string
  readonly seconds: { readonly wall: number; readonly cpu: number }
  readonly left: readonly string[]
  readonly name: string
  readonly expected: number
}

function endProblem({ code, signal, stderr, seconds, left, name, expected }: End): string | null {
  // Node ends by itself before the command handles signals, and a short command may be over.
  const isEarly = code === null && signal === name
  if (!isEarly && code !== expected && code !== 0) return `exit ${code}: ${stderr.slice(-200)}`
  if (seconds.cpu > MOST_CPU_SECONDS || seconds.wall > MOST_SECONDS) {
    return `ended after ${seconds.wall.toFixed(1)} s, ${seconds.cpu.toFixed(1)} s of them computing`
  }
  if (/ at .*\.js:\d+/.test(stderr)) return `a stack: ${stderr.slice(-200)}`
  const unfinished = left.filter(file => file.endsWith('.part'))
  if (unfinished.length > 0) return `files left: ${unfinished}`
  const cut = left.filter(
    file => file.endsWith('.csv') && !readFileSync(join(folder, 'out', file), 'utf8').endsWith('\n'),
  )
  return cut.length > 0 ? `files cut short: ${cut}` : null
}
