import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { main } from '../src/main.js'

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  input?: string
  cwd?: string
  env?: Record<string, string>
  /** Closes the reader's end of standard output after the first piece, as `head` does. */
  closeOutput?: boolean
  onStart?: (pid: number) => void
  /** Called for every piece of standard error. */
  onNote?: (note: string, pid: number) => void
}

/** What only a process of its own has: an environment, signals, a reader that goes away, and servers that keep it alive. */
function needsProcess(args: readonly string[], { env, closeOutput, onStart, onNote }: RunOptions): boolean {
  const isServer = args[0] === 'worker' || args[0] === 'ui' || args.includes('--engine')
  return isServer || [env, closeOutput, onStart, onNote].some(option => option !== undefined)
}

/** One command after the other: a process has one current folder. */
let last: Promise<unknown> = Promise.resolve()

/** Runs a command: in this process where that makes no difference, else as {@link program}. */
export function chorale(args: string[], options: RunOptions = {}): Promise<Outcome> {
  if (needsProcess(args, options)) return program(args, options)
  const outcome = last.then(() => inThisProcess(args, options))
  last = outcome.catch(() => {})
  return outcome
}

async function inThisProcess(args: string[], { input = '', cwd }: RunOptions): Promise<Outcome> {
  const written = { stdout: '', stderr: '' }
  const collect = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write(piece, _encoding, done) {
        written[name] += piece
        done()
      },
    })
  const before = process.cwd()
  if (cwd !== undefined) process.chdir(cwd)
  try {
    const stdin = Readable.from([Buffer.from(input)])
    const code = await main({ args, stdin, stdout: collect('stdout'), stderr: collect('stderr') })
    return { code, ...written }
  } finally {
    process.chdir(before)
  }
}

/** Named before a command changes the folder. */
const PROGRAM = resolve('packages/cli/dist/cli.js')

/** Runs the built command as a user would. */
function program(args: string[], options: RunOptions = {}) {
  return new Promise<Outcome>(done => {
    const env = { ...process.env, NO_COLOR: '1', ...options.env }
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: options.cwd, env })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', piece => {
      stdout += piece
      if (options.closeOutput) child.stdout.destroy()
    })
    child.stderr.on('data', piece => {
      stderr += piece
      options.onNote?.(String(piece), child.pid!)
    })
    child.on('close', code => done({ code, stdout, stderr }))
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
    if (child.pid !== undefined) options.onStart?.(child.pid)
  })
}

/** Waits until a process handles signals: Node itself handles the others, but not SIGHUP. */
export async function listens(pid: number): Promise<void> {
  const bit = 1n << BigInt(constants.signals.SIGHUP - 1)
  for (;;) {
    const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
    if (BigInt(`0x${caught}`) & bit) return
    await wait(20)
  }
}

/** A folder that goes away with the test, with these files in it. */
export function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'chorale-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** Three planted clusters of four samples, seen by five labelings with one mistake each. */
export const PLANTED = [
  'id,a,b,c,d,e,gt',
  's1,0,1,x,0,1,A',
  's2,0,1,x,0,1,A',
  's3,0,1,x,0,2,A',
  's4,0,1,y,0,1,A',
  's5,1,2,y,1,2,B',
  's6,1,2,y,1,2,B',
  's7,1,0,y,1,2,B',
  's8,0,2,y,1,2,B',
  's9,2,0,z,2,0,C',
  's10,2,0,z,2,0,C',
  's11,2,0,z,1,0,C',
  's12,2,0,z,2,0,C',
  '',
].join('\n')
