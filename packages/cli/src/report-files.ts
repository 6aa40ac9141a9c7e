import { basename, join } from 'node:path'
import { datasetRows } from 'chorale/internal'
import { makeFolder, shownUrl, terminal, writeWhole } from 'chorale-node/internal'
import type { ReportParts } from 'chorale-report'
import { countText, sampleNamer } from 'chorale-report/data'
import { type Finding, namesOfFit, ofFit } from './finding.js'
import { inFlagWords } from './flag-words.js'
import type { CommandContext, ConsensusJob, Judged } from './run-consensus.js'
import type { SharedFlags } from './shared-options.js'
import { VERSION } from './version.js'
import { wholeEnsemble } from './whole-ensemble.js'

/** Writes the report and the chart files, if requested. Their code is loaded on demand, because it is large. */
export async function writeReportFiles(
  job: ConsensusJob,
  { report, charts, chartFormat = 'svg' }: SharedFlags,
  findings: readonly Finding[],
  { finding, verdict, explanation }: Judged,
  { narrator, watch }: CommandContext,
): Promise<void> {
  const { result, ensemble, review, fit } = finding
  const { truth, truthName, options, notes, warnings, advice, paths } = job
  const parts: ReportParts = {
    result,
    ensemble: wholeEnsemble(ensemble),
    dataset: job.dataset && fit?.places ? datasetRows(job.dataset, fit.places) : job.dataset,
    ids: namesOf(job, finding),
    review,
    byClusterCount:
      findings.length > 1 ? findings.map(({ clusterCount, result: { labels } }) => ({ clusterCount, labels })) : null,
    truth: truth && ofFit(finding, truth),
    truthName,
    options,
    notes,
    warnings,
    advice,
    verdict: { ...verdict, next: verdict.next.map(inFlagWords) },
    explanation,
    runtime: `Node ${process.versions.node} on ${process.platform} ${process.arch}`,
    source: paths.map(path => (path === '-' ? 'standard input' : basename(path))).join(', '),
    command: ['chorale', ...terminal().args.map(shownUrl)],
    date: new Date().toISOString().slice(0, 10),
    timings: watch.timings(),
  }
  if (report !== undefined) {
    const { writeReport } = await import('chorale-report/internal')
    await writeWhole(report, sink => writeReport(sink, { ...parts, version: VERSION }))
    narrator.note(`wrote ${report} (report)`)
  }
  if (charts !== undefined) {
    const { renderCharts } = await import('chorale-report/node')
    await makeFolder(charts)
    const files = await renderCharts(parts, chartFormat)
    for (const { name, content } of files) {
      await writeWhole(join(charts, `${name}.${chartFormat}`), sink => sink(content))
    }
    narrator.note(`wrote ${countText(files.length, 'chart')} to ${charts}`)
  }
}

/** The ids of the samples in the report. If rows were dropped and there are no ids, the row numbers of the file. */
function namesOf({ names }: ConsensusJob, finding: Finding): readonly string[] | null {
  const known = namesOfFit(finding, names)
  if (known.ids !== null || known.droppedRows.length === 0) return known.ids
  const nameOf = sampleNamer(known)
  return Array.from(finding.result.labels, (_, i) => nameOf(i))
}
