/** Estimates the remaining time from finished work, of the same kind if there is any. */
export class Pace {
  readonly #left = new Map<string, number>()
  readonly #seen = new Map<string, { seconds: number; count: number }>()
  left: number

  /** @param keys the kind of every piece of work, such as the dataset and the method */
  constructor(
    keys: readonly string[],
    readonly concurrency: number,
  ) {
    this.left = keys.length
    for (const key of keys) this.#left.set(key, (this.#left.get(key) ?? 0) + 1)
  }

  finish(key: string, spent: number): void {
    this.left--
    this.#left.set(key, this.#left.get(key)! - 1)
    const { seconds, count } = this.#seen.get(key) ?? { seconds: 0, count: 0 }
    this.#seen.set(key, { seconds: seconds + spent, count: count + 1 })
  }

  /** Estimated seconds left; NaN before the first piece of work is done. */
  secondsLeft(): number {
    const all = { seconds: 0, count: 0 }
    for (const { seconds, count } of this.#seen.values()) {
      all.seconds += seconds
      all.count += count
    }
    let sum = 0
    for (const [key, left] of this.#left) {
      const { seconds, count } = this.#seen.get(key) ?? all
      if (left > 0) sum += (left * seconds) / count
    }
    return sum / this.concurrency
  }
}
