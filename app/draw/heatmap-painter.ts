import { type ColourScheme, heatColour } from '../../src/internal.js'
import type { HeatmapDetail, HeatmapView } from '../worker/messages.js'

/** The part of the matrix that is seen, in places of the order. */
export interface HeatmapWindow {
  readonly x: number
  readonly y: number
  /** Places per side. */
  readonly span: number
}

/** Paints the matrix at the resolution of the screen: every pixel looks up the cell under it. */
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

  /** A part that is known in finer cells. */
  refine(detail: HeatmapDetail | null): void {
    this.#detail = detail
  }

  /** Whether a finer grain would show more than is known, and the cells it should have. */
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

  /** The share at a place of the matrix, from 0 to 255. */
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
    const [columns, rows] = [places(x, width), places(y, height)]
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

/** 256 colours as they lie in memory. */
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
