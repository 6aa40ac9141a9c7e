import { CLUSTER_SHAPES, clusterMark, shapePath } from './data/cluster-marks.js'
import type { ReportInput } from './data/report.js'
import { shortText } from './data/short-text.js'
import { html, type Markup, type MarkupValue } from './markup.js'
import type { Chart } from './plot-chart.js'

export interface TableColumn {
  readonly title: string
  /** Numbers are right-aligned, text and names left-aligned; names may be long; graphs fill the cell. */
  readonly kind?: 'number' | 'text' | 'name' | 'words' | 'graph'
}

/** A table with row headers in the first column. */
export function dataTable(
  caption: string | null,
  columns: readonly TableColumn[],
  rows: readonly (readonly MarkupValue[])[],
): Markup {
  const kindOf = (at: number) => {
    const kind = columns[at].kind ?? 'number'
    return kind === 'number' ? '' : html` class="${kind}"`
  }
  return html`<table class="plain">${caption !== null && html`<caption>${caption}</caption>`}
<thead><tr>${columns.map(({ title }, at) => html`<th scope="col"${kindOf(at)}>${title}</th>`)}</tr></thead>
<tbody>${rows.map(
    cells => html`
<tr>${cells.map((cell, at) =>
      at === 0 ? html`<th scope="row"${kindOf(at)}>${cell}</th>` : html`<td${kindOf(at)}>${cell}</td>`,
    )}</tr>`,
  )}
</tbody></table>`
}

/** Content that scrolls horizontally by itself, so that the page does not. */
export function scrolling(label: string, content: Markup): Markup {
  return html`<div class="scroll" role="group" aria-label="${label}" tabindex="0">${content}</div>`
}

/** Content that is collapsed until opened. */
export function folded(summary: string, content: Markup, { isPrinted = true } = {}): Markup {
  return html`<details${isPrinted ? '' : html` class="screen"`}><summary>${summary}</summary>
${content}</details>`
}

/** A number with a bar next to it that fills `share` of the space. */
export function measure(text: string, share: number, fill: string): Markup {
  const width = Math.round(1000 * Math.min(1, Math.max(0, share))) / 10
  return html`<div class="measure"><span>${text}</span><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="8" fill="${fill}"/></svg></div>`
}

/** A bar from the middle, to the right above 0 and to the left below; `share` is from -1 to 1. */
export function sidedBar(share: number, fill: string): Markup {
  const length = Math.round(500 * Math.min(1, Math.abs(share))) / 10
  const x = share < 0 ? 50 - length : 50
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect y="3.5" width="100" height="1" fill="var(--line)"/><rect x="${x}" width="${length}" height="8" fill="${fill}"/></svg>`
}

/** The symbol of a cluster, in its colour and shape. */
function clusterSign(cluster: number): Markup {
  const { colour, shape } = clusterMark(cluster)
  return html`<svg class="mark" viewBox="-5 -5 10 10" aria-hidden="true"><path d="${shapePath(CLUSTER_SHAPES[shape], 40)}" fill="var(--c${colour})"/></svg>`
}

/** A cluster in a table or a legend: its symbol, its number, and the name that the reader gave to it. */
export function clusterName(cluster: number, { clusterNames }: Pick<ReportInput, 'clusterNames'>, before = ''): Markup {
  const name = clusterNames?.get(cluster)
  return html`${clusterSign(cluster)}${before}${cluster}${name === undefined ? null : html` ${dataName(name)}`}`
}

/** A chart with its title. */
export function figure(chart: Chart, after: Markup | null = null): Markup {
  return html`<figure><figcaption>${chart.title}</figcaption>
${chartSvg(chart, { standalone: false })}
${after}</figure>`
}

/** A chart as an svg element. A standalone one contains its colours, title and description. */
export function chartSvg(
  { title, description, width, height, content }: Chart,
  { standalone }: { standalone: boolean },
): Markup {
  const size = html`viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" text-anchor="middle" fill="currentColor" font-size="12"`
  if (!standalone)
    return html`<svg class="chart" role="img" aria-label="${title}. ${description}" ${size}>${content}</svg>`
  return html`<svg xmlns="http://www.w3.org/2000/svg" role="img" ${size} color="#1b2229" font-family="system-ui, 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif">
<title>${title}</title>
<desc>${description}</desc>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${content}
</svg>
`
}

/** A name from the data, shortened if very long, and isolated from the text direction around it. */
export function dataName(name: string): Markup {
  return html`<bdi>${shortText(name)}</bdi>`
}
