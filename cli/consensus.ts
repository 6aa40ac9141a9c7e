import { basename } from 'node:path'
import type { Command } from 'commander'
import { checkWritable, readInput, sinkOf, writeWhole } from '../node/files.js'
import {
  adoptLabelings,
  type ConsensusResult,
  consensus,
  type Ensemble,
  evaluate,
  InputError,
  type LabelingTable,
  METHOD_NAMES,
  type MethodName,
  mergeLabelings,
  readTable,
  SOLVERS,
  type SolverName,
  toLabelings,
} from '../src/index.js'
import { interruptSignal } from './interrupt.js'
import { writeJson } from './json-output.js'
import { createNarrator, type Narrator } from './narrator.js'
import { alphaValue, nameList, oneOf, positiveNumber, wholeNumber } from './parse.js'
import { checkMatrixSize, writeEmbedding, writeLabels, writeMatrix } from './result-files.js'
import { Stopwatch } from './stopwatch.js'
import { summaryText } from './summary.js'
import { VERSION } from './version.js'

interface ConsensusFlags {
  clusters?: number
  method?: MethodName
  alpha?: number | 'auto'
  lambda?: number
  weights?: 'uniform' | 'learned'
  solver?: SolverName
  restarts?: number
  seed: number
  columns?: string[]
  truth?: string
  id?: string
  output?: string
  json?: boolean
  matrix?: string
  embedding?: string
  memoryLimit: number
  quiet?: boolean
}

export function addConsensusCommand(program: Command): void {
  program
    .command('consensus')
    .description('one clustering from a table whose columns are clusterings of the same samples')
    .argument(
      '<labelings...>',
      'CSV, TSV, Parquet, .npy, .npz, .mat or ARFF, gzip too; - is standard input; several files are merged by their id column',
    )
    .option('-k, --clusters <n>', 'clusters wanted (default: the classes of the truth)', wholeNumber('-k', 1))
    .option(
      '--method <name>',
      `${METHOD_NAMES.join(', ')} (default: ${METHOD_NAMES[0]})`,
      oneOf('--method', METHOD_NAMES),
    )
    .option('--alpha <a>', 'confidence threshold in (0, 1], or auto', alphaValue)
    .option('--lambda <l>', 'how strongly unstable clusters are played down', positiveNumber('--lambda'))
    .option(
      '--weights <how>',
      'balanced only: uniform (default) or learned',
      oneOf('--weights', ['uniform', 'learned']),
    )
    .option('--solver <name>', `${SOLVERS.join(' or ')} (default: ${SOLVERS[0]})`, oneOf('--solver', SOLVERS))
    .option('--restarts <n>', 'starts of the final k-means (default: 10)', wholeNumber('--restarts', 1))
    .option('--seed <s>', 'the same seed gives the same labels', wholeNumber('--seed', 0), 1)
    .option(
      '--columns <a,b,c>',
      'the columns that are labelings (default: all but id and truth)',
      nameList('--columns'),
    )
    .option('--truth <column>', 'the true classes, to compare with')
    .option('--id <column>', 'the names of the samples')
    .option('-o, --output <file>', 'write id, cluster, confidence as CSV; - is standard output')
    .option('--json', 'print everything as one JSON object')
    .option('--matrix <file.npy>', 'write the co-association matrix, ordered by cluster, and its order')
    .option('--embedding <file.csv>', 'write the spectral embedding')
    .option('--memory-limit <gib>', 'largest matrix to write, in GiB', positiveNumber('--memory-limit'), 4)
    .option('--quiet', 'say nothing on standard error')
    .action((paths: string[], flags: ConsensusFlags) => runConsensus(paths, flags))
}

async function runConsensus(paths: string[], flags: ConsensusFlags): Promise<void> {
  const narrator = createNarrator(flags.quiet ?? false)
  const signal = interruptSignal()
  const watch = new Stopwatch()
  for (const path of [flags.output, flags.matrix, flags.embedding]) {
    if (path !== undefined && path !== '-') await checkWritable(path)
  }

  watch.enter('load')
  const input = await readLabelings(paths, flags, signal)
  for (const note of input.notes) narrator.note(note)
  for (const warning of input.warnings) narrator.warn(warning)
  const ensemble = adoptNamed(input)
  const clusterCount = chooseClusterCount(flags, input, narrator)
  if (flags.matrix !== undefined) checkMatrixSize(input.sampleCount, flags.memoryLimit * 2 ** 30)

  const { method, alpha, lambda, weights, solver, restarts, seed } = flags
  const options = { method, alpha, lambda, weights, solver, restarts, seed }
  const result = await consensus(ensemble, {
    ...{ ...options, clusterCount, signal },
    onProgress({ phase, done, total }) {
      watch.enter(phase)
      narrator.status(total > 1 ? `${phase} ${Math.min(done + 1, total)} of ${total}` : phase)
    },
  })
  watch.enter(null)
  narrator.status('')
  for (const warning of result.warnings) narrator.warn(warning)

  const metrics = input.truth === null ? null : evaluate(result.labels, input.truth)
  await writeFiles(flags, ensemble, result, input, signal, narrator)
  signal.throwIfAborted()
  if (flags.json) {
    await writeJson(sinkOf(process.stdout), {
      chorale: VERSION,
      command: 'consensus',
      input: {
        path: paths.length === 1 ? paths[0] : paths,
        sampleCount: result.ensemble.sampleCount,
        featureCount: null,
        ensembleSize: result.ensemble.ensembleSize,
        missingCount: result.ensemble.missingCount,
        distinctRows: result.ensemble.distinctRows,
        labelings: input.names,
        clusterCounts: result.ensemble.clusterCounts,
        coverage: result.ensemble.coverage,
        idColumn: input.idName,
        truthColumn: input.truthName,
      },
      method: result.method,
      options,
      clusterCount,
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
      metrics,
      timings: watch.timings(),
      peakMemoryMb: peakMemoryMb(),
      warnings: [...input.warnings, ...result.warnings],
      notes: input.notes,
    })
    return
  }
  const summary = summaryText({
    ...{ result, ids: input.ids, metrics, truthName: input.truthName, timings: watch.timings() },
    next: nextSteps(flags),
  })
  const isDataOut = flags.output === '-'
  if (!isDataOut) await sinkOf(process.stdout)(summary)
  else if (!flags.quiet) await sinkOf(process.stderr)(summary)
}

async function readLabelings(paths: string[], flags: ConsensusFlags, signal: AbortSignal): Promise<LabelingTable> {
  const tables = []
  for (const path of paths) {
    const bytes = await readInput(path, signal)
    tables.push(await readTable(bytes, { name: path === '-' ? 'standard input' : basename(path), signal }))
  }
  const { id, truth, columns } = flags
  if (tables.length === 1) return toLabelings(tables[0], { id, truth, columns })
  if (columns !== undefined) throw new InputError('--columns goes with one file; several files are merged whole')
  return mergeLabelings(tables, { id, truth })
}

function adoptNamed({ labelings, names }: LabelingTable): Ensemble {
  if (labelings.length >= 2) return adoptLabelings(labelings, { names })
  const found = labelings.length === 1 ? `only one column, '${names[0]}'` : 'no column'
  throw new InputError(`a consensus needs at least two labelings; ${found} is left as a labeling`)
}

function chooseClusterCount(flags: ConsensusFlags, input: LabelingTable, narrator: Narrator): number {
  if (flags.clusters !== undefined) {
    if (flags.clusters <= input.sampleCount) return flags.clusters
    throw new InputError(
      `-k must be a whole number from 1 to the number of samples (${input.sampleCount}); got ${flags.clusters}`,
    )
  }
  if (input.truth === null) throw new InputError('-k is missing: how many clusters are wanted, as in -k 3')
  const classes = new Set(input.truth).size
  narrator.note(`-k ${classes} is assumed: the classes of '${input.truthName}'`)
  return classes
}

async function writeFiles(
  { output, matrix, embedding }: ConsensusFlags,
  ensemble: Ensemble,
  result: ConsensusResult,
  { ids }: LabelingTable,
  signal: AbortSignal,
  narrator: Narrator,
): Promise<void> {
  if (matrix !== undefined) {
    const order = await writeMatrix(matrix, ensemble, result, ids, signal)
    narrator.note(`wrote ${matrix} (co-association, ordered by cluster) and ${order} (the order)`)
  }
  if (embedding !== undefined) {
    await writeEmbedding(embedding, result, ids)
    narrator.note(`wrote ${embedding} (embedding)`)
  }
  if (output === '-') await writeLabels(sinkOf(process.stdout), result, ids)
  else if (output !== undefined) {
    await writeWhole(output, sink => writeLabels(sink, result, ids))
    narrator.note(`wrote ${output} (id, cluster, confidence)`)
  }
}

function nextSteps({ output, truth }: ConsensusFlags): string[] {
  const steps = []
  if (output === undefined) steps.push('-o labels.csv writes the cluster and the confidence of every sample')
  if (truth === undefined) steps.push('--truth COLUMN compares with known classes')
  return [...steps, '--json prints everything, weights and embedding spectrum included']
}

/** Largest resident memory of the process so far. */
function peakMemoryMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 102.4) / 10
}
