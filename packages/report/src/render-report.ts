import { type ClusterResult, checkOptionNames, invalid } from 'chorale/internal'
import packageJson from '../package.json' with { type: 'json' }
import type { ChartName, SvgFile } from './chart-files.js'
import { buildReport as build, type Report, type ReportInput } from './data/report.js'

/** Everything a report can tell about a run; only `result` and `ensemble` are needed. */
export type ReportParts = Omit<ReportInput, 'version'>

/** What a report is made of: what `cluster` returns, or the parts of a run. */
export type ReportSource = ClusterResult | ReportParts

const PARTS = {
  result: true,
  ensemble: true,
  dataset: true,
  ids: true,
  clusterNames: true,
  advice: true,
  review: true,
  verdict: true,
  explanation: true,
  byClusterCount: true,
  runtime: true,
  truth: true,
  truthName: true,
  source: true,
  ensembleOrigin: true,
  command: true,
  options: true,
  notes: true,
  warnings: true,
  timings: true,
  date: true,
} satisfies Record<keyof ReportParts, true>

/**
 * A report as data: tables, bins, cells and sentences, before anything is drawn.
 *
 * @example
 * ```ts
 * import { cluster, sampleShape } from 'chorale'
 * import { buildReport } from 'chorale-report'
 *
 * const found = await cluster(sampleShape('blobs'), { clusterCount: 3 })
 * const { clusters, steps } = buildReport(found)
 * console.log(clusters.map(({ size }) => size).join(), steps.length > 0) // 100,100,100 true
 * ```
 */
export function buildReport(source: ReportSource): Report {
  return build(reportInput('buildReport', source))
}

/**
 * The report of a run as one HTML page that needs nothing else: tables, charts and explanations.
 *
 * @example
 * ```ts
 * import { cluster } from 'chorale'
 * import { readTableFile } from 'chorale-node'
 * import { renderReport } from 'chorale-report'
 *
 * const { consensus, ensemble, dataset } = await cluster(await readTableFile('iris.csv'), { truth: 'species' })
 * const page = await renderReport({ result: consensus, ensemble, dataset, source: 'iris.csv' })
 * console.log(page.startsWith('<!DOCTYPE html>')) // true
 * ```
 */
export async function renderReport(source: ReportSource): Promise<string> {
  const input = reportInput('renderReport', source)
  // Loaded only now: the charts are the largest part of the code.
  const { renderReport: render } = await import('./write-report.js')
  return render(input)
}

/**
 * The charts of a report as SVG files; those that a result has nothing for are left out.
 *
 * @example
 * ```ts
 * import { cluster, sampleShape } from 'chorale'
 * import { chartSvgs } from 'chorale-report'
 *
 * const found = await cluster(sampleShape('blobs'), { clusterCount: 3 })
 * const [chart] = await chartSvgs(found, ['sizes'])
 * console.log(chart.name, chart.content.startsWith('<svg')) // sizes true
 * ```
 */
export async function chartSvgs(source: ReportSource, names?: readonly ChartName[]): Promise<SvgFile[]> {
  const report = build(reportInput('chartSvgs', source))
  const { chartFiles } = await import('./chart-files.js')
  return chartFiles(report, names)
}

/** What a report is made of, with the version of Chorale. */
export function reportInput(caller: string, source: ReportSource): ReportInput {
  const { version } = packageJson
  if (typeof source === 'object' && source !== null && 'consensus' in source) {
    const {
      consensus: result,
      ensemble,
      dataset,
      advice,
      review,
      verdict,
      explanation,
      notes,
      warnings,
      timings,
    } = source
    return { result, ensemble, dataset, advice, review, verdict, explanation, notes, warnings, timings, version }
  }
  checkOptionNames(caller, source, Object.keys(PARTS), 'result and ensemble')
  checkParts(caller, source)
  return { ...source, version }
}

function checkParts(caller: string, { result, ensemble }: ReportParts): void {
  if (typeof result !== 'object' || result === null) {
    throw invalid(caller, 'result', 'be the result of consensus', result)
  }
  if (typeof ensemble !== 'object' || ensemble === null) {
    throw invalid(caller, 'ensemble', 'be the ensemble of the result', ensemble)
  }
}
