import { availableParallelism } from 'node:os'
import {
  chooseRoute,
  type Dataset,
  type Ensemble,
  EXACT_ROWS,
  FIT_LIMIT,
  FIT_SIZE,
  LINK_BYTES,
  largestClusterCount,
  METHODS,
  methodNamed,
  type PackedLabelings,
  planRoute,
  type Route,
  standardEnsembleSize,
} from '../src/internal.js'
import type { ClusterFlags } from './cluster.js'
import type { SharedFlags } from './shared-options.js'

/** Operations per second of one core, rounded: the k-means kernels and the sparse products. Estimates are no better. */
const KMEANS_RATE = 1.2e10
const SPARSE_RATE = 8e9

/** Seconds per pair of samples that is looked at for a similarity. */
const SECONDS_PER_PAIR = 2e-8
/** Anchored: seconds per sample and anchor in one thread, and for what does not grow with the samples. */
const SECONDS_PER_ANCHORED_PAIR = 5e-8
const ANCHORED_SECONDS = 5

/** Share of all pairs of samples that are linked: a dense case. */
const LINKED_SHARE = 0.25

/** Bytes of the program itself. */
const PROGRAM = 60 * 2 ** 20

/** What `cluster` would do, with rough estimates. */
export function describeClusterPlan(
  dataset: Dataset,
  flags: ClusterFlags,
  wanted: number | 'auto',
  concurrency: number,
): string {
  const k = mostWanted(wanted)
  const { sampleCount: n, featureCount: d } = dataset
  const m = flags.ensembleSize ?? standardEnsembleSize(n)
  const mostClusters = flags.maxClusters ?? largestClusterCount(n)
  const isFixed = flags.generator === 'fixed-k'
  const meanClusters = isFixed ? k : (2 + mostClusters) / 2
  // About 30 passes over the samples that the centres come from.
  const passes = n > FIT_LIMIT ? (30 * FIT_SIZE) / n + 1 : 30
  const seconds = (2 * m * n * d * meanClusters * passes) / KMEANS_RATE / concurrency
  const sizes = isFixed ? k : `up to ${mostClusters}`
  const clusterTotal = m * meanClusters
  // The labels are not known yet: no two samples have equal ones at worst.
  const route = methodNamed(flags.method, METHODS).canApproximate
    ? chooseRoute({
        rowCount: n,
        clusterTotal,
        clusterCount: k,
        anchors: flags.anchors,
        memoryLimit: flags.memoryLimit * 2 ** 30,
        exactBytes: () => LINK_BYTES * LINKED_SHARE * n * n,
      })
    : null
  const plan = { sampleCount: n, ensembleSize: m, clusterTotal, clusterCount: k, rowCount: n, route }
  return [
    `Would cluster ${n} samples with ${d} features into ${countWords(wanted)} clusters:`,
    `  ${m} base clusterings (${flags.generator ?? 'random-k'}, ${sizes} clusters each) on ${concurrency} threads: about ${duration(seconds)}`,
    ...consensusPlan({ ...plan, dataBytes: n * d * 12 }, flags),
    '',
  ].join('\n')
}

/** What `consensus` would do, with rough estimates. */
export function describeConsensusPlan(
  ensemble: Ensemble | PackedLabelings,
  flags: SharedFlags,
  wanted: number | 'auto',
): string {
  const { sampleCount: n } = ensemble
  const k = mostWanted(wanted)
  const { method, alpha, lambda, anchors } = flags
  const memoryLimit = flags.memoryLimit * 2 ** 30
  const planned = planRoute(ensemble, { method, alpha, lambda, anchors, memoryLimit, clusterCount: k })
  const m = ensemble.names.length
  const clusterTotal = clusterTotalOf(ensemble)
  const { route = null, rowCount = n } = planned ?? {}
  const plan = { sampleCount: n, ensembleSize: m, clusterTotal, clusterCount: k, rowCount, route, dataBytes: 0 }
  return [
    `Would take the consensus of ${m} labelings of ${n} samples, ${countWords(wanted)} clusters:`,
    ...consensusPlan(plan, flags),
    '',
  ].join('\n')
}

function clusterTotalOf(ensemble: Ensemble | PackedLabelings): number {
  if ('store' in ensemble) return ensemble.store.clusterStarts[ensemble.store.ensembleSize]
  return ensemble.clusterCounts.reduce((sum, count) => sum + count, 0)
}

/** The most clusters that -k auto tries. */
function mostWanted(wanted: number | 'auto'): number {
  return wanted === 'auto' ? 10 : wanted
}

function countWords(wanted: number | 'auto'): string {
  return wanted === 'auto' ? 'as many as are advised (1 to 10)' : String(wanted)
}

/** What a consensus is planned on. */
interface ConsensusPlan {
  readonly sampleCount: number
  readonly ensembleSize: number
  readonly clusterTotal: number
  readonly clusterCount: number
  /** Label rows that differ, as far as is known. */
  readonly rowCount: number
  /** Exact or through anchors; null for a method that is never approximated. */
  readonly route: Route | null
  /** Bytes of the features. */
  readonly dataBytes: number
}

/** Time and memory of the consensus: mostly far less, because samples have equal labels. */
function consensusPlan(plan: ConsensusPlan, flags: SharedFlags): string[] {
  const { sampleCount: n, ensembleSize: m, clusterTotal, route, dataBytes } = plan
  const method = methodNamed(flags.method, METHODS)
  const cost = method.cost({ sampleCount: n, ensembleSize: m, clusterTotal })
  const bytes = PROGRAM + dataBytes + 8 * n * m + (cost?.bytes ?? workingBytes(plan))
  const way =
    route?.kind === 'anchors' ? `${method.name}, through ${route.anchorCount} anchors: ${reasonOf(route)}` : method.name
  return [
    `  consensus (${way}): ${growthOrTime(cost?.growth, secondsOf(plan, flags))}`,
    `  memory: at most about ${memory(bytes)}`,
  ]
}

function secondsOf({ sampleCount: n, rowCount, route }: ConsensusPlan, flags: SharedFlags): number | null {
  if (route === null) return null
  if (route.kind === 'anchors') {
    const threads = flags.threads ?? availableParallelism()
    return ANCHORED_SECONDS + (SECONDS_PER_ANCHORED_PAIR * n * route.anchorCount) / threads
  }
  const links = route.cost.bytes / LINK_BYTES
  return SECONDS_PER_PAIR * rowCount * rowCount + (2 * 16 * 2 * 20 * links) / SPARSE_RATE
}

/** Bytes of matrices and vectors; those of an exact run are held twice at most. */
function workingBytes({ sampleCount: n, clusterCount: k, rowCount, route }: ConsensusPlan): number {
  if (route?.kind === 'anchors') return route.cost.bytes + 8 * (k + 4) * n
  return 2 * (route?.cost.bytes ?? 0) + 16 * 8 * 14 * rowCount
}

function reasonOf({ reason }: Route & { kind: 'anchors' }): string {
  if (reason === 'asked for') return 'as --anchors says'
  if (reason === 'too many rows')
    return `more than ${EXACT_ROWS.toLocaleString('en')} samples may differ in their labels`
  return 'the exact links may exceed --memory-limit'
}

function growthOrTime(growth: string | undefined, seconds: number | null): string {
  if (seconds !== null) return `at most about ${duration(seconds)}`
  return growth === undefined ? 'grows with the number of samples' : `${growth} at worst`
}

function memory(bytes: number): string {
  return bytes > 2 ** 31 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${Math.ceil(bytes / 2 ** 20)} MiB`
}

function duration(seconds: number): string {
  if (seconds < 1) return 'a second'
  if (seconds < 90) return `${Math.ceil(seconds)} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
