import { randomInt } from 'node:crypto'
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { InputError } from 'chorale/internal'
import {
  filesIn,
  mergeRecords,
  type Provenance,
  type Result,
  type ResultRecord,
  readPart,
  readRecords,
} from './results.js'

/**
 * Adds results to a folder of result files. Interruptions and other processes that write to the same folder lose no
 * results: while it runs, a writer appends to a file of its own, its part. When it closes, it merges the part into the
 * files `<dataset>.jsonl`, one process at a time. A merge replaces these files as a whole.
 */
export class ResultWriter {
  readonly #folder: string
  readonly #part: string

  constructor(folder: string) {
    this.#folder = folder
    // The number is random, because two containers can have the same name and process ids.
    this.#part = join(folder, `${hostname()}-${process.pid}-${randomInt(2 ** 47)}.part`)
  }

  append(run: string, provenance: Provenance, results: readonly Result[]): void {
    const record: ResultRecord = { run, ...provenance, results }
    mkdirSync(this.#folder, { recursive: true })
    appendFileSync(this.#part, `${JSON.stringify(record)}\n`)
  }

  /** Merges what was appended, together with parts that killed processes left behind. */
  async close(): Promise<void> {
    const parts = () => filesIn(this.#folder, '.part').filter(path => path === this.#part || isAbandoned(path))
    if (parts().length === 0) return
    const release = await takeLock(this.#folder)
    try {
      mergeParts(this.#folder, parts())
    } finally {
      release()
    }
  }
}

/** Synchronous, so that no signal handler can interrupt it. Merging a part twice changes nothing. */
function mergeParts(folder: string, parts: readonly string[]): void {
  const records = parts.flatMap(readPart)
  for (const dataset of new Set(records.map(record => record.dataset))) {
    const path = join(folder, `${dataset}.jsonl`)
    const merged = mergeRecords([...readRecords(path), ...records.filter(record => record.dataset === dataset)])
    const beside = `${path}.new`
    writeFileSync(beside, merged.map(record => `${JSON.stringify(record)}\n`).join(''))
    renameSync(beside, path)
  }
  for (const part of parts) rmSync(part, { force: true })
}

/** Whether the process that wrote a part has ended. For processes on other machines this is unknown. */
function isAbandoned(path: string): boolean {
  const [, host, id] = /^(.+)-(\d+)-\d+\.part$/.exec(basename(path)) ?? []
  if (host !== hostname()) return false
  try {
    process.kill(Number(id), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const LOCK_PAUSE_MS = 50
const LOCK_PATIENCE_MS = 60_000

/** Waits until no other process merges into the folder. */
async function takeLock(folder: string): Promise<() => void> {
  const path = join(folder, 'merge.lock')
  for (let waited = 0; ; waited += LOCK_PAUSE_MS) {
    try {
      writeFileSync(path, `${hostname()} ${process.pid}\n`, { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (waited >= LOCK_PATIENCE_MS) {
      throw new InputError(
        `${path}: another run is writing its results; if no other run is active, delete this file and run the command again (no results are lost)`,
      )
    }
    await sleep(LOCK_PAUSE_MS)
  }
}
