import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { OpenPasses } from '../../src/index.js'
import { type LabelStore, type Span, spansOf } from '../../src/scale/label-store.js'
import { type PassRunner, samplesOf } from '../../src/scale/pass-runner.js'
import { readableFileError } from '../files.js'
import { isSum, type Order, taskCount, VERSION } from './orders.js'
import { type PartReference, readBody, readPart, writePart } from './parts.js'
import { totalName } from './perform.js'
import { redisAddress } from './redis-address.js'
import { openStorage } from './roots.js'
import { openSession, type Session } from './session.js'
import type { Storage } from './storage.js'

/** Options of {@link redisEngine}. */
export interface RedisEngineOptions {
  /** As redis://host:6379, or rediss:// for a secure connection; the environment's REDIS_URL when absent. */
  url?: string
  /** A folder that all machines share under the same path. */
  work: string
  /** What the run is called: a run of the same name goes on where an earlier one was interrupted. A new one when absent. */
  name?: string
  signal?: AbortSignal
  /** Is told what is worth knowing meanwhile, in a sentence. */
  onNote?: (note: string) => void
  /** Is told how far the work has come. */
  onStatus?: (status: string) => void
}

/** Computes on the workers that listen at a Redis or Valkey server. */
export interface Engine {
  /** For the option `openPasses` of `consensus` and `consensusOfBlocks`. */
  readonly openPasses: OpenPasses
  /**
   * Ends the run: nothing stays on the server. The parts in the folder are removed where the work is done; otherwise they
   * stay, and a run of the same name uses them. Says whether any stayed.
   */
  close(options?: { isDone?: boolean }): Promise<boolean>
}

/**
 * An engine of many machines: `chorale worker` runs on each. Results are those of one machine, to the bit.
 *
 * Passwords come from the environment: REDIS_PASSWORD, or REDIS_PASSWORD_FILE with the name of a file.
 */
export async function redisEngine(options: RedisEngineOptions): Promise<Engine> {
  const { url, work, name, signal, onNote, onStatus } = options
  const run = name === undefined ? randomBytes(16).toString('hex') : shortDigest(name)
  const folder = join(resolve(work), run)
  const address = await redisAddress(url)
  const session = await openSession(address, { ...{ run, signal, onNote }, storage: folder })
  await mkdir(folder, { recursive: true }).catch(async error => {
    await session.close()
    throw readableFileError(error, folder)
  })
  const storage = openStorage(folder)
  const driver = { storage, session, onStatus }
  return {
    openPasses: async store => ({ ...(await passesOver(driver, store)), close: async () => {} }),
    async close({ isDone = false } = {}) {
      await session.close()
      if (isDone) await storage.clear()
      // An empty folder is of no use; that of runs may have others in it.
      for (const each of [folder, resolve(work)]) await rmdir(each).catch(() => {})
      return existsSync(folder)
    },
  }
}

interface Driver {
  readonly storage: Storage
  readonly session: Session
  readonly onStatus?: (status: string) => void
}

/** Passes over packed labels, which are put into the storage first. */
async function passesOver({ storage, session, onStatus }: Driver, store: LabelStore): Promise<PassRunner> {
  const spans = spansOf(store.sampleCount)
  const { blocks, ...extent } = store
  const parts: PartReference[] = []
  for (const { from, to } of spans) {
    parts.push(await writePart(storage, null, blocks.slice(from, to)))
    onStatus?.(`labels ${parts.length} of ${spans.length}`)
  }
  return {
    spans,
    async run(pass, broadcast, accept, labels) {
      const own = labels && (await labelParts(storage, spans, labels))
      const order: Order = {
        kind: 'pass',
        version: VERSION,
        pass,
        extent,
        broadcast,
        spans,
        blocks: parts,
        labels: own ?? null,
      }
      const found = await runOrder({ storage, session, onStatus }, order, pass)
      if (isSum(order)) accept((await readPart(storage, found[0])) as never, { from: 0, to: blocks.length })
      else for (const [s, part] of found.entries()) accept((await readPart(storage, part)) as never, spans[s])
    },
  }
}

async function labelParts(storage: Storage, spans: readonly Span[], labels: Int32Array): Promise<PartReference[]> {
  const parts: PartReference[] = []
  for (const span of spans) {
    const { from, to } = samplesOf(span, labels.length)
    parts.push(await writePart(storage, null, labels.subarray(from, to)))
  }
  return parts
}

/** The parts that an order's tasks found: one for a sum, otherwise one per task. */
async function runOrder({ storage, session, onStatus }: Driver, order: Order, what: string): Promise<PartReference[]> {
  const { digest } = await writePart(storage, null, order)
  const total = isSum(order) ? await readBody(storage, totalName(digest)) : null
  if (total !== null) return [{ name: totalName(digest), digest: total.digest }]
  const count = taskCount(order)
  return session.run(digest, count, done => onStatus?.(`${what} ${done} of ${count}`))
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
