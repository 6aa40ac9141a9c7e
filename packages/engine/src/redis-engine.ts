import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  checkOptionNames,
  countText,
  type Executor,
  InputError,
  type LabelRowsOptions,
  type LabelStore,
  type Model,
  type NpyRows,
  type PackedLabelings,
  type PlainReading,
  type RowLabeling,
  rowExtent,
  saveModel,
  spansOf,
  thisThread,
  wholeText,
} from 'chorale/internal'
import { isUrl, makeFolder, openSource, readableFileError } from 'chorale-node/internal'
import type { ApartOrder } from './apart-order.js'
import { checkedSource, fingerprint } from './fingerprint.js'
import type { LabeledSpan } from './label-file-rows.js'
import type { LabelOrder } from './label-order.js'
import { type Findings, MOST_URL, type Order, taskCount, VERSION } from './orders.js'
import { MissingPart, type PartReference, readBody, readPart, writePart } from './parts.js'
import { type TaskAnswer, wholeName } from './perform.js'
import { PieceJoiner, piecesOf } from './read-labels.js'
import type { ReadOrder } from './read-order.js'
import { redisAddress } from './redis-address.js'
import { openStorage } from './roots.js'
import { type RowsOrder, rowSpans } from './rows-order.js'
import { openSession, type Session } from './session.js'
import type { Storage } from './storage.js'

/** Options of {@link redisEngine}. */
export interface RedisEngineOptions {
  /** URL of the server: redis://host:6379, or rediss:// for TLS. Default: the environment variable REDIS_URL. */
  url?: string
  /** A folder that all machines share under the same path, or s3://bucket/folder. */
  work: string
  /** Name of the run. A run with the same name continues an interrupted one. Default: a new name. */
  name?: string
  /** Paths and URLs of the input. A note says so if one of them has changed since an interrupted run of the same name. */
  inputs?: readonly string[]
  /** Fits on this machine, which workers do not: `thisThread` by default. */
  local?: Executor
  /** Seconds for which the driver waits for a server that is away. Default: 120. */
  patience?: number
  signal?: AbortSignal
  /** Receives notes for the user. */
  onNote?: (note: string) => void
  /** Receives progress. */
  onStatus?: (status: string) => void
}

const OPTIONS = {
  url: true,
  work: true,
  name: true,
  inputs: true,
  local: true,
  patience: true,
  signal: true,
  onNote: true,
  onStatus: true,
} satisfies Record<keyof RedisEngineOptions, true>

/** A large table of numbers in a file that all machines see under the same path. */
interface TableFile {
  readonly path: string
  readonly rows: NpyRows
  /** How rows become features. */
  readonly reading: PlainReading
}

/** Options of {@link Engine.labelTable}. */
interface LabelTableOptions {
  /** Whether the labels are wanted as lines of CSV, too. */
  readonly wantsLines: boolean
  /** Receives the labels of each span of rows, in the order of the rows. */
  readonly accept: (span: LabeledSpan) => Promise<void>
}

/**
 * An executor that sends rows to label to the workers of a Redis or Valkey server. The fit, which needs a sample of the rows
 * only, stays on this machine.
 */
export interface Engine extends Executor {
  /**
   * Lets workers read the labelings of a file that all machines see under the same path or URL, each worker some rows.
   * Null for formats without random access to rows, such as CSV.
   */
  readLabels(path: string, columns: readonly string[]): Promise<PackedLabelings | null>
  /** Lets workers label the rows of a file with models, each worker some of the rows, which it reads itself. */
  labelTable(table: TableFile, models: readonly Model[], options: LabelTableOptions): Promise<void>
  /** Runs one piece of work in a separate process on a worker. The workers must know this kind of work. */
  runApart(work: string, request: unknown): Promise<unknown>
  /**
   * Ends the run and removes it from the server. Finished runs also remove their parts from the work folder; otherwise
   * the parts stay, and a run with the same name uses them. Returns whether any parts stayed.
   */
  close(options?: { isDone?: boolean }): Promise<boolean>
}

/**
 * Connects to the Redis engine: `chorale worker` runs on every machine that computes, and this process is the driver. The
 * results are bitwise the same as on one machine.
 *
 * Passwords come from the environment: REDIS_PASSWORD, or REDIS_PASSWORD_FILE with the name of a file.
 */
export async function redisEngine(options: RedisEngineOptions): Promise<Engine> {
  checkOptionNames('redisEngine', options, Object.keys(OPTIONS), 'work')
  const { url, work, name, inputs = [], local = thisThread, patience = 120, signal, onNote, onStatus } = options
  const run = name === undefined ? randomBytes(16).toString('hex') : shortDigest(name)
  const place = isUrl(work) ? work.replace(/\/+$/, '') : resolve(work)
  const folder = `${place}/${run}`
  if (folder.length > MOST_URL) {
    throw new InputError(
      `the path of the work folder must have at most ${wholeText(MOST_URL)} characters; got ${wholeText(folder.length)}`,
    )
  }
  const address = await redisAddress(url)
  const session = await openSession(address, { run, signal, onNote, storage: folder, patience: 1000 * patience })
  const storage = openStorage(folder)
  await prepare(storage).catch(async error => {
    await session.close()
    throw readableFileError(error, folder)
  })
  const driver = { storage, session, onStatus, signal }
  try {
    for (const path of inputs) await noteIfChanged(storage, path, { signal, onNote })
  } catch (error) {
    await session.close()
    if (!isUrl(place)) for (const each of [folder, place]) await rmdir(each).catch(() => {})
    throw error
  }
  return {
    runTasks: (job, taskOptions) => local.runTasks(job, taskOptions),
    openLinks: (similarity, linkOptions) => local.openLinks(similarity, linkOptions),
    labelSamples: (job, labelOptions) => local.labelSamples(job, labelOptions),
    labelRows: (store, labeling, labelOptions) => labelRows(driver, store, labeling, labelOptions),
    readLabels: (path, columns) => readLabels(driver, path, columns),
    labelTable: (table, models, labelOptions) => labelTable(driver, table, models, labelOptions),
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
      await session.close(async () => {
        if (isDone) await storage.clear()
        // Remove folders that are empty. The work folder may hold other runs.
        if (!isUrl(place)) for (const each of [folder, place]) await rmdir(each).catch(() => {})
      })
      return !isDone && (isUrl(place) || existsSync(folder))
    },
  }
}

/** Fails before any work starts if the storage cannot be used. */
async function prepare(storage: Storage): Promise<void> {
  if (isUrl(storage.address)) await storage.read('parts/none')
  else await makeFolder(storage.address)
}

/** Records the content of an input in the storage, and says so if it was another one before an interruption. */
async function noteIfChanged(
  storage: Storage,
  path: string,
  { signal, onNote }: Pick<RedisEngineOptions, 'signal' | 'onNote'>,
): Promise<void> {
  const source = await openSource(path)
  try {
    const name = `inputs/${shortDigest(addressOf(path))}`
    const before = await readBody(storage, name)
    const now = await writePart(storage, name, await fingerprint(source, signal))
    if (before !== null && before.digest !== now.digest) {
      onNote?.(`${source.name} has changed since this run was interrupted; what depends on it is computed again`)
    }
  } finally {
    await source.close()
  }
}

/** The path or URL under which all machines find a file. */
function addressOf(path: string): string {
  return isUrl(path) ? path : resolve(path)
}

interface Driver {
  readonly storage: Storage
  readonly session: Session
  readonly signal?: AbortSignal
  readonly onStatus?: (status: string) => void
}

async function readLabels(
  { onStatus, ...driver }: Driver,
  path: string,
  columns: readonly string[],
): Promise<PackedLabelings | null> {
  const source = await openSource(path)
  try {
    if ((await rowExtent(source)) === null) return null
    const content = await fingerprint(source, driver.signal)
    const extent = (await rowExtent(checkedSource(source, content)))!
    const order: ReadOrder = {
      kind: 'read',
      version: VERSION,
      address: addressOf(path),
      byteLength: source.byteLength,
      fingerprint: content,
      sampleCount: extent.rowCount,
      columns,
      pieces: piecesOf(extent),
    }
    const joiner = new PieceJoiner(source.name, columns)
    const tell = (done: number) => onStatus?.(`reading the file: ${done} of ${countText(order.pieces.length, 'piece')}`)
    await forTasks(driver, order, { tell, use: piece => joiner.add(piece) })
    return joiner.finish(extent.rowCount)
  } finally {
    await source.close()
  }
}

/** Labels packed rows, which are first written to the storage. */
async function labelRows(
  driver: Driver,
  store: LabelStore,
  labeling: RowLabeling,
  { accept }: LabelRowsOptions,
): Promise<void> {
  const { storage, onStatus } = driver
  const spans = spansOf(store.sampleCount)
  const { blocks, ...extent } = store
  const parts: PartReference[] = []
  for (const { from, to } of spans) {
    parts.push(await writePart(storage, null, blocks.slice(from, to)))
    onStatus?.(`writing labels to the work folder: ${parts.length} of ${spans.length}`)
  }
  const order: LabelOrder = { kind: 'label', version: VERSION, extent, labeling, spans, blocks: parts }
  const tell = (done: number) => onStatus?.(`labeling rows: ${done} of ${countText(spans.length, 'job')}`)
  await forTasks(driver, order, { tell, use: (found, s) => accept(found, spans[s]) })
}

/** Labels the rows of a file with models, which are first written to the storage. */
async function labelTable(
  driver: Driver,
  { path, rows, reading }: TableFile,
  models: readonly Model[],
  { wantsLines, accept }: LabelTableOptions,
): Promise<void> {
  const { storage, signal, onStatus } = driver
  const source = await openSource(path)
  try {
    const order: RowsOrder = {
      kind: 'rows',
      version: VERSION,
      address: addressOf(path),
      byteLength: source.byteLength,
      fingerprint: await fingerprint(source, signal),
      rows,
      reading,
      models: await writePart(storage, null, { texts: models.map(model => saveModel(model)) }),
      modelCount: models.length,
      spans: rowSpans(rows.rowCount),
      wantsLines,
    }
    const tell = (done: number) => onStatus?.(`labeling rows: ${done} of ${countText(order.spans.length, 'job')}`)
    await forTasks(driver, order, { tell, use: accept })
  } finally {
    await source.close()
  }
}

interface OrderUse<Found> {
  /** Receives the number of finished tasks. */
  readonly tell?: (done: number) => void
  /** Receives the result of each task, in task order. */
  readonly use: (found: Found, task: number) => void | Promise<void>
}

/** Runs an order and passes on the result of each task, one after the other. */
async function forTasks<Kind extends Order['kind']>(
  driver: Pick<Driver, 'storage' | 'session'>,
  order: Order & { readonly kind: Kind },
  { tell, use }: OrderUse<Findings[Kind]>,
): Promise<void> {
  const { storage } = driver
  let next = 0
  const handOut = async (whole: PartReference) => {
    const answers = (await readPart(storage, whole)) as TaskAnswer[]
    for (; next < answers.length; next++) await use((await readPart(storage, answers[next])) as Findings[Kind], next)
  }
  try {
    await handOut(await runOrder(driver, order, tell))
  } catch (error) {
    // Some parts of an earlier run may be gone. Only those are computed again.
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
