import { CLUSTER_SHAPES, shapePath } from '../../src/internal.js'
import { selectionRgb } from '../colours.svelte.js'
import { someOf } from '../some-of.js'
import { GlScatter } from './gl-scatter.js'

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
  readonly isDark: boolean
}

export interface ScatterRenderer {
  load(places: Float32Array): void
  paint(look: ScatterLook): void
  draw(frame: ScatterFrame): void
  end(): void
}

/** Draws with WebGL if it is available, otherwise on a 2D canvas. */
export function createScatterRenderer(canvas: HTMLCanvasElement): ScatterRenderer {
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: true, premultipliedAlpha: true })
  return gl === null ? new PlainScatter(canvas) : new GlScatter(gl)
}

/** The 2D canvas draws at most this many points, evenly spread over all samples; more would block the page. */
const MOST_POINTS = 15_000

/** The fallback without WebGL. */
class PlainScatter implements ScatterRenderer {
  readonly #context: CanvasRenderingContext2D
  #places = new Float32Array()
  #look: ScatterLook | null = null
  #selected = new Int32Array()

  constructor(canvas: HTMLCanvasElement) {
    this.#context = canvas.getContext('2d')!
  }

  load(places: Float32Array): void {
    this.#places = Float32Array.from(places)
  }

  paint(look: ScatterLook): void {
    this.#look = look
    this.#selected = Int32Array.from(look.states.keys()).filter(i => look.states[i] === 1)
  }

  draw({ camera, width, height, pointSize, isDark }: ScatterFrame): void {
    const context = this.#context
    context.clearRect(0, 0, width, height)
    if (this.#look === null) return
    const { colours, shapes, states } = this.#look
    const paths = CLUSTER_SHAPES.map(shape => new Path2D(shapePath(shape, pointSize * pointSize * 0.6)))
    const unit = (Math.min(width, height) / 2) * 0.92 * camera.zoom
    const mark = (i: number, isSelected: boolean) => {
      const x = width / 2 + (this.#places[2 * i] - camera.x) * unit
      const y = height / 2 - (this.#places[2 * i + 1] - camera.y) * unit
      if (x < 0 || y < 0 || x > width || y > height) return
      context.setTransform(1, 0, 0, 1, x, y)
      context.globalAlpha = states[i] === 2 ? 0.16 : 0.9
      context.fillStyle = `rgb(${colours[3 * i]} ${colours[3 * i + 1]} ${colours[3 * i + 2]})`
      context.fill(paths[shapes[i]])
      if (isSelected) context.stroke(paths[shapes[i]])
    }
    context.strokeStyle = `rgb(${selectionRgb(isDark ? 'dark' : 'light').join(' ')})`
    context.lineWidth = Math.max(2, pointSize / 4)
    for (const i of someOf(this.#places.length / 2, MOST_POINTS)) if (states[i] !== 3) mark(i, false)
    for (const at of someOf(this.#selected.length, MOST_POINTS)) mark(this.#selected[at], true)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.globalAlpha = 1
  }

  end(): void {
    this.#places = new Float32Array()
  }
}
