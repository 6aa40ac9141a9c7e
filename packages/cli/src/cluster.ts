import { availableParallelism } from 'node:os'
import {
  type AllRows,
  type ClusterOptions,
  type ClusterPlan,
  type Dataset,
  type FittedRun,
  fitPlanned,
  GENERATORS,
  type GeneratorName,
  guessInputKind,
  InputError,
  loadHotLoops,
  type Planned,
  type Progress,
  planNotes,
  plannedCluster,
  readData,
  rowsInMemory,
  runPlanned,
  Stopwatch,
  standardMethod,
  standardScale,
  type Table,
  type ToDatasetOptions,
  type UncheckedRun,
} from 'chorale/internal'
import { checkFolderWritable, type RowTable, shownUrl } from 'chorale-node/internal'
import type { Command } from 'commander'
import { adviceProgress, isAdvicePhase } from './auto-clusters.js'
import { printColumns } from './columns-text.js'
import { planText } from './dry-run.js'
import { withEngine } from './engine.js'
import {
  addBaseOptions,
  addFeatureOptions,
  type BaseFlags,
  datasetOptions,
  type FeatureFlags,
  roleOptions,
} from './feature-options.js'
import { findingOf } from './finding.js'
import { inFlagWords } from './flag-words.js'
import { interruptSignal } from './interrupt.js'
import { type LargeLabels, labelLarge, largeFinding } from './label-large.js'
import { openLargeTable } from './large-table.js'
import { allFeatures, writeMarkers } from './marker-files.js'
import { createNarrator, type Narrator, printWords } from './narrator.js'
import { oneOf, wholeNumber } from './parse.js'
import { progressBars } from './progress.js'
import { readSamples } from './read-samples.js'
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

export interface ClusterFlags extends SharedFlags, FeatureFlags, BaseFlags {
  ensembleSize?: number
  generator?: GeneratorName
  maxClusters?: number
  noise?: boolean
  markers?: string
}

export function addClusterCommand(command: Command): void {
  command.argument(
    '<table>',
    'table of samples: CSV, TSV, Excel, JSON, Parquet, Arrow, .npy, .npz, .mat, ARFF, .h5ad, .h5, .loom, .mtx, GCT or GEO series matrix, optionally gzipped, or a folder of 10x Genomics; - is standard input',
  )
  addBaseOptions(addSharedOptions(command))
    .option(
      '-m, --ensemble-size <n>',
      'number of base clusterings (default: 40 to 128 by the number of samples; for k-means √n, from 20 to 100)',
      wholeNumber('-m', 2, 10_000),
    )
    .option(
      '--generator <name>',
      `how runs of k-means differ, with --base k-means: ${GENERATORS.join(', ')} (default: ${GENERATORS[0]})`,
      oneOf('--generator', GENERATORS),
    )
    .option(
      '--max-clusters <n>',
      'largest number of clusters in a base clustering (default: √n, at most 50; for k-means from 2 to 100)',
      wholeNumber('--max-clusters', 2),
    )
  command.option(
    '--markers <folder>',
    'write the features that tell each cluster from the others: tables, gene sets and charts',
  )
  command
    .option('--memberships <file.csv>', 'write how much every sample belongs to every cluster: id,cluster,membership')
    .option('--tree <file>', 'write the tree of the clusters, as Newick (.nwk) or JSON (.json)')
    .option('--noise', 'give samples that belong to no cluster the number -1, and all samples an outlier score')
  addFeatureOptions(command).action(clusterTable)
}

async function clusterTable(path: string, flags: ClusterFlags): Promise<void> {
  const context = {
    narrator: createNarrator(flags.quiet ?? false),
    watch: new Stopwatch(),
    signal: interruptSignal(),
  }
  await checkOutputs([path], flags)
  if (flags.markers !== undefined) await checkFolderWritable(flags.markers)
  await withEngine({ command: 'cluster', paths: [path], flags, beside: flags.output }, context, resources =>
    clusterFile(path, flags, { ...context, ...resources }),
  )
}

async function clusterFile(path: string, flags: ClusterFlags, context: CommandContext): Promise<void> {
  const { narrator, watch, signal } = context
  watch.enter('load')
  // Compiled in the background while the table is read.
  void loadHotLoops()
  const { ensembleSize, base, distance, generator, fitRows, maxClusters: maxClusterCount, force, noise } = flags
  const shape = { ensembleSize, base, distance, generator, fitRows, maxClusterCount, force, noise }
  const given = { ...datasetOptions(flags), ...shape }
  const large = await openLargeTable(path, flags, given, context)
  if (large !== null) {
    try {
      return await clusterLarge(large, path, flags, given, context)
    } finally {
      await large.close()
    }
  }
  const table = await readSamples(path, flags, signal)
  const { dataset, reading } = readData('cluster', table, given)
  printColumns(dataset, narrator)
  warnOfLabelings(table, flags, narrator)
  const planned = await planOf(rowsInMemory(dataset), { ...given, reading }, flags, context)
  if (planned === null) return
  const onProgress = clusterProgress(context)
  const { executor } = context
  const found = await runPlanned('cluster', dataset, planned, watch, { signal, executor, onProgress })
  const ownNotes = found.notes.filter(note => !dataset.notes.includes(note))
  for (const note of ownNotes) narrator.note(inFlagWords(note))

  const { truth: classes, truthName, idName, ids, droppedRows } = dataset
  const { plan, advice } = found
  const findings = found.byClusterCount.map(findingOf)
  const finding = findings.find(({ clusterCount }) => clusterCount === found.clusterCount)!
  if (flags.markers !== undefined) {
    await writeMarkers(flags.markers, allFeatures('cluster', table, reading), finding.labels, context)
  }
  await finishRun(
    {
      command: 'cluster',
      paths: [shownUrl(path)],
      table,
      dataset,
      truth: classes,
      truthName,
      idName,
      names: { ids, droppedRows },
      notes: found.notes.map(inFlagWords),
      warnings: dataset.warnings.map(inFlagWords),
      advice,
      plan,
      options: recordedOptions(found, dataset, plan, flags),
    },
    findings,
    { finding, verdict: found.verdict, explanation: found.explanation },
    flags,
    context,
  )
}

/** The options that shaped the base clusterings, for JSON and the model. */
function recordedOptions(
  { ensemble }: Pick<FittedRun, 'ensemble'>,
  { scaling }: Pick<Dataset, 'scaling'>,
  { runs }: ClusterPlan,
  { impute }: ClusterFlags,
) {
  return {
    ensembleSize: ensemble.labelings.length,
    base: ensemble.bases.join(','),
    generator: ensemble.generator ?? undefined,
    maxClusterCount: runs[0].base.clusterCounts.to,
    scale: scaling.scale,
    distance: ensemble.distance,
    impute,
  }
}

/** Decides what is done; null if the user wanted to know no more. */
async function planOf(
  rows: AllRows,
  given: ClusterOptions & { reading: ToDatasetOptions },
  flags: ClusterFlags,
  context: CommandContext,
): Promise<Planned | null> {
  const { narrator } = context
  const clusterCount = chooseClusterCount(flags, rows, narrator)
  if (flags.generator === 'fixed-k' && clusterCount === 'auto') {
    throw new InputError(
      '-k auto needs base clusterings with different numbers of clusters; leave out --generator fixed-k',
    )
  }
  const options = { ...given, ...consensusOptions(flags, context), clusterCount }
  const planned = await plannedCluster('cluster', rows, options)
  if (flags.dryRun) {
    await printWords(planText(planned.plan, flags.threads ?? availableParallelism()))
    return null
  }
  const method = planned.plan.runs[0]?.consensus.method ?? standardMethod(options)
  checkRun(rows.sampleCount, { ...flags, method }, narrator)
  return planned
}

/**
 * Clusters a table that is never in memory as a whole: fits a sample of its rows, then labels all rows block by block, on
 * their way to the output. The labels are those of a table in memory.
 */
async function clusterLarge(
  rows: RowTable,
  path: string,
  flags: ClusterFlags,
  given: ClusterOptions,
  context: CommandContext,
): Promise<void> {
  const { narrator, watch, signal, executor } = context
  printColumns(rows.table, narrator)
  warnOfLabelings(rows.head, flags, narrator)
  const { scale = standardScale(flags.distance), ...others } = datasetOptions(flags)
  const planned = await planOf(rows, { ...given, reading: { ...others, scale } }, flags, context)
  if (planned === null) return
  const show = clusterProgress(context)
  let labels: Promise<LargeLabels> | null = null
  // The fits are checked while rows are labeled, and the status line is about the rows.
  const onProgress = (progress: Progress) => {
    if (labels === null) show(progress)
  }
  const onFitted = (fits: readonly UncheckedRun[]) => {
    labels = labelLarge(rows, fits, fitting, flags, context)
    labels.catch(() => {})
  }
  const fitting = fitPlanned('cluster', planned, watch, { signal, executor, onProgress }, onFitted)
  const fitted = await fitting
  const { plan, advice, runs, verdict, explanation } = fitted
  const { dataset } = planned.fitted
  const at = runs.findIndex(({ clusterCount }) => clusterCount === fitted.clusterCount)
  const chosen = runs[at]
  const notes = [...planNotes(plan), ...chosen.ensemble.notes]
  for (const note of notes) narrator.note(note)

  watch.enter('label')
  const found = await labels!
  const findings = runs.map((run, at) => largeFinding(run, found[at]))
  watch.enter(null)
  await finishRun(
    {
      command: 'cluster',
      paths: [shownUrl(path)],
      table: null,
      dataset,
      truth: null,
      truthName: null,
      idName: null,
      names: { ids: null, droppedRows: [] },
      notes: [...rows.notes, ...notes],
      warnings: rows.warnings.map(inFlagWords),
      advice,
      plan: { ...plan, runs: plan.runs.filter(({ clusterCount }) => clusterCount === chosen.clusterCount) },
      options: recordedOptions(chosen, dataset, plan, flags),
      isWritten: true,
    },
    findings,
    { finding: findings[at], verdict, explanation },
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
  const showEnsemble = progressBars(context.narrator)
  const onAdvice = adviceProgress(context)
  const onConsensus = consensusProgress(context)
  return progress => {
    if (progress.phase === 'ensemble') showEnsemble('building base clusterings', progress)
    else if (isAdvicePhase(progress.phase)) onAdvice(progress)
    else onConsensus(progress)
  }
}
