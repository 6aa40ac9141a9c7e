/** Measures the milliseconds of every stage, in order of first entry. A stage can be entered several times. */
export class Stopwatch {
  readonly #start = performance.now()
  readonly #times = new Map<string, number>()
  #stage: string | null = null
  #since = this.#start

  /** Ends the current stage, if any, and starts another. */
  enter(stage: string | null): void {
    const now = performance.now()
    if (this.#stage !== null) this.#times.set(this.#stage, (this.#times.get(this.#stage) ?? 0) + now - this.#since)
    this.#stage = stage
    this.#since = now
  }

  /** The times so far and the total since the start, rounded to a tenth of a millisecond. */
  timings(): Record<string, number> {
    this.enter(this.#stage)
    const all = [...this.#times, ['total', performance.now() - this.#start] as const]
    return Object.fromEntries(all.map(([stage, ms]) => [stage, Math.round(ms * 10) / 10]))
  }
}
