import { KernelSpectrum } from '../../consensus/embedding/kernel-spectrum.js'
import { topOfBoth, withinRowSpectrum } from '../../consensus/embedding/spectrum.js'
import { findEntropies } from '../../consensus/similarity/cluster-weights.js'
import { coAssociation } from '../../consensus/similarity/co-association.js'
import { confidentLinks } from '../../consensus/similarity/confident-links.js'
import { exactSecondOrder } from '../../consensus/similarity/second-order.js'
import { InputError, invalid } from '../../errors.js'
import { renumberLabels } from '../../labelings/adopt.js'
import { collapseRows } from '../../labelings/label-table.js'
import { loadHotLoops, PLAIN_KERNELS } from '../../numeric/loops/hot-loops.js'
import type { BlockOperator } from '../../numeric/subspace.js'
import { blockWidth, topEigenpairs } from '../../numeric/top-eigenpairs.js'
import { Pauser, type Steps } from '../../pause.js'
import type { Ensemble, Labels, Matrix } from '../../types.js'
import { kernelTrace } from './kernel-traces.js'

/** The properties of an estimate of K* that the theory needs. */
export interface ExpectedKernel {
  /** tr(K⁽ᵗ⁾ K*) of every base clustering. */
  readonly traces: Float64Array
  /** |K*|² in the Frobenius norm. */
  readonly squaredNorm: number
  /** The k + 1 largest eigenvalues, descending. */
  readonly eigenvalues: Float64Array
}

/** The kernel of the true classes. It is a projection, so its eigenvalues are 1, once per class, and 0. */
export function truthKernel(ensemble: Ensemble, truth: Labels, classCount: number, k: number): ExpectedKernel {
  const { labelings, clusterCounts } = ensemble
  return {
    traces: Float64Array.from(labelings, (labels, t) => kernelTrace(labels, clusterCounts[t], truth, classCount)),
    squaredNorm: classCount,
    eigenvalues: Float64Array.from({ length: k + 1 }, (_, q) => (q < classCount ? 1 : 0)),
  }
}

/** K̄, the mean of the base kernels. All properties follow from their traces. */
export function meanKernel(ensemble: Ensemble, baseTraces: Matrix, k: number): ExpectedKernel {
  const m = ensemble.labelings.length
  const traces = new Float64Array(m)
  for (let t = 0; t < m; t++) {
    for (let s = 0; s < m; s++) traces[t] += baseTraces.values[t * m + s] / m
  }
  return {
    traces,
    squaredNorm: traces.reduce((sum, trace) => sum + trace, 0) / m,
    eigenvalues: weightedEigenvalues(ensemble, new Float64Array(m).fill(1 / m), k + 1),
  }
}

/** The largest eigenvalues of Σₜ wₜ K⁽ᵗ⁾. */
export function weightedEigenvalues(ensemble: Ensemble, weights: Float64Array, count: number): Float64Array {
  return new KernelSpectrum(PLAIN_KERNELS, collapseRows(ensemble), count).evaluate({ start: weights.map(Math.sqrt) })
    .values
}

/**
 * K̃, the second-order similarity, as an operator: products with the indicators of all clusters give the traces, and
 * products with all unit vectors, one block at a time, give the norm. O(distinct rows) memory in addition to the links.
 */
export async function secondOrderKernel(
  ensemble: Ensemble,
  k: number,
  { alpha, lambda, signal }: { alpha: number; lambda: number; signal?: AbortSignal },
): Promise<ExpectedKernel> {
  const kept = ensemble.clusterCounts.flatMap((count, t) => (count > 1 ? [t] : []))
  if (kept.length === 0) {
    throw new InputError("biasDiversity: labelings must contain at least one with two clusters for 'second-order'")
  }
  const table = collapseRows({
    ...ensemble,
    labelings: kept.map(t => ensemble.labelings[t]),
    clusterCounts: kept.map(t => ensemble.clusterCounts[t]),
  })
  const { multiplicity, rowOf } = table
  const pauser = new Pauser(signal)
  const loops = await loadHotLoops('auto')
  const count = Math.min(k + 1, table.rowCount)
  const width = blockWidth(count)
  await findEntropies(table, pauser)
  const similarity = coAssociation(table, { kind: 'nwca', lambda })
  const links = await confidentLinks(similarity, { alpha, width, loops, pauser })
  const { operator, withinRows } = exactSecondOrder(links, multiplicity, width)
  const product = operator()

  const traces = new Float64Array(ensemble.labelings.length)
  for (let t = 0; t < traces.length; t++) {
    const members = membersByRow(ensemble.labelings[t], ensemble.clusterCounts[t], rowOf, table.rowCount)
    traces[t] = await pauser.run(indicatorTrace(product, members, multiplicity, withinRows, width))
  }
  let squaredNorm = 0
  for (let r = 0; r < table.rowCount; r += width) {
    squaredNorm += await pauser.run(squaredColumns(product, r, Math.min(width, table.rowCount - r), width))
  }
  // Within a row of μ equal samples K̃ has one eigenvalue, μ - 1 times.
  for (let r = 0; r < table.rowCount; r++) squaredNorm += (multiplicity[r] - 1) * withinRows[r] * withinRows[r]

  const found = await topEigenpairs(product, { count, loops, seed: 1, pauser })
  const within = withinRowSpectrum(table, withinRows, k + 1)
  return { traces, squaredNorm, eigenvalues: topOfBoth(found.values, within, k + 1).values }
}

/** Samples of every cluster in every distinct row: clusterCount x rowCount, and the sizes of the clusters. */
function membersByRow(labels: Labels, clusterCount: number, rowOf: Int32Array, rowCount: number) {
  const counts = new Float64Array(clusterCount * rowCount)
  const sizes = new Float64Array(clusterCount)
  labels.forEach((label, i) => {
    if (label < 0) return
    counts[label * rowCount + rowOf[i]]++
    sizes[label]++
  })
  return { counts, sizes }
}

/** Σ over clusters c: 1_c' K̃ 1_c / |c|. The part of an indicator that is not constant on a row is multiplied by the eigenvalue of K̃ within the row. */
function* indicatorTrace(
  product: BlockOperator,
  { counts, sizes }: { counts: Float64Array; sizes: Float64Array },
  multiplicity: Float64Array,
  withinRows: Float64Array,
  width: number,
): Steps<number> {
  const rowCount = multiplicity.length
  const x = new Float64Array(rowCount * width)
  const y = new Float64Array(rowCount * width)
  let trace = 0
  for (let first = 0; first < sizes.length; first += width) {
    const used = Math.min(width, sizes.length - first)
    x.fill(0)
    for (let b = 0; b < used; b++) {
      for (let r = 0; r < rowCount; r++) {
        const count = counts[(first + b) * rowCount + r]
        x[r * width + b] = count / Math.sqrt(multiplicity[r] * sizes[first + b])
        trace += ((count - (count * count) / multiplicity[r]) * withinRows[r]) / sizes[first + b]
      }
    }
    yield* product.applySteps(y, x, width)
    for (let at = 0; at < x.length; at++) trace += x[at] * y[at]
  }
  return trace
}

/** Sum of the squared lengths of columns first .. first + used - 1 of an operator. */
function* squaredColumns(product: BlockOperator, first: number, used: number, width: number): Steps<number> {
  const x = new Float64Array(product.size * width)
  const y = new Float64Array(product.size * width)
  for (let b = 0; b < used; b++) x[(first + b) * width + b] = 1
  yield* product.applySteps(y, x, width)
  return y.reduce((sum, value) => sum + value * value, 0)
}

/** Numbers the true classes. Every value is a class, and there must be one per sample. */
export function adoptTruth(caller: string, truth: ArrayLike<number | string>, sampleCount: number) {
  if (truth.length !== sampleCount) {
    throw invalid(caller, 'truth', `have one class per sample (${sampleCount})`, truth.length)
  }
  // Named by type and value: -1 and '' are ordinary classes here.
  const { labels, clusterCount } = renumberLabels(Array.from(truth, value => `${typeof value} ${value}`))
  return { truth: labels, classCount: clusterCount }
}
