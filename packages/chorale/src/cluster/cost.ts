import type { BaseDecision } from '../base/base-decision.js'
import { setCountOf } from '../base/cells-plan.js'
import { cellSetWork } from '../base/tasks.js'
import { methodNamed } from '../consensus/method-facts.js'
import { METHODS, type MethodName } from '../consensus/methods/index.js'
import type { FitSize } from './fit-rows.js'

/** What a run is expected to cost on a computer of 2024. A rough estimate. */
export interface ExpectedCost {
  /** Seconds on one core: base clusterings, consensus, and the labels of rows that are not part of the fit. */
  readonly base: number
  /** Null if it depends too much on the data. */
  readonly consensus: number | null
  readonly labels: number
  /** Bytes of memory at most. */
  readonly bytes: number
}

/** Operations per second of one core: of k-means, and of cells in multiplications of k-means. */
const K_MEANS_RATE = 1.2e10
const CELL_RATE = 1e10
/** Passes of k-means over the samples; multiplications of a mixture per sample, component and square of the dimension. */
const K_MEANS_PASSES = 30
const MIXTURE_STEPS = 100
const MIXTURE_SAMPLES = 3000
const MIXTURE_DIMENSIONS = 64
/** Seconds in which one base clustering labels a row; most of them are for the nearest cells, which 16 labelings share. */
const LABEL_SECONDS = 8e-8
/** Memory of the program itself, in bytes. */
const PROGRAM = 60 * 2 ** 20

/** What the cost of a run depends on. */
interface CostlyRun {
  readonly base: BaseDecision
  readonly consensus: { readonly method: MethodName }
}

/** The expected cost of the runs of a plan. */
export function expectedCost(fit: FitSize, featureCount: number, runs: readonly CostlyRun[]): ExpectedCost {
  const { rows: n } = fit
  const consensus = runs.map(({ base, consensus: { method } }) => consensusSeconds(n, base, method))
  const most = (values: readonly number[]) => Math.max(0, ...values)
  const sizes = runs.map(({ base }) => base.ensembleSize)
  return {
    base: sum(runs.map(({ base }) => baseSeconds(n, featureCount, base))),
    consensus: consensus.some(seconds => seconds === null) ? null : sum(consensus.map(Number)),
    labels: n < fit.of ? most(sizes) * fit.of * LABEL_SECONDS : 0,
    bytes:
      PROGRAM +
      12 * fit.of * (featureCount + 1) +
      8 * n * (featureCount + most(sizes)) +
      most(runs.map(({ base, consensus: { method } }) => consensusBytes(n, base, method))),
  }
}

function baseSeconds(
  n: number,
  d: number,
  { family, clusterers, ensembleSize: m, clusterCounts, kMeans: runs }: BaseDecision,
): number {
  const mean = (clusterCounts.from + clusterCounts.to) / 2
  const share = (name: string) => (clusterers.includes(name) ? m / clusterers.length : 0)
  const kMeans = (runs?.builtPerKept ?? 1) * share('k-means')
  const mixtures = family === 'mixtures' ? m : share('gaussian-mixture')
  const cells = m - kMeans - mixtures
  const dimension = Math.min(d, MIXTURE_DIMENSIONS)
  return (
    (2 * kMeans * n * d * mean * K_MEANS_PASSES) / K_MEANS_RATE +
    (mixtures * Math.min(n, MIXTURE_SAMPLES) * mean * dimension ** 2 * MIXTURE_STEPS) / K_MEANS_RATE +
    (setCountOf({ labelingCount: cells, clusterers, sampleCount: n }) * cellSetWork(n, d)) / CELL_RATE
  )
}

/** O(P² + r m²) for `lwgp`, fitted to runs with up to 200,000 samples and 100 base clusterings. */
function consensusSeconds(n: number, base: BaseDecision, method: string): number | null {
  if (method !== 'lwgp') return null
  const { ensembleSize: m } = base
  return 0.2 + 1.8e-8 * clusterTotal(base) ** 2 + n * (6e-7 + 3.3e-9 * m * m)
}

function consensusBytes(n: number, base: BaseDecision, method: MethodName): number {
  const extent = { sampleCount: n, ensembleSize: base.ensembleSize, clusterTotal: clusterTotal(base) }
  return methodNamed(method, METHODS).cost(extent)?.bytes ?? 16 * 8 * 14 * n
}

function clusterTotal({ ensembleSize, clusterCounts: { from, to } }: BaseDecision): number {
  return (ensembleSize * (from + to)) / 2
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
