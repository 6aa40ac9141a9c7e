/** Milliseconds between two pauses. */
const LONGEST_RUN = 50

/** Long work in steps of at most some tens of milliseconds; what it yields means nothing. */
export type Steps<Result> = Generator<unknown, Result>

/** Runs steps to their end without a pause. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/**
 * Lets the event loop run during a long computation, at most about twenty times a second, and stops the computation
 * when the signal is aborted. Only the time of a pause depends on the clock; results never do.
 */
export class Pauser {
  readonly signal: AbortSignal | undefined
  #last = performance.now()

  constructor(signal?: AbortSignal) {
    this.signal = signal
    signal?.throwIfAborted()
  }

  /** Throws if the signal is aborted, without a pause. */
  check(): void {
    this.signal?.throwIfAborted()
  }

  /** Runs steps to their end, with pauses between them. */
  async run<Result>(steps: Steps<Result>): Promise<Result> {
    this.check()
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      try {
        if (performance.now() - this.#last >= LONGEST_RUN) await this.pause()
      } catch (error) {
        // Lets the steps give back what they hold.
        steps.return(undefined as Result)
        throw error
      }
    }
    return step.value
  }

  async pause(): Promise<void> {
    this.check()
    if (performance.now() - this.#last < LONGEST_RUN) return
    await new Promise<void>(resolve => setTimeout(resolve, 0))
    this.#last = performance.now()
    this.check()
  }
}
