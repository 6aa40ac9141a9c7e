import { CLUSTER_COLOURS, type ColourScheme, heatColour } from './data/cluster-marks.js'
import { SCHEME_COLOURS } from './theme.js'

/** Number of shades of table cells. */
export const HEAT_LEVELS = 10

/** The style sheet of the page, light and dark, for screens, phones and print. */
export function pageStyle(): string {
  return `
:root { color-scheme: light dark; ${variables('light')} }
@media screen and (prefers-color-scheme: dark) { :root { ${variables('dark')} } }
${LAYOUT}
${heatStyle('light')}
@media screen and (prefers-color-scheme: dark) { ${heatStyle('dark')} .only-light { display: none } .only-dark { display: inline } }
${PRINT}`
}

const SURFACES = {
  light: { surface: '#f4f6f8', warning: '#fff4df', 'warning-line': '#b86e00' },
  dark: { surface: '#1d2227', warning: '#33270f', 'warning-line': '#ffb74d' },
} as const

function variables(scheme: ColourScheme): string {
  const named = Object.entries({ ...SCHEME_COLOURS[scheme], ...SURFACES[scheme] })
  const clusters = CLUSTER_COLOURS[scheme].map((colour, at) => [`c${at}`, colour])
  return [...named, ...clusters].map(([name, colour]) => `--${name}: ${colour};`).join(' ')
}

/** Table cells in the colours of the heatmap, with black or white text, whichever has more contrast. */
function heatStyle(scheme: ColourScheme): string {
  return Array.from({ length: HEAT_LEVELS + 1 }, (_, level) => {
    const colour = heatColour(level / HEAT_LEVELS, scheme)
    return `td.heat${level} { background: rgb(${colour.join(' ')}); color: ${isLight(colour) ? '#000' : '#fff'} }`
  }).join(' ')
}

/** Whether black has the higher contrast on the colour (WCAG relative luminance above 0.179). */
function isLight(colour: readonly number[]): boolean {
  const linear = colour.map(channel =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.179
}

const LAYOUT = `
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; overflow-wrap: break-word }
body > * { max-width: 70rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem) }
body > header { padding-top: 2.5rem }
body > footer { padding-block: 2rem 3rem; color: var(--muted); font-size: .875rem }
h1 { font-size: clamp(1.75rem, 1.3rem + 2.2vw, 2.75rem); line-height: 1.12; letter-spacing: -.02em; margin: .25rem 0 .5rem; text-wrap: balance }
h2 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -.01em; margin: 0 0 .75rem }
h3 { font-size: 1rem; margin: 0 0 .25rem }
p { margin: 0 0 .75rem; max-width: 68ch }
a { color: var(--accent); text-underline-offset: .15em }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
code { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace }
pre { margin: 0 0 .75rem; padding: .75rem 1rem; background: var(--surface); border-radius: .375rem; white-space: pre-wrap; overflow-wrap: anywhere }
pre code { user-select: all }
pre span { display: inline-block; max-width: 100% }
.over { margin: 0; color: var(--muted); font-size: .875rem; letter-spacing: .04em }
.lede { font-size: 1.125rem; color: var(--muted); margin-bottom: 1.5rem }
.conclusion { margin: 0 0 1.5rem; padding-left: 1.25rem; max-width: 72ch; font-size: 1.0625rem }
.conclusion li { margin-bottom: .375rem }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem 1.5rem; margin: 0 0 1.25rem; padding-block: 1rem; border-block: 1px solid var(--line) }
.figures div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.figures dt { color: var(--muted); font-size: .875rem; line-height: 1.35 }
.figures dd { margin: 0; font-size: 1.625rem; line-height: 1.2; font-weight: 600; letter-spacing: -.01em; font-variant-numeric: tabular-nums }
nav ul { display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; margin: 0 0 1rem; padding: 0; list-style: none; font-size: .9375rem }
nav a { display: inline-block; padding-block: .25rem }
section { margin-top: 2.75rem; scroll-margin-top: 1rem }
main > section:first-child { margin-top: 1.5rem }
.warnings { background: var(--warning); border-left: .25rem solid var(--warning-line); padding: 1rem 1.25rem; border-radius: 0 .375rem .375rem 0 }
.warnings h2 { font-size: 1.125rem; margin-bottom: .375rem }
.warnings ul { margin: 0; padding-left: 1.125rem }
ol.steps { margin: 0 0 1rem; padding-left: 1.5rem; max-width: 72ch }
ol.steps li { margin-bottom: .375rem; padding-left: .25rem }
ol.steps li::marker { color: var(--muted); font-variant-numeric: tabular-nums }
.pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem 2.5rem; align-items: start }
.pair > * { min-width: 0 }
figure { margin: 0 0 .75rem }
figcaption { margin-bottom: .5rem; font-weight: 600; font-size: .9375rem }
svg.chart { display: block; width: 100%; max-width: 30rem; height: auto; color: var(--ink); overflow: visible }
svg.chart text { font-family: inherit; font-variant-numeric: tabular-nums }
svg.mark { width: .8em; height: .8em; margin-right: .4em; overflow: visible; vertical-align: -.02em; stroke: var(--ink); stroke-width: .3 }
svg.bar { display: block; flex: 1; width: 100%; min-width: 2rem; height: .5rem }
.only-dark { display: none }
.legend { display: flex; flex-wrap: wrap; gap: .125rem 1rem; margin: .5rem 0 0; padding: 0; list-style: none; font-size: .875rem }
.scroll { overflow-x: auto; margin-bottom: .75rem }
table { border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; min-width: min(100%, 18rem) }
caption { text-align: left; font-weight: 600; font-size: .9375rem; padding-bottom: .375rem }
th, td { padding: .3125rem .75rem .3125rem 0; text-align: right; border-bottom: 1px solid var(--line); vertical-align: baseline }
thead th { color: var(--muted); font-weight: 500; font-size: .8125rem; line-height: 1.3; vertical-align: bottom }
tbody th { font-weight: 600; white-space: nowrap }
th.text, td.text { text-align: left }
td.name, th.name { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 5rem; max-width: 16rem }
th.graph, th.words, td.words { text-align: left }
td.words { min-width: 12rem }
td.graph { width: 34%; min-width: 7rem }
.measure { display: flex; align-items: center; gap: .625rem }
.measure span { flex: none; min-width: 3.25em; text-align: right }
figure + table, figure + .scroll, .pair + .scroll, .pair + details { margin-top: 1.25rem }
table.matrix th, table.matrix td { padding: .3125rem .625rem; text-align: center; min-width: 3rem }
table.matrix thead th { max-width: 7.5rem; overflow-wrap: anywhere }
table.matrix thead th:first-child { max-width: none; overflow-wrap: normal; text-align: left; padding-left: 0 }
table.matrix th[scope=row] { text-align: left; padding-left: 0 }
table.plain { min-width: 0 }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem; margin: 1rem 0 0; padding: 0; list-style: none }
.cards > li { background: var(--surface); border-radius: .5rem; padding: .875rem 1rem }
.cards h3 span { font-weight: 400; color: var(--muted) }
.cards ul { margin: .375rem 0 0; padding: 0; list-style: none; font-size: .9375rem; line-height: 1.4 }
.cards ul li { padding-block: .3125rem }
.cards p { margin: .375rem 0 0; font-size: .9375rem; color: var(--muted) }
.cards svg.bar { height: .375rem; margin-top: .3125rem }
.difference { font-weight: 600 }
details { margin-bottom: .75rem }
summary { cursor: pointer; color: var(--accent); font-size: .9375rem; padding-block: .25rem }
.aside { color: var(--muted); font-size: .9375rem }
ul.notes { margin: 0 0 1rem; padding-left: 1.125rem; max-width: 72ch }
@media (max-width: 34rem) { td.name ~ td .measure svg { display: none } td.name, th.name { min-width: 7rem } tbody th.name ~ td .measure svg { display: none } td.graph { min-width: 0; width: auto } }
@media (min-width: 56rem) {
  .pair { grid-template-columns: minmax(0, 30rem) minmax(0, 1fr) }
  .pair.even { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  td.graph { min-width: 13rem }
}`

/** Print uses light colours, shows collapsed content and does not break figures. */
const PRINT = `
@media print {
  @page { margin: 16mm 14mm }
  :root { color-scheme: light }
  body { font-size: 10pt }
  table { font-size: 9pt }
  table.matrix { font-size: 7.5pt }
  table.matrix th, table.matrix td { padding: .15rem .2rem; min-width: 0 }
  body > * { padding-inline: 0 }
  body > header { padding-top: 0 }
  nav { display: none }
  section { margin-top: 1.5rem }
  h2 { break-after: avoid }
  figure, table, tr, .cards > li, .warnings { break-inside: avoid }
  details table { break-inside: auto }
  .pair { grid-template-columns: minmax(0, 11fr) minmax(0, 9fr); gap: 1rem 1.5rem }
  .pair.even { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  .scroll { overflow: visible }
  details::details-content { content-visibility: visible; display: block; block-size: auto; height: auto }
  details.screen { display: none }
  h3, figcaption, caption, thead { break-after: avoid }
  p, li { orphans: 3; widows: 3 }
  body > footer { break-before: avoid; padding-block: .75rem 0 }
  summary { list-style: none; color: var(--muted) }
  svg, td, .warnings, .cards > li, pre, .figures { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}`
