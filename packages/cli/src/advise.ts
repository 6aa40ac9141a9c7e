import { basename } from 'node:path'
import {
  type Advice,
  adoptColumns,
  adviceAside,
  advise,
  type Dataset,
  type Ensemble,
  guessInputKind,
  INPUT_KINDS,
  InputError,
  type InputKind,
  judgeAdvice,
  Stopwatch,
  toDataset,
  toLabelings,
} from 'chorale/internal'
import { shownUrl, standardOutput, terminal, threads, writeWhole } from 'chorale-node/internal'
import type { Command } from 'commander'
import { adviceText, planText } from './advice-text.js'
import { adviceJson, adviceProgress } from './auto-clusters.js'
import { checkOutputFiles } from './check-output-files.js'
import { printColumns } from './columns-text.js'
import {
  addFeatureOptions,
  addReadOptions,
  datasetOptions,
  type FeatureFlags,
  type ReadFlags,
  roleOptions,
} from './feature-options.js'
import { inFlagWords } from './flag-words.js'
import { interruptSignal } from './interrupt.js'
import { writeJson } from './json-output.js'
import { createNarrator, printWords } from './narrator.js'
import { clusterRange, nameList, oneOf, seedValue, wholeNumber } from './parse.js'
import { readAnyTable, withSamples } from './read-samples.js'
import type { CommandContext } from './run-consensus.js'
import { COLUMNS_HELP } from './shared-options.js'
import { VERSION } from './version.js'

interface AdviseFlags extends FeatureFlags, ReadFlags {
  samples?: number
  clusters?: number[]
  ensembleSize?: number
  resamples?: number
  input?: InputKind
  columns?: string[]
  exclude?: string[]
  truth?: string
  id?: string
  seed: number
  report?: string
  json?: boolean
  threads?: number
  quiet?: boolean
}

export function addAdviseCommand(command: Command): void {
  command
    .argument('[input]', 'table of features or of labelings; - is standard input')
    .option(
      '-n, --samples <n>',
      'without a table: what the theory recommends for this many samples',
      wholeNumber('--samples', 2),
    )
    .option(
      '-k, --clusters <list>',
      'numbers of clusters to try, such as 2-10 or 2,3,5 (default: 2 to √n, at most 50)',
      clusterRange('-k'),
    )
    .option(
      '-m, --ensemble-size <n>',
      'with --samples: the planned number of base clusterings',
      wholeNumber('-m', 2, 10_000),
    )
    .option(
      '--resamples <n>',
      'number of resamples of the data (default: 4 to 10, more in unclear cases)',
      wholeNumber('--resamples', 2, 1000),
    )
    .option('--input <kind>', 'features or labelings (default: detected by content)', oneOf('--input', INPUT_KINDS))
    .option('--columns <a,b,c>', COLUMNS_HELP, nameList('--columns'))
    .option('--exclude <a,b,c>', 'columns to leave out, written like --columns', nameList('--exclude'))
    .option('--truth <column>', 'column with known classes; it does not influence the advice')
    .option('--id <column>', 'column with sample ids')
    .option(
      '--seed <s>',
      'random seed for the check of the ensemble size; the advice on k is the same for every seed',
      seedValue,
      1,
    )
    .option('--report <file.html>', 'write a report with charts as one self-contained HTML file')
    .option('--json', 'print everything as one JSON object')
    .option(
      '--threads <n>',
      'number of threads (default: all cores); the advice does not depend on it',
      wholeNumber('--threads', 1, 1024),
    )
    .option('--quiet', 'print only errors on standard error')
  addReadOptions(command)
  addFeatureOptions(command).action(adviseOn)
}

async function adviseOn(path: string | undefined, flags: AdviseFlags): Promise<void> {
  if (path === undefined) return plan(flags)
  if (flags.samples !== undefined)
    throw new InputError('--samples and a table cannot be combined; leave out one of them')
  if (flags.ensembleSize !== undefined) throw new InputError('-m needs --samples; for a table, leave it out')
  if (flags.report === '-') throw new InputError('--report must be a file; got -')
  await checkOutputFiles([path], [['--report', flags.report]])
  const context = {
    narrator: createNarrator(flags.quiet ?? false),
    watch: new Stopwatch(),
    signal: interruptSignal(),
  }
  context.watch.enter('load')
  const input = await readEither(path, flags, context.signal)
  if (input.dataset !== null) printColumns(input.dataset, context.narrator)
  for (const note of input.notes) if (!input.dataset?.notes.includes(note)) context.narrator.note(inFlagWords(note))
  for (const warning of input.dataset === null ? input.warnings : []) context.narrator.warn(warning)
  const { clusters: clusterCounts, resamples, seed } = flags
  const advice = await advise(input.data, {
    clusterCounts,
    resamples,
    seed,
    signal: context.signal,
    onProgress: adviceProgress(context),
    executor: threads({ count: flags.threads }),
  })
  context.watch.enter(null)
  context.narrator.status('')
  await show(path, flags, input, advice, context)
}

/** Without a table: what the theory recommends for this many samples. */
async function plan({ samples, ensembleSize, json }: AdviseFlags): Promise<void> {
  if (samples === undefined) {
    throw new InputError('no input; name a table, or use --samples with a number of samples')
  }
  const text = planText(samples, ensembleSize)
  if (json) await writeJson(standardOutput, { chorale: VERSION, command: 'advise', ...text.data })
  else await printWords(text.words)
}

interface EitherInput {
  readonly data: Dataset | Ensemble
  readonly dataset: Dataset | null
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

async function readEither(path: string, flags: AdviseFlags, signal: AbortSignal): Promise<EitherInput> {
  const read = await readAnyTable(path, flags, signal)
  const table = flags.input === 'labelings' ? read : await withSamples(read, flags, signal)
  const guess = guessInputKind(table, roleOptions(flags))
  const kind = flags.input ?? guess.kind
  const guessed =
    flags.input === undefined ? [`the columns are read as ${kind} because ${guess.reason}; --input overrides this`] : []
  if (kind === 'features') {
    const dataset = toDataset(table, datasetOptions(flags))
    const { truth: classes, truthName } = dataset
    const notes = [...guessed, ...dataset.notes]
    const warnings = dataset.warnings.map(inFlagWords)
    return { data: dataset, dataset, truth: classes, truthName, notes, warnings }
  }
  const idle = (['impute', 'prepare', 'scale'] as const).filter(option => flags[option] !== undefined)
  const unused = idle.map(
    option => `--${option} has no effect on labelings; --input features reads the table as features`,
  )
  const labelings = toLabelings(table, roleOptions(flags))
  const { truth: classes, truthName, notes, warnings } = labelings
  const data = adoptColumns(labelings)
  return {
    data,
    dataset: null,
    truth: classes,
    truthName,
    notes: [...guessed, ...notes],
    warnings: [...unused, ...warnings],
  }
}

async function show(
  path: string,
  flags: AdviseFlags,
  input: EitherInput,
  advice: Advice,
  { narrator, watch }: Pick<CommandContext, 'narrator' | 'watch'>,
): Promise<void> {
  const source = path === '-' ? 'standard input' : basename(path)
  const { verdict, explanation } = judgeAdvice(advice, input.dataset)
  const finding = { ...verdict, next: verdict.next.map(inFlagWords) }
  const classCount = input.truth === null ? null : new Set(input.truth).size
  if (flags.report !== undefined) {
    watch.enter('report')
    const { writeAdvice } = await import('chorale-report/internal')
    const command = ['chorale', ...terminal().args.map(shownUrl)]
    await writeWhole(flags.report, sink =>
      writeAdvice(sink, { version: VERSION, advice, verdict: finding, source, command, ...input }),
    )
    watch.enter(null)
    narrator.note(`wrote ${flags.report} (report)`)
  }
  if (!flags.json) {
    const truth = classCount === null ? null : { name: input.truthName ?? 'truth', classCount }
    await printWords(
      adviceText(advice, finding, { path, isTable: input.dataset !== null, truth, options: readingWords(flags) }),
    )
    return
  }
  await writeJson(standardOutput, {
    chorale: VERSION,
    command: 'advise',
    input: {
      path,
      sampleCount: advice.sampleCount,
      featureCount: input.dataset?.featureCount ?? null,
      columns: input.dataset?.roles,
      ensembleSize: advice.ensembleSize,
      truthColumn: input.truthName,
    },
    classCount,
    ...adviceJson(advice),
    reason: [finding.sentence, ...finding.reasons, ...adviceAside(advice)].join(' '),
    finding,
    explanation: explanation.map(each => ({ ...each, remedy: inFlagWords(each.remedy) })),
    timings: watch.timings(),
    warnings: input.warnings,
    notes: input.notes,
  })
}

/** The options about the data, as they have to be repeated for the next command. */
function readingWords(flags: AdviseFlags): string[] {
  const lists = ['columns', 'exclude', 'missing'] as const
  const words = ['id', 'truth', 'impute', 'prepare', 'scale', 'distance', 'variable', 'sheet', 'encoding'] as const
  const listed = lists.flatMap(name => (flags[name] === undefined ? [] : [`--${name}`, flags[name].join(',')]))
  const single = words.flatMap(name => (flags[name] === undefined ? [] : [`--${name}`, String(flags[name])]))
  const { categorical, dates, topGenes } = flags
  const categories = categorical === undefined ? [] : ['--categorical', [categorical].flat().join(',')]
  const genes = topGenes === undefined ? [] : ['--top-genes', String(topGenes)]
  return [...listed, ...single, ...genes, ...categories, ...(dates ? ['--dates'] : [])]
}
