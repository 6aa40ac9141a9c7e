import * as Plot from '@observablehq/plot'
import type { ConsensusResult } from 'chorale/internal'
import type { ClusterRow } from './data/cluster-rows.js'
import { confidenceWords } from './data/explanations.js'
import { countText, fixedText, numberText } from './data/number-text.js'
import type { Report } from './data/report.js'
import { shortText } from './data/short-text.js'
import { areEqualWeights } from './data/weight-rows.js'
import type { PlotSpec } from './plot-chart.js'
import type { ChartTheme } from './theme.js'

/** Bar chart of the cluster sizes. */
export function sizesChart(
  { clusters, sampleCount }: Pick<Report, 'clusters' | 'sampleCount'>,
  theme: ChartTheme,
): PlotSpec {
  const most = clusters.reduce((size, row) => Math.max(size, row.size), 0)
  return {
    name: 'sizes',
    title: 'Cluster sizes',
    description: `Bar chart of ${countText(clusters.length, 'cluster')} of ${countText(sampleCount, 'sample')}; the largest has ${countText(most, 'sample')}.`,
    parts: {
      height: Math.min(1600, 50 + 22 * clusters.length),
      y: { label: null, type: 'band', domain: clusters.map(row => row.cluster), padding: 0.25 },
      marks: [
        Plot.axisX({ color: theme.muted, ticks: 5, label: 'samples', labelArrow: 'none', labelAnchor: 'center' }),
        Plot.axisY({ color: theme.ink, tickSize: 0 }),
        Plot.barX(clusters, { x: 'size', y: 'cluster', fill: (row: ClusterRow) => theme.cluster(row.cluster) }),
      ],
    },
  }
}

/** Dot plot of the weights by number of clusters; null if all weights are equal. */
export function weightsChart({ weights }: Pick<Report, 'weights'>, theme: ChartTheme): PlotSpec | null {
  const used = weights.filter(row => row.weight > 0)
  if (areEqualWeights(used.map(row => row.weight))) return null
  return {
    name: 'weights',
    title: 'Weight by number of clusters',
    description: `Dot plot of the weights of ${countText(weights.length, 'base clustering')} by their number of clusters; a line marks equal weights, ${numberText(1 / used.length)}.`,
    parts: {
      x: { nice: true, zero: true },
      y: { nice: true, zero: true },
      marks: [
        ...gridMarks(theme, 'clusters in the base clustering', 'weight'),
        Plot.ruleY([1 / used.length], { stroke: theme.muted, strokeDasharray: '4 3' }),
        Plot.dot(weights, {
          x: 'clusterCount',
          y: 'weight',
          r: 4,
          fill: theme.accent,
          fillOpacity: 0.75,
          stroke: theme.page,
          title: row =>
            `${shortText(row.name)}\n${countText(row.clusterCount, 'cluster')}, weight ${numberText(row.weight)}`,
        }),
      ],
    },
  }
}

/** Dot plot of the agreement with the consensus by number of clusters. */
export function agreementChart(
  { weights, clusters }: Pick<Report, 'weights' | 'clusters'>,
  theme: ChartTheme,
): PlotSpec {
  return {
    name: 'agreement',
    title: 'Agreement by number of clusters',
    description: `Dot plot of the agreement (NMI) of ${countText(weights.length, 'base clustering')} with the consensus by their number of clusters; a line marks the ${countText(clusters.length, 'cluster')} of the consensus.`,
    parts: {
      x: { nice: true, zero: true },
      y: { domain: [0, 1] },
      marks: [
        ...gridMarks(theme, 'clusters in the base clustering', 'agreement with the consensus (NMI)'),
        Plot.ruleX([clusters.length], { stroke: theme.muted, strokeDasharray: '4 3' }),
        Plot.dot(weights, {
          x: 'clusterCount',
          y: 'agreement',
          r: 4,
          fill: theme.accent,
          fillOpacity: 0.75,
          stroke: theme.page,
          title: row =>
            `${shortText(row.name)}\n${countText(row.clusterCount, 'cluster')}, agreement ${fixedText(row.agreement, 3)}`,
        }),
      ],
    },
  }
}

/** Line chart of the eigenvalues with the gap after the last one that is used. */
export function eigenvaluesChart({ spectrum }: Pick<Report, 'spectrum'>, theme: ChartTheme): PlotSpec | null {
  if (spectrum === null) return null
  const { values, next, gap } = spectrum
  const k = values.length
  const rows = [...values, next].map((value, at) => ({ rank: at + 1, value }))
  return {
    name: 'eigenvalues',
    title: 'Eigenvalues and the gap',
    description: `Line chart of the ${k + 1} largest eigenvalues, from ${numberText(values[0], 4)} down to ${numberText(next, 4)}; the gap after number ${k} is ${numberText(gap)}.`,
    parts: {
      height: 240,
      x: { domain: [0.5, k + 1.5] },
      y: { nice: true },
      marks: [
        ...gridMarks(theme, 'rank', 'eigenvalue', wholeTicks(1, k + 1)),
        Plot.rect([{ x1: k, x2: k + 1, y1: values[k - 1], y2: next }], {
          x1: 'x1',
          x2: 'x2',
          y1: 'y1',
          y2: 'y2',
          fill: theme.highlight,
          fillOpacity: 0.18,
        }),
        Plot.line(rows, { x: 'rank', y: 'value', stroke: theme.muted }),
        Plot.dot(rows, {
          x: 'rank',
          y: 'value',
          r: k > 60 ? 2 : 4,
          stroke: theme.accent,
          fill: row => (row.rank > k ? theme.page : theme.accent),
          title: row => `eigenvalue ${row.rank}: ${numberText(row.value, 5)}`,
        }),
        Plot.text([`gap ${numberText(gap)}`], {
          frameAnchor: 'top-right',
          dy: -15,
          fill: theme.highlight,
          fontWeight: 600,
        }),
      ],
    },
  }
}

/** Line chart of the objective at every step of the weight search; null if there was no search. */
export function objectiveChart(
  { objectiveTrace: trace }: Pick<ConsensusResult, 'objectiveTrace'>,
  theme: ChartTheme,
): PlotSpec | null {
  if (trace.length < 2) return null
  const rows = trace.map((objective, step) => ({ step, objective }))
  return {
    name: 'objective',
    title: 'Objective by step',
    description: `Line chart of the objective, from ${numberText(trace[0], 6)} at the start to ${numberText(trace[trace.length - 1], 6)} after ${countText(trace.length - 1, 'step')}.`,
    parts: {
      // As wide as the longest label, about 7 pixels per letter.
      marginLeft: 24 + 7 * numberText(trace[0], 8).length,
      y: { nice: true },
      marks: [
        ...gridMarks(theme, 'step', 'objective', wholeTicks(0, trace.length - 1)),
        Plot.line(rows, { x: 'step', y: 'objective', stroke: theme.accent, strokeWidth: 2 }),
        Plot.dot(rows, {
          x: 'step',
          y: 'objective',
          r: 4,
          fill: theme.accent,
          title: row => `step ${row.step}: ${numberText(row.objective, 8)}`,
        }),
      ],
    },
  }
}

/** Line chart of the agreement for every threshold that was tried; null if alpha was given. */
export function alphaChart(
  { alphaSearch: search, alpha }: Pick<ConsensusResult, 'alphaSearch' | 'alpha'>,
  theme: ChartTheme,
): PlotSpec | null {
  if (search === null || search.length < 2) return null
  const chosen = search.filter(row => row.alpha === alpha)
  return {
    name: 'alpha',
    title: 'Agreement by threshold alpha',
    description: `Line chart of the mean agreement (NMI) with the base clusterings for ${countText(search.length, 'threshold')} alpha; the best is ${numberText(alpha ?? Number.NaN)}.`,
    parts: {
      x: { domain: [0, 1] },
      y: { nice: true },
      marks: [
        ...gridMarks(theme, 'alpha', 'mean agreement (NMI)'),
        Plot.line(search, { x: 'alpha', y: 'agreement', stroke: theme.accent, strokeWidth: 2 }),
        Plot.dot(search, {
          x: 'alpha',
          y: 'agreement',
          r: 4,
          fill: theme.accent,
          title: row => `alpha ${row.alpha}: ${fixedText(row.agreement, 4)}`,
        }),
        Plot.dot(chosen, { x: 'alpha', y: 'agreement', r: 8, stroke: theme.highlight, strokeWidth: 2 }),
      ],
    },
  }
}

/** Histogram of the confidence of the samples. */
export function confidenceChart(
  { confidence, sampleCount }: Pick<Report, 'confidence' | 'sampleCount'>,
  theme: ChartTheme,
): PlotSpec {
  return {
    name: 'confidence',
    title: 'Confidence of the samples',
    description: `Histogram of the confidence of ${countText(sampleCount, 'sample')}. ${confidenceWords(confidence, sampleCount).slice(1).join(' ')}`,
    parts: {
      marks: [
        ...gridMarks(theme, 'confidence', 'samples'),
        Plot.rectY(confidence.bins, {
          x1: 'from',
          x2: 'to',
          y: 'count',
          fill: theme.accent,
          insetLeft: 0.5,
          insetRight: 0.5,
          title: bin => `${numberText(bin.from)} to ${numberText(bin.to)}: ${countText(bin.count, 'sample')}`,
        }),
        Plot.ruleX([confidence.mean], { stroke: theme.highlight, strokeWidth: 2 }),
        Plot.text([`mean ${fixedText(confidence.mean, 2)}`], {
          x: [confidence.mean],
          frameAnchor: 'top',
          dy: -14,
          fill: theme.highlight,
          fontWeight: 600,
        }),
        Plot.ruleY([0], { stroke: theme.muted }),
      ],
    },
  }
}

/** Subtle grid lines and labeled axes. */
export function gridMarks(theme: ChartTheme, x: string, y: string, xTicks?: number[]): Plot.Markish[] {
  return [
    Plot.gridY({ stroke: theme.line, strokeOpacity: 1 }),
    Plot.axisX({
      color: theme.muted,
      label: x,
      labelArrow: 'none',
      labelAnchor: 'center',
      tickSize: 4,
      labelOffset: 36,
      ...(xTicks === undefined ? { ticks: 5 } : { ticks: xTicks, tickFormat: 'd' }),
    }),
    Plot.axisY({ color: theme.muted, label: y, labelArrow: 'none', ticks: 5, tickSize: 0 }),
  ]
}

/** Integers from `from` to `to`, at most about eight. */
export function wholeTicks(from: number, to: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / 8))
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step)
}
