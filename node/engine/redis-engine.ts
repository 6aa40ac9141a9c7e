import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type BaseClustering,
  checkOptionNames,
  type EnsembleJob,
  type Executor,
  InputError,
  type LabelStore,
  type LinkExecutor,
  type OpenedPasses,
  type PackedLabelings,
  type PassBroadcast,
  type PassName,
  type PassPartial,
  rowExtent,
  type Span,
  samplesOf,
  spansOf,
  tasksBySize,
  thisThread,
} from '../../src/internal.js'
import { readableFileError } from '../files.js'
import { openSource } from '../open-source.js'
import { isAddress } from '../remote/address.js'
import type { ApartOrder } from './apart-order.js'
import type { EnsembleOrder } from './ensemble-order.js'
import { type Findings, MOST_ADDRESS, type Order, taskCount, VERSION } from './orders.js'
import { MissingPart, type PartReference, readBody, readPart, writePart } from './parts.js'
import { isSum, type PassOrder, unpacked } from './pass-order.js'
import { type TaskAnswer, wholeName } from './perform.js'
import { PieceJoiner, piecesOf } from './read-labels.js'
import type { ReadOrder } from './read-order.js'
import { redisAddress } from './redis-address.js'
import { openStorage } from './roots.js'
import { openSession, type Session } from './session.js'
import type { Storage } from './storage.js'

/** Options of {@link redisEngine}. */
export interface RedisEngineOptions {
  /** As redis://host:6379, or rediss:// for a secure connection; the environment's REDIS_URL when absent. */
  url?: string
  /** A folder that all machines share under the same path, or an address s3://bucket/folder. */
  work: string
  /** What the run is called: a run of the same name goes on where an earlier one was interrupted. A new one when absent. */
  name?: string
  /** Holds the links of exact runs, which workers do not: `thisThread` by default. */
  local?: LinkExecutor
  signal?: AbortSignal
  /** Is told what is worth knowing meanwhile, in a sentence. */
  onNote?: (note: string) => void
  /** Is told how far the work has come. */
  onStatus?: (status: string) => void
}

const OPTIONS = {
  url: true,
  work: true,
  name: true,
  local: true,
  signal: true,
  onNote: true,
  onStatus: true,
} satisfies Record<keyof RedisEngineOptions, true>

/**
 * An executor that computes on the workers that listen at a Redis or Valkey server: base clusterings and the passes of
 * anchored runs. The links of exact runs stay on this machine.
 */
export interface Engine extends Executor {
  /**
   * Labelings of a file that all machines can read under the same path or address, each of them some rows; null where
   * its rows cannot be read from anywhere, as in a text.
   */
  readLabels(path: string, columns: readonly string[]): Promise<PackedLabelings | null>
  /** Does some work in a process of its own on another machine; of what kind, the workers must know. */
  runApart(work: string, request: unknown): Promise<unknown>
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
  checkOptionNames('redisEngine', options, Object.keys(OPTIONS), 'work')
  const { url, work, name, local = thisThread, signal, onNote, onStatus } = options
  const run = name === undefined ? randomBytes(16).toString('hex') : shortDigest(name)
  const place = isAddress(work) ? work.replace(/\/+$/, '') : resolve(work)
  const folder = `${place}/${run}`
  if (folder.length > MOST_ADDRESS) {
    throw new InputError(
      `the path of the work folder must have at most ${MOST_ADDRESS} characters; got ${folder.length}`,
    )
  }
  const address = await redisAddress(url)
  const session = await openSession(address, { run, signal, onNote, storage: folder })
  const storage = openStorage(folder)
  await prepare(storage).catch(async error => {
    await session.close()
    throw readableFileError(error, folder)
  })
  const driver = { storage, session, onStatus }
  return {
    runTasks: (job, { onDone }) => baseClusterings(driver, job, onDone),
    openPasses: store => passesOver(driver, store),
    openLinks: (similarity, linkOptions) => local.openLinks(similarity, linkOptions),
    readLabels: (path, columns) => readLabels(driver, path, columns),
    async runApart(work, request) {
      const order: ApartOrder = { kind: 'apart', version: VERSION, work, request }
      let answer: unknown
      await forTasks(driver, order, {
        use: found => {
          answer = found
        },
      })
      return answer
    },
    async close({ isDone = false } = {}) {
      await session.close()
      if (isDone) await storage.clear()
      if (isAddress(place)) return !isDone
      // An empty folder is of no use; that of runs may have others in it.
      for (const each of [folder, place]) await rmdir(each).catch(() => {})
      return existsSync(folder)
    },
  }
}

/** Says before anything is computed that the storage cannot be used. */
async function prepare(storage: Storage): Promise<void> {
  if (isAddress(storage.address)) await storage.read('parts/none')
  else await mkdir(storage.address, { recursive: true })
}

interface Driver {
  readonly storage: Storage
  readonly session: Session
  readonly onStatus?: (status: string) => void
}

async function readLabels(
  { onStatus, ...driver }: Driver,
  path: string,
  columns: readonly string[],
): Promise<PackedLabelings | null> {
  const source = await openSource(path)
  try {
    const extent = await rowExtent(source)
    if (extent === null) return null
    const order: ReadOrder = {
      kind: 'read',
      version: VERSION,
      address: isAddress(path) ? path : resolve(path),
      byteLength: source.byteLength,
      sampleCount: extent.rowCount,
      columns,
      pieces: piecesOf(extent),
    }
    const joiner = new PieceJoiner(source.name, columns)
    const tell = (done: number) => onStatus?.(`read ${done} of ${order.pieces.length} pieces`)
    await forTasks(driver, order, { tell, use: piece => joiner.add(piece) })
    return joiner.finish(extent.rowCount)
  } finally {
    await source.close()
  }
}

/** Passes over packed labels, which are put into the storage first. */
async function passesOver({ storage, session, onStatus }: Driver, store: LabelStore): Promise<OpenedPasses> {
  const spans = spansOf(store.sampleCount)
  const { blocks, ...extent } = store
  const parts: PartReference[] = []
  for (const { from, to } of spans) {
    parts.push(await writePart(storage, null, blocks.slice(from, to)))
    onStatus?.(`labels ${parts.length} of ${spans.length}`)
  }
  return {
    spans,
    async run<Name extends PassName>(
      pass: Name,
      broadcast: PassBroadcast<Name>,
      accept: (partial: PassPartial<Name>, span: Span) => void,
      labels?: Int32Array,
    ) {
      const own = labels && (await labelParts(storage, spans, labels))
      const order: PassOrder<Name> = {
        kind: 'pass',
        version: VERSION,
        pass,
        extent,
        broadcast,
        spans,
        blocks: parts,
        labels: own ?? null,
      }
      const tell = (done: number) => onStatus?.(`${pass} ${done} of ${spans.length}`)
      const driver = { storage, session }
      const take = (found: Findings['pass'], span: Span) => accept(unpacked(found) as PassPartial<Name>, span)
      if (isSum(order)) {
        const total = await readPart(storage, await runOrder(driver, order, tell))
        take(total as Findings['pass'], { from: 0, to: blocks.length })
      } else await forTasks(driver, order, { tell, use: (found, s) => take(found, spans[s]) })
    },
    close: async () => {},
  }
}

/** Base clusterings of samples, which are put into the storage first. */
async function baseClusterings(driver: Driver, job: EnsembleJob, onDone: () => void): Promise<BaseClustering[]> {
  const { samples, plan, loops } = job
  const sequence = tasksBySize(plan)
  const order: EnsembleOrder = {
    kind: 'ensemble',
    version: VERSION,
    plan,
    loops,
    sequence,
    featureCount: samples.featureCount,
    samples: await writePart(driver.storage, null, samples),
  }
  const results: BaseClustering[] = new Array(sequence.length)
  let told = 0
  await forTasks(driver, order, {
    tell: done => {
      for (; told < done; told++) onDone()
    },
    use: (found, task) => {
      results[sequence[task]] = found
    },
  })
  return results
}

async function labelParts(storage: Storage, spans: readonly Span[], labels: Int32Array): Promise<PartReference[]> {
  const parts: PartReference[] = []
  for (const span of spans) {
    const { from, to } = samplesOf(span, labels.length)
    parts.push(await writePart(storage, null, labels.subarray(from, to)))
  }
  return parts
}

interface OrderUse<Found> {
  /** Is told how many tasks are done. */
  readonly tell?: (done: number) => void
  /** Takes what a task found, in the order of the tasks. */
  readonly use: (found: Found, task: number) => void
}

/** Runs an order, and hands out what each of its tasks found, one after the other. */
async function forTasks<Kind extends Order['kind']>(
  driver: Pick<Driver, 'storage' | 'session'>,
  order: Order & { readonly kind: Kind },
  { tell, use }: OrderUse<Findings[Kind]>,
): Promise<void> {
  const { storage } = driver
  let next = 0
  const handOut = async (whole: PartReference) => {
    const answers = (await readPart(storage, whole)) as TaskAnswer[]
    for (; next < answers.length; next++) use((await readPart(storage, answers[next])) as Findings[Kind], next)
  }
  try {
    await handOut(await runOrder(driver, order, tell))
  } catch (error) {
    // Of an earlier run some parts may be gone: those alone are made again.
    if (!(error instanceof MissingPart)) throw error
    await handOut(await runOrder(driver, order, tell, { isAgain: true }))
  }
}

/** The part in which the answers of all tasks are combined. */
async function runOrder(
  { storage, session }: Pick<Driver, 'storage' | 'session'>,
  order: Order,
  tell?: (done: number) => void,
  { isAgain = false } = {},
): Promise<PartReference> {
  const { digest } = await writePart(storage, null, order)
  const name = wholeName(digest)
  const there = isAgain ? null : await readBody(storage, name)
  if (there !== null) return { name, digest: there.digest }
  return session.run(digest, taskCount(order), done => tell?.(done))
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
