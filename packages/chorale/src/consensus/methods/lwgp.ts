import { canonicalTable } from '../../labelings/canonical-rows.js'
import { type LabelTable, rowsOf } from '../../labelings/label-table.js'
import { filteredEigenvectors, filterWidth } from '../../numeric/filtered-eigenvectors.js'
import { randomFor } from '../../numeric/random.js'
import type { BlockOperator } from '../../numeric/subspace.js'
import {
  blockWidth,
  firstColumns,
  type TopEigenpairs,
  type TopEigenpairsOptions,
  topEigenpairs,
} from '../../numeric/top-eigenpairs.js'
import type { Steps } from '../../pause.js'
import type { Labels, Matrix } from '../../types.js'
import { defineMethod, type MethodContext, type MethodFindings, type MethodInput } from '../method.js'
import { POSITIVE, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'
import { embeddingOfRows, numberedRowClusters, padded } from '../row-clusters.js'
import { addClusterVectors, type ClusterVectorsRule } from '../rules/cluster-vectors.js'
import { sumByCluster } from '../rules/spectral.js'
import { type ClusterGramInput, clusterGram } from '../similarity/cluster-gram.js'
import { type ClusterProduct, createClusterProduct } from '../similarity/cluster-product.js'
import {
  clusterCrossSums,
  LWCA_THETA,
  overlapsWithPauses,
  weightsFromEntropies,
} from '../similarity/cluster-weights.js'
import { STABLE } from '../step-words.js'

/**
 * Locally weighted graph partitioning: spectral partitioning of the bipartite graph of samples and clusters. A cluster
 * has a larger weight the less the other base clusterings split it.
 *
 *   W = B diag(ECI),  d = W 1,  e = W' 1,  S = D^-1/2 W diag(1/e)^1/2 = U Σ V'
 *   embedding D^-1/2 U Σ, rows normalised to length 1, k-means
 *
 * D. Huang, C.-D. Wang, J.-H. Lai: Locally weighted ensemble clustering, IEEE T. Cybernetics 48(5), 2018. (Reference:
 * all eigenvectors of the P x P matrix S' S, O(P³). Here: the k leading ones, from S' S if there are fewer clusters than
 * label rows, otherwise from S S'. S' S is sparse and is computed once in O(n m²); a step of the block eigensolver then
 * does not depend on n. Because e_c = ECI(c) |c|, S S' is a product of memberships, O(n m k) per step and without a
 * matrix. The embedding is the same.) D^-1/2 cancels when rows are normalised. Labels differ from the reference only by
 * the random draws of the last k-means, which has 3 starts and 100 iterations in both.
 *
 * `embedding` is U. `consensus` skips labelings with one cluster. Such a labeling would link all samples through one
 * node. The reference keeps it; it pulls every row towards the mean and does not help to distinguish samples.
 */
export const lwgp = defineMethod({
  name: 'lwgp',
  summary: 'Partitions the graph of samples and weighted base clusters; fast on large data.',
  options: { theta: POSITIVE, restarts: wholeNumber(1, 10_000) },
  defaults: { theta: LWCA_THETA, restarts: 3 },
  steps: () => [`Linked samples to their base clusters; ${STABLE}. Partitioned this graph (method lwgp).`],
  run: cutBipartiteGraph,
})

async function cutBipartiteGraph(
  { table: given }: MethodInput,
  { clusterCount: k, theta, restarts }: { clusterCount: number; theta: number; restarts: number },
  context: MethodContext,
): Promise<MethodFindings> {
  const { loops, seed, pauser, tolerance, report } = context
  const { table, rows, clusters } = canonicalTable(given)
  report('similarity', 0, 1)
  const sums = clusterCrossSums(loops, table)
  const overlaps = await overlapsWithPauses(table, sums, pauser)
  const weights = weightsFromEntropies(overlaps.entropies, table.clusterStarts, { kind: 'lwca', theta })
  const graph = bipartiteGraph(table, weights)

  report('embedding', 0, 1)
  const count = Math.min(k, table.rowCount)
  const product = createClusterProduct(loops, table, widthFor(count))
  const found = isClusterSide(table, count)
    ? await fromClusters(graph, product, { sums, neighbourCounts: overlaps.neighbourCounts }, count, context)
    : await leadingEigenpairs(rowOperator(graph, product), { count, loops, seed, pauser, tolerance })

  report('labels', 0, 1)
  const points = unitSpectralRows(table, found)
  const { rowLabels, centres } = await numberedRowClusters(points, table, { clusterCount: k, restarts }, context)
  const vectors = await pauser.run(clusterVectorsOf(graph, found))
  report('labels', 1, 1)
  const eigenvalues = padded(found.values, k)
  const labels = table.rowOf.map(row => rowLabels[row])
  const result = plainResult(labels, table.ensembleSize, {
    embedding: embeddingOfRows(table, found.vectors, count, k),
    eigenvalues,
    eigengap: eigenvalues[k - 1] - found.next,
    converged: found.converged,
  })
  const ownLabels = new Int32Array(rowLabels.length)
  rows.forEach((row, at) => {
    ownLabels[row] = rowLabels[at]
  })
  const rule = { kind: 'cluster-vectors', vectors: ofClusters(vectors, clusters), centres } as const
  return { ...result, prediction: await pauser.run(predictionOf(given, ownLabels, rule)) }
}

/**
 * V diag(√factor), one vector per cluster: the row of a sample is the sum of the vectors of its clusters, up to its
 * length. From S' U = V Σ.
 */
function* clusterVectorsOf(
  { table, rowScale, factor }: BipartiteGraph,
  { values, vectors }: SpectralRows,
): Steps<Float64Array> {
  const columns = values.length
  const sums = yield* sumByCluster(table, rowScale, vectors, columns, columns)
  for (let at = 0; at < sums.length; at++) {
    const value = values[at % columns]
    const isZero = !(value > ZERO * values[0])
    sums[at] = isZero ? 0 : (sums[at] * factor[Math.floor(at / columns)]) / Math.sqrt(value)
  }
  return sums
}

/** The vectors of clusters in another order, back in their places. */
function ofClusters(vectors: Float64Array, clusters: Int32Array): Float64Array {
  const own = new Float64Array(vectors.length)
  const columns = vectors.length / clusters.length
  clusters.forEach((cluster, at) => {
    own.set(vectors.subarray(at * columns, (at + 1) * columns), cluster * columns)
  })
  return own
}

/** The rule, and the rows that it would assign to another cluster because of rounding. */
function* predictionOf(
  table: LabelTable,
  rowLabels: Labels,
  rule: ClusterVectorsRule,
): Steps<MethodFindings['prediction']> {
  const assign = addClusterVectors(rule, table.ensembleSize)
  const rows = rowsOf(table)
  const moved: number[] = []
  for (let row = 0; row < rowLabels.length; row++) {
    if (assign(rows, row * table.ensembleSize) !== rowLabels[row]) moved.push(row)
    if (row % 64 === 0) yield
  }
  return { rule, rows: Int32Array.from(moved) }
}

/**
 * With so many clusters, eigenvectors as accurate as k-means on their rows needs them: a block of so many vectors costs
 * much, and rounding does not matter to the labels.
 */
const MANY_CLUSTERS = 50

/** The leading eigenpairs of S S' or S' S, which has eigenvalues from 0 to 1. */
async function leadingEigenpairs(
  operator: BlockOperator,
  options: TopEigenpairsOptions & Pick<MethodContext, 'pauser'>,
): Promise<SpectralRows> {
  const { count, loops, seed, pauser } = options
  if (count < MANY_CLUSTERS) return topEigenpairs(operator, options)
  return pauser.run(filteredEigenvectors(operator, { count, loops, random: randomFor(seed, 0) }))
}

function widthFor(count: number): number {
  return count < MANY_CLUSTERS ? blockWidth(count) : filterWidth(count)
}

/** The leading eigenpairs of S S'; vectors rowCount x count. */
type SpectralRows = Pick<TopEigenpairs, 'values' | 'vectors' | 'next' | 'converged'>

/** The factors of S = diag(rowScale) B diag(clusterScale) on distinct rows. */
interface BipartiteGraph {
  readonly table: LabelTable
  /** √(μ / d) */
  readonly rowScale: Float64Array
  /** ECI(c) / |c| */
  readonly factor: Float64Array
}

function bipartiteGraph(table: LabelTable, weights: Float64Array): BipartiteGraph {
  const { ensembleSize: m, rowCount, clusters, clusterSizes, multiplicity } = table
  const degrees = new Float64Array(rowCount)
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c >= 0) degrees[r] += weights[c]
    }
  }
  const rowScale = multiplicity.map((mu, r) => Math.sqrt(mu / degrees[r]))
  const factor = weights.map((weight, c) => weight / clusterSizes[c])
  return { table, rowScale, factor }
}

/** With more clusters than this, the matrix S' S takes too much memory: 256 MB. */
const MOST_CLUSTERS = 5792

/** Whether S' S is the smaller matrix. It has enough eigenvectors, because it has more rows than are wanted. */
function isClusterSide({ rowCount, clusterSizes }: LabelTable, count: number): boolean {
  const P = clusterSizes.length
  return P < rowCount && P <= MOST_CLUSTERS && P > 4 * count
}

/** The leading eigenpairs of S S' from those of S' S: U = S V Σ^-1, with a column of zeros for an eigenvalue 0. */
async function fromClusters(
  { table, rowScale, factor }: BipartiteGraph,
  product: ClusterProduct,
  overlaps: Pick<ClusterGramInput, 'sums' | 'neighbourCounts'>,
  count: number,
  { loops, seed, pauser, tolerance }: MethodContext,
): Promise<SpectralRows> {
  const width = widthFor(count)
  const clusterScale = factor.map(Math.sqrt)
  const rowMass = rowScale.map(scale => scale * scale)
  const matrix = await clusterGram({ loops, table, ...overlaps, rowMass, clusterScale, width, pauser })
  const operator = { size: matrix.rowCount, applySteps: matrix.multiplySteps }
  const { values, vectors, next, converged } = await leadingEigenpairs(operator, {
    count,
    loops,
    seed,
    pauser,
    tolerance,
    isLazy: true,
  })
  const scaled = new Float64Array(matrix.rowCount * width)
  for (let c = 0; c < matrix.rowCount; c++) {
    for (let q = 0; q < count; q++) {
      const isZero = values[q] <= ZERO * values[0]
      scaled[c * width + q] = isZero ? 0 : (clusterScale[c] * vectors[c * count + q]) / Math.sqrt(values[q])
    }
  }
  const rows = new Float64Array(table.rowCount * width)
  product.addFromClusters(rows, scaled, rowScale)
  return { values, vectors: firstColumns(rows, width, count), next, converged }
}

/** An eigenvalue below this share of the largest is rounding. */
const ZERO = 1e-13

/** S S' on distinct rows. */
function rowOperator({ table, rowScale, factor }: BipartiteGraph, product: ClusterProduct): BlockOperator {
  return {
    size: table.rowCount,
    *applySteps(y, x) {
      y.fill(0)
      yield* product.addSteps(y, x, rowScale, factor)
    },
  }
}

/** Rows of U Σ, normalised to length 1. */
function unitSpectralRows(
  table: LabelTable,
  { values, vectors }: { values: Float64Array; vectors: Float64Array },
): Matrix {
  const columnCount = values.length
  const roots = values.map(value => Math.sqrt(Math.max(0, value)))
  const points = new Float64Array(vectors.length)
  for (let r = 0; r < table.rowCount; r++) {
    let square = 0
    for (let q = 0; q < columnCount; q++) {
      const at = r * columnCount + q
      points[at] = roots[q] * vectors[at]
      square += points[at] * points[at]
    }
    // The leading eigenvector has no zero entry, so no row is zero.
    for (let q = 0; q < columnCount; q++) points[r * columnCount + q] /= Math.sqrt(square)
  }
  return { rowCount: table.rowCount, columnCount, values: points }
}
