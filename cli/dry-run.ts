import { availableParallelism } from 'node:os'
import { type Dataset, type Ensemble, METHODS, methodNamed } from '../src/internal.js'
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

/** Samples, if no two have equal labels, beyond which a run goes through anchors. */
const EXACT_SAMPLES = 50_000

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
  const m = flags.ensembleSize ?? Math.min(100, Math.max(20, Math.round(Math.sqrt(n))))
  const mostClusters = flags.maxClusters ?? Math.min(100, Math.max(2, Math.floor(Math.sqrt(n))))
  const isFixed = flags.generator === 'fixed-k'
  const meanClusters = isFixed ? k : (2 + mostClusters) / 2
  // About 30 passes over the samples; above 200,000 samples the centres come from 50,000 of them.
  const passes = n > 200_000 ? (30 * 50_000) / n + 1 : 30
  const seconds = (2 * m * n * d * meanClusters * passes) / KMEANS_RATE / concurrency
  const sizes = isFixed ? k : `up to ${mostClusters}`
  return [
    `Would cluster ${n} samples with ${d} features into ${countWords(wanted)} clusters:`,
    `  ${m} base clusterings (${flags.generator ?? 'random-k'}, ${sizes} clusters each) on ${concurrency} threads: about ${duration(seconds)}`,
    ...consensusPlan(n, m, m * meanClusters, n * d * 12, flags, k),
    '',
  ].join('\n')
}

/** What `consensus` would do, with rough estimates. */
export function describeConsensusPlan(
  { sampleCount: n, labelings, clusterCounts }: Ensemble,
  flags: SharedFlags,
  wanted: number | 'auto',
) {
  const k = mostWanted(wanted)
  const m = labelings.length
  const clusterTotal = clusterCounts.reduce((sum, count) => sum + count, 0)
  return [
    `Would take the consensus of ${m} labelings of ${n} samples, ${countWords(wanted)} clusters:`,
    ...consensusPlan(n, m, clusterTotal, 0, flags, k),
    '',
  ].join('\n')
}

/** The most clusters that -k auto tries. */
function mostWanted(wanted: number | 'auto'): number {
  return wanted === 'auto' ? 10 : wanted
}

function countWords(wanted: number | 'auto'): string {
  return wanted === 'auto' ? 'as many as are advised (1 to 10)' : String(wanted)
}

/** Time and memory of the consensus, if no two samples have equal labels: mostly far less. */
function consensusPlan(n: number, m: number, clusterTotal: number, dataBytes: number, flags: SharedFlags, k: number) {
  const method = methodNamed(flags.method, METHODS)
  const threads = flags.threads ?? availableParallelism()
  const cost = method.cost({ sampleCount: n, ensembleSize: m, clusterTotal })
  const usesLinks = method.canApproximate
  // A quarter of all pairs is a dense case; beyond the limits K̃ goes through anchors.
  const exactLinks = 0.25 * n * n
  const isTooMuch = n > EXACT_SAMPLES || 12 * exactLinks > flags.memoryLimit * 2 ** 30
  const isAnchored = usesLinks && (flags.anchors !== undefined || isTooMuch)
  const anchors = flags.anchors ?? Math.max(500, 50 * k)
  const links = usesLinks && !isAnchored ? exactLinks : 0
  const gram = isAnchored ? 32 * (anchors + clusterTotal) ** 2 : 0
  const seconds = isAnchored
    ? ANCHORED_SECONDS + (SECONDS_PER_ANCHORED_PAIR * n * anchors) / threads
    : usesLinks
      ? SECONDS_PER_PAIR * n * n + (2 * 16 * 2 * 20 * links) / SPARSE_RATE
      : null
  const vectors = isAnchored ? gram + 8 * (k + 4) * n : 24 * links + 16 * 8 * 14 * n
  const bytes = PROGRAM + dataBytes + 8 * n * m + (cost?.bytes ?? vectors)
  const way = isAnchored ? `${method.name}, through ${anchors} anchors` : method.name
  return [`  consensus (${way}): ${growthOrTime(cost?.growth, seconds)}`, `  memory: at most about ${memory(bytes)}`]
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
