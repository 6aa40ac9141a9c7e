import { basename } from 'node:path'
import {
  type Annotation,
  type AnnotationTest,
  annotationsOf,
  type ConsensusStudy,
  consensusStudy,
  type Dataset,
  InputError,
  MARKERS_NOTE,
  markersOfSeveral,
  readData,
  STUDY_ALGORITHMS,
  STUDY_DEFAULTS,
  STUDY_DISTANCES,
  Stopwatch,
  type StudyAlgorithm,
  type StudyDistance,
  type Survival,
  survivalOf,
  type Table,
  testAnnotations,
} from 'chorale/internal'
import { type FolderSink, namesInFolder, shownUrl, standardOutput, writeFolder } from 'chorale-node/internal'
import {
  countText,
  fixedText,
  markersCsv,
  markersGmt,
  numberText,
  type RunTests,
  runFolder,
  studyTables,
} from 'chorale-report/data'
import type { StudyChart } from 'chorale-report/internal'
import type { Command } from 'commander'
import { printColumns } from './columns-text.js'
import {
  addFeatureOptions,
  addReadOptions,
  datasetOptions,
  type FeatureFlags,
  type ReadFlags,
} from './feature-options.js'
import { inFlagWords } from './flag-words.js'
import { interruptSignal } from './interrupt.js'
import { writeJson } from './json-output.js'
import { loadPng } from './load-png.js'
import { allFeatures } from './marker-files.js'
import { createNarrator, type Narrator, printWords } from './narrator.js'
import { clusterRange, nameList, oneOf, seedValue, shareValue, wholeNumber } from './parse.js'
import { progressBars } from './progress.js'
import { readSamples } from './read-samples.js'
import { csvNames } from './safe-csv.js'
import { COLUMNS_HELP } from './shared-options.js'
import { textTable } from './text-table.js'
import { VERSION } from './version.js'

interface StudyFlags extends Omit<FeatureFlags, 'distance'>, ReadFlags {
  distance?: StudyDistance
  clusters?: number[]
  algorithm?: StudyAlgorithm
  resamples?: number
  sampleShare?: number
  geneShare?: number
  seed: number
  markers?: boolean
  time?: string
  event?: string
  columns?: string[]
  exclude?: string[]
  truth?: string
  id?: string
  output?: string
  overwrite?: boolean
  json?: boolean
  safeCsv?: boolean
  quiet?: boolean
}

export function addStudyCommand(command: Command): void {
  const { clusterCounts, algorithm, distance, resamples, sampleShare, featureShare, seed } = STUDY_DEFAULTS
  command
    .argument('<table>', 'table of samples and their features, such as genes; - is standard input')
    .option(
      '-k, --clusters <list>',
      `numbers of clusters, such as 2-10 or 2,3,5 (default: ${clusterCounts[0]}-${clusterCounts.at(-1)})`,
      clusterRange('-k'),
    )
    .option(
      '--algorithm <name>',
      `base clusterings: ${STUDY_ALGORITHMS.join(', ')} for average linkage, k-means, partitioning around medoids (default: ${algorithm})`,
      oneOf('--algorithm', STUDY_ALGORITHMS),
    )
    .option(
      '--distance <name>',
      `distance between samples: ${STUDY_DISTANCES.join(', ')} (default: ${distance})`,
      oneOf('--distance', STUDY_DISTANCES),
    )
    .option('--resamples <n>', `number of resamples (default: ${resamples})`, wholeNumber('--resamples', 1, 65_535))
    .option(
      '--sample-share <s>',
      `share of the samples in each resample (default: ${sampleShare})`,
      shareValue('--sample-share'),
    )
    .option(
      '--gene-share <s>',
      `share of the features in each resample; less than 1 takes much longer (default: ${featureShare})`,
      shareValue('--gene-share'),
    )
    .option('--seed <s>', 'random seed; the same seed gives the same files', seedValue, seed)
    .option('--markers', 'find the genes that tell each cluster from the others')
    .option('--time <column>', 'time until an event, or until there was none; tested together with --event')
    .option('--event <column>', 'whether there was an event: 1 or 0, or words such as dead and alive')
    .option('--columns <a,b,c>', COLUMNS_HELP, nameList('--columns'))
    .option('--exclude <a,b,c>', 'columns to leave out, written like --columns', nameList('--exclude'))
    .option('--truth <column>', 'column with known classes, which is tested like an annotation')
    .option('--id <column>', 'column with sample ids; none: there is none (default: detected)')
    .option('-o, --output <folder>', 'folder for all files (default: the name of the table with -study)')
    .option('--overwrite', 'replace the folder of an earlier study')
    .option('--safe-csv', 'in CSV files, put an apostrophe before strings that a spreadsheet would run as formulas')
    .option('--json', 'print the numbers as one JSON object')
    .option('--quiet', 'print only errors on standard error')
  addReadOptions(command)
  addFeatureOptions(command).action(studyTable)
  // Distances between samples need features in their own units.
  const scale = command.options.find(({ long }) => long === '--scale')
  if (scale !== undefined) scale.description = scale.description.replace(/default: \w+/, 'default: none')
}

async function studyTable(path: string, flags: StudyFlags): Promise<void> {
  const narrator = createNarrator(flags.quiet ?? false)
  const watch = new Stopwatch()
  const signal = interruptSignal()
  const folder = flags.output ?? standardFolder(path)
  if ((flags.time === undefined) !== (flags.event === undefined)) {
    throw new InputError('--time and --event belong together; name both columns')
  }
  const replaces = await checkFolder(folder, flags.overwrite ?? false)

  watch.enter('load')
  const table = await readSamples(path, { ...flags, distance: undefined }, signal)
  const { scale = 'none' } = flags
  const reading = { ...datasetOptions({ ...flags, distance: undefined }), scale }
  const { dataset, table: oriented } = readData('study', table, reading)
  printColumns(dataset, narrator)
  const { annotations, survival } = describedBy(oriented ?? table, dataset, flags)

  watch.enter('resamples')
  const show = progressBars(narrator)
  const study = await consensusStudy(dataset, {
    clusterCounts: flags.clusters,
    algorithm: flags.algorithm,
    distance: flags.distance,
    resamples: flags.resamples,
    sampleShare: flags.sampleShare,
    featureShare: flags.geneShare,
    seed: flags.seed,
    signal,
    onProgress: progress => show('clustering resamples', progress),
  })
  watch.enter('tests')
  const tests = study.runs.map(({ clusterCount, labels }) => ({
    clusterCount,
    tests: testAnnotations(labels, annotations, survival, flags.seed),
  }))
  const labelings = study.runs.map(({ labels }) => labels)
  const onProgress = (progress: { done: number; total: number }) => show('finding markers', progress)
  const markers = flags.markers ? allFeatures('study', oriented ?? table, reading) : null
  const byRun = markers && (await markersOfSeveral('study', markers, labelings, { signal, onProgress }))

  watch.enter('files')
  const fileCount = await writeStudy(folder, replaces, { study, dataset, markers, annotations, tests, byRun }, flags, {
    narrator,
    signal,
  })
  watch.enter(null)
  narrator.status('')
  if (byRun !== null) narrator.note(MARKERS_NOTE)
  narrator.note(
    `wrote ${countText(fileCount, 'file')} to ${folder}; to load the tables into R: source("${folder}/load.R", chdir = TRUE)`,
  )
  if (flags.json) await writeJson(standardOutput, jsonOf(path, folder, study, dataset, tests, watch))
  else await printWords(summaryText(study, tests))
}

/** The file without its ending, and -study. */
function standardFolder(path: string): string {
  if (path === '-') return 'study'
  const name = basename(shownUrl(path))
    .replace(/(\.gz|\.zst)?$/, '')
    .replace(/\.\w+$/, '')
  return `${name}-study`
}

/** Fails if the folder has files that would be lost. Says whether an earlier study is replaced. */
async function checkFolder(folder: string, mayReplace: boolean): Promise<boolean> {
  const names = await namesInFolder(folder)
  if (names === null || names.length === 0) return false
  if (!names.includes('study.json')) {
    throw new InputError(`${folder}: the folder has files that are not of a study; name another one with -o`)
  }
  if (mayReplace) return true
  throw new InputError(
    `${folder}: the folder has an earlier study; replace it with --overwrite, or name another one with -o`,
  )
}

/** What is known about the samples, from the columns that are no features. */
function describedBy(table: Table, dataset: Dataset, { time, event }: StudyFlags) {
  const survival: Survival | null =
    time === undefined || event === undefined ? null : survivalOf(table, dataset, time, event)
  const without = [time, event].filter(name => name !== undefined)
  return { annotations: annotationsOf(table, dataset, without), survival }
}

interface StudyResult {
  readonly study: ConsensusStudy
  readonly dataset: Dataset
  /** All genes, for the markers. */
  readonly markers: Dataset | null
  readonly annotations: readonly Annotation[]
  readonly tests: readonly RunTests[]
  readonly byRun: Awaited<ReturnType<typeof markersOfSeveral>> | null
}

/** Writes all files, and says how many. */
async function writeStudy(
  folder: string,
  replaces: boolean,
  { study, dataset, markers, annotations, tests, byRun }: StudyResult,
  flags: StudyFlags,
  { narrator, signal }: { narrator: Narrator; signal: AbortSignal },
): Promise<number> {
  const { studyCharts } = await import('chorale-report/internal')
  const toPng = await loadPng(narrator)
  const names = csvNames({ ids: dataset.ids, droppedRows: dataset.droppedRows }, flags)
  const tables = studyTables(study, names, tests)
  const charts = studyCharts({ study, annotations, markers: markers && byRun && { dataset: markers, byRun } })
  const total = tables.length + charts.length
  const show = progressBars(narrator)
  let fileCount = 1
  await writeFolder(folder, replaces, async sink => {
    let done = 0
    const step = () => {
      signal.throwIfAborted()
      show('writing files', { done: ++done, total })
    }
    await sink('study.json', [`${JSON.stringify(recordOf(study, tests), null, 1)}\n`])
    for (const { path, pieces } of tables) {
      await sink(path, pieces())
      fileCount++
      step()
    }
    for (const [at, run] of study.runs.entries()) {
      if (markers === null || byRun === null) break
      await sink(`${runFolder(run)}/markers.csv`, markersCsv(byRun[at], markers.featureNames))
      await sink(`${runFolder(run)}/markers.gmt`, markersGmt(byRun[at], markers.featureNames))
      fileCount += 2
    }
    for (const chart of charts) {
      fileCount += await writeChart(sink, chart, toPng)
      step()
    }
  })
  return fileCount
}

/** Writes a chart as SVG and, where it can be drawn, as PNG. */
async function writeChart(
  sink: FolderSink,
  { path, svg }: StudyChart,
  toPng: ((svg: string) => Uint8Array) | null,
): Promise<number> {
  const content = svg()
  await sink(`${path}.svg`, [content])
  if (toPng === null) return 1
  await sink(`${path}.png`, [toPng(content)])
  return 2
}

/** The settings and the numbers of a study, without matrices. */
function recordOf(study: ConsensusStudy, tests: readonly RunTests[]) {
  const { runs, ids: _, ...settings } = study
  return {
    chorale: VERSION,
    ...settings,
    runs: runs.map(({ clusterCount, area, deltaArea, pac, clusterConsensus }, at) => ({
      clusterCount,
      area,
      deltaArea,
      pac,
      clusterConsensus: Array.from(clusterConsensus, value => (Number.isNaN(value) ? null : value)),
      tests: tests[at].tests,
    })),
  }
}

function jsonOf(
  path: string,
  folder: string,
  study: ConsensusStudy,
  dataset: Dataset,
  tests: readonly RunTests[],
  watch: Stopwatch,
) {
  const { chorale, runs, ...settings } = recordOf(study, tests)
  return {
    chorale,
    command: 'study',
    input: { path: shownUrl(path), columns: dataset.roles },
    folder,
    ...settings,
    ids: dataset.ids,
    runs: runs.map((run, at) => ({ ...run, labels: Array.from(study.runs[at].labels) })),
    timings: watch.timings(),
    warnings: dataset.warnings.map(inFlagWords),
    notes: dataset.notes.map(inFlagWords),
  }
}

const ALGORITHM_WORDS = { hc: 'average linkage', km: 'k-means', pam: 'partitioning around medoids' } as const
const DISTANCE_WORDS = { pearson: 'Pearson', spearman: 'Spearman', euclidean: 'Euclidean' } as const

/** The summary: one line for each number of clusters, and the tests of annotations. */
function summaryText(study: ConsensusStudy, tests: readonly RunTests[]): string {
  const { runs, sampleCount, drawnSamples, drawnFeatures, featureCount, resamples, algorithm, distance } = study
  const genes = drawnFeatures < featureCount ? ` and ${countText(drawnFeatures, 'feature')}` : ''
  const rows = runs.map(({ clusterCount, pac, area, deltaArea, clusterConsensus, labels }) => {
    const sizes = new Int32Array(clusterCount)
    for (const label of labels) sizes[label]++
    const known = clusterConsensus.filter(value => !Number.isNaN(value))
    const least = known.length === 0 ? Number.NaN : Math.min(...known)
    return [
      String(clusterCount),
      fixedText(pac, 3),
      fixedText(area, 3),
      fixedText(deltaArea, 3),
      fixedText(least, 2),
      [...sizes].sort((a, b) => b - a).join(' '),
    ]
  })
  const head = ['k', 'PAC', 'area', 'delta', 'least cluster consensus', 'samples']
  return [
    `${countText(resamples, 'resample')} of ${drawnSamples} of ${countText(sampleCount, 'sample')}${genes}: ${ALGORITHM_WORDS[algorithm]} with ${DISTANCE_WORDS[distance]} distance`,
    '',
    ...textTable([head, ...rows]),
    ...testLines(tests),
    '',
  ].join('\n')
}

/** A p value. No simulated one is below one in the number of tables. */
function pText({ adjustedP, p, simulated }: AnnotationTest): string {
  const isLeast = simulated > 0 && p * (simulated + 1) < 1.5
  return `${isLeast ? '≤ ' : ''}${numberText(adjustedP, 2)}`
}

function testLines(tests: readonly RunTests[]): string[] {
  const names = tests[0]?.tests ?? []
  if (names.length === 0) return []
  const rows = names.map(({ annotation, test }, at) => [
    annotation,
    test,
    ...tests.map(({ tests: found }) => pText(found[at])),
  ])
  const head = ['annotation', 'test', ...tests.map(({ clusterCount }) => `k = ${clusterCount}`)]
  return ['', 'Adjusted p values of annotations against the clusters:', '', ...textTable([head, ...rows], [0, 1])]
}
