import {
  type ClusterPlan,
  type Ensemble,
  FIT_SECONDS,
  type FitRows,
  fitSeconds,
  LINK_BYTES,
  METHODS,
  type MethodName,
  methodNamed,
  type PackedLabelings,
  planFit,
  type RunPlan,
  roughDuration,
} from 'chorale/internal'
import { countText } from 'chorale-report/data'
import { flagOf, inFlagWords } from './flag-words.js'
import type { Wanted } from './run-consensus.js'
import type { SharedFlags } from './shared-options.js'

/** Assumed share of linked pairs of samples; a dense case. */
const LINKED_SHARE = 0.25

/** Memory of the program itself, in bytes. */
const PROGRAM = 60 * 2 ** 20

/** What a plan of `cluster` would do, with rough estimates. */
export function planText(
  { sampleCount, featureCount, clusterCount, fit, runs, cost, choices }: ClusterPlan,
  threads: number,
): string {
  const fitText =
    fit.rows < fit.of
      ? [`  fit: ${countText(fit.rows, 'row')} of ${countText(fit.of, 'row')}; the fit labels all rows`]
      : []
  const inThreads = `in ${countText(threads, 'thread')}`
  const lines = runs.map(({ clusterCount: k, base, consensus: { method } }) => {
    return `  k = ${k}: ${baseText(base)}, combined by ${method}`
  })
  const base = `  base clusterings ${inThreads}: about ${roughDuration(cost.base / threads)}`
  const consensus =
    cost.consensus === null ? [] : [`  consensus: at most about ${roughDuration(cost.consensus)} on one core`]
  const labels =
    cost.labels === 0 ? [] : [`  labels of all rows ${inThreads}: about ${roughDuration(cost.labels / threads)}`]
  return [
    `Would cluster ${countText(sampleCount, 'sample')} with ${countText(featureCount, 'feature')} into ${clusterText(clusterCount)}:`,
    ...fitText,
    ...lines,
    ...(runs.length === 0
      ? ['  the base clusterings are decided when the number of clusters is known']
      : [base, ...consensus, ...labels]),
    `  memory: at most about ${memory(cost.bytes)}`,
    ...choices.map(({ option, value, reason }) => `  ${flagOf(option)} ${value}: ${inFlagWords(reason)}`),
    '',
  ].join('\n')
}

/** The base clusterings of a run in a few words. */
export function baseText({ ensembleSize, clusterers, clusterCounts: { from, to } }: RunPlan['base']): string {
  const sizes = from === to ? String(to) : `${from} to ${to}`
  return `${countText(ensembleSize, 'base clustering')} (${clusterers.join(', ')}, ${sizes} clusters each)`
}

/** Describes what `consensus` would do, with rough estimates. */
export async function describeConsensusPlan(
  ensemble: Ensemble | PackedLabelings,
  flags: SharedFlags,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<string> {
  const { sampleCount: n } = ensemble
  const k = mostWanted(wanted)
  const { method, alpha, lambda, fitRows, exact } = flags
  const memoryLimit = flags.memoryLimit * 2 ** 30
  const options = { method, alpha, lambda, fitRows, exact, memoryLimit, clusterCount: k, signal }
  const { fit, rowCount } = await planFit(ensemble, options)
  const m = ensemble.names.length
  const clusterTotal = clusterTotalOf(ensemble)
  const plan = { sampleCount: n, ensembleSize: m, clusterTotal, clusterCount: k, rowCount, fit, dataBytes: 0 }
  return [
    `Would combine ${countText(m, 'labeling')} of ${countText(n, 'sample')} into ${clusterText(wanted)}:`,
    ...consensusPlan(plan, flags),
    '',
  ].join('\n')
}

function clusterTotalOf(ensemble: Ensemble | PackedLabelings): number {
  if ('store' in ensemble) return ensemble.store.clusterStarts[ensemble.store.ensembleSize]
  return ensemble.clusterCounts.reduce((sum, count) => sum + count, 0)
}

/** The most clusters that are likely with -k auto. */
function mostWanted(wanted: Wanted): number {
  if (wanted === 'auto') return 10
  return typeof wanted === 'number' ? wanted : Math.max(...wanted)
}

function clusterText(wanted: Wanted): string {
  if (wanted === 'auto') return 'the number of clusters that chorale advise recommends'
  return typeof wanted === 'number' ? countText(wanted, 'cluster') : `${wanted.join(', ')} clusters, one run for each`
}

/** The sizes that the estimates depend on. */
interface ConsensusPlan {
  readonly sampleCount: number
  readonly ensembleSize: number
  readonly clusterTotal: number
  readonly clusterCount: number
  /** Number of distinct label rows, as far as it is known. */
  readonly rowCount: number
  /** The rows of the fit; null for all. */
  readonly fit: FitRows | null
  /** Bytes of the features. */
  readonly dataBytes: number
}

/** Upper estimates of time and memory. Most runs need far less, because many samples have equal labels. */
function consensusPlan(plan: ConsensusPlan, flags: SharedFlags): string[] {
  const { sampleCount: n, ensembleSize: m, clusterTotal, fit, dataBytes } = plan
  const method = methodNamed(flags.method, METHODS)
  const cost = method.cost({ sampleCount: fit?.rows ?? n, ensembleSize: m, clusterTotal })
  const bytes = PROGRAM + dataBytes + 8 * n * m + (cost?.bytes ?? workingBytes(plan, method.name))
  const way =
    fit !== null && fit.rows < fit.of
      ? `${method.name}, fitted on ${countText(fit.rows, 'row')}: ${reasonOf(fit)}`
      : method.name
  return [
    `  consensus (${way}): ${growthOrTime(cost?.growth, secondsOf(plan, method.name))}`,
    `  memory: at most about ${memory(bytes)}`,
  ]
}

/** The distinct rows that are fitted. */
function fittedRows({ rowCount, fit }: ConsensusPlan): number {
  return Math.min(rowCount, fit?.rows ?? rowCount)
}

/** Seconds to label a row with a model. */
const LABEL_SECONDS = 5e-6

/** Seconds on one core; threads make it shorter. Null if there is no estimate. */
function secondsOf(plan: ConsensusPlan, method: MethodName): number | null {
  const { ensembleSize: m, clusterTotal: P, fit, sampleCount } = plan
  const rows = fittedRows(plan)
  const labeling = fit !== null && fit.rows < fit.of ? LABEL_SECONDS * sampleCount : 0
  if (methodNamed(method, METHODS).samplesRows) return labeling + fitSeconds(plan, rows)
  // O(P² + r m²), fitted to runs with up to 200,000 samples and 100 base clusterings.
  return method === 'lwgp' ? labeling + 0.2 + 1.8e-8 * P * P + rows * (6e-7 + 3.3e-9 * m * m) : null
}

/** Bytes of matrices and vectors. A fit holds at most two copies of its links. */
function workingBytes(plan: ConsensusPlan, method: MethodName): number {
  const rows = fittedRows(plan)
  const linkBytes = methodNamed(method, METHODS).samplesRows ? LINK_BYTES * LINKED_SHARE * rows * rows : 0
  return 2 * linkBytes + 16 * 8 * 14 * rows + 12 * plan.sampleCount
}

function reasonOf({ reason }: FitRows): string {
  if (reason === 'asked for') return '--fit-rows is set'
  if (reason === 'too slow') return `all rows may take more than ${FIT_SECONDS} seconds; --exact fits on them`
  return 'all rows may exceed --memory-limit'
}

function growthOrTime(growth: string | undefined, seconds: number | null): string {
  if (seconds !== null) return `at most about ${roughDuration(seconds)} on one core`
  return growth === undefined ? 'time grows with the number of samples' : `${growth} in the worst case`
}

function memory(bytes: number): string {
  return bytes > 2 ** 31 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${Math.ceil(bytes / 2 ** 20)} MiB`
}
