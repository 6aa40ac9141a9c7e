import * as Plot from '@observablehq/plot'
import type { ComparisonMeasure, DatasetComparison, MethodRanks } from './data/comparison.js'
import { countText, fixedText, wholeText } from './data/number-text.js'
import { html, type Markup } from './markup.js'
import { CHART_WIDTH, type Chart, plotChart } from './plot-chart.js'
import type { ChartTheme } from './theme.js'

/** Titles of the measures. */
export const MEASURE_TITLES: Record<ComparisonMeasure, string> = {
  nmi: 'NMI',
  ari: 'ARI',
  purity: 'Purity',
  fscore: 'F',
  accuracy: 'Accuracy',
  baseAgreement: 'Agreement with the base clusterings',
}

/** With fewer values than this a box plot is misleading, so every value is drawn instead. */
const LEAST_FOR_BOX = 5

/** Box plots of a measure over the repeats, one per method, the best first; null if no method has the measure. */
export function measureChart(
  { methods }: DatasetComparison,
  measure: ComparisonMeasure,
  theme: ChartTheme,
): Chart | null {
  const measured = methods
    .filter(method => method.measures[measure] !== undefined)
    .sort((a, b) => b.measures[measure]!.mean - a.measures[measure]!.mean)
  if (measured.length === 0) return null
  const rows = measured.flatMap(({ name, values }) => values[measure]!.map(value => ({ name, value })))
  const means = measured.map(({ name, measures }) => ({ name, mean: measures[measure]!.mean }))
  const isBox = measured.some(({ runCount }) => runCount >= LEAST_FOR_BOX)
  const best = means[0]
  const last = means[means.length - 1]
  return plotChart({
    name: measure,
    title: MEASURE_TITLES[measure],
    description:
      `${isBox ? 'Box plots' : 'Dots'} of ${countText(measured.length, 'method')}, ordered by the mean: ` +
      `from ${best.name} with ${fixedText(best.mean, 3)} to ${last.name} with ${fixedText(last.mean, 3)}.`,
    parts: {
      height: 34 + 22 * measured.length,
      marginLeft: 72,
      marginTop: 4,
      marginBottom: 28,
      x: { nice: true },
      y: { label: null, type: 'band', domain: measured.map(({ name }) => name), padding: 0.3 },
      marks: [
        Plot.gridX({ stroke: theme.line, strokeOpacity: 1 }),
        Plot.axisX({ color: theme.muted, label: null, ticks: 5, tickSize: 4 }),
        Plot.axisY({ color: theme.ink, tickSize: 0 }),
        isBox
          ? Plot.boxX(rows, { x: 'value', y: 'name', fill: theme.accent, fillOpacity: 0.35, stroke: theme.ink, r: 2 })
          : Plot.dot(rows, { x: 'value', y: 'name', r: 3.5, fill: theme.accent, fillOpacity: 0.6 }),
        Plot.dot(means, {
          x: 'mean',
          y: 'name',
          r: 3.5,
          symbol: 'diamond',
          fill: theme.highlight,
          stroke: theme.page,
          title: row => `${row.name}: mean ${fixedText(row.mean, 3)}`,
        }),
      ],
    },
  })
}

const AXIS = { left: 102, right: CHART_WIDTH - 102, y: 62 }
const BAR_STEP = 7
const ROW_STEP = 18

/**
 * Critical-difference diagram (Demšar, 2006): mean ranks on a line, the best on the left. A bar joins methods that
 * differ by no more than the critical difference, which is drawn above the line.
 */
export function ranksChart(ranks: MethodRanks, theme: ChartTheme): Chart {
  const { methods, meanRanks, criticalDifference, groups, datasetCount, measure } = ranks
  const k = methods.length
  const order = methods.map((_, j) => j).sort((a, b) => meanRanks[a] - meanRanks[b] || a - b)
  const x = (rank: number) => round(AXIS.left + ((rank - 1) / (k - 1)) * (AXIS.right - AXIS.left))
  const firstRow = AXIS.y + 14 + BAR_STEP * groups.length + 6
  const leftCount = Math.ceil(k / 2)
  const lines = order.map((j, at) => {
    const isLeft = at < leftCount
    const row = firstRow + ROW_STEP * (isLeft ? at : k - 1 - at)
    const side = isLeft ? AXIS.left - 8 : AXIS.right + 8
    return html`<path d="M${x(meanRanks[j])},${AXIS.y}V${row}H${side}" fill="none" stroke="${theme.muted}"/>
<text x="${isLeft ? side - 4 : side + 4}" y="${row + 4}" text-anchor="${isLeft ? 'end' : 'start'}">${methods[j]} <tspan fill="${theme.muted}">${fixedText(meanRanks[j], 2)}</tspan></text>\n`
  })
  const bars = groups.map((group, at) => {
    const y = AXIS.y + 12 + BAR_STEP * at
    const ends = [meanRanks[group[0]], meanRanks[group[group.length - 1]]]
    return html`<path d="M${round(x(ends[0]) - 3)},${y}H${round(x(ends[1]) + 3)}" stroke="${theme.highlight}" stroke-width="4"/>\n`
  })
  return {
    name: `ranks-${measure}`,
    title: `Mean ranks by ${MEASURE_TITLES[measure]}`,
    description: `${describeRanks(ranks, order)} ${countText(datasetCount, 'dataset')}.`,
    width: CHART_WIDTH,
    height: firstRow + ROW_STEP * leftCount,
    content: html`${criticalDifference !== null && ruler(criticalDifference, x, theme)}
<path d="M${AXIS.left},${AXIS.y}H${AXIS.right}" stroke="${theme.ink}"/>
${ticks(k).map(rank => html`<path d="M${x(rank)},${AXIS.y}v-5" stroke="${theme.ink}"/><text x="${x(rank)}" y="${AXIS.y - 9}" fill="${theme.muted}">${rank}</text>\n`)}
${lines}${bars}`,
  }
}

function describeRanks(
  { methods, meanRanks, criticalDifference, groups }: MethodRanks,
  order: readonly number[],
): string {
  const ranks = order.map(j => `${methods[j]} ${fixedText(meanRanks[j], 2)}`).join(', ')
  const joined = groups.map(group => group.map(j => methods[j]).join(', ')).join('; ')
  const difference = criticalDifference === null ? '' : ` Critical difference ${fixedText(criticalDifference, 2)}.`
  return `Critical-difference diagram. ${ranks}.${difference}${groups.length > 0 ? ` Joined by a bar: ${joined}.` : ''}`
}

/** The critical difference as a length from rank 1, cut off at the end of the line. */
function ruler(difference: number, x: (rank: number) => number, theme: ChartTheme): Markup {
  const end = Math.min(x(1 + difference), CHART_WIDTH - 8)
  return html`<path d="M${x(1)},22v8m0,-4H${end}m0,-4v8" fill="none" stroke="${theme.highlight}" stroke-width="1.5"/>
<text x="${x(1)}" y="14" text-anchor="start" fill="${theme.highlight}" font-weight="600">critical difference ${fixedText(difference, 2)}</text>\n`
}

/** Integer ranks, at most about eight. */
function ticks(k: number): number[] {
  const step = Math.ceil((k - 1) / 8)
  return Array.from({ length: Math.floor((k - 1) / step) + 1 }, (_, at) => 1 + at * step)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** `3 of 10`, for captions. */
export function runsText(done: number, total: number): string {
  return done === total ? wholeText(done) : `${wholeText(done)} of ${wholeText(total)}`
}
