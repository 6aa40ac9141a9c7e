import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { readInput } from '../node/files.js'
import { shownAddress } from '../node/remote/address.js'
import {
  type Advice,
  buildEnsemble,
  GENERATORS,
  type GeneratorName,
  IMPUTATIONS,
  type Imputation,
  InputError,
  readTable,
  SCALES,
  type Scale,
  toDataset,
} from '../src/internal.js'
import { adviceWarnings, autoClusterCount } from './auto-clusters.js'
import { describeClusterPlan } from './dry-run.js'
import { withEngine } from './engine.js'
import { interruptSignal } from './interrupt.js'
import { createNarrator, type Narrator } from './narrator.js'
import { oneOf, wholeNumber } from './parse.js'
import { type CommandContext, checkOutputs, chooseClusterCount, runConsensus } from './run-consensus.js'
import { addSharedOptions, type SharedFlags } from './shared-options.js'
import { Stopwatch } from './stopwatch.js'

export interface ClusterFlags extends SharedFlags {
  ensembleSize?: number
  generator?: GeneratorName
  maxClusters?: number
  scale?: Scale
  impute?: Imputation
}

export function addClusterCommand(program: Command): void {
  const command = program
    .command('cluster')
    .description('clusters of a table of samples: builds base clusterings and takes their consensus')
    .argument('<table>', 'CSV, TSV, Parquet, .npy, .npz, .mat or ARFF, gzip too; samples are rows; - is standard input')
  addSharedOptions(command)
    .option('-m, --ensemble-size <n>', 'base clusterings (default: √n, from 20 to 100)', wholeNumber('-m', 2, 10_000))
    .option(
      '--generator <name>',
      `how base clusterings differ: ${GENERATORS.join(', ')} (default: ${GENERATORS[0]})`,
      oneOf('--generator', GENERATORS),
    )
    .option(
      '--max-clusters <n>',
      'most clusters of a base clustering (default: √n, at most 100)',
      wholeNumber('--max-clusters', 2),
    )
    .option('--scale <how>', `${SCALES.join(', ')} (default: ${SCALES[0]})`, oneOf('--scale', SCALES))
    .option(
      '--impute <how>',
      'missing values: median, mean or drop-rows (default: an error)',
      oneOf('--impute', IMPUTATIONS),
    )
    .action(clusterTable)
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
  const { narrator, watch, signal, executor } = context
  watch.enter('load')
  const { id, truth, columns, impute, scale, variable } = flags
  const name = path === '-' ? 'standard input' : basename(shownAddress(path))
  const table = await readTable(await readInput(path, signal), { name, variable, signal })
  const dataset = toDataset(table, { id, truth, columns, impute, scale })
  for (const note of dataset.notes) narrator.note(note)
  const wanted = chooseClusterCount(flags, dataset, narrator)
  if (flags.dryRun) {
    const threadCount = flags.threads ?? availableParallelism()
    process.stdout.write(describeClusterPlan(dataset, flags, wanted, threadCount))
    return
  }

  watch.enter('ensemble')
  const { ensembleSize, generator, maxClusters: maxClusterCount, seed } = flags
  const ensemble = await buildEnsemble(dataset, {
    ensembleSize,
    generator,
    maxClusterCount,
    seed,
    signal,
    executor,
    clusterCount: generator === 'fixed-k' ? fixedClusterCount(wanted) : undefined,
    onProgress: progressWithTimeLeft(narrator),
  })
  for (const note of ensemble.notes) narrator.note(note)

  const advice = wanted === 'auto' ? await autoClusterCount(dataset, ensemble, { seed, executor }, context) : null
  const clusterCount = wanted === 'auto' ? (advice as Advice).clusterCount : wanted

  const { truth: classes, truthName, idName, ids, droppedRows } = dataset
  await runConsensus(
    {
      command: 'cluster',
      paths: [shownAddress(path)],
      ensemble,
      clusterCount,
      dataset,
      truth: classes,
      truthName,
      idName,
      names: { ids, droppedRows },
      notes: [...dataset.notes, ...ensemble.notes],
      warnings: advice === null ? [] : adviceWarnings(advice),
      advice,
      options: {
        ensembleSize: ensemble.labelings.length,
        generator: ensemble.generator,
        maxClusterCount,
        scale: dataset.scaling.scale,
        impute,
      },
    },
    flags,
    context,
  )
}

function fixedClusterCount(wanted: number | 'auto'): number {
  if (wanted !== 'auto') return wanted
  throw new InputError('-k auto needs base clusterings of different sizes; leave out --generator fixed-k')
}

/** A status line with the time left, from the pace so far. */
function progressWithTimeLeft(narrator: Narrator) {
  const start = performance.now()
  return ({ done, total }: { done: number; total: number }) => {
    const left = done > 0 ? ((performance.now() - start) / done) * (total - done) : Number.NaN
    const estimate = Number.isFinite(left) ? `, about ${Math.ceil(left / 1000)} s left` : ''
    narrator.status(`base clusterings ${done} of ${total}${estimate}`)
  }
}
