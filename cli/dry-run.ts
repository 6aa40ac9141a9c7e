import type { Dataset } from '../src/index.js'
import type { ClusterFlags } from './cluster.js'

/** Operations per second of one core in the k-means kernels and in the sparse products, measured on a 2023 laptop core. */
const KMEANS_RATE = 1.2e10
const SPARSE_RATE = 8e9

/** What a run would do, with rough estimates: right within a factor of about three. */
export function describePlan(dataset: Dataset, flags: ClusterFlags, clusterCount: number, concurrency: number): string {
  const { sampleCount: n, featureCount: d } = dataset
  const m = flags.ensembleSize ?? Math.min(100, Math.max(20, Math.round(Math.sqrt(n))))
  const mostClusters = flags.maxClusters ?? Math.min(100, Math.max(2, Math.floor(Math.sqrt(n))))
  const meanClusters = flags.generator === 'fixed-k' ? clusterCount : (2 + mostClusters) / 2
  // About 30 passes over the samples; above 200,000 samples the centres come from 50,000 of them.
  const passes = n > 200_000 ? (30 * 50_000) / n + 1 : 30
  const ensembleSeconds = (2 * m * n * d * meanClusters * passes) / KMEANS_RATE / concurrency
  // Links: a quarter of all pairs at the most; equal label rows count once, which is not known before.
  const links = 0.25 * n * n
  const consensusSeconds = (links * 2 * 16 * 2 * 15) / SPARSE_RATE
  const mebibytes = (n * d * 12 + n * m * 8 + 24 * links + n * 16 * 8 * 12) / 2 ** 20 + 60
  const lines = [
    `Would cluster ${n} samples with ${d} features into ${clusterCount} clusters:`,
    `  ${m} base clusterings (${flags.generator ?? 'random-k'}, ${flags.generator === 'fixed-k' ? clusterCount : `up to ${mostClusters}`} clusters each) on ${concurrency} threads: about ${duration(ensembleSeconds)}`,
    `  consensus (${flags.method ?? 'balanced'}): at most about ${duration(consensusSeconds)}`,
    `  memory: at most about ${mebibytes > 2048 ? `${(mebibytes / 1024).toFixed(1)} GiB` : `${Math.ceil(mebibytes)} MiB`}`,
  ]
  return `${lines.join('\n')}\n`
}

function duration(seconds: number): string {
  if (seconds < 1) return 'a second'
  if (seconds < 90) return `${Math.ceil(seconds)} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
