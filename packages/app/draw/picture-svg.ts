import { CLUSTER_SHAPES, shapePath } from 'chorale-report/data'
import type { Picture } from '../worker/messages.js'
import type { PlacedName } from './place-names.js'
import type { ScatterCamera, ScatterLook } from './scatter-renderer.js'

/** What a plot shows now. */
export interface ShownPlot {
  readonly camera: ScatterCamera
  readonly size: { readonly width: number; readonly height: number }
  readonly unit: number
  readonly pointSize: number
  readonly placed: readonly PlacedName[]
  readonly acrossTicks: readonly { readonly text: string; readonly at: number }[]
  readonly upTicks: readonly { readonly text: string; readonly at: number }[]
  /** The plot as a PNG file, for very many samples. */
  image(): Promise<Blob>
}

export interface LegendEntry {
  readonly text: string
  /** The colour and shape of the mark; a gradient has several colours and no shape. */
  readonly colours: readonly string[]
  readonly shape: number | null
}

/** The colours of the page. */
export interface PageColours {
  readonly page: string
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly selection: string
}

/** With more samples than this, the SVG file contains them as an image. */
const MOST_MARKS = 20_000

const FONT = "font-family='system-ui, sans-serif'"
const LEFT = 62
const TOP = 44
const BOTTOM = 48
const RIGHT = 16
const LEGEND_ROW = 22

/** The plot as an SVG file, as it is on the screen, with title, axes and legend. */
export async function pictureSvg(
  title: string,
  picture: Picture,
  look: ScatterLook,
  plot: ShownPlot,
  legend: readonly LegendEntry[],
  colours: PageColours,
): Promise<string> {
  const { width, height } = plot.size
  const { markup: legendMarkup, height: legendHeight } = legendOf(legend, width, colours)
  const totalWidth = Math.round(width + LEFT + RIGHT)
  const totalHeight = Math.round(height + TOP + BOTTOM + legendHeight)
  const text = (x: number, y: number, content: string, attributes: string) =>
    `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escaped(content)}</text>`
  const ticks = [
    ...plot.acrossTicks.map(({ text: label, at }) =>
      text(width / 2 + at, height + 17, label, `text-anchor="middle" fill="${colours.muted}" font-size="11"`),
    ),
    ...plot.upTicks.map(({ text: label, at }) =>
      text(-6, height / 2 - at + 4, label, `text-anchor="end" fill="${colours.muted}" font-size="11"`),
    ),
  ]
  const names = plot.placed.map(({ text: label, left, top, width: wide, end }) => {
    const line =
      end === null
        ? ''
        : `<path d="M${round(left)},${round(top)}L${round(end[0])},${round(end[1])}" stroke="${colours.muted}"/>`
    return (
      `${line}<rect x="${round(left - wide / 2)}" y="${round(top - 10)}" width="${wide}" height="20" rx="10" fill="${colours.page}" stroke="${colours.line}"/>` +
      text(left, top + 4, label, `text-anchor="middle" font-size="12" font-weight="600" fill="${colours.ink}"`)
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${totalWidth}" height="${totalHeight}" viewBox="0 0 ${totalWidth} ${totalHeight}" ${FONT}>
<rect width="${totalWidth}" height="${totalHeight}" fill="${colours.page}"/>
${text(LEFT, 27, title, `font-size="16" font-weight="600" fill="${colours.ink}"`)}
<g transform="translate(${LEFT},${TOP})">
<clipPath id="plot"><rect width="${round(width)}" height="${round(height)}"/></clipPath>
<g clip-path="url(#plot)">${await marksOf(picture, look, plot, colours)}</g>
<rect width="${round(width)}" height="${round(height)}" fill="none" stroke="${colours.line}"/>
${names.join('\n')}
${ticks.join('\n')}
${text(width, height + 36, picture.across.name, `text-anchor="end" fill="${colours.muted}" font-size="12"`)}
<g transform="translate(-46,0) rotate(-90)">${text(0, 0, picture.up.name, `text-anchor="end" fill="${colours.muted}" font-size="12"`)}</g>
</g>
<g transform="translate(${LEFT},${round(TOP + height + BOTTOM)})">${legendMarkup}</g>
</svg>
`
}

async function marksOf(
  { places }: Picture,
  { colours, shapes, states }: ScatterLook,
  plot: ShownPlot,
  page: PageColours,
): Promise<string> {
  const { camera, unit, pointSize } = plot
  const { width, height } = plot.size
  if (states.length > MOST_MARKS) {
    return `<image width="${round(width)}" height="${round(height)}" href="${await dataUrl(await plot.image())}"/>`
  }
  const paths = CLUSTER_SHAPES.map(shape => shapePath(shape, pointSize * pointSize * 0.6))
  const marks: string[] = []
  const draw = (i: number, isSelected: boolean) => {
    const x = width / 2 + (places[2 * i] - camera.x) * unit
    const y = height / 2 - (places[2 * i + 1] - camera.y) * unit
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) return
    const fill = `rgb(${colours[3 * i]},${colours[3 * i + 1]},${colours[3 * i + 2]})`
    const opacity = states[i] === 2 ? 0.16 : 0.92
    const rim = isSelected ? ` stroke="${page.selection}" stroke-width="2.5"` : ''
    marks.push(
      `<path d="${paths[shapes[i]]}" transform="translate(${round(x)},${round(y)})" fill="${fill}" opacity="${opacity}"${rim}/>`,
    )
  }
  for (let i = 0; i < states.length; i++) if (states[i] === 0 || states[i] === 2) draw(i, false)
  for (let i = 0; i < states.length; i++) if (states[i] === 1) draw(i, true)
  return marks.join('\n')
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((found, failed) => {
    const reader = new FileReader()
    reader.onload = () => found(String(reader.result))
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(file)
  })
}

/** The legend in rows as wide as the plot. */
function legendOf(
  entries: readonly LegendEntry[],
  width: number,
  { ink }: PageColours,
): { markup: string; height: number } {
  let x = 0
  let y = 0
  const parts = entries.map(({ text, colours, shape }, at) => {
    const long = 26 + 7.2 * text.length + (shape === null ? 90 : 0)
    if (x > 0 && x + long > width) {
      x = 0
      y += LEGEND_ROW
    }
    const label = (left: number) =>
      `<text x="${round(left)}" y="4" font-size="12" fill="${ink}">${escaped(text)}</text>`
    const mark =
      shape === null
        ? `<linearGradient id="ramp${at}">${colours.map((colour, stop) => `<stop offset="${stop / (colours.length - 1)}" stop-color="${colour}"/>`).join('')}</linearGradient><rect y="-6" width="96" height="10" fill="url(#ramp${at})"/>${label(104)}`
        : `<path d="${shapePath(CLUSTER_SHAPES[shape], 80)}" transform="translate(6,0)" fill="${colours[0]}"/>${label(16)}`
    const part = `<g transform="translate(${round(x)},${y})">${mark}</g>`
    x += long
    return part
  })
  return { markup: parts.join('\n'), height: entries.length === 0 ? 0 : y + LEGEND_ROW + 6 }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escaped(text: string): string {
  const clean = Array.from(text, letter => (letter < ' ' ? ' ' : letter)).join('')
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
