import { GlScatter, glOf } from './gl-scatter.js'
import type { ScatterFrame, ScatterLook } from './scatter-renderer.js'

/** What the page asks for. Each plot has a number. */
export type DrawRequest =
  | { readonly kind: 'start'; readonly plot: number; readonly canvas: OffscreenCanvas }
  | { readonly kind: 'load'; readonly plot: number; readonly places: Float32Array }
  | { readonly kind: 'paint'; readonly plot: number; readonly look: Partial<ScatterLook> }
  | { readonly kind: 'draw'; readonly plot: number; readonly frame: ScatterFrame }
  | { readonly kind: 'image'; readonly plot: number; readonly question: number }
  | { readonly kind: 'end'; readonly plot: number }

/** What the worker answers. */
export type DrawAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'restored'; readonly plot: number }
  | { readonly kind: 'image'; readonly question: number; readonly image: Blob | null }

/** A plot and the frame that it shows next. */
interface Plot {
  readonly renderer: GlScatter
  look: Partial<ScatterLook>
  frame: ScatterFrame | null
  isPlanned: boolean
}

const plots = new Map<number, Plot>()

addEventListener('message', ({ data }: MessageEvent<DrawRequest>) => {
  if (data.kind === 'start') start(data.plot, data.canvas)
  const plot = plots.get(data.plot)
  if (plot === undefined) return
  if (data.kind === 'load') plot.renderer.load(data.places)
  else if (data.kind === 'paint') {
    plot.look = { ...plot.look, ...data.look }
    plot.renderer.paint(plot.look as ScatterLook)
  } else if (data.kind === 'draw') plan(plot, data.frame)
  else if (data.kind === 'image') void sendImage(plot, data.question)
  else if (data.kind === 'end') {
    plots.delete(data.plot)
    plot.renderer.end()
  }
})

function start(plot: number, canvas: OffscreenCanvas): void {
  const gl = glOf(canvas)
  if (gl === null) return
  const renderer = new GlScatter(gl, () => answer({ kind: 'restored', plot }))
  plots.set(plot, { renderer, look: {}, frame: null, isPlanned: false })
}

/**
 * Draws the last of the frames that arrived in the meantime. A timer, not an animation frame: the browser suspends the
 * animation frames of all canvases of a worker while one of them, which may be gone, waits to be shown.
 */
function plan(plot: Plot, frame: ScatterFrame): void {
  plot.frame = frame
  if (plot.isPlanned) return
  plot.isPlanned = true
  setTimeout(() => {
    plot.isPlanned = false
    if (plot.frame !== null) plot.renderer.draw(plot.frame)
  }, 0)
}

async function sendImage({ renderer }: Plot, question: number): Promise<void> {
  answer({ kind: 'image', question, image: await renderer.image().catch(() => null) })
}

function answer(message: DrawAnswer): void {
  postMessage(message)
}

// A worker without WebGL stays silent, and the page draws itself.
if (typeof OffscreenCanvas !== 'undefined' && glOf(new OffscreenCanvas(1, 1)) !== null) answer({ kind: 'ready' })
