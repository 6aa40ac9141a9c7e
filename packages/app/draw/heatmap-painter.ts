import { type ColourScheme, heatColour } from 'chorale-report/data'
import type { HeatmapDetail, HeatmapView } from '../worker/messages.js'

/** The visible part of the matrix, in positions of the sample order. */
export interface HeatmapWindow {
  readonly x: number
  readonly y: number
  /** Positions per side. */
  readonly span: number
}

/** Paints the matrix at screen resolution: each pixel gets the colour of the cell under it. */
export class HeatmapPainter {
  readonly #view: HeatmapView
  readonly #cellOf: Int32Array
  #detail: HeatmapDetail | null = null

  constructor(view: HeatmapView) {
    this.#view = view
    this.#cellOf = new Int32Array(view.order.length)
    for (let cell = 0; cell < view.size; cell++) {
      this.#cellOf.fill(cell, view.cellStarts[cell], view.cellStarts[cell + 1])
    }
  }

  get sampleCount(): number {
    return this.#view.order.length
  }

  /** Sets a part of the matrix in finer cells. */
  refine(detail: HeatmapDetail | null): void {
    this.#detail = detail
  }

  /** The step of a finer detail for this window, or null if the known cells are fine enough. */
  missingStep({ x, y, span }: HeatmapWindow, pixels: number): number | null {
    const n = this.sampleCount
    if (n <= this.#view.size) return null
    const step = 2 ** Math.max(0, Math.ceil(Math.log2(span / pixels)))
    if (step * 2 > n / this.#view.size) return null
    const detail = this.#detail
    const isKnown =
      detail !== null &&
      detail.step <= step &&
      detail.columnStart <= x &&
      detail.rowStart <= y &&
      detail.columnStart + detail.columnCount * detail.step >= Math.min(n, x + span) &&
      detail.rowStart + detail.rowCount * detail.step >= Math.min(n, y + span)
    return isKnown ? null : step
  }

  /** The share at a position of the matrix, from 0 to 255. */
  shareAt(row: number, column: number): number {
    const detail = this.#detail
    if (detail !== null) {
      const r = Math.floor((row - detail.rowStart) / detail.step)
      const c = Math.floor((column - detail.columnStart) / detail.step)
      if (r >= 0 && c >= 0 && r < detail.rowCount && c < detail.columnCount)
        return detail.shares[r * detail.columnCount + c]
    }
    return this.#view.shares[this.#cellOf[row] * this.#view.size + this.#cellOf[column]]
  }

  paint(context: CanvasRenderingContext2D, { x, y, span }: HeatmapWindow, scheme: ColourScheme): void {
    const { width, height } = context.canvas
    const image = context.createImageData(width, height)
    const pixels = new Uint32Array(image.data.buffer)
    const palette = paletteOf(scheme)
    const places = (from: number, length: number) =>
      Int32Array.from({ length }, (_, at) => Math.min(this.sampleCount - 1, Math.floor(from + (at / length) * span)))
    const columns = places(x, width)
    const rows = places(y, height)
    const { shares, size } = this.#view
    const detail = this.#detail
    const coarse = columns.map(place => this.#cellOf[place])
    const fine = detail && columns.map(place => Math.floor((place - detail.columnStart) / detail.step))
    for (let py = 0; py < height; py++) {
      const from = this.#cellOf[rows[py]] * size
      const row = detail === null ? -1 : Math.floor((rows[py] - detail.rowStart) / detail.step)
      const isFine = detail !== null && row >= 0 && row < detail.rowCount
      for (let px = 0; px < width; px++) {
        const column = fine === null ? -1 : fine[px]
        const share =
          isFine && column >= 0 && column < detail.columnCount
            ? detail.shares[row * detail.columnCount + column]
            : shares[from + coarse[px]]
        pixels[py * width + px] = palette[share]
      }
    }
    context.putImageData(image, 0, 0)
  }
}

const palettes = new Map<ColourScheme, Uint32Array>()

/** 256 colours as 32-bit integers, as image data stores them. */
function paletteOf(scheme: ColourScheme): Uint32Array {
  let palette = palettes.get(scheme)
  if (palette === undefined) {
    palette = Uint32Array.from({ length: 256 }, (_, share) => {
      const [red, green, blue] = heatColour(share / 255, scheme)
      return (255 << 24) | (blue << 16) | (green << 8) | red
    })
    palettes.set(scheme, palette)
  }
  return palette
}
