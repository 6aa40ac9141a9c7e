import * as Plot from '@observablehq/plot'
import { type Advice, countText, fixedText } from '../src/internal.js'
import { gridMarks, wholeTicks } from './charts.js'
import type { PlotSpec } from './plot-chart.js'
import type { ChartTheme } from './theme.js'

/** Line chart of the criteria between 0 and 1 by k, each labeled at its last point. */
export function criteriaChart({ criteria, clusterCount }: Advice, theme: ChartTheme): PlotSpec {
  const lines = [
    { name: 'overlap', value: 'overlap', colour: theme.highlight, dash: 'none' },
    { name: 'stability', value: 'stability', colour: theme.accent, dash: 'none' },
    { name: 'PAC', value: 'pac', colour: theme.muted, dash: '4 3' },
    { name: 'agreement', value: 'agreement', colour: theme.ink, dash: '1 3' },
  ] as const
  const counts = criteria.map(each => each.clusterCount)
  const last = criteria[criteria.length - 1]
  const best = criteria.find(each => each.clusterCount === clusterCount)
  return {
    name: 'criteria',
    title: 'Criteria by number of clusters',
    description:
      `Lines of overlap, stability, PAC and agreement for k from ${counts[0]} to ${last.clusterCount}. ` +
      (best === undefined
        ? 'No k is recommended.'
        : `At the recommended k = ${clusterCount} the overlap is ${fixedText(best.overlap, 3)} and the stability ${fixedText(best.stability, 2)}.`),
    parts: {
      height: 280,
      marginRight: 74,
      x: { nice: false },
      y: { domain: [0, 1] },
      marks: [
        ...gridMarks(theme, 'number of clusters (k)', 'share', wholeTicks(counts[0], last.clusterCount)),
        Plot.ruleY([0.08], { stroke: theme.highlight, strokeDasharray: '2 4' }),
        ...(best === undefined ? [] : [Plot.ruleX([clusterCount], { stroke: theme.muted, strokeDasharray: '4 3' })]),
        ...lines.flatMap(({ value, colour, dash }) => [
          Plot.line(criteria, { x: 'clusterCount', y: value, stroke: colour, strokeWidth: 2, strokeDasharray: dash }),
          Plot.dot(criteria, { x: 'clusterCount', y: value, r: 3, fill: colour }),
        ]),
        ...spreadLabels(lines.map(line => ({ ...line, y: last[line.value] }))).map(({ name, y, colour }) =>
          Plot.text([name], { x: [last.clusterCount], y: [y], dx: 8, textAnchor: 'start', fill: colour }),
        ),
      ],
    },
  }
}

/** Labels at the end of lines, between 0 and 1, moved apart if they would touch. */
function spreadLabels<Label extends { y: number }>(labels: readonly Label[], distance = 0.07): Label[] {
  const sorted = [...labels].sort((a, b) => a.y - b.y)
  const places = sorted.map(label => label.y)
  for (let i = 1; i < places.length; i++) places[i] = Math.max(places[i], places[i - 1] + distance)
  for (let i = places.length - 1, most = 1; i >= 0; most = places[i--] - distance) places[i] = Math.min(places[i], most)
  return sorted.map((label, i) => ({ ...label, y: places[i] }))
}

/** Line chart of the CDF of the consensus matrix for every k; the recommended one is highlighted. */
export function consensusCdfChart({ criteria, clusterCount }: Advice, theme: ChartTheme): PlotSpec {
  const points = criteria.flatMap(each =>
    Array.from(each.cdf, (share, bin) => ({ k: each.clusterCount, index: (bin + 1) / 100, share })),
  )
  const chosen = points.filter(({ k }) => k === clusterCount)
  // The lines visibly end here: at consensus 1 all of them are at 1.
  const ends = criteria.map(each => ({ k: each.clusterCount, y: each.cdf[each.cdf.length - 2] }))
  return {
    name: 'consensus-cdf',
    title: 'Consensus CDF',
    description: `Cumulative share of pairs by their consensus over the resamples, one line per k from ${criteria[0].clusterCount} to ${criteria[criteria.length - 1].clusterCount}. A flat middle means that few pairs are together in only some of the resamples.`,
    parts: {
      height: 280,
      marginRight: 48,
      x: { domain: [0, 1] },
      y: { domain: [0, 1] },
      marks: [
        ...gridMarks(theme, 'consensus of a pair', 'share of pairs'),
        Plot.line(points, {
          x: 'index',
          y: 'share',
          z: 'k',
          stroke: theme.muted,
          strokeOpacity: 0.6,
          title: row => `k = ${row.k}`,
        }),
        Plot.line(chosen, { x: 'index', y: 'share', stroke: theme.highlight, strokeWidth: 2.5 }),
        Plot.text(spreadLabels(ends, 0.062), {
          x: 1,
          y: 'y',
          dx: 8,
          textAnchor: 'start',
          text: row => `k = ${row.k}`,
          fill: row => (row.k === clusterCount ? theme.highlight : theme.muted),
        }),
      ],
    },
  }
}

/** Line chart of the agreement of consensus clusterings from subsets of growing size; null if it was not computed. */
export function convergenceChart({ convergence }: Advice, theme: ChartTheme): PlotSpec | null {
  if (convergence === null) return null
  const rows = convergence.steps.flatMap(({ ensembleSize, disjoint, bootstrap }) => [
    { ensembleSize, agreement: disjoint, kind: 'disjoint' },
    { ensembleSize, agreement: bootstrap, kind: 'bootstrap' },
  ])
  const of = (kind: string) => rows.filter(row => row.kind === kind && Number.isFinite(row.agreement))
  const most = convergence.steps[convergence.steps.length - 1]
  return {
    name: 'convergence',
    title: 'Agreement by ensemble size',
    description: `Agreement (ARI) of two consensus clusterings by the number of base clusterings in each, up to ${most.ensembleSize}: from disjoint subsets (solid line) and from bootstrap subsets (dashed line).`,
    parts: {
      x: { zero: true, nice: true },
      y: { domain: [0, 1] },
      marks: [
        ...gridMarks(theme, 'base clusterings', 'agreement (ARI)'),
        Plot.line(of('disjoint'), { x: 'ensembleSize', y: 'agreement', stroke: theme.accent, strokeWidth: 2 }),
        Plot.dot(of('disjoint'), { x: 'ensembleSize', y: 'agreement', r: 3.5, fill: theme.accent }),
        Plot.line(of('bootstrap'), { x: 'ensembleSize', y: 'agreement', stroke: theme.muted, strokeDasharray: '4 3' }),
        Plot.dot(of('bootstrap'), { x: 'ensembleSize', y: 'agreement', r: 3, fill: theme.muted }),
      ],
    },
  }
}

/** Bar chart of the stability of every cluster over the resamples. */
export function clusterStabilityChart({ stability, resamples }: Advice, theme: ChartTheme): PlotSpec {
  const rows = Array.from(stability.clusters, (value, cluster) => ({ cluster, value }))
  return {
    name: 'cluster-stability',
    title: 'Stability of the clusters',
    description: `Bar chart of the cluster consensus over ${countText(resamples, 'resample')}: ${rows.map(({ cluster, value }) => `cluster ${cluster} ${fixedText(value, 2)}`).join(', ')}.`,
    parts: {
      height: 50 + 22 * rows.length,
      x: { domain: [0, 1] },
      y: { label: null, type: 'band', domain: rows.map(row => row.cluster), padding: 0.25 },
      marks: [
        Plot.axisX({
          color: theme.muted,
          ticks: 5,
          label: 'cluster consensus',
          labelArrow: 'none',
          labelAnchor: 'center',
        }),
        Plot.axisY({ color: theme.ink, tickSize: 0 }),
        Plot.barX(rows, { x: 'value', y: 'cluster', fill: row => theme.cluster(row.cluster) }),
      ],
    },
  }
}
