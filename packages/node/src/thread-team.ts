import { parentPort, Worker } from 'node:worker_threads'

/** The calls that threads support: by name, the type of the order and of the answer. */
export type CallTypes<Calls> = { [Name in keyof Calls]: { order: unknown; answer: unknown } }

/** A call as sent to a thread. */
interface CallMessage<Calls extends CallTypes<Calls>, Name extends keyof Calls> {
  readonly number: number
  readonly name: Name
  readonly order: Calls[Name]['order']
}

/** The answer to a call, or the error. */
type ReplyMessage<Answer> =
  | { readonly number: number; readonly answer: Answer }
  | { readonly number: number; readonly error: unknown }

/** Options of a call. */
interface CallOptions<Answer, Result> {
  /** Receives every answer; `thread` counts from 0. */
  readonly hear: (answer: Answer, thread: number) => void
  /** Runs this thread's own part. The call returns its result. */
  readonly until: () => Promise<Result>
  readonly signal?: AbortSignal
}

/** Milliseconds in which V8 finishes compiling the code of an idle thread. */
const COMPILING = 250

/** Threads that all run the same worker and answer the same calls. */
export class ThreadTeam<Calls extends CallTypes<Calls>> {
  readonly #workers: readonly Worker[]
  /** Rejects when a thread fails or ends unexpectedly. */
  readonly #failure: Promise<never>
  #callCount = 0
  /** Whether a call is running, or failed while threads may still be working on it. */
  #isBusy = false
  #isClosed = false

  /** Starts one thread of the worker file for each of `starts`, its `workerData`. */
  constructor(worker: URL, starts: readonly unknown[]) {
    this.#workers = starts.map(workerData => new Worker(worker, { workerData }))
    this.#failure = new Promise((_, reject) => {
      for (const each of this.#workers) {
        each.once('error', reject)
        each.once('exit', code => {
          if (!this.#isClosed) reject(new Error(`a thread ended unexpectedly (exit code ${code})`))
        })
      }
    })
    this.#failure.catch(() => {})
  }

  get size(): number {
    return this.#workers.length
  }

  /** Calls all threads. Rejects as soon as one of them fails or the signal is aborted. */
  async call<Name extends keyof Calls, Result>(
    name: Name,
    order: Calls[Name]['order'],
    { hear, until, signal }: CallOptions<Calls[Name]['answer'], Result>,
  ): Promise<Result> {
    const number = ++this.#callCount
    const cleanUps: (() => void)[] = []
    const interruption = new Promise<never>((_, reject) => {
      this.#workers.forEach((worker, thread) => {
        const listen = (reply: ReplyMessage<Calls[Name]['answer']>) => {
          if (reply.number !== number) return
          if ('error' in reply) return reject(reply.error)
          try {
            hear(reply.answer, thread)
          } catch (error) {
            reject(error)
          }
        }
        worker.on('message', listen)
        cleanUps.push(() => worker.off('message', listen))
      })
      const abort = () => reject(signal?.reason)
      signal?.addEventListener('abort', abort)
      cleanUps.push(() => signal?.removeEventListener('abort', abort))
    })
    try {
      signal?.throwIfAborted()
      const message: CallMessage<Calls, Name> = { number, name, order }
      this.#isBusy = true
      for (const worker of this.#workers) worker.postMessage(message)
      const result = await Promise.race([until(), this.#failure, interruption])
      this.#isBusy = false
      return result
    } finally {
      for (const cleanUp of cleanUps) cleanUp()
    }
  }

  /** Calls all threads for one answer each, in the order of the threads, while this thread does its own part. */
  async callForEach<Name extends keyof Calls, Own>(
    name: Name,
    order: Calls[Name]['order'],
    own: () => Promise<Own>,
    signal?: AbortSignal,
  ): Promise<{ own: Own; answers: Calls[Name]['answer'][] }> {
    const answers: Calls[Name]['answer'][] = new Array(this.size)
    let missing = this.size
    let complete = () => {}
    const completed = new Promise<void>(resolve => {
      complete = resolve
    })
    return this.call(name, order, {
      hear(answer, thread) {
        answers[thread] = answer
        if (--missing === 0) complete()
      },
      async until() {
        const found = await own()
        await completed
        return { own: found, answers }
      },
      signal,
    })
  }

  /**
   * Ends the threads: busy ones at once, idle ones a little later, for which the process does not wait. Node 20 aborts if
   * a thread is ended while V8 still compiles its code in the background.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    const end = () => Promise.all(this.#workers.map(worker => worker.terminate()))
    if (this.#isBusy) {
      await end()
      return
    }
    for (const worker of this.#workers) worker.unref()
    setTimeout(end, COMPILING).unref()
  }
}

/** Sends an answer. The buffers in `moved` are transferred instead of copied. */
export type SendAnswer<Answer> = (answer: Answer, moved?: readonly ArrayBuffer[]) => void

/** Handles a call in a thread. It may answer several times. */
type CallHandler<Calls extends CallTypes<Calls>> = <Name extends keyof Calls>(
  name: Name,
  order: Calls[Name]['order'],
  answer: SendAnswer<Calls[Name]['answer']>,
) => void | Promise<void>

/** Handles the calls to this thread. */
export function serveCalls<Calls extends CallTypes<Calls>>(handle: CallHandler<Calls>): void {
  parentPort?.on('message', <Name extends keyof Calls>({ number, name, order }: CallMessage<Calls, Name>) => {
    const send = (reply: ReplyMessage<Calls[Name]['answer']>, moved: readonly ArrayBuffer[] = []) =>
      parentPort?.postMessage(reply, moved)
    const fail = (error: unknown) => send({ number, error })
    try {
      handle(name, order, (answer, moved) => send({ number, answer }, moved))?.catch(fail)
    } catch (error) {
      fail(error)
    }
  })
}
