/** A cache of part bodies with a limit in bytes; the least recently used are dropped first. */
export class PartMemory {
  readonly #limit: number
  readonly #bodies = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The body of a part, if it is cached; marks it as used. */
  get(digest: string): Uint8Array | undefined {
    const body = this.#bodies.get(digest)
    if (body === undefined) return undefined
    this.#bodies.delete(digest)
    this.#bodies.set(digest, body)
    return body
  }

  set(digest: string, body: Uint8Array): void {
    if (this.#bodies.has(digest) || body.length > this.#limit) return
    this.#bodies.set(digest, body)
    this.#bytes += body.length
    for (const [oldest, { length }] of this.#bodies) {
      if (this.#bytes <= this.#limit) break
      this.#bodies.delete(oldest)
      this.#bytes -= length
    }
  }
}
