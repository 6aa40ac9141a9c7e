/** Measures the time of each stage. */
export class Watch {
  readonly timings: Record<string, number> = {}
  #stage: string | null = null
  #since = performance.now()

  enter(stage: string | null): void {
    const now = performance.now()
    if (this.#stage !== null) this.timings[this.#stage] = (this.timings[this.#stage] ?? 0) + now - this.#since
    this.#stage = stage
    this.#since = now
  }
}
