import * as Comlink from 'comlink'
import type { Engine } from './worker/engine.worker.js'

export type RemoteEngine = Comlink.Remote<Engine>

/** The worker that computes, started when it is first needed. */
export class EngineClient {
  #worker: Worker | null = null
  #engine: RemoteEngine | null = null
  readonly #onFailure: (message: string) => void

  /** `onFailure` is told when the worker breaks down, for instance for want of memory. */
  constructor(onFailure: (message: string) => void) {
    this.#onFailure = onFailure
  }

  engine(): RemoteEngine {
    if (this.#engine === null) {
      this.#worker = new Worker(new URL('./worker/engine.worker.ts', import.meta.url), {
        type: 'module',
        name: 'engine',
      })
      this.#worker.addEventListener('error', event => {
        this.end()
        this.#onFailure(event.message || 'the worker broke down')
      })
      this.#engine = Comlink.wrap<Engine>(this.#worker)
    }
    return this.#engine
  }

  /** Ends the worker in the middle of its work; what it held is gone. */
  end(): void {
    this.#worker?.terminate()
    this.#worker = this.#engine = null
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
