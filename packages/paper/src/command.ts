import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { InputError } from 'chorale/internal'
import {
  addEngineOptions,
  createNarrator,
  type EngineFlags,
  interruptSignal,
  nameList,
  oneOf,
  VERSION,
  wholeNumber,
  withEngine,
} from 'chorale-cli/internal'
import { checkWritable, standardOutput, writeWhole } from 'chorale-node/internal'
import type { Command } from 'commander'
import { type Catalogue, type Experiment, named, readCatalogue } from './catalogue.js'
import { dataState } from './load-dataset.js'
import { planRuns } from './plan.js'
import { readResults } from './results.js'
import { runExperiment } from './run-experiment.js'

const ACTIONS = ['list', 'data', 'run', 'show'] as const

interface PaperFlags extends EngineFlags {
  data?: string
  results: string
  datasets?: string[]
  methods?: string[]
  repeats?: number
  report?: string
  markdown?: string
  threads?: number
  quiet?: boolean
}

export function addPaperCommand(command: Command): void {
  command
    .argument('<action>', `${ACTIONS.join(', ')}`, oneOf('action', ACTIONS))
    .argument('[names...]', 'run: the tables and figures to run (default: all)')
    .option('--data <folder>', 'folder with the datasets (default: $CHORALE_DATA)')
    .option('--results <folder>', 'folder with the results, one file per dataset', 'paper-results')
    .option('--datasets <a,b>', 'run: only these datasets', nameList('--datasets'))
    .option('--methods <a,b>', 'run: only these methods', nameList('--methods'))
    .option(
      '--repeats <n>',
      'run: only the first n repeats; a later run can add the others',
      wholeNumber('--repeats', 1),
    )
    .option(
      '--threads <n>',
      'number of parallel runs (default: all cores); it changes times, not results',
      wholeNumber('--threads', 1, 1024),
    )
    .option('--report <file.html>', 'show: write an HTML page with all tables and figures')
    .option('--markdown <file.md>', 'show: write the tables as Markdown; an existing page is updated between its marks')
    .option('--quiet', 'print no progress or notes')
  addEngineOptions(command).action(paper)
}

async function paper(action: (typeof ACTIONS)[number], names: string[], flags: PaperFlags): Promise<void> {
  if (action === 'list') return listExperiments()
  if (action === 'data') return checkData(flags)
  if (action === 'run') return runExperiments(names, flags)
  return showExperiments(flags)
}

async function listExperiments(): Promise<void> {
  const catalogue = readCatalogue()
  for (const experiment of catalogue.experiments) {
    const { name, title, paper: place } = experiment
    const runs = planRuns(catalogue, experiment)
    const count = runs.reduce((sum, { repeats, alphas }) => sum + repeats * alphas.length, 0)
    await standardOutput(`${name}\t${place}\t${title}\t${count} consensuses\n`)
  }
}

async function checkData(flags: PaperFlags): Promise<void> {
  const folder = dataFolder(flags)
  let bad = 0
  for (const dataset of readCatalogue().datasets) {
    const state = await dataState(folder, dataset)
    const words = {
      here: 'ok',
      missing: `missing; download it from ${dataset.source}`,
      other: `wrong file (its SHA-256 checksum does not match); download it from ${dataset.source}`,
    }
    await standardOutput(`${dataset.file}\t${words[state]}\n`)
    if (state !== 'here') bad++
  }
  if (bad > 0) throw new InputError(`${bad} of the data files are missing from ${folder} or have a wrong checksum`)
}

async function runExperiments(names: readonly string[], flags: PaperFlags): Promise<void> {
  const catalogue = readCatalogue()
  const wanted =
    names.length === 0 ? catalogue.experiments : names.map(name => named(catalogue.experiments, name, 'the name'))
  const narrator = createNarrator(flags.quiet ?? false)
  const signal = interruptSignal()
  const call = { command: 'paper run', paths: [], flags: { ...flags, names }, beside: flags.results }
  await withEngine(call, { narrator, signal }, async ({ engine }) => {
    for (const experiment of wanted.map(each => restricted(catalogue, each, flags))) {
      let isFirst = true
      await runExperiment(catalogue, experiment, {
        version: VERSION,
        dataFolder: dataFolder(flags),
        resultsFolder: resolve(flags.results),
        signal,
        concurrency: flags.threads ?? availableParallelism(),
        engine,
        onProgress({ done, total, known, secondsLeft, run }) {
          if (isFirst && known > 0)
            narrator.note(`${experiment.name}: ${known} of ${total} results are already in ${flags.results}`)
          isFirst = false
          const left = Number.isFinite(secondsLeft) ? `, about ${timeText(secondsLeft)} left` : ''
          narrator.status(`${experiment.name}: ${done} of ${total}${left}${run === null ? '' : ` (${run})`}`)
        },
      })
      narrator.note(`${experiment.name}: done`)
    }
  })
}

async function showExperiments({ results, report, markdown, quiet }: PaperFlags): Promise<void> {
  const narrator = createNarrator(quiet ?? false)
  if (!existsSync(results))
    throw new InputError(`--results must be a folder with results; got ${results}, which does not exist`)
  for (const path of [report, markdown]) if (path !== undefined) await checkWritable(path)
  // Loaded only now, because the charts need much code.
  const { paperHtml, paperSections, paperText, withMarkdown } = await import('./page/page.js')
  const sections = paperSections(readCatalogue(), readResults(resolve(results)))
  if (report !== undefined) {
    await writeWhole(report, async sink => {
      for (const piece of paperHtml(sections, VERSION)) await sink(piece)
    })
    narrator.note(`wrote ${report}`)
  }
  if (markdown !== undefined) {
    const page = existsSync(markdown) ? await readFile(markdown, 'utf8') : null
    await writeWhole(markdown, sink => sink(withMarkdown(page, sections)))
    narrator.note(`wrote ${markdown}`)
  }
  await standardOutput(paperText(sections))
}

/** The experiment with the requested datasets, methods and repeats only. */
function restricted(catalogue: Catalogue, experiment: Experiment, flags: PaperFlags): Experiment {
  const { datasets, methods, repeats = experiment.repeats } = flags
  for (const name of datasets ?? []) named(catalogue.datasets, name, '--datasets')
  for (const name of methods ?? []) named(catalogue.methods, name, '--methods')
  return {
    ...experiment,
    repeats: Math.min(experiment.repeats, repeats),
    datasets: experiment.datasets.filter(name => datasets?.includes(name) ?? true),
    methods: experiment.methods.filter(name => methods?.includes(name) ?? true),
  }
}

function dataFolder({ data }: PaperFlags): string {
  const folder = data ?? process.env.CHORALE_DATA
  if (folder !== undefined && folder !== '') return resolve(folder)
  throw new InputError('--data is missing; name the folder with the datasets, or set CHORALE_DATA')
}

function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
