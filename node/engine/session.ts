import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { InputError } from '../../src/internal.js'
import { KEYS, keysLike, QUEUE, removeSession, serverTime } from './keys.js'
import type { JobData } from './orders.js'
import type { PartReference } from './parts.js'
import { connect, loadQueues, type RedisAddress } from './redis-address.js'

/** A run on a server, from the side of who drives it. */
export interface Session {
  /** Runs all tasks of an order, and then combines what they found into one part. */
  run(order: string, taskCount: number, onDone: (done: number) => void): Promise<PartReference>
  /** Ends the run on the server: nothing of it stays there. */
  close(): Promise<void>
}

export interface SessionOptions {
  /** 32 hexadecimal digits: what is the same when the same command is given again. */
  readonly run: string
  readonly storage: string
  readonly signal?: AbortSignal
  /** Is told what the driver is waiting for. */
  readonly onNote?: (note: string) => void
}

/** Milliseconds for which a driver holds a run after its last sign of life, and between two signs. */
const HOLD = 10_000
const SIGN = 2000

/** Milliseconds without an answer of the server after which a run is given up. */
const PATIENCE = 120_000

/** A job that fails for a reason that may pass is tried again, so often, first after so many milliseconds. */
const ATTEMPTS = 5
const BACK_OFF = 250

/** Opens a run; waits a little for a driver that was there before and has gone. */
export async function openSession(address: RedisAddress, options: SessionOptions): Promise<Session> {
  const { run, storage, signal, onNote } = options
  const redis = await connect(address)
  const token = randomBytes(4).toString('hex')
  const session = `${run}-${token}`
  try {
    await takeRun(redis, run, token, signal)
    await redis.zadd(KEYS.sessions, await serverTime(redis), session)
    if ((await keysLike(redis, KEYS.worker('*'))).length === 0) {
      onNote?.(`no worker listens at ${address.label} yet: chorale worker --redis redis://${address.label} starts one`)
    }
  } catch (error) {
    redis.disconnect()
    throw error
  }

  const { FlowProducer, Queue } = await loadQueues()
  const { connection } = address
  const prefix = KEYS.prefix(session)
  const flows = new FlowProducer({ connection, prefix })
  const queue = new Queue(QUEUE, { connection, prefix })
  flows.on('error', () => {})
  queue.on('error', () => {})
  let lastSign = performance.now()
  let isOpen = true
  const giveSign = async () => {
    // The server may have forgotten its last second.
    const holder = await redis.get(KEYS.driver(run))
    const now = await serverTime(redis)
    // A sign after the end would bring the session back. What is sent before the end arrives before it.
    if (!isOpen) return
    const held = holder === null || holder === token ? redis.set(KEYS.driver(run), token, 'PX', HOLD) : null
    await Promise.all([held, redis.zadd(KEYS.sessions, now, session)])
    lastSign = performance.now()
  }
  // A connection that is closed meanwhile is not worth a word.
  const sign = setInterval(() => giveSign().catch(() => {}), SIGN)
  const isLost = () => performance.now() - lastSign > PATIENCE

  const add = (order: string, taskCount: number) => {
    const data = (task: number): JobData => ({ storage, order, task })
    const opts = { attempts: ATTEMPTS, backoff: { type: 'exponential', delay: BACK_OFF }, stackTraceLimit: 1 }
    return flows.add({
      name: 'combine',
      queueName: QUEUE,
      data: data(-1),
      opts,
      children: Array.from({ length: taskCount }, (_, task) => ({
        name: 'task',
        queueName: QUEUE,
        data: data(task),
        opts: { ...opts, failParentOnFailure: true },
      })),
    })
  }

  return {
    async run(order, taskCount, onDone) {
      let flow = await add(order, taskCount)
      for (let pause = 10; ; pause = Math.min(1.3 * pause, 60)) {
        await wait(pause, undefined, { signal }).catch(() => signal?.throwIfAborted())
        if (isLost()) throw lost(address)
        const state = await within(flow.job.getState())
        if (state === null) continue
        // A server that lost its last second has lost the jobs: tasks that are done are not done again.
        if (state === 'unknown') flow = await add(order, taskCount)
        if (state === 'failed') throw await reasonOf(queue)
        if (state === 'completed') {
          const job = await queue.getJob(flow.job.id!)
          onDone(taskCount)
          return job!.returnvalue as PartReference
        }
        const counts = await within(flow.job.getDependenciesCount({ processed: true }))
        if (counts?.processed !== undefined) onDone(counts.processed)
      }
    },
    async close() {
      clearInterval(sign)
      isOpen = false
      await within(Promise.all([flows.close(), queue.close()]))
      await within(Promise.all([removeSession(redis, session), redis.del(KEYS.driver(run))]))
      redis.disconnect()
    },
  }
}

async function takeRun(
  redis: Awaited<ReturnType<typeof connect>>,
  run: string,
  token: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const start = performance.now(); ; await wait(250, undefined, { signal })) {
    if (await redis.set(KEYS.driver(run), token, 'PX', HOLD, 'NX')) break
    if (performance.now() - start < HOLD + 2 * SIGN) continue
    throw new InputError('the same run is going on already: wait for it, or give this one another --work folder')
  }
  // Sessions of this run whose driver has gone.
  for (const old of await redis.zrange(KEYS.sessions, 0, -1)) {
    if (old.startsWith(run)) await removeSession(redis, old)
  }
}

/** An answer, or null where none comes within five seconds: the server may be starting again. */
function within<T>(answer: Promise<T>): Promise<T | null> {
  return Promise.race([answer, wait(5000, null, { ref: false })])
}

function lost({ label }: RedisAddress): InputError {
  return new InputError(
    `Redis at ${label} has not answered for ${PATIENCE / 1000} s; the same command continues the run`,
  )
}

interface FailedJobs {
  getFailed(): Promise<{ name: string; failedReason: string }[]>
}

/** Why a run failed: what the worker said of the first task that did. */
async function reasonOf(queue: FailedJobs): Promise<Error> {
  const failed = await queue.getFailed()
  const job = failed.find(({ name }) => name === 'task') ?? failed[0]
  const reason = job?.failedReason ?? 'a job failed without a reason'
  const isInput = reason.startsWith(INPUT)
  if (isInput) return new InputError(reason.slice(INPUT.length))
  return new InputError(`${reason}; the same command continues the run`)
}

/** How the reason of a job begins that is not tried again. */
export const INPUT = 'input: '
