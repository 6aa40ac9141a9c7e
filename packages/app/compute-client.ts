import * as Comlink from 'comlink'
import type { Computation } from './worker/compute.worker.js'

export type RemoteComputation = Comlink.Remote<Computation>

/** The web worker that runs all computation, started on first use. */
export class ComputationClient {
  #worker: Worker | null = null
  #computation: RemoteComputation | null = null
  readonly #onFailure: (message: string) => void

  /** Calls `onFailure` when the worker crashes, for example because memory ran out. */
  constructor(onFailure: (message: string) => void) {
    this.#onFailure = onFailure
  }

  computation(): RemoteComputation {
    if (this.#computation === null) {
      this.#worker = new Worker(new URL('./worker/compute.worker.ts', import.meta.url), {
        type: 'module',
        name: 'computation',
      })
      this.#worker.addEventListener('error', event => {
        this.end()
        this.#onFailure(event.message || 'The computation stopped unexpectedly, possibly because memory ran out')
      })
      this.#computation = Comlink.wrap<Computation>(this.#worker)
    }
    return this.#computation
  }

  /** Terminates the worker. Its data are lost. */
  end(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#computation = null
  }
}
