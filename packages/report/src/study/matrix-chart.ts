import type { Annotation, ConsensusStudy, StudyRun } from 'chorale/internal'
import { heatColour } from '../data/cluster-marks.js'
import { countText, numberText } from '../data/number-text.js'
import { shortText } from '../data/short-text.js'
import { STUDY_COLOURS } from '../data/study-colours.js'
import { html, type Markup } from '../markup.js'
import type { Chart } from '../plot-chart.js'
import { indexedPngs, pngAddress } from '../png.js'
import type { ChartTheme } from '../theme.js'

/** Shades of the matrix. */
const LEVELS = 128
/** Cells of the picture per side; more samples share cells. */
const MOST_CELLS = 1200
/** Fewer cells have several pixels: programs that smooth pictures then blur no more than the edges. */
const LEAST_PIXELS = 1000

const SIDE = 420
const LEFT = 116
const RIGHT = 14
const TREE = 56
const BAR = 11
const GAP = 3
const WIDTH = LEFT + SIDE + RIGHT
const LETTER = 6.8

/** The consensus matrix in the order of its tree, with the tree, the clusters and annotations above, and legends below. */
export function matrixChart(
  { sampleCount, resamples }: ConsensusStudy,
  run: StudyRun,
  colours: Int32Array,
  annotations: readonly Annotation[],
  theme: ChartTheme,
): Chart {
  const top = 8 + TREE + GAP
  const bars = [clusterBar(run, colours), ...annotations.map(annotation => annotationBar(annotation))]
  const matrixTop = top + bars.length * (BAR + GAP)
  const legend = legends(run, colours, annotations, matrixTop + SIDE + 16, theme)
  const step = SIDE / sampleCount
  const rows = bars.map(({ name, colourOf }, at) => {
    const y = top + at * (BAR + GAP)
    return html`<text x="${LEFT - 7}" y="${y + BAR - 2}" text-anchor="end">${shortText(name, 17)}</text>
${stretches(run.order, colourOf).map(
  ({ from, to, colour }) =>
    html`<rect x="${round(LEFT + from * step)}" y="${y}" width="${round((to - from) * step + 0.05)}" height="${BAR}" fill="${colour}"/>`,
)}\n`
  })
  return {
    name: 'consensus-matrix',
    title: `Consensus matrix, k = ${run.clusterCount}`,
    description: `Heatmap of how often ${countText(sampleCount, 'sample')} were in the same cluster in ${countText(resamples, 'resample')} with ${run.clusterCount} clusters each, in the order of average linkage; ${numberText(100 * run.pac)} % of the pairs are ambiguous.`,
    width: WIDTH,
    height: legend.bottom + 8,
    content: html`<path d="${treePath(run, step)}" transform="translate(${LEFT},8)" fill="none" stroke="${theme.ink}" stroke-width="${sampleCount > 150 ? 0.6 : 1}"/>
<text x="${LEFT - 7}" y="20" text-anchor="end" font-weight="700">k = ${run.clusterCount}</text>
<g font-size="11">${rows}</g>
${picture(run, sampleCount, matrixTop)}
<rect x="${LEFT}" y="${matrixTop}" width="${SIDE}" height="${SIDE}" fill="none" stroke="${theme.line}"/>
${sampleNames()}
${legend.content}`,
  }

  function sampleNames(): Markup {
    const middle = round(matrixTop + SIDE / 2)
    return html`<text transform="translate(${LEFT - 10},${middle}) rotate(-90)" fill="${theme.muted}">${countText(sampleCount, 'sample')}</text>`
  }
}

/** Brackets of the tree, from the root at the top (never together) to the samples at the bottom. */
function treePath({ tree, order }: StudyRun, step: number): string {
  const x = new Float64Array(tree.size)
  const y = new Float64Array(tree.size).fill(TREE)
  order.forEach((sample, at) => {
    x[sample] = (at + 0.5) * step
  })
  const most = Math.max(...tree.heights, 1e-9)
  const pieces: string[] = []
  tree.heights.forEach((height, merge) => {
    const a = tree.firsts[merge]
    const b = tree.seconds[merge]
    const level = TREE * (1 - height / most)
    pieces.push(`M${round(x[a])},${round(y[a])}V${round(level)}H${round(x[b])}V${round(y[b])}`)
    x[a] = (x[a] + x[b]) / 2
    y[a] = level
  })
  return pieces.join('')
}

function picture({ consensus, order }: StudyRun, n: number, y: number): Markup {
  const size = Math.min(n, MOST_CELLS)
  const sums = new Float64Array(size * size)
  const counts = new Float64Array(size * size)
  for (let a = 0; a < n; a++) {
    const row = Math.floor((a * size) / n)
    for (let b = 0; b < n; b++) {
      const cell = row * size + Math.floor((b * size) / n)
      sums[cell] += shareOf(consensus, n, order[a], order[b])
      counts[cell]++
    }
  }
  const cells = Uint8Array.from(sums, (sum, cell) => Math.round((LEVELS - 1) * (sum / counts[cell])))
  const times = Math.ceil(LEAST_PIXELS / size)
  const pixels = enlarged(cells, size, size, times, times)
  return image(size * times, size * times, pixels, { x: LEFT, y, width: SIDE, height: SIDE })
}

/** The same picture with several pixels for each cell. */
export function enlarged(
  cells: Uint8Array,
  width: number,
  height: number,
  across: number,
  down: number,
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * across * height * down)
  for (let y = 0; y < height * down; y++) {
    const from = Math.floor(y / down) * width
    const to = y * width * across
    for (let x = 0; x < width * across; x++) pixels[to + x] = cells[from + Math.floor(x / across)]
  }
  return pixels
}

function shareOf(consensus: Float64Array, n: number, i: number, j: number): number {
  if (i === j) return 1
  const first = Math.min(i, j)
  return consensus[(first * (2 * n - first - 1)) / 2 - first - 1 + Math.max(i, j)]
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function image(width: number, height: number, pixels: Uint8Array, place: Place): Markup {
  const palette = Array.from({ length: LEVELS }, (_, level) => heatColour(level / (LEVELS - 1), 'light'))
  const [png] = indexedPngs(width, height, pixels, [palette])
  return html`<image x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" image-rendering="pixelated" preserveAspectRatio="none" href="${pngAddress(png)}"/>`
}

/** A bar with a colour for each sample. */
interface Bar {
  readonly name: string
  colourOf(sample: number): string
}

function clusterBar({ labels }: StudyRun, colours: Int32Array): Bar {
  return { name: 'cluster', colourOf: sample => studyColour(colours[labels[sample]]) }
}

const MISSING = '#e6e9ec'

function annotationBar(annotation: Annotation): Bar {
  const { name } = annotation
  if (annotation.kind === 'category') {
    const { codes } = annotation
    return { name, colourOf: sample => (codes[sample] < 0 ? MISSING : categoryColour(codes[sample])) }
  }
  const { numbers } = annotation
  const { least, most } = extent(numbers)
  return {
    name,
    colourOf(sample) {
      const value = numbers[sample]
      return Number.isNaN(value) ? MISSING : numberColour((value - least) / (most - least || 1))
    },
  }
}

function extent(numbers: Float64Array): { least: number; most: number } {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of numbers) {
    if (Number.isNaN(value)) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return { least, most }
}

export function studyColour(index: number): string {
  return STUDY_COLOURS[index % STUDY_COLOURS.length]
}

/** Categories begin in the middle of the colours, so that the first ones differ from the first clusters. */
function categoryColour(code: number): string {
  return STUDY_COLOURS[(code + 7) % STUDY_COLOURS.length]
}

/** From nearly white to dark orange, unlike the blue of the matrix. */
function numberColour(share: number): string {
  const from = [253, 240, 220]
  const to = [160, 62, 0]
  const mixed = from.map((channel, at) => Math.round(channel + share * (to[at] - channel)))
  return `#${mixed.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Neighbours with the same colour as one stretch. */
function stretches(order: Int32Array, colourOf: (sample: number) => string) {
  const found: { from: number; to: number; colour: string }[] = []
  order.forEach((sample, at) => {
    const colour = colourOf(sample)
    const last = found.at(-1)
    if (last?.colour === colour) last.to = at + 1
    else found.push({ from: at, to: at + 1, colour })
  })
  return found
}

/** The legends below the matrix, one line or more for each. */
function legends(
  { labels, clusterCount }: StudyRun,
  colours: Int32Array,
  annotations: readonly Annotation[],
  from: number,
  theme: ChartTheme,
): { content: Markup; bottom: number } {
  let y = from
  const lines: Markup[] = []
  const name = (text: string) =>
    html`<text x="${LEFT - 7}" y="${y + 9}" text-anchor="end">${shortText(text, 17)}</text>`
  const ramp = Uint8Array.from({ length: LEVELS }, (_, level) => level)
  lines.push(html`${name('consensus')}${image(LEVELS, 1, ramp, { x: LEFT + 36, y, width: 120, height: 10 })}
<text x="${LEFT + 30}" y="${y + 9}" text-anchor="end">never</text><text x="${LEFT + 162}" y="${y + 9}" text-anchor="start">always together</text>`)
  y += 18
  const chips = (title: string, entries: readonly { text: string; colour: string }[]) => {
    lines.push(name(title))
    let x = LEFT
    for (const { text, colour } of entries) {
      const width = 22 + LETTER * text.length
      if (x > LEFT && x + width > WIDTH) {
        x = LEFT
        y += 15
      }
      lines.push(
        html`<rect x="${x}" y="${y}" width="10" height="10" fill="${colour}"/><text x="${x + 14}" y="${y + 9}" text-anchor="start">${text}</text>`,
      )
      x = round(x + width)
    }
    y += 18
  }
  const sizes = new Int32Array(clusterCount)
  for (const label of labels) sizes[label]++
  chips(
    'cluster',
    Array.from(colours, (colour, c) => ({ text: `${c} (${sizes[c]})`, colour: studyColour(colour) })),
  )
  for (const annotation of annotations) {
    if (annotation.kind === 'category') {
      const shown = annotation.values.slice(0, STUDY_COLOURS.length)
      const more = annotation.values.length - shown.length
      const entries = shown.map((value, code) => ({ text: shortText(value, 24), colour: categoryColour(code) }))
      chips(annotation.name, [...entries, ...(more > 0 ? [{ text: `and ${more} more`, colour: '#ffffff' }] : [])])
    } else {
      const { least, most } = extent(annotation.numbers)
      const middle = (least + most) / 2
      chips(
        annotation.name,
        [least, middle, most].map((value, at) => ({ text: numberText(value), colour: numberColour(at / 2) })),
      )
    }
  }
  return { content: html`<g font-size="11" fill="${theme.ink}">${lines}</g>`, bottom: y }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
