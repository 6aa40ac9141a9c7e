import type { Annotation, ClusterMarkers, ConsensusStudy, Dataset } from 'chorale/internal'
import { studyColours } from '../data/study-colours.js'
import { runFolder } from '../data/study-tables.js'
import type { Chart } from '../plot-chart.js'
import { chartSvg } from '../tables.js'
import { FILE_THEME } from '../theme.js'
import { markerDotsChart, markerHeatmapChart } from './marker-charts.js'
import { matrixChart } from './matrix-chart.js'
import {
  cdfChart,
  clusterConsensusChart,
  deltaAreaChart,
  itemConsensusChart,
  pacChart,
  trackingChart,
} from './study-charts.js'

/** A chart of a study: its path in the folder without the ending, and how to draw it. */
export interface StudyChart {
  readonly path: string
  svg(): string
}

/** What the charts show. */
export interface StudyCharts {
  readonly study: ConsensusStudy
  readonly annotations: readonly Annotation[]
  /** The markers for every number of clusters, with the genes that they are about; null without markers. */
  readonly markers: { readonly dataset: Dataset; readonly byRun: readonly (readonly ClusterMarkers[])[] } | null
}

/** All charts of a study. Each is drawn when it is asked for. */
export function studyCharts({ study, annotations, markers }: StudyCharts): StudyChart[] {
  const colours = studyColours(study)
  const theme = FILE_THEME
  const chart = (path: string, draw: () => Chart): StudyChart => ({
    path,
    svg: () => chartSvg(draw(), { standalone: true }).text,
  })
  return [
    chart('cdf', () => cdfChart(study, theme)),
    chart('delta-area', () => deltaAreaChart(study, theme)),
    chart('pac', () => pacChart(study, theme)),
    chart('tracking', () => trackingChart(study, colours, theme)),
    chart('cluster-consensus', () => clusterConsensusChart(study, colours, theme)),
    ...study.runs.flatMap((run, at) => {
      const folder = runFolder(run)
      return [
        chart(`${folder}/consensus-matrix`, () => matrixChart(study, run, colours[at], annotations, theme)),
        chart(`${folder}/item-consensus`, () => itemConsensusChart(study, run, colours[at], theme)),
        ...(markers === null
          ? []
          : markerCharts(markers.byRun[at], markers.dataset, run.labels, colours[at]).map(each => ({
              ...each,
              path: `${folder}/${each.path}`,
            }))),
      ]
    }),
  ]
}

/** The charts of the markers of one clustering. */
export function markerCharts(
  markers: readonly ClusterMarkers[],
  dataset: Dataset,
  labels: Int32Array,
  colours: Int32Array = Int32Array.from(markers, (_, at) => at),
): StudyChart[] {
  const draw = (chart: Chart) => chartSvg(chart, { standalone: true }).text
  return [
    { path: 'marker-dots', svg: () => draw(markerDotsChart(markers, dataset, colours, FILE_THEME)) },
    { path: 'marker-heatmap', svg: () => draw(markerHeatmapChart(markers, dataset, labels, colours, FILE_THEME)) },
  ]
}
