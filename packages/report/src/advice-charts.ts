import * as Plot from '@observablehq/plot'
import type { Advice } from 'chorale/internal'
import { gridMarks, wholeTicks } from './charts.js'
import { clusterSplits } from './data/cluster-splits.js'
import { countText, fixedText } from './data/number-text.js'
import { splitsChart } from './feature-charts.js'
import type { Chart, PlotSpec } from './plot-chart.js'
import type { ChartTheme } from './theme.js'

/** One measure of the evidence by k. */
interface Measure {
  readonly name: string
  readonly title: string
  readonly axis: string
  readonly value: 'overlap' | 'agreement' | 'stability'
  readonly band: 'overlap' | 'agreement'
}

const SEPARATION: Measure = {
  name: 'separation',
  title: 'Separation by number of clusters',
  axis: 'overlap (low is good)',
  value: 'overlap',
  band: 'overlap',
}
const REPRODUCIBILITY: Measure = {
  name: 'reproducibility',
  title: 'Reproducibility by number of clusters',
  axis: 'agreement (ARI, high is good)',
  value: 'agreement',
  band: 'agreement',
}

/** Line chart of the overlap by k, with the ranges of random data without clusters as bands. */
export function separationChart(advice: Advice, theme: ChartTheme): PlotSpec {
  return measureChart(advice, theme, SEPARATION)
}

/** Line chart of the stability and the agreement of two ensembles by k, with the ranges of random data as bands. */
export function reproducibilityChart(advice: Advice, theme: ChartTheme): PlotSpec {
  const isOfLabelings = advice.criteria[0].agreement === null
  return measureChart(advice, theme, isOfLabelings ? { ...REPRODUCIBILITY, value: 'stability' } : REPRODUCIBILITY)
}

function measureChart({ criteria, leading, structure }: Advice, theme: ChartTheme, measure: Measure): PlotSpec {
  const { value, band } = measure
  const counts = criteria.map(each => each.clusterCount)
  const last = criteria[criteria.length - 1]
  const own = criteria.find(each => each.clusterCount === leading)
  const bands = structure.nulls.filter(({ bands: found }) => found.length > 0)
  const withStability = value === 'agreement'
  return {
    name: measure.name,
    title: measure.title,
    description:
      `Line of the ${value} for k from ${counts[0]} to ${last.clusterCount}${withStability ? ', and a dashed line of the stability between resamples' : ''}. ` +
      `At k = ${leading} it is ${fixedText(own?.[value] ?? Number.NaN, 2)}.` +
      (bands.length === 0 ? '' : ' The grey bands are the ranges in random data without clusters, normal and uniform.'),
    parts: {
      height: 260,
      x: { nice: false },
      y: { domain: [0, 1] },
      marks: [
        ...gridMarks(theme, 'number of clusters (k)', measure.axis, wholeTicks(counts[0], last.clusterCount)),
        ...bands.map(({ bands: found }) =>
          Plot.areaY(found, {
            x: 'clusterCount',
            y1: row => row[band][0],
            y2: row => row[band][1],
            fill: theme.muted,
            fillOpacity: 0.22,
          }),
        ),
        Plot.ruleX([leading], { stroke: theme.muted, strokeDasharray: '4 3' }),
        ...(withStability
          ? [Plot.line(criteria, { x: 'clusterCount', y: 'stability', stroke: theme.accent, strokeDasharray: '4 3' })]
          : []),
        Plot.line(criteria, { x: 'clusterCount', y: value, stroke: theme.accent, strokeWidth: 2 }),
        Plot.dot(criteria, { x: 'clusterCount', y: value, r: 3, fill: theme.accent }),
      ],
    },
  }
}

/** The most samples in a chart of samples. */
const MOST_DOTS = 600

/** The samples that the advice is based on, coloured by their clusters for one k; null without features. */
export function samplesChart({ looked }: Advice, clusterCount: number | null, theme: ChartTheme): PlotSpec | null {
  const { coordinates, partitions, samples } = looked
  const own = partitions.find(each => each.clusterCount === clusterCount)
  if (coordinates === null || own === undefined) return null
  const step = Math.max(1, samples.length / MOST_DOTS)
  const rows = Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    const i = Math.floor(at * step)
    return { x: coordinates[2 * i], y: coordinates[2 * i + 1], cluster: own.labels[i] }
  })
  return {
    name: `samples-${clusterCount}`,
    title: `The samples in ${countText(own.clusterCount, 'cluster')}`,
    description: `Scatter plot of ${countText(rows.length, 'sample')}, coloured by cluster for k = ${clusterCount}; the axes are two features, or the first two principal components.`,
    parts: {
      height: 280,
      x: { axis: null, inset: 8 },
      y: { axis: null, inset: 8 },
      marks: [
        Plot.frame({ stroke: theme.line }),
        Plot.dot(rows, { x: 'x', y: 'y', r: 2.2, fill: row => theme.cluster(row.cluster) }),
      ],
    },
  }
}

/** The most numbers of clusters in the chart of splits. */
const MOST_LEVELS = 8

/** How clusters split as k grows: up to the leading k and the runner-up, or eight. */
export function adviceSplitsChart({ looked, leading, runnerUp }: Advice, theme: ChartTheme): Chart | null {
  const most = Math.max(MOST_LEVELS, leading, runnerUp ?? 0)
  const wanted = looked.partitions.filter(({ clusterCount }) => clusterCount <= most)
  const kept = wanted.filter(
    ({ clusterCount }, at) => at < MOST_LEVELS - 2 || clusterCount === leading || clusterCount === runnerUp,
  )
  return splitsChart({ splits: clusterSplits(kept) }, theme)
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
export function consensusCdfChart({ criteria, leading }: Advice, theme: ChartTheme): PlotSpec {
  const points = criteria.flatMap(each =>
    Array.from(each.cdf, (share, bin) => ({ k: each.clusterCount, index: (bin + 1) / 100, share })),
  )
  const chosen = points.filter(({ k }) => k === leading)
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
          fill: row => (row.k === leading ? theme.highlight : theme.muted),
        }),
      ],
    },
  }
}

/** Line chart of the agreement of consensus clusterings by ensemble size; null if it was not measured. */
export function convergenceChart({ convergence }: Advice, theme: ChartTheme): PlotSpec | null {
  if (convergence === null) return null
  const { steps } = convergence
  const most = steps[steps.length - 1]
  return {
    name: 'convergence',
    title: 'Agreement by ensemble size',
    description: `Mean agreement (ARI) of two consensus clusterings by the number of base clusterings in each, up to ${most.ensembleSize}, with the range of the measured pairs.`,
    parts: {
      x: { zero: true, nice: true },
      y: { domain: [0, 1] },
      marks: [
        ...gridMarks(theme, 'base clusterings', 'agreement (ARI)'),
        Plot.areaY(steps, {
          x: 'ensembleSize',
          y1: row => row.interval[0],
          y2: row => row.interval[1],
          fill: theme.accent,
          fillOpacity: 0.15,
        }),
        Plot.line(steps, { x: 'ensembleSize', y: 'agreement', stroke: theme.accent, strokeWidth: 2 }),
        Plot.dot(steps, { x: 'ensembleSize', y: 'agreement', r: 3.5, fill: theme.accent }),
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
