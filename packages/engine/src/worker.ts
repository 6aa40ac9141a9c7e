import { once } from 'node:events'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionOptions, Job, Worker as QueueWorker } from 'bullmq'
import { countText, InputError } from 'chorale/internal'
import { ThreadPool, workerFile } from 'chorale-node/internal'
import type { Redis } from 'ioredis'
import type { ApartWorks } from './apart-order.js'
import { EngineError } from './engine-error.js'
import type { EngineCalls } from './engine-thread.js'
import { KEYS, keysLike, QUEUE, removeSession, SESSION, serverTime } from './keys.js'
import {
  bytesNeeded,
  checkJob,
  checkOrder,
  checkTask,
  type JobData,
  lastingPart,
  MOST_JOB_BYTES,
  type Order,
} from './orders.js'
import { PartMemory } from './part-memory.js'
import { readPart } from './parts.js'
import { performOnce, type TaskAnswer } from './perform.js'
import { connect, loadQueues, type RedisAddress } from './redis-address.js'
import { checkBelowRoots, openStorage } from './roots.js'
import { isOver, openRunConnection } from './run-connection.js'
import { type ServerProblem, serverProblem } from './server-problem.js'
import { INPUT } from './session.js'

/** Options of {@link runWorker}. */
interface WorkerOptions {
  readonly threads: number
  /** Jobs can read and write only below these folders and URLs. */
  readonly roots: readonly string[]
  /** Memory limit of a job in bytes. The cache between jobs takes at most half as much. */
  readonly memoryLimit: number
  /** Seconds after which a job is stopped. */
  readonly jobTimeout: number
  /** Seconds without a heartbeat after which the jobs of a worker go to others. */
  readonly takeover: number
  /** Kinds of work for separate processes. */
  readonly works: ApartWorks
  readonly signal: AbortSignal
  readonly onNote: (note: string) => void
}

/** A run that the worker takes jobs from. */
interface OpenRun {
  readonly worker: QueueWorker
  readonly connection: Redis
  readonly stop: AbortController
}

/** Milliseconds between two checks for runs, and for which a worker counts as connected. */
const LOOK = 300
const PRESENCE = 15_000

/** Milliseconds after which workers leave the session of a dead driver, and after which they remove it. */
const DRIVER_GONE = 60_000
const EXPIRY = 24 * 3600 * 1000

/** Milliseconds for which a worker takes no jobs after an error of the server. */
const REST = 1000

/** Milliseconds in which a worker leaves its runs. */
const LEAVING = 3000

/** Runs jobs of all runs on a server until the signal is aborted. */
export async function runWorker(address: RedisAddress, options: WorkerOptions): Promise<void> {
  const { threads, signal, onNote } = options
  const redis = await connect(address)
  const { Worker, UnrecoverableError } = await loadQueues()
  const name = `${hostname()}-${process.pid}`
  const pool = new ThreadPool<EngineCalls>(workerFile('engine-thread', import.meta.url), threads)
  const memory = new PartMemory(options.memoryLimit / 2)
  const open = new Map<string, OpenRun>()
  const carryOut = jobRunner(pool, memory, options)

  const join = async (session: string) => {
    const stop = new AbortController()
    const connection = await openRunConnection(address)
    const worker = new Worker(
      QUEUE,
      async (job: Job) => {
        try {
          return await carryOut(job, stop.signal)
        } catch (error) {
          const message = (error as Error).message.slice(0, MOST_JOB_BYTES)
          if (!stop.signal.aborted) onNote(`a job failed: ${message}`)
          if (error instanceof InputError) throw new UnrecoverableError(`${INPUT}worker ${name}: ${message}`)
          throw new Error(`worker ${name}: ${message}`)
        }
      },
      {
        connection: connection as ConnectionOptions,
        prefix: KEYS.prefix(session),
        concurrency: threads,
        maxStalledCount: 100,
        lockDuration: 1000 * options.takeover,
        stalledInterval: 500 * options.takeover,
      },
    )
    open.set(session, { worker, connection, stop })
    worker.on('error', error => {
      if (isOver(error)) leave(session).catch(() => {})
      // BullMQ would ask again at once.
      else if (serverProblem(error) !== null && !worker.isPaused()) {
        worker.pause(true).catch(() => {})
        setTimeout(() => open.has(session) && worker.resume(), REST).unref()
      }
    })
  }
  const leave = async (session: string) => {
    const run = open.get(session)
    if (run === undefined) return
    open.delete(session)
    run.stop.abort()
    await run.worker.close(true)
    run.connection.disconnect()
    if (redis.status === 'ready' && (await redis.zscore(KEYS.sessions, session)) === null)
      await removeSession(redis, session)
  }

  onNote(`worker ${name} is connected to ${address.label} (${countText(threads, 'thread')})`)
  const trouble = new Trouble(address.label, onNote)
  redis.on('error', error => trouble.notice(error))
  let failure: unknown = null
  redis.on('ready', () => trouble.end())
  let next = 0
  const look = async () => {
    const now = await serverTime(redis)
    if (now > next) {
      await redis.set(KEYS.worker(name), '', 'PX', PRESENCE)
      await removeRemains(redis, now)
      next = now + PRESENCE / 5
    }
    const active = await redis.zrangebyscore(KEYS.sessions, now - DRIVER_GONE, '+inf')
    for (const session of active) if (!open.has(session) && SESSION.test(session)) await join(session)
    for (const session of open.keys()) if (!active.includes(session)) await leave(session)
    for (const { worker } of open.values()) worker.concurrency = Math.max(1, Math.floor(threads / open.size))
  }
  const stopped = once(signal, 'abort')
  try {
    while (!signal.aborted) {
      const looking = look().then(
        () => trouble.end(),
        error => {
          if (!trouble.notice(error)) failure = error
        },
      )
      await Promise.race([looking, stopped])
      if (failure !== null) throw failure
      if (trouble.isFinal) throw new EngineError(trouble.text)
      await wait(LOOK, undefined, { signal }).catch(() => {})
    }
  } finally {
    // The server may be away.
    const leaving = Promise.all([
      ...[...open.keys()].map(leave),
      redis.status === 'ready' && redis.del(KEYS.worker(name)),
    ])
    await Promise.race([leaving.catch(() => {}), wait(LEAVING, undefined, { ref: false })])
    redis.disconnect()
    await pool.close()
  }
}

/** Tells the user about problems of the server, once for each. */
class Trouble {
  #problem: ServerProblem | null = null

  constructor(
    readonly label: string,
    readonly onNote: (note: string) => void,
  ) {}

  get isFinal(): boolean {
    return this.#problem?.isFinal ?? false
  }

  get text(): string {
    return `Redis at ${this.label}: ${this.#problem?.text}`
  }

  /** Whether the error is one of the server. */
  notice(error: unknown): boolean {
    const problem = serverProblem(error)
    if (problem === null) return false
    const isNew = problem.text !== this.#problem?.text
    this.#problem = problem
    if (isNew && !problem.isFinal) this.onNote(`${this.text}; trying again`)
    return true
  }

  end(): void {
    if (this.#problem === null || this.#problem.isFinal) return
    this.#problem = null
    this.onNote(`Redis at ${this.label} answers again`)
  }
}

/** Runs jobs in threads or processes, after checking permissions and limits. */
function jobRunner(pool: ThreadPool<EngineCalls>, memory: PartMemory, options: WorkerOptions) {
  const { roots, memoryLimit, jobTimeout, works } = options
  let last: { digest: string; order: Order } | null = null
  const orderOf = async ({ storage, order: digest }: JobData): Promise<Order> => {
    if (last?.digest !== digest) {
      const value = await readPart(openStorage(storage), { name: `parts/${digest}`, digest })
      last = { digest, order: checkOrder(value, works) }
    }
    return last.order
  }

  return async (job: Job, stop: AbortSignal): Promise<TaskAnswer> => {
    const data = checkJob(job.data)
    await checkBelowRoots(data.storage, roots)
    const order = await orderOf(data)
    checkTask(order, data.task)
    if (order.kind === 'read' || order.kind === 'rows') await checkBelowRoots(order.address, roots)
    const bytes = bytesNeeded(order, data.task, works)
    if (bytes > memoryLimit) {
      const gib = (value: number) => `${(value / 2 ** 30).toFixed(1)} GiB`
      throw new InputError(`a job needs ${gib(bytes)}, but --memory-limit of the worker is ${gib(memoryLimit)}`)
    }
    const timeout = AbortSignal.timeout(1000 * jobTimeout)
    const signal = AbortSignal.any([stop, timeout])
    try {
      if (order.kind !== 'apart' || data.task < 0) return await inThread(job, data, order, signal)
      const { work, request } = order
      return await performOnce(openStorage(data.storage), data, () => works[work].run(request, { memoryLimit, signal }))
    } catch (error) {
      if (timeout.aborted) throw new InputError(`a job took longer than ${jobTimeout} s (--job-timeout of the worker)`)
      throw error
    }
  }

  async function inThread(job: Job, data: JobData, order: Order, signal: AbortSignal): Promise<TaskAnswer> {
    const answers = data.task < 0 ? (Object.values(await job.getChildrenValues()) as TaskAnswer[]) : []
    const wanted = lastingPart(order, data.task)?.digest
    const body = wanted === undefined ? undefined : memory.get(wanted)
    const cached = new Map(body && wanted ? [[wanted, body]] : [])
    const answer = await pool.call('task', { data, answers, cached }, signal)
    if ('problem' in answer) throw answer.isFinal ? new InputError(answer.problem) : new Error(answer.problem)
    if (answer.loaded !== null) memory.set(answer.loaded.digest, answer.loaded.body)
    return answer.found
  }
}

/** Removes sessions whose driver died a day ago, and jobs that were added after the end of their session. */
async function removeRemains(redis: Redis, now: number): Promise<void> {
  for (const session of await redis.zrangebyscore(KEYS.sessions, 0, now - EXPIRY)) await removeSession(redis, session)
  const known = await redis.zrange(KEYS.sessions, 0, -1)
  const found = (await keysLike(redis, `${KEYS.prefix('*')}`)).map(key => key.split(':')[2])
  for (const session of new Set(found)) if (!known.includes(session)) await removeSession(redis, session)
}
