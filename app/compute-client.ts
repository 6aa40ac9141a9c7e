import * as Comlink from 'comlink'
import type { Computation } from './worker/compute.worker.js'

export type RemoteComputation = Comlink.Remote<Computation>

/** The worker that computes, started when it is first needed. */
export class ComputationClient {
  #worker: Worker | null = null
  #computation: RemoteComputation | null = null
  readonly #onFailure: (message: string) => void

  /** `onFailure` is told when the worker breaks down, for instance for want of memory. */
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
        this.#onFailure(event.message || 'the worker broke down')
      })
      this.#computation = Comlink.wrap<Computation>(this.#worker)
    }
    return this.#computation
  }

  /** Ends the worker in the middle of its work; what it held is gone. */
  end(): void {
    this.#worker?.terminate()
    this.#worker = this.#computation = null
  }
}

/** A fault as the page shows it. */
export interface Fault {
  readonly message: string
  /** Whether it is our defect rather than something in the data. */
  readonly isOurs: boolean
}

export function faultOf(error: unknown): Fault {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  return { message, isOurs: name !== 'InputError' }
}

export function isStopped(error: unknown): boolean {
  return (error instanceof Error || error instanceof DOMException) && error.name === 'AbortError'
}
