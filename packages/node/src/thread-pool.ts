import { type CallTypes, ThreadTeam } from './thread-team.js'

/** Threads that run one call at a time each; further calls wait. A thread that fails or is stopped is replaced. */
export class ThreadPool<Calls extends CallTypes<Calls>> {
  readonly #worker: URL
  /** Every thread, as a team of one. */
  readonly #threads = new Set<ThreadTeam<Calls>>()
  readonly #idle: ThreadTeam<Calls>[] = []
  readonly #waiting: ((thread: ThreadTeam<Calls>) => void)[] = []
  #isClosed = false

  constructor(worker: URL, threadCount: number) {
    this.#worker = worker
    for (let at = 0; at < threadCount; at++) this.#start()
  }

  /** Runs a call in a thread and returns its answer. An aborted signal ends the thread at once. */
  async call<Name extends keyof Calls>(
    name: Name,
    order: Calls[Name]['order'],
    signal: AbortSignal,
  ): Promise<Calls[Name]['answer']> {
    const thread = this.#idle.pop() ?? (await new Promise<ThreadTeam<Calls>>(resolve => this.#waiting.push(resolve)))
    try {
      const { answers } = await thread.callForEach(name, order, async () => {}, signal)
      this.#offer(thread)
      return answers[0]
    } catch (error) {
      void this.#replace(thread)
      throw error
    }
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#threads].map(thread => thread.close()))
  }

  #start(): void {
    const thread = new ThreadTeam<Calls>(this.#worker, [null])
    this.#threads.add(thread)
    this.#offer(thread)
  }

  async #replace(thread: ThreadTeam<Calls>): Promise<void> {
    await thread.close()
    this.#threads.delete(thread)
    if (!this.#isClosed) this.#start()
  }

  /** Assigns a free thread to the next call. */
  #offer(thread: ThreadTeam<Calls>): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#idle.push(thread)
    else next(thread)
  }
}
