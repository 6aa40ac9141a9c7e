import { setTimeout as wait } from 'node:timers/promises'
import { EngineError } from './engine-error.js'
import { type ServerProblem, serverProblem } from './server-problem.js'

export interface PatienceOptions {
  readonly signal?: AbortSignal
  /** Receives one line for each kind of problem. */
  readonly onNote?: (note: string) => void
  /** Milliseconds without a successful heartbeat after which the driver gives up. */
  readonly limit?: number
}

const LIMIT = 120_000
/** Milliseconds between two looks at an answer that does not come, and before a command is tried again. */
const LOOK = 250
const RETRY = 500

/**
 * Waits for a server that is away for a while: commands are tried again with one line for the user, and given up when
 * waiting does not help or takes too long.
 */
export class Patience {
  readonly #limit: number
  #lastSign = performance.now()
  #problem: ServerProblem | null = null
  readonly #told = new Set<string>()

  constructor(
    readonly label: string,
    readonly options: PatienceOptions,
  ) {
    this.#limit = options.limit ?? LIMIT
  }

  /** The server has accepted a heartbeat. */
  renew(): void {
    this.#lastSign = performance.now()
    this.#problem = null
    this.#told.clear()
  }

  /** Takes note of an error of the server, wherever it occurred. */
  notice(error: unknown): void {
    const problem = serverProblem(error)
    if (problem === null) return
    this.#problem = problem
    if (problem.isFinal || this.#told.has(problem.text)) return
    this.#told.add(problem.text)
    this.options.onNote?.(`Redis at ${this.label}: ${problem.text}; trying again`)
  }

  /** The answer to a command, which is sent again after a temporary problem. */
  async ask<T>(command: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#answer(command())
      } catch (error) {
        const problem = serverProblem(error)
        if (problem === null) throw error
        this.notice(error)
        if (problem.isFinal) throw this.#refused(problem)
        this.#check()
        await wait(RETRY, undefined, { signal: this.options.signal })
      }
    }
  }

  /** Waits for an answer, unless the user stops the run or the server has been away for too long. */
  async #answer<T>(answer: Promise<T>): Promise<T> {
    const look = new AbortController()
    const watch = async (): Promise<never> => {
      for (;;) {
        await wait(LOOK, undefined, { signal: look.signal })
        this.#check()
      }
    }
    const watching = watch()
    watching.catch(() => {})
    try {
      return await Promise.race([answer, watching])
    } finally {
      look.abort()
      answer.catch(() => {})
    }
  }

  #check(): void {
    this.options.signal?.throwIfAborted()
    if (this.#problem?.isFinal) throw this.#refused(this.#problem)
    if (performance.now() - this.#lastSign < this.#limit) return
    const seconds = Math.round(this.#limit / 1000)
    const why = this.#problem === null ? 'has not answered' : `has had a problem (${this.#problem.text})`
    throw new EngineError(`Redis at ${this.label} ${why} for ${seconds} s; run the same command again to continue`)
  }

  #refused({ text }: ServerProblem): EngineError {
    return new EngineError(`Redis at ${this.label}: ${text}`)
  }
}
