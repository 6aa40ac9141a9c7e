import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionOptions } from 'bullmq'
import { InputError } from 'chorale/internal'
import { EngineError } from './engine-error.js'
import { KEYS, keysLike, QUEUE, removeSession, serverTime } from './keys.js'
import type { JobData } from './orders.js'
import type { PartReference } from './parts.js'
import { Patience } from './patience.js'
import { checkEviction, connect, loadQueues, openClient, type RedisAddress } from './redis-address.js'

/** A run on a server, as the driver sees it. */
export interface Session {
  /** Runs all tasks of an order, then combines their answers into one part. */
  run(order: string, taskCount: number, onDone: (done: number) => void): Promise<PartReference>
  /**
   * Removes the run from the server. `clean` is called while the run is still held, so that the next driver of the same
   * run finds either everything or nothing; not if another driver holds it by now.
   */
  close(clean?: () => Promise<void>): Promise<void>
}

export interface SessionOptions {
  /** 32 hexadecimal digits that are the same when the same command runs again. */
  readonly run: string
  readonly storage: string
  readonly signal?: AbortSignal
  /** Milliseconds for which the driver waits for a server that does not accept heartbeats. */
  readonly patience?: number
  /** Receives notes for the user. */
  readonly onNote?: (note: string) => void
}

/** Milliseconds for which a driver holds a run after its last heartbeat, and between two heartbeats. */
const HOLD = 10_000
const SIGN = 2000

/** Attempts for a job that fails for a temporary reason, and milliseconds before the first retry. */
const ATTEMPTS = 5
const BACK_OFF = 250

/** How often the jobs of an order may get lost before the driver gives up. */
const MOST_LOST = 8

/** Milliseconds between two looks at the tasks themselves, and about how many are looked at. */
const LOOK_AT_TASKS = 5000
const LOOKED_AT = 200

/** Opens a run. If an earlier driver died, waits until its hold on the run expires. */
export async function openSession(address: RedisAddress, options: SessionOptions): Promise<Session> {
  const { run, storage, signal, onNote } = options
  const { label } = address
  const redis = await connect(address)
  await checkEviction(redis, label).catch(error => {
    redis.disconnect()
    throw error
  })
  const patience = new Patience(label, { signal, onNote, limit: options.patience })
  redis.on('error', error => patience.notice(error))
  const token = randomBytes(4).toString('hex')
  const session = `${run}-${token}`
  try {
    await takeRun(redis, patience, run, token, signal)
    await patience.ask(async () => redis.zadd(KEYS.sessions, await serverTime(redis), session))
    if ((await patience.ask(() => keysLike(redis, KEYS.worker('*')))).length === 0) {
      onNote?.(`no worker is connected to ${label} yet; start one with: chorale worker --redis redis://${label}`)
    }
  } catch (error) {
    redis.disconnect()
    throw error
  }

  const { FlowProducer, Queue } = await loadQueues()
  const clients = [
    await openClient(address, error => patience.notice(error)),
    await openClient(address, error => patience.notice(error)),
  ]
  const prefix = KEYS.prefix(session)
  const flows = new FlowProducer({ connection: clients[0] as ConnectionOptions, prefix })
  const queue = new Queue(QUEUE, { connection: clients[1] as ConnectionOptions, prefix })
  flows.on('error', error => patience.notice(error))
  queue.on('error', error => patience.notice(error))
  let isOpen = true
  let isLeaving = false
  const giveSign = async () => {
    // After a crash, the server may have lost the last second of writes.
    const holder = await redis.get(KEYS.driver(run))
    const now = await serverTime(redis)
    // A heartbeat after the end would bring the session back. Commands arrive in the order in which they are sent.
    if (!isOpen) return
    const held = holder === null || holder === token ? redis.set(KEYS.driver(run), token, 'PX', HOLD) : null
    await Promise.all([held, isLeaving ? null : redis.zadd(KEYS.sessions, now, session)])
    patience.renew()
  }
  const sign = setInterval(() => giveSign().catch(error => patience.notice(error)), SIGN)

  const add = async (order: string, taskCount: number) => {
    const data = (task: number): JobData => ({ storage, order, task })
    const opts = { attempts: ATTEMPTS, backoff: { type: 'exponential', delay: BACK_OFF }, stackTraceLimit: 1 }
    const tasks = Array.from({ length: taskCount }, (_, task) => ({
      name: 'task',
      queueName: QUEUE,
      data: data(task),
      opts: { ...opts, failParentOnFailure: true },
    }))
    try {
      return await flows.add({ name: 'combine', queueName: QUEUE, data: data(-1), opts, children: tasks })
    } catch (error) {
      // On this connection the client believes that the server has scripts which it has refused.
      clients[0].disconnect(true)
      throw error
    }
  }

  return {
    async run(order, taskCount, onDone) {
      let flow = await patience.ask(() => add(order, taskCount))
      let lost = 0
      let looked = performance.now()
      const addAgain = async () => {
        if (++lost > MOST_LOST) {
          throw new EngineError(
            `Redis at ${label} loses the jobs of the run again and again; does it evict keys (maxmemory-policy)?`,
          )
        }
        flow = await patience.ask(() => add(order, taskCount))
      }
      for (let pause = 10; ; pause = Math.min(1.3 * pause, 60)) {
        await wait(pause, undefined, { signal }).catch(() => signal?.throwIfAborted())
        const state = await patience.ask(() => flow.job.getState())
        // A server that crashed may have lost the jobs. Finished tasks are not computed again.
        if (state === 'unknown') await addAgain()
        // A server that evicts keys may lose single tasks, for which the run would wait for ever.
        if (state === 'waiting-children' && performance.now() - looked > LOOK_AT_TASKS) {
          looked = performance.now()
          if (await patience.ask(() => hasLostTask(flow.children ?? []))) await addAgain()
        }
        if (state === 'failed') throw await patience.ask(() => reasonOf(queue))
        if (state === 'completed') {
          const job = await patience.ask(() => queue.getJob(flow.job.id!))
          // The server may have lost the job since.
          if (job === undefined) continue
          onDone(taskCount)
          return job.returnvalue as PartReference
        }
        const counts = await patience.ask(() => flow.job.getDependenciesCount({ processed: true }))
        if (counts.processed !== undefined) onDone(counts.processed)
      }
    },
    async close(clean) {
      isLeaving = true
      // Workers leave the run, so that they write nothing more while its parts are removed.
      const left = Promise.all([removeSession(redis, session), redis.get(KEYS.driver(run))])
      const answer = await within(left).catch(() => null)
      const holder = answer?.[1] ?? null
      if (holder === null || holder === token) await clean?.()
      clearInterval(sign)
      isOpen = false
      // What the server refuses now expires, or a worker removes it.
      const closed = Promise.all([flows.close(), queue.close(), ...clients.map(client => client.quit())])
      const gone = Promise.all([removeSession(redis, session), holder === token && redis.del(KEYS.driver(run))])
      await within(Promise.all([closed, gone])).catch(() => {})
      // They would try to connect again for ever.
      for (const client of [redis, ...clients]) client.disconnect()
    },
  }
}

/** Whether the server has no job any more for one of the first tasks. */
async function hasLostTask(children: readonly { readonly job: { getState(): Promise<string> } }[]): Promise<boolean> {
  const some =
    children.length <= LOOKED_AT ? children : children.filter(() => Math.random() < LOOKED_AT / children.length)
  const states = await Promise.all(some.map(({ job }) => job.getState()))
  return states.includes('unknown')
}

async function takeRun(
  redis: Awaited<ReturnType<typeof connect>>,
  patience: Patience,
  run: string,
  token: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const start = performance.now(); ; await wait(250, undefined, { signal })) {
    if (await patience.ask(() => redis.set(KEYS.driver(run), token, 'PX', HOLD, 'NX'))) break
    if (performance.now() - start < HOLD + 2 * SIGN) continue
    throw new InputError('the same run is already in progress; wait for it, or use another work folder')
  }
  // Remove sessions of this run whose driver has died.
  for (const old of await patience.ask(() => redis.zrange(KEYS.sessions, 0, -1))) {
    if (old.startsWith(run)) await patience.ask(() => removeSession(redis, old))
  }
}

/** An answer, or null if none comes within five seconds: the server may be restarting. */
function within<T>(answer: Promise<T>): Promise<T | null> {
  return Promise.race([answer, wait(5000, null, { ref: false })])
}

interface FailedJobs {
  getFailed(): Promise<{ name: string; failedReason: string }[]>
}

/** Why a run failed: the worker's error for the first failed task. */
async function reasonOf(queue: FailedJobs): Promise<Error> {
  const failed = await queue.getFailed()
  const job = failed.find(({ name }) => name === 'task') ?? failed[0]
  const reason = job?.failedReason ?? 'a job failed for an unknown reason'
  const isInput = reason.startsWith(INPUT)
  if (isInput) return new InputError(reason.slice(INPUT.length))
  return new InputError(`${reason}; run the same command again to continue`)
}

/** Prefix of the error of a job that must not be retried. */
export const INPUT = 'input: '
