import { availableParallelism } from 'node:os'
import {
  canChooseAlpha,
  INPUT_KINDS,
  InputError,
  type InputKind,
  METHOD_NAMES,
  METHODS,
  type MethodName,
  methodNamed,
  Stopwatch,
} from 'chorale/internal'
import type { Engine } from 'chorale-engine/internal'
import { shownUrl, standardOutput, terminal, writeWhole } from 'chorale-node/internal'
import { countText, rankMethods } from 'chorale-report/data'
import { type Command, Option } from 'commander'
import { checkOutputFiles } from '../check-output-files.js'
import { addEngineOptions, type EngineFlags, withEngine } from '../engine.js'
import {
  addBaseOptions,
  addFeatureOptions,
  addReadOptions,
  type BaseFlags,
  type FeatureFlags,
  type ReadFlags,
} from '../feature-options.js'
import { inFlagWords } from '../flag-words.js'
import { interruptSignal } from '../interrupt.js'
import { writeJson } from '../json-output.js'
import { methodHelp, usersText } from '../method-help.js'
import { createNarrator, type Narrator, printWords } from '../narrator.js'
import { alphaValue, nameList, oneOf, positiveNumber, seedValue, wholeNumber } from '../parse.js'
import { progressText } from '../progress.js'
import { COLUMNS_HELP } from '../shared-options.js'
import { VERSION } from '../version.js'
import { type CompareProgress, compareMethods, standardMemoryLimit } from './compare.js'
import { compareBaselines } from './compare-baselines.js'
import { type ReadInput, readInputs } from './compare-inputs.js'
import { comparisonJson, comparisonText, failureLines, type Outcome } from './compare-summary.js'

export interface CompareFlags extends EngineFlags, FeatureFlags, BaseFlags, ReadFlags {
  truth?: string
  methods: MethodName[]
  repeats: number
  clusters?: number
  ensembleSize?: number
  seed: number
  input?: InputKind
  alpha?: number | 'auto'
  columns?: string[]
  exclude?: string[]
  id?: string
  results?: string
  report?: string
  json?: boolean
  threads?: number
  memoryLimit?: number
  quiet?: boolean
}

export function addCompareCommand(command: Command): void {
  const alphaUsers = METHODS.filter(canChooseAlpha).map(({ name }) => name)
  command
    .argument(
      '<inputs...>',
      'tables of features or of labelings, one per dataset: CSV, TSV, Excel, JSON, Parquet, Arrow, .npy, .npz, .mat or ARFF, optionally gzipped; - is standard input',
    )
    .option('--truth <column>', 'column with the true classes (default: detected by name)')
    .addOption(
      new Option('--methods <a,b>', `methods to compare: all, or some of ${METHOD_NAMES.join(', ')}`)
        .argParser(methodList)
        .default([...METHOD_NAMES], 'all'),
    )
    .option('--repeats <n>', 'number of ensembles per dataset', wholeNumber('--repeats', 1), 10)
    .option('-k, --clusters <n>', 'number of clusters (default: number of true classes)', wholeNumber('-k', 1))
    .option(
      '-m, --ensemble-size <n>',
      'number of base clusterings; features: default as in chorale cluster; labelings: draws this many (default: all)',
      wholeNumber('-m', 2, 10_000),
    )
    .option('--seed <s>', 'random seed; the same seed gives the same results', seedValue, 1)
    .option(
      '--input <kind>',
      `${INPUT_KINDS.join(' or ')} (default: detected by content)`,
      oneOf('--input', INPUT_KINDS),
    )
    .option('--alpha <a>', `${usersText(alphaUsers)}: confidence threshold in (0, 1], or auto`, alphaValue)
    .option('--columns <a,b,c>', COLUMNS_HELP, nameList('--columns'))
    .option('--exclude <a,b,c>', 'columns to leave out, written like --columns', nameList('--exclude'))
    .option('--id <column>', 'column with sample ids')
    .option(
      '--results <file.jsonl>',
      'save every finished run; run the same command again to continue an interrupted comparison',
    )
    .option('--report <file.html>', 'write a report with charts as one self-contained HTML file')
    .option('--json', 'print everything as one JSON object')
    .option(
      '--threads <n>',
      'number of parallel runs (default: all cores); results do not depend on it, timings may',
      wholeNumber('--threads', 1, 1024),
    )
    .option(
      '--memory-limit <gib>',
      'memory limit for the large matrices of a method, in GiB (default: half of the memory)',
      positiveNumber('--memory-limit'),
    )
    .option('--quiet', 'print only errors on standard error')
  addReadOptions(command)
  addFeatureOptions(command)
  addBaseOptions(command)
  addEngineOptions(command).addHelpText('after', methodHelp(METHODS)).action(compareFiles)
}

function methodList(text: string): MethodName[] {
  if (text === 'all') return [...METHOD_NAMES]
  const names = nameList('--methods')(text)
  const unknown = names.find(name => !(METHOD_NAMES as readonly string[]).includes(name))
  if (unknown !== undefined) {
    throw new InputError(`--methods must be all, or some of ${METHOD_NAMES.join(', ')}; got ${unknown}`)
  }
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw new InputError(`--methods must name every method once; got ${twice} twice`)
  return names as MethodName[]
}

async function compareFiles(paths: string[], flags: CompareFlags): Promise<void> {
  const narrator = createNarrator(flags.quiet ?? false)
  const signal = interruptSignal()
  const watch = new Stopwatch()
  await checkOutputFiles(paths, [
    ['--report', flags.report],
    ['--results', flags.results],
  ])
  const beside = flags.results ?? flags.report
  await withEngine({ command: 'compare', paths, flags, beside }, { narrator, signal }, ({ engine }) =>
    compareOn(engine, paths, flags, { narrator, signal, watch }),
  )
}

interface CompareContext {
  readonly narrator: Narrator
  readonly signal: AbortSignal
  readonly watch: Stopwatch
}

async function compareOn(
  engine: Engine | null,
  paths: string[],
  flags: CompareFlags,
  { narrator, signal, watch }: CompareContext,
): Promise<void> {
  watch.enter('load')
  const inputs = await readInputs(paths, flags, { signal, engine })
  for (const note of byInput(inputs, input => input.notes)) narrator.note(inFlagWords(note))
  const { methods, repeats, seed, alpha, results: resultsPath } = flags
  const memoryLimit = flags.memoryLimit === undefined ? undefined : flags.memoryLimit * 2 ** 30
  for (const note of costNotes(inputs, methods, memoryLimit ?? standardMemoryLimit())) narrator.note(note)
  for (const sentence of unusedIn(flags)) narrator.warn(sentence)

  watch.enter('runs')
  const comparisons = await compareMethods(inputs, {
    version: VERSION,
    methods,
    repeats,
    seed,
    alpha,
    memoryLimit,
    resultsPath,
    signal,
    concurrency: flags.threads ?? availableParallelism(),
    engine,
    onProgress: progressTeller(narrator, resultsPath),
  })
  narrator.status('computing baselines')
  const baselines = await compareBaselines(inputs, {
    repeats,
    seed,
    signal,
    concurrency: flags.threads ?? availableParallelism(),
  })
  watch.enter(null)
  narrator.status('')
  const outcome: Outcome = {
    inputs,
    comparisons,
    baselines,
    ranks: rankMethods(comparisons),
    flags,
    memoryLimit: memoryLimit ?? standardMemoryLimit(),
    warnings: warningsOf(inputs, comparisons),
  }
  for (const warning of outcome.warnings) narrator.warn(warning)
  if (flags.json) for (const line of failureLines(outcome)) narrator.warn(line)

  if (flags.report !== undefined) {
    watch.enter('report')
    // Loaded on demand, because the code for charts is large.
    const { writeComparison } = await import('chorale-report/internal')
    await writeWhole(flags.report, sink => writeComparison(sink, reportInput(outcome)))
    watch.enter(null)
    narrator.note(`wrote ${flags.report} (report)`)
  }
  signal.throwIfAborted()
  if (flags.json) await writeJson(standardOutput, comparisonJson(outcome, watch.timings()))
  else await printWords(comparisonText(outcome, watch.timings()))
}

/** One sentence for every option that is set and has no effect. */
function unusedIn({ alpha, methods, work, engine }: CompareFlags): string[] {
  const sentences: string[] = []
  const users = METHODS.filter(canChooseAlpha).map(({ name }) => name)
  if (alpha !== undefined && !methods.some(method => users.includes(method))) {
    sentences.push(`--alpha has no effect on ${methods.join(', ')}; it applies to ${users.join(', ')}`)
  }
  if (work !== undefined && engine === undefined) sentences.push('--work has no effect without --engine')
  return sentences
}

/** Messages about inputs, with their names. A message that several inputs share appears once. */
function byInput(inputs: readonly ReadInput[], saidOf: (input: ReadInput) => readonly string[]): string[] {
  const names = new Map<string, string[]>()
  for (const input of inputs) {
    for (const text of saidOf(input)) names.set(text, [...(names.get(text) ?? []), input.name])
  }
  return [...names].map(([text, of]) => {
    const who = of.length === inputs.length && of.length > 1 ? 'all inputs' : of.join(', ')
    return `${who}: ${text}`
  })
}

/** Memory and time of the methods that grow faster than their input. */
function costNotes(inputs: readonly ReadInput[], methods: readonly MethodName[], memoryLimit: number): string[] {
  return inputs.flatMap(({ name, extent }) => {
    const byCost = new Map<string, MethodName[]>()
    for (const method of methods) {
      const cost = methodNamed(method, METHODS).cost(extent)
      if (cost === null) continue
      const refusal = cost.bytes > memoryLimit ? ', above the memory limit unless samples have equal labels' : ''
      const words = `${sizeText(cost.bytes)} (${cost.growth}${refusal})`
      byCost.set(words, [...(byCost.get(words) ?? []), method])
    }
    if (byCost.size === 0) return []
    const parts = [...byCost].map(([words, names]) => `${names.join(', ')} ${words}`)
    return [`${name}: memory for ${countText(extent.sampleCount, 'sample')}, at most: ${parts.join('; ')}`]
  })
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 2 ** 20
  if (mebibytes >= 1024) return `${(mebibytes / 1024).toFixed(1)} GiB`
  return mebibytes < 1 ? 'below 1 MiB' : `${Math.ceil(mebibytes)} MiB`
}

/** A status line with the time left. The first call notes how many runs the results file already has. */
function progressTeller(narrator: Narrator, resultsPath: string | undefined) {
  let isFirst = true
  return ({ done, total, known, secondsLeft }: CompareProgress) => {
    if (isFirst && known > 0)
      narrator.note(`${known} of ${countText(total, 'run')} ${known === 1 ? 'is' : 'are'} already in ${resultsPath}`)
    isFirst = false
    narrator.status(
      `${progressText('running', { done, total, elapsed: 0 })}${Number.isFinite(secondsLeft) ? `, about ${timeText(secondsLeft)} left` : ''}`,
    )
  }
}

function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

function warningsOf(inputs: readonly ReadInput[], comparisons: Outcome['comparisons']): string[] {
  return [
    ...byInput(inputs, input => input.warnings),
    ...inputs.flatMap(({ name }, at) =>
      comparisons[at].methods.flatMap(method =>
        method.warnings.map(
          ({ text, runCount }) =>
            `${name}: ${method.name}, ${runCount} of ${countText(method.runCount, 'run')}: ${text}`,
        ),
      ),
    ),
  ]
}

function reportInput({ inputs, comparisons, baselines, ranks, flags, warnings }: Outcome) {
  const { methods, repeats, seed, alpha } = flags
  return {
    version: VERSION,
    datasets: inputs.map(({ name, kind, extent, featureCount, labelingCount, clusterCount, truthName, notes }, at) => ({
      name,
      kind,
      featureCount,
      labelingCount,
      clusterCount,
      truthName,
      notes,
      sampleCount: extent.sampleCount,
      ensembleSize: extent.ensembleSize,
      comparison: comparisons[at],
      baselines: baselines[at],
    })),
    ranks,
    methods,
    repeats,
    warnings,
    settings: { seed, alpha, scale: flags.scale, impute: flags.impute },
    command: ['chorale', ...terminal().args.map(shownUrl)],
  }
}
