import { GlScatter, glOf } from './gl-scatter.js'
import { PlainScatter } from './plain-scatter.js'
import { readyWorker, WorkerScatter } from './worker-scatter.js'

/** The centre of the view and the zoom factor. At zoom 1 the whole plot is visible. */
export interface ScatterCamera {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** The look of all samples. */
export interface ScatterLook {
  /** Red, green and blue of each sample. */
  readonly colours: Uint8Array
  /** The shape of each sample. */
  readonly shapes: Uint8Array
  /** 0: normal, 1: selected, 2: dimmed, 3: hidden. */
  readonly states: Uint8Array
}

export interface ScatterFrame {
  readonly camera: ScatterCamera
  /** In device pixels. */
  readonly width: number
  readonly height: number
  readonly pointSize: number
  /** Device pixels per pixel of the page. */
  readonly ratio: number
  /** Red, green and blue of the page and of selected samples, from 0 to 255. */
  readonly page: readonly number[]
  readonly selection: readonly number[]
}

export interface ScatterRenderer {
  load(places: Float32Array): void
  paint(look: ScatterLook): void
  draw(frame: ScatterFrame): void
  /** The last frame as a PNG file. */
  image(): Promise<Blob>
  end(): void
}

/**
 * Draws with WebGL in a worker, so that the page never waits for the graphics. Without such a worker it draws with WebGL
 * in the page, and without WebGL on a 2D canvas. Calls `onRestored` when the content was lost and is needed again.
 */
export function createScatterRenderer(canvas: HTMLCanvasElement, onRestored: () => void): ScatterRenderer {
  const worker = readyWorker()
  if (worker !== null) return new WorkerScatter(worker, canvas, onRestored)
  const gl = glOf(canvas)
  return gl === null ? new PlainScatter(canvas) : new GlScatter(gl, onRestored)
}
