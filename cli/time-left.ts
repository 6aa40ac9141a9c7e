/** Estimates the remaining time of each phase of a run from its pace so far. */
export class TimeLeft {
  #phase = ''
  #start = 0
  #first = 0

  /** `, about 12 s left`; empty before there is a pace, or if it is less than a second. */
  text({ phase, done, total }: { phase: string; done: number; total: number }, now = performance.now()): string {
    if (phase !== this.#phase || done < this.#first) {
      this.#phase = phase
      this.#start = now
      this.#first = done
    }
    if (done === this.#first) return ''
    const seconds = ((now - this.#start) / 1000 / (done - this.#first)) * (total - done)
    return seconds < 1 ? '' : `, about ${Math.ceil(seconds)} s left`
  }
}
