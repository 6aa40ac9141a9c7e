import { checkFolderWritable, standardOutput, writeWhole } from '../node/files.js'
import {
  type Advice,
  type ConsensusOptions,
  type ConsensusResult,
  consensus,
  consensusOfBlocks,
  createModel,
  type Dataset,
  type Ensemble,
  evaluate,
  InputError,
  type Metrics,
  type PackedLabelings,
  type Progress,
  type SampleNames,
  type Stopwatch,
  saveModel,
  shellWord,
} from '../src/internal.js'
import { adviceJson, adviceWarnings } from './auto-clusters.js'
import { checkOutputFiles } from './check-output-files.js'
import type { Resources } from './engine.js'
import { writeJson } from './json-output.js'
import type { Narrator } from './narrator.js'
import { writeReportFiles } from './report-files.js'
import { checkMatrixSize, orderPath, writeEmbedding, writeLabels, writeMatrix } from './result-files.js'
import { csvNames } from './safe-csv.js'
import type { SharedFlags } from './shared-options.js'
import { summaryText } from './summary.js'
import { unusedOptions } from './unused-options.js'
import { VERSION } from './version.js'
import { wholeEnsemble } from './whole-ensemble.js'

/** The input of a command, ready for the consensus. */
export interface ConsensusJob {
  readonly command: 'cluster' | 'consensus'
  readonly paths: readonly string[]
  /** The labelings; packed if they come from a large file. */
  readonly ensemble: Ensemble | PackedLabelings
  readonly clusterCount: number
  /** The features, if the ensemble was built from them. */
  readonly dataset: Dataset | null
  readonly names: SampleNames
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  readonly idName: string | null
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
  /** How k was chosen, for -k auto. */
  readonly advice: Advice | null
  /** Options of the command itself, for JSON and the model. */
  readonly options: Record<string, unknown>
}

/** What every command works with. */
export interface CommandContext extends Resources {
  readonly narrator: Narrator
  readonly watch: Stopwatch
  readonly signal: AbortSignal
}

/** Fails before any work starts if an output file cannot be written. */
export async function checkOutputs(inputs: readonly string[], flags: SharedFlags): Promise<void> {
  const { output, matrix, embedding, report, json, save, charts } = flags
  if (flags.dryRun && json) throw new InputError('--dry-run cannot print JSON; leave out --json')
  if (output === '-' && json)
    throw new InputError('-o - and --json both write to standard output; leave out one of them')
  if ([matrix, embedding, report, save].includes('-'))
    throw new InputError('only -o can write to standard output (-); name a file')
  await checkOutputFiles(inputs, [
    ['-o', output === '-' ? undefined : output],
    ['--matrix', matrix],
    ['--matrix', matrix && orderPath(matrix)],
    ['--embedding', embedding],
    ['--report', report],
    ['--save', save],
  ])
  if (charts !== undefined) await checkFolderWritable(charts)
}

/** The value of -k, or the number of true classes. */
export function chooseClusterCount(
  flags: SharedFlags,
  input: { sampleCount: number; truth: readonly string[] | null; truthName: string | null },
  narrator: Narrator,
): number | 'auto' {
  if (flags.clusters === 'auto') return 'auto'
  if (flags.clusters !== undefined) {
    if (flags.clusters <= input.sampleCount) return flags.clusters
    throw new InputError(
      `-k must be an integer from 1 to the number of samples (${input.sampleCount}); got ${flags.clusters}`,
    )
  }
  if (input.truth === null)
    throw new InputError('-k is missing; set the number of clusters, for example -k 3, or use -k auto')
  const classes = new Set(input.truth).size
  narrator.note(`using -k ${classes}, the number of classes in "${input.truthName}"`)
  return classes
}

/** Runs the consensus, writes the requested files and prints the result. */
export async function runConsensus(given: ConsensusJob, flags: SharedFlags, context: CommandContext): Promise<void> {
  const job = needsWhole(flags) ? { ...given, ensemble: wholeEnsemble(given.ensemble) } : given
  const { ensemble, clusterCount } = job
  checkRun(ensemble.sampleCount, flags, context.narrator)
  const options = { ...consensusOptions(flags, context), clusterCount, onProgress: consensusProgress(context) }
  const result = 'store' in ensemble ? await consensusOfBlocks(ensemble, options) : await consensus(ensemble, options)
  await finishRun(job, result, flags, context)
}

/** Rejects a matrix that is too large, and warns about options that have no effect. */
export function checkRun(sampleCount: number, flags: SharedFlags, narrator: Narrator): void {
  if (flags.matrix !== undefined) checkMatrixSize(sampleCount, memoryLimitOf(flags))
  for (const sentence of unusedOptions(flags)) narrator.warn(sentence)
}

function memoryLimitOf({ memoryLimit }: SharedFlags): number {
  return memoryLimit * 2 ** 30
}

/** The options of the consensus, from the flags. */
export function consensusOptions(
  flags: SharedFlags,
  { signal, executor }: CommandContext,
): Omit<ConsensusOptions, 'clusterCount'> {
  const { method, alpha, lambda, weights, solver, restarts, anchors, seed } = flags
  return {
    method,
    alpha,
    lambda,
    weights,
    solver,
    restarts,
    anchors,
    seed,
    memoryLimit: memoryLimitOf(flags),
    signal,
    executor,
  }
}

/** A status line for the phases of a consensus. */
export function consensusProgress({ watch, narrator }: CommandContext): (progress: Progress) => void {
  return ({ phase, done, total }) => {
    watch.enter(phase)
    narrator.status(total > 1 ? `${phase}: ${Math.min(done + 1, total)} of ${total}` : phase)
  }
}

/** Writes the requested files and prints the result. */
export async function finishRun(
  job: ConsensusJob,
  result: ConsensusResult,
  flags: SharedFlags,
  context: CommandContext,
): Promise<void> {
  const { narrator, watch, signal } = context
  watch.enter(null)
  narrator.status('')
  for (const warning of [...(job.advice === null ? [] : adviceWarnings(job.advice)), ...result.warnings])
    narrator.warn(warning)
  const metrics = job.truth === null ? null : evaluate(result.labels, job.truth)

  await writeFiles(job, flags, result, context)
  if (flags.report !== undefined || flags.charts !== undefined) {
    watch.enter('report')
    await writeReportFiles(job, flags, result, context)
    watch.enter(null)
  }
  signal.throwIfAborted()
  // Files come first, so that they are complete whatever happens to standard output.
  if (flags.output === '-') await writeLabels(standardOutput, result, csvNames(job.names, flags))
  if (flags.json) await writeJson(standardOutput, jsonOf(job, flags, result, metrics, watch))
  else await showSummary(job, flags, result, metrics, watch)
}

/** Whether a requested file needs the unpacked labelings. */
function needsWhole({ matrix, embedding, report, charts }: SharedFlags): boolean {
  return [matrix, embedding, report, charts].some(file => file !== undefined)
}

async function writeFiles(
  job: ConsensusJob,
  flags: SharedFlags,
  result: ConsensusResult,
  { narrator, signal }: CommandContext,
): Promise<void> {
  const { ensemble, dataset, idName } = job
  const names = csvNames(job.names, flags)
  const { output, matrix, embedding, save } = flags
  if (matrix !== undefined) {
    const order = await writeMatrix(matrix, wholeEnsemble(ensemble), result, names, signal)
    narrator.note(`wrote ${matrix} (co-association matrix, ordered by cluster) and ${order} (sample order)`)
  }
  if (embedding !== undefined) {
    await writeEmbedding(embedding, result, names)
    narrator.note(`wrote ${embedding} (embedding)`)
  }
  if (save !== undefined) {
    const options = { ...job.options, ...shapingOptions(flags) }
    const model = createModel(result, {
      ensemble: 'store' in ensemble ? undefined : ensemble,
      dataset: dataset ?? undefined,
      idName,
      options,
    })
    await writeWhole(save, sink => sink(saveModel(model, { writer: `chorale ${VERSION}` })))
    narrator.note(`wrote ${save} (model; to label new samples: chorale predict ${shellWord(save)} new.csv)`)
  }
  if (output !== undefined && output !== '-') {
    await writeWhole(output, sink => writeLabels(sink, result, names))
    narrator.note(`wrote ${output} (id, cluster, confidence)`)
  }
}

async function showSummary(
  { names, truthName }: ConsensusJob,
  flags: SharedFlags,
  result: ConsensusResult,
  metrics: Metrics | null,
  watch: Stopwatch,
): Promise<void> {
  const next = []
  if (flags.output === undefined) next.push('-o labels.csv writes the cluster and confidence of every sample')
  if (metrics === null) next.push('--truth COLUMN compares the clusters with known classes')
  if (flags.report === undefined) next.push('--report report.html writes a report with charts')
  next.push('--json prints everything, including weights and eigenvalues')
  const summary = summaryText({ result, names, metrics, truthName, timings: watch.timings(), next })
  if (flags.output !== '-') await standardOutput(summary)
  else if (!flags.quiet) process.stderr.write(summary)
}

function jsonOf(
  job: ConsensusJob,
  flags: SharedFlags,
  result: ConsensusResult,
  metrics: Metrics | null,
  watch: Stopwatch,
): Record<string, unknown> {
  const { sampleCount, ensembleSize, missingCount, distinctRows, clusterCounts, coverage } = result.ensemble
  return {
    chorale: VERSION,
    command: job.command,
    input: {
      path: job.paths.length === 1 ? job.paths[0] : job.paths,
      sampleCount,
      featureCount: job.dataset?.featureCount ?? null,
      ensembleSize,
      missingCount,
      distinctRows,
      labelings: job.ensemble.names,
      clusterCounts,
      coverage,
      features: job.dataset?.featureNames,
      // Rows of the file that were dropped, counted from 1.
      droppedRows: job.dataset?.droppedRows.map(row => row + 1),
      idColumn: job.idName,
      truthColumn: job.truthName,
    },
    method: result.method,
    options: { ...job.options, ...shapingOptions(flags) },
    clusterCount: job.clusterCount,
    foundClusterCount: result.foundClusterCount,
    labels: result.labels,
    weights: result.weights,
    confidence: result.confidence,
    objective: result.objective,
    objectiveTrace: result.objectiveTrace,
    iterations: result.iterations,
    converged: result.converged,
    eigengap: result.eigengap,
    eigenvalues: result.eigenvalues,
    alpha: result.alpha,
    alphaSearch: result.alphaSearch,
    anchored: result.anchored,
    metrics,
    advice: job.advice === null ? undefined : adviceJson(job.advice),
    timings: watch.timings(),
    peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 102.4) / 10,
    warnings: [...job.warnings, ...unusedOptions(flags), ...result.warnings],
    notes: job.notes,
  }
}

/** The options that determine the result, for JSON and the model. */
function shapingOptions({ alpha, lambda, weights, solver, restarts, anchors, seed }: SharedFlags) {
  return { alpha, lambda, weights, solver, restarts, anchors, seed }
}
