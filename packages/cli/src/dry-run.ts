import {
  cellSetWork,
  chooseRoute,
  type Dataset,
  type Ensemble,
  EXACT_SECONDS,
  FIT_LIMIT,
  FIT_SIZE,
  LINK_BYTES,
  largestClusterCount,
  largestInCells,
  METHODS,
  methodNamed,
  type PackedLabelings,
  planRoute,
  type Route,
  standardCellLabelings,
  standardEnsembleSize,
  standardMethod,
} from 'chorale/internal'
import { countText } from 'chorale-report/data'
import type { ClusterFlags } from './cluster.js'
import type { Wanted } from './run-consensus.js'
import type { SharedFlags } from './shared-options.js'

/** Rough operations per second of one core, for k-means. */
const KMEANS_RATE = 1.2e10
/** The same for the work of cells, which is given in multiplications of k-means. */
const CELL_RATE = 1e10

/** Assumed share of linked pairs of samples; a dense case. */
const LINKED_SHARE = 0.25

/** Memory of the program itself, in bytes. */
const PROGRAM = 60 * 2 ** 20

/** Describes what `cluster` would do, with rough estimates. */
export function describeClusterPlan(
  dataset: Dataset,
  flags: ClusterFlags,
  wanted: Wanted,
  concurrency: number,
): string {
  const k = mostWanted(wanted)
  const { sampleCount: n, featureCount: d } = dataset
  const { m, meanClusters, sizes, seconds, kind } = basePlan(dataset, flags, k, concurrency)
  const clusterTotal = m * meanClusters
  const method = standardMethod(flags)
  // The labels are not known yet. In the worst case, all label rows differ.
  const route = methodNamed(method, METHODS).canApproximate
    ? chooseRoute({
        rowCount: n,
        ensembleSize: m,
        clusterTotal,
        clusterCount: k,
        anchors: flags.anchors,
        exact: flags.exact,
        memoryLimit: flags.memoryLimit * 2 ** 30,
        exactBytes: () => LINK_BYTES * LINKED_SHARE * n * n,
      })
    : null
  const plan = { sampleCount: n, ensembleSize: m, clusterTotal, clusterCount: k, rowCount: n, route }
  return [
    `Would cluster ${countText(n, 'sample')} with ${countText(d, 'feature')} into ${clusterText(wanted)}:`,
    `  ${countText(m, 'base clustering')} (${kind}, ${sizes} clusters each) in ${countText(concurrency, 'thread')}: about ${duration(seconds)}`,
    ...consensusPlan({ ...plan, dataBytes: n * d * 12 }, { ...flags, method }),
    '',
  ].join('\n')
}

/** The base clusterings that `cluster` would build. */
function basePlan({ sampleCount: n, featureCount: d }: Dataset, flags: ClusterFlags, k: number, concurrency: number) {
  const { base = flags.generator === undefined ? 'auto' : 'k-means' } = flags
  if (base !== 'k-means') {
    const m = flags.ensembleSize ?? standardCellLabelings(n)
    const most = largestInCells(n, { maxClusterCount: flags.maxClusters, clusterCount: k })
    // Most often cells; eight labelings of a set of cells are computed together.
    const seconds = ((m / 8) * cellSetWork(n, d)) / CELL_RATE / concurrency
    return { m, meanClusters: (2 + most) / 2, sizes: `2 to ${most}`, seconds, kind: String(base) }
  }
  const m = flags.ensembleSize ?? standardEnsembleSize(n)
  const most = flags.maxClusters ?? largestClusterCount(n)
  const isFixed = flags.generator === 'fixed-k'
  const meanClusters = isFixed ? k : (2 + most) / 2
  // About 30 passes over the samples that determine the centres.
  const passes = n > FIT_LIMIT ? (30 * FIT_SIZE) / n + 1 : 30
  const seconds = (2 * m * n * d * meanClusters * passes) / KMEANS_RATE / concurrency
  return { m, meanClusters, sizes: isFixed ? String(k) : `2 to ${most}`, seconds, kind: flags.generator ?? 'random-k' }
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
  const { method, alpha, lambda, anchors, exact } = flags
  const memoryLimit = flags.memoryLimit * 2 ** 30
  const options = { method, alpha, lambda, anchors, exact, memoryLimit, clusterCount: k, signal }
  const planned = await planRoute(ensemble, options)
  const m = ensemble.names.length
  const clusterTotal = clusterTotalOf(ensemble)
  const { route = null, rowCount = n } = planned ?? {}
  const plan = { sampleCount: n, ensembleSize: m, clusterTotal, clusterCount: k, rowCount, route, dataBytes: 0 }
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
  /** Exact or anchored; null for a method without an approximation. */
  readonly route: Route | null
  /** Bytes of the features. */
  readonly dataBytes: number
}

/** Upper estimates of time and memory. Most runs need far less, because many samples have equal labels. */
function consensusPlan(plan: ConsensusPlan, flags: SharedFlags): string[] {
  const { sampleCount: n, ensembleSize: m, clusterTotal, route, dataBytes } = plan
  const method = methodNamed(flags.method, METHODS)
  const cost = method.cost({ sampleCount: n, ensembleSize: m, clusterTotal })
  const bytes = PROGRAM + dataBytes + 8 * n * m + (cost?.bytes ?? workingBytes(plan))
  const way =
    route?.kind === 'anchors'
      ? `${method.name}, approximated with ${countText(route.anchorCount, 'anchor')}: ${reasonOf(route)}`
      : `${method.name}${route === null ? '' : ', exact'}`
  return [
    `  consensus (${way}): ${growthOrTime(cost?.growth, secondsOf(plan, method.name))}`,
    `  memory: at most about ${memory(bytes)}`,
  ]
}

/** Seconds on one core; threads make it shorter. Null if there is no estimate. */
function secondsOf(
  { route, rowCount, ensembleSize: m, clusterTotal: P }: ConsensusPlan,
  method: string,
): number | null {
  if (method !== 'lwgp') return route?.cost.seconds ?? null
  // O(P² + r m²), fitted to runs with up to 200,000 samples and 100 base clusterings.
  return 0.2 + 1.8e-8 * P * P + rowCount * (6e-7 + 3.3e-9 * m * m)
}

/** Bytes of matrices and vectors. An exact run holds at most two copies. */
function workingBytes({ sampleCount: n, clusterCount: k, rowCount, route }: ConsensusPlan): number {
  if (route?.kind === 'anchors') return route.cost.bytes + 8 * (k + 4) * n
  return 2 * (route?.cost.bytes ?? 0) + 16 * 8 * 14 * rowCount
}

function reasonOf({ reason }: Route & { kind: 'anchors' }): string {
  if (reason === 'asked for') return '--anchors is set'
  if (reason === 'too slow') return `an exact result may take more than ${EXACT_SECONDS} seconds; --exact computes it`
  return 'the exact computation may exceed --memory-limit'
}

function growthOrTime(growth: string | undefined, seconds: number | null): string {
  if (seconds !== null) return `at most about ${duration(seconds)} on one core`
  return growth === undefined ? 'time grows with the number of samples' : `${growth} in the worst case`
}

function memory(bytes: number): string {
  return bytes > 2 ** 31 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${Math.ceil(bytes / 2 ** 20)} MiB`
}

function duration(seconds: number): string {
  if (seconds < 1) return 'a second'
  if (seconds < 90) return `${Math.ceil(seconds)} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
