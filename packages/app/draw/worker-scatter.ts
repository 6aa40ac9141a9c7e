import type { DrawAnswer, DrawRequest } from './draw.worker.js'
import type { ScatterFrame, ScatterLook, ScatterRenderer } from './scatter-renderer.js'

/** The worker that draws all plots. */
class DrawWorker {
  readonly #worker = new Worker(new URL('./draw.worker.ts', import.meta.url), { type: 'module', name: 'drawing' })
  readonly #restorers = new Map<number, () => void>()
  readonly #questions = new Map<number, (image: Blob | null) => void>()
  #count = 0
  isReady = false

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<DrawAnswer>) => {
      if (data.kind === 'ready') this.isReady = true
      else if (data.kind === 'restored') this.#restorers.get(data.plot)?.()
      else {
        this.#questions.get(data.question)?.(data.image)
        this.#questions.delete(data.question)
      }
    })
  }

  start(canvas: HTMLCanvasElement, onRestored: () => void): number {
    const plot = this.#count++
    this.#restorers.set(plot, onRestored)
    const drawn = canvas.transferControlToOffscreen()
    this.ask({ kind: 'start', plot, canvas: drawn }, [drawn])
    return plot
  }

  ask(request: DrawRequest, transferred: Transferable[] = []): void {
    this.#worker.postMessage(request, transferred)
  }

  image(plot: number): Promise<Blob> {
    const question = this.#count++
    return new Promise((found, failed) => {
      this.#questions.set(question, image =>
        image === null ? failed(new Error('Cannot draw the figure.')) : found(image),
      )
      this.ask({ kind: 'image', plot, question })
    })
  }

  end(plot: number): void {
    this.#restorers.delete(plot)
    this.ask({ kind: 'end', plot })
  }
}

let worker: DrawWorker | null = null

/** Starts the worker before its first use. */
export function startDrawWorker(): void {
  if ('transferControlToOffscreen' in HTMLCanvasElement.prototype) worker ??= new DrawWorker()
}

/** The worker, if it is running and can draw. */
export function readyWorker(): DrawWorker | null {
  return worker?.isReady ? worker : null
}

/** Draws in the worker. */
export class WorkerScatter implements ScatterRenderer {
  readonly #worker: DrawWorker
  readonly #plot: number
  /** What the worker has: a part that did not change is not sent again. */
  #places: Float32Array | null = null
  #look: Partial<ScatterLook> = {}

  constructor(drawWorker: DrawWorker, canvas: HTMLCanvasElement, onRestored: () => void) {
    this.#worker = drawWorker
    this.#plot = drawWorker.start(canvas, () => {
      this.#places = null
      this.#look = {}
      onRestored()
    })
  }

  load(places: Float32Array): void {
    if (places === this.#places) return
    this.#places = places
    this.#worker.ask({ kind: 'load', plot: this.#plot, places })
  }

  paint(look: ScatterLook): void {
    const changed: { -readonly [part in keyof ScatterLook]?: Uint8Array } = {}
    for (const part of ['colours', 'shapes', 'states'] as const) {
      if (look[part] !== this.#look[part]) changed[part] = look[part]
    }
    this.#look = look
    this.#worker.ask({ kind: 'paint', plot: this.#plot, look: changed })
  }

  draw(frame: ScatterFrame): void {
    this.#worker.ask({ kind: 'draw', plot: this.#plot, frame })
  }

  image(): Promise<Blob> {
    return this.#worker.image(this.#plot)
  }

  end(): void {
    this.#worker.end(this.#plot)
  }
}
