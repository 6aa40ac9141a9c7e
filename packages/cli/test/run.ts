import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

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

/** Runs the built command as a user would. */
export function chorale(args: string[], options: RunOptions = {}) {
  return new Promise<Outcome>(done => {
    const env = { ...process.env, NO_COLOR: '1', ...options.env }
    const child = spawn(process.execPath, [resolve('packages/cli/dist/cli.js'), ...args], { cwd: options.cwd, env })
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
