import type { LabelTable } from '../labelings/label-table.js'
import { kMeansRuns } from '../numeric/k-means.js'
import { randomFor } from '../numeric/random.js'
import type { Labels, Matrix } from '../types.js'
import type { KernelShape } from './embedding/kernel-shape.js'
import { type KernelEvaluation, KernelSpectrum } from './embedding/kernel-spectrum.js'
import { uniformWeights } from './embedding/weight-objective.js'
import type { MethodContext } from './method.js'

/** The reference stops at this relative change of the objective, or after this many iterations. */
const TOLERANCE = 1e-4
const MAX_ITERATIONS = 51
/** Weights below this are set to zero. */
const ZERO = 2.22e-16
/**
 * Below this misfit, the embedding contains a whole base clustering. For kernels whose trace is their cluster count.
 */
const COLLAPSED = 1e-8

interface MkkmRun {
  readonly weights: Float64Array
  readonly found: KernelEvaluation
  /** a of every iteration. */
  readonly misfits: Float64Array[]
  /** Σ θₜ² aₜ of every iteration: old Z, new θ. */
  readonly objectiveTrace: number[]
  /** The base clustering that took all the weight, or -1. */
  readonly winner: number
  readonly converged: boolean
}

/** Updates Z and θ alternately. */
export async function alternate(
  table: LabelTable,
  clusterCount: number,
  { loops, pauser, onStep }: Pick<MethodContext, 'loops' | 'pauser' | 'onStep'>,
  shape: KernelShape = {},
): Promise<MkkmRun> {
  const { ensembleSize: m, clusterStarts } = table
  const spectrum = new KernelSpectrum(loops, table, clusterCount, shape)
  const limits = spectrum.traces.map((trace, t) => (COLLAPSED * trace) / (clusterStarts[t + 1] - clusterStarts[t]))
  const misfits: Float64Array[] = []
  const objectiveTrace: number[] = []
  let weights = uniformWeights(m)
  for (;;) {
    const found = await spectrum.evaluateWithPauses({ start: weights }, pauser)
    const misfit = found.spans.map((span, t) => spectrum.traces[t] - span)
    misfits.push(misfit)
    const winner = collapsedTo(misfit, misfits[0], limits)
    const collapsed = winner >= 0
    weights = collapsed ? weights.map((_, t) => (t === winner ? 1 : 0)) : inverseWeights(misfit)
    objectiveTrace.push(weights.reduce((sum, weight, t) => sum + weight * weight * misfit[t], 0))
    const iteration = objectiveTrace.length
    onStep?.({ iteration, objective: objectiveTrace[iteration - 1], weights })
    if (collapsed) return { weights, found, misfits, objectiveTrace, winner, converged: found.converged }

    const before = objectiveTrace[iteration - 2]
    const settled = Math.abs((before - objectiveTrace[iteration - 1]) / before) < TOLERANCE
    if (iteration > 2 && (settled || iteration >= MAX_ITERATIONS)) {
      return { weights, found, misfits, objectiveTrace, winner: -1, converged: settled && found.converged }
    }
    await pauser.pause()
  }
}

/**
 * The base clustering that Z contains completely, or -1. Among several, the one with the smallest misfit at the start
 * wins, and among equal ones the first: by now, their misfits are rounding errors.
 */
function collapsedTo(misfit: Float64Array, atStart: Float64Array, limits: Float64Array): number {
  let winner = -1
  for (let t = 0; t < misfit.length; t++) {
    if (misfit[t] < limits[t] && (winner < 0 || atStart[t] < atStart[winner] - limits[t])) winner = t
  }
  return winner
}

function inverseWeights(misfit: Float64Array): Float64Array {
  const total = misfit.reduce((sum, a) => sum + 1 / a, 0)
  const weights = misfit.map(a => {
    const weight = 1 / a / total
    return weight < ZERO ? 0 : weight
  })
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map(weight => weight / sum)
}

/** k-means on [indicators of the winner | random orthonormal directions], sample by sample. */
export async function winnerAndNoise(
  { sampleCount: n, rowCount, rowOf, clusters, clusterStarts, clusterSizes }: LabelTable,
  winner: number,
  { clusterCount: k, restarts }: { clusterCount: number; restarts: number },
  { loops, seed, pauser }: MethodContext,
): Promise<Labels> {
  const points: Matrix = { rowCount: n, columnCount: k, values: new Float64Array(n * k) }
  const { values } = points
  const known = Math.min(k, clusterStarts[winner + 1] - clusterStarts[winner])
  for (let i = 0; i < n; i++) {
    const c = clusters[winner * rowCount + rowOf[i]]
    const q = c - clusterStarts[winner]
    if (c >= 0 && q < known) values[i * k + q] = 1 / Math.sqrt(clusterSizes[c])
  }
  const random = randomFor(seed, 0)
  for (let q = known; q < Math.min(k, n); q++) {
    for (let i = 0; i < n; i++) values[i * k + q] = random() - 0.5
    for (let pass = 0; pass < 2; pass++) makeOrthogonal(points, q)
  }
  const { labels } = await pauser.run(kMeansRuns(points, { clusterCount: k, restarts, seed, loops }))
  return labels
}

/** Makes column q orthogonal to the columns before it and normalises it to length 1. */
function makeOrthogonal({ rowCount: n, columnCount: k, values }: Matrix, q: number): void {
  for (let p = 0; p < q; p++) {
    let dot = 0
    for (let i = 0; i < n; i++) dot += values[i * k + p] * values[i * k + q]
    for (let i = 0; i < n; i++) values[i * k + q] -= dot * values[i * k + p]
  }
  let square = 0
  for (let i = 0; i < n; i++) square += values[i * k + q] * values[i * k + q]
  if (square > 0) for (let i = 0; i < n; i++) values[i * k + q] /= Math.sqrt(square)
}
