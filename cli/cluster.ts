import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { readInput } from '../node/files.js'
import { shownUrl } from '../node/remote/url.js'
import {
  cluster,
  GENERATORS,
  type GeneratorName,
  guessInputKind,
  InputError,
  type Progress,
  readTable,
  Stopwatch,
  type Table,
  toDataset,
} from '../src/internal.js'
import { adviceProgress, adviceWarnings, isAdvicePhase } from './auto-clusters.js'
import { printColumns } from './columns-text.js'
import { describeClusterPlan } from './dry-run.js'
import { withEngine } from './engine.js'
import { addFeatureOptions, datasetOptions, type FeatureFlags, readOptions, roleOptions } from './feature-options.js'
import { inFlagWords } from './flag-words.js'
import { interruptSignal } from './interrupt.js'
import { createNarrator, type Narrator } from './narrator.js'
import { oneOf, wholeNumber } from './parse.js'
import {
  type CommandContext,
  checkOutputs,
  checkRun,
  chooseClusterCount,
  consensusOptions,
  consensusProgress,
  finishRun,
} from './run-consensus.js'
import { addSharedOptions, type SharedFlags } from './shared-options.js'

export interface ClusterFlags extends SharedFlags, FeatureFlags {
  ensembleSize?: number
  generator?: GeneratorName
  maxClusters?: number
}

export function addClusterCommand(program: Command): void {
  const command = program
    .command('cluster')
    .description('Cluster the rows of a table')
    .argument(
      '<table>',
      'table with one sample per row: CSV, TSV, Excel, JSON, Parquet, Arrow, .npy, .npz, .mat or ARFF, optionally gzipped; - is standard input',
    )
  addSharedOptions(command)
    .option(
      '-m, --ensemble-size <n>',
      'number of base clusterings (default: √n, from 20 to 100)',
      wholeNumber('-m', 2, 10_000),
    )
    .option(
      '--generator <name>',
      `what makes base clusterings differ: ${GENERATORS.join(', ')} (default: ${GENERATORS[0]})`,
      oneOf('--generator', GENERATORS),
    )
    .option(
      '--max-clusters <n>',
      'largest number of clusters in a base clustering (default: √n, from 2 to 100)',
      wholeNumber('--max-clusters', 2),
    )
  addFeatureOptions(command).action(clusterTable)
}

async function clusterTable(path: string, flags: ClusterFlags): Promise<void> {
  const context = {
    narrator: createNarrator(flags.quiet ?? false),
    watch: new Stopwatch(),
    signal: interruptSignal(),
  }
  await checkOutputs([path], flags)
  await withEngine({ command: 'cluster', paths: [path], flags, beside: flags.output }, context, resources =>
    clusterFile(path, flags, { ...context, ...resources }),
  )
}

async function clusterFile(path: string, flags: ClusterFlags, context: CommandContext): Promise<void> {
  const { narrator, watch, signal } = context
  watch.enter('load')
  const name = path === '-' ? 'standard input' : basename(shownUrl(path))
  const table = await readTable(await readInput(path, signal), { ...readOptions(flags), name, signal })
  const dataset = toDataset(table, datasetOptions(flags))
  printColumns(dataset, narrator)
  warnOfLabelings(table, flags, narrator)
  const wanted = chooseClusterCount(flags, dataset, narrator)
  if (flags.dryRun) {
    const threadCount = flags.threads ?? availableParallelism()
    process.stdout.write(describeClusterPlan(dataset, flags, wanted, threadCount))
    return
  }

  const { ensembleSize, generator, maxClusters: maxClusterCount } = flags
  if (generator === 'fixed-k' && wanted === 'auto') {
    throw new InputError(
      '-k auto needs base clusterings with different numbers of clusters; leave out --generator fixed-k',
    )
  }
  checkRun(dataset.sampleCount, flags, narrator)
  watch.enter('ensemble')
  const found = await cluster(dataset, {
    ...consensusOptions(flags, context),
    clusterCount: wanted,
    ensembleSize,
    generator,
    maxClusterCount,
    onProgress: clusterProgress(context),
  })
  const { ensemble, advice } = found
  for (const note of ensemble.notes) narrator.note(note)
  if (advice !== null) narrator.note(advice.reason)

  const { truth: classes, truthName, idName, ids, droppedRows } = dataset
  await finishRun(
    {
      command: 'cluster',
      paths: [shownUrl(path)],
      ensemble,
      clusterCount: found.clusterCount,
      dataset,
      truth: classes,
      truthName,
      idName,
      names: { ids, droppedRows },
      notes: [...dataset.notes, ...ensemble.notes],
      warnings: [...dataset.warnings.map(inFlagWords), ...(advice === null ? [] : adviceWarnings(advice))],
      advice,
      options: {
        ensembleSize: ensemble.labelings.length,
        generator: ensemble.generator,
        maxClusterCount,
        scale: dataset.scaling.scale,
        impute: flags.impute,
      },
    },
    found.consensus,
    flags,
    context,
  )
}

/** Columns of labels are better combined than clustered. */
function warnOfLabelings(table: Table, flags: ClusterFlags, narrator: Narrator): void {
  const { kind, reason } = guessInputKind(table, roleOptions(flags))
  if (kind === 'features' || table.columns.length < LEAST_LABELINGS) return
  narrator.warn(`the columns look like clusterings (${reason}); to combine clusterings, use chorale consensus`)
}

/** Fewer columns of integers are more likely answers or counts. */
const LEAST_LABELINGS = 5

/** A status line for every stage of the run. */
function clusterProgress(context: CommandContext): (progress: Progress) => void {
  const onEnsemble = progressWithTimeLeft(context.narrator)
  const onAdvice = adviceProgress(context)
  const onConsensus = consensusProgress(context)
  return progress => {
    if (progress.phase === 'ensemble') onEnsemble(progress)
    else if (isAdvicePhase(progress.phase)) onAdvice(progress)
    else onConsensus(progress)
  }
}

/** A status line with the time left, estimated from the pace so far. */
function progressWithTimeLeft(narrator: Narrator) {
  const start = performance.now()
  return ({ done, total }: Progress) => {
    const left = done > 0 ? ((performance.now() - start) / done) * (total - done) : Number.NaN
    const estimate = Number.isFinite(left) ? `, about ${Math.ceil(left / 1000)} s left` : ''
    narrator.status(`building base clusterings: ${done} of ${total}${estimate}`)
  }
}
