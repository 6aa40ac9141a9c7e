import { InputError } from 'chorale/internal'
import { serveCalls } from 'chorale-node/internal'
import type { JobData, Order } from './orders.js'
import { MissingPart, readPart } from './parts.js'
import { combine, compute, performOnce, type TaskAnswer } from './perform.js'
import { openStorage } from './roots.js'

/** A job as sent to a thread. */
interface ThreadTask {
  readonly data: JobData
  /** The answers of all tasks, for the job that combines them. */
  readonly answers: readonly TaskAnswer[]
  /** Bodies of cached parts, by digest. */
  readonly cached: ReadonlyMap<string, Uint8Array>
}

/** The reply of a thread: an answer, with the body of a part that it had to read; or an error message. */
type ThreadAnswer =
  | { readonly found: TaskAnswer; readonly loaded: { digest: string; body: Uint8Array } | null }
  | { readonly problem: string; readonly isFinal: boolean }

/** The last order. The next task most likely belongs to it. */
let last: { digest: string; order: Promise<Order> } | null = null

/** The call to a thread of a worker. */
export type EngineCalls = { task: { order: ThreadTask; answer: ThreadAnswer } }

// A thread of a worker: runs one task after the other. The worker has already checked the order.
serveCalls<EngineCalls>(async (_name, task, answer) => answer(await runTask(task)))

async function runTask({ data, answers, cached }: ThreadTask): Promise<ThreadAnswer> {
  try {
    const storage = openStorage(data.storage)
    if (last?.digest !== data.order) {
      const order = readPart(storage, { name: `parts/${data.order}`, digest: data.order }) as Promise<Order>
      last = { digest: data.order, order }
      order.catch(() => {
        last = null
      })
    }
    const order = await last.order
    if (data.task < 0) return { found: await combine(storage, data.order, order, answers), loaded: null }
    let loaded: { digest: string; body: Uint8Array } | null = null
    const cache = {
      get: (digest: string) => cached.get(digest),
      set(digest: string, body: Uint8Array) {
        if (!cached.has(digest)) loaded = { digest, body: shared(body) }
      },
    }
    const found = await performOnce(storage, data, () => compute(storage, data, order, cache))
    return { found, loaded }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { problem, isFinal: error instanceof InputError && !(error instanceof MissingPart) }
  }
}

/** The same bytes in memory that all threads can read. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
