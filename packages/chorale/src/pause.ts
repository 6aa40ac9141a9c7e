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
  async run<Result>(steps: Generator<unknown, Result>): Promise<Result> {
    let step = steps.next()
    for (; !step.done; step = steps.next()) await this.pause()
    return step.value
  }

  async pause(): Promise<void> {
    this.check()
    const now = performance.now()
    if (now - this.#last < 50) return
    await new Promise<void>(resolve => setTimeout(resolve, 0))
    this.#last = performance.now()
    this.check()
  }
}
