import { CLUSTER_SHAPES, shapePath } from 'chorale-report/data'
import { pngOf } from '../save-file.js'
import { samplesWhere, someOf } from '../some-of.js'
import type { ScatterFrame, ScatterLook, ScatterRenderer } from './scatter-renderer.js'

/** The 2D canvas draws at most this many points, evenly spread over all samples; more would block the page. */
const MOST_POINTS = 15_000

/** The fallback without WebGL. */
export class PlainScatter implements ScatterRenderer {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #places = new Float32Array()
  #look: ScatterLook | null = null
  #selected: Int32Array = new Int32Array()

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d')!
  }

  load(places: Float32Array): void {
    this.#places = Float32Array.from(places)
  }

  paint(look: ScatterLook): void {
    this.#look = look
    this.#selected = samplesWhere(look.states.length, i => look.states[i] === 1)
  }

  draw({ camera, width, height, pointSize, selection }: ScatterFrame): void {
    const context = this.#context
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width
      this.#canvas.height = height
    }
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
    context.strokeStyle = `rgb(${selection.join(' ')})`
    context.lineWidth = Math.max(2, pointSize / 4)
    for (const i of someOf(this.#places.length / 2, MOST_POINTS)) if (states[i] !== 3) mark(i, false)
    for (const at of someOf(this.#selected.length, MOST_POINTS)) mark(this.#selected[at], true)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.globalAlpha = 1
  }

  image(): Promise<Blob> {
    return pngOf(this.#canvas)
  }

  end(): void {
    this.#places = new Float32Array()
  }
}
