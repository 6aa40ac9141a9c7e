import * as Plot from '@observablehq/plot'
// The build for workers is one file and loads ten times faster.
import { parseHTML } from 'linkedom/worker'
import { cleanText, Markup } from './markup.js'

/** A chart as markup, with a description for people who cannot see it. */
export interface Chart {
  readonly name: string
  readonly title: string
  /** What the chart shows, in one or two sentences. */
  readonly description: string
  readonly width: number
  readonly height: number
  /** The content of the svg element. */
  readonly content: Markup
}

/** Width of a chart on a phone, so that its text stays readable there. */
export const CHART_WIDTH = 400

/** Font size; charts are drawn up to a fifth larger on wide screens. */
export const FONT_SIZE = 12

/** A chart as marks and axes for Observable Plot, which draws it as markup here and in the page of the app. */
export interface PlotSpec extends Pick<Chart, 'name' | 'title' | 'description'> {
  readonly parts: Omit<Plot.PlotOptions, 'document' | 'width'>
  /** CHART_WIDTH by default. */
  readonly width?: number
}

/** Draws marks and axes as a chart. */
export function plotChart(spec: PlotSpec): Chart
export function plotChart(spec: PlotSpec | null): Chart | null
export function plotChart(spec: PlotSpec | null): Chart | null {
  if (spec === null) return null
  const { parts, width = CHART_WIDTH, ...about } = spec
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const height = parts.height ?? 240
  const svg = Plot.plot({
    marginLeft: 48,
    marginRight: 16,
    marginTop: 24,
    marginBottom: 40,
    ...parts,
    document,
    width,
    height,
  })
  svg.querySelector('style')?.remove()
  roundNumbers(svg)
  for (const element of svg.querySelectorAll('[aria-label]')) element.removeAttribute('aria-label')
  // linkedom escapes markup, but keeps characters that XML forbids, and writes an entity that XML does not define.
  const content = cleanText(svg.innerHTML).replaceAll('&nbsp;', '\u00a0')
  return { ...about, width, height, content: new Markup(content) }
}

const GEOMETRY = ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height', 'r', 'cx', 'cy']

/** A tenth of a pixel is precise enough and takes a third of the bytes. */
function roundNumbers(svg: Element): void {
  for (const element of svg.querySelectorAll('*')) {
    for (const name of GEOMETRY) {
      const value = element.getAttribute(name)
      if (value !== null && /\.\d\d/.test(value)) {
        element.setAttribute(
          name,
          value.replace(/-?\d*\.\d\d+(e-?\d+)?/g, number => String(Math.round(Number(number) * 10) / 10)),
        )
      }
    }
  }
}
