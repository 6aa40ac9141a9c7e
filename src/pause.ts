/**
 * Lets the event loop run between two pieces of long work, at most about twenty times a second, and
 * stops the work when the signal is aborted. Only the moment of the pause depends on the clock, never a result.
 */
export class Pauser {
  readonly signal: AbortSignal | undefined
  #last = performance.now()

  constructor(signal?: AbortSignal) {
    this.signal = signal
    signal?.throwIfAborted()
  }

  /** Stops the work when the signal is aborted, without a pause. */
  check(): void {
    this.signal?.throwIfAborted()
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
