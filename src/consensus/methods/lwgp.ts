import type { LabelTable } from '../../ensemble/label-table.js'
import type { BlockOperator } from '../../numeric/subspace.js'
import { blockWidth, topEigenpairs } from '../../numeric/top-eigenpairs.js'
import { type ClusterProduct, createClusterProduct } from '../../similarity/cluster-product.js'
import { clusterWeights, findEntropies, LWCA_THETA } from '../../similarity/cluster-weights.js'
import type { Matrix } from '../../types.js'
import { defineMethod, type MethodContext, type MethodFindings, type MethodInput } from '../method.js'
import { POSITIVE, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'
import { clusterRows, embeddingOfRows, padded } from '../row-clusters.js'
import { STABLE } from '../step-words.js'

/**
 * Locally weighted graph partitioning: spectral partitioning of the bipartite graph of samples and clusters. A cluster
 * has a larger weight the less the other base clusterings split it.
 *
 *   W = B diag(ECI),  d = W 1,  e = W' 1
 *   D^-1/2 W diag(1/e) W' D^-1/2 = U Σ² U',   embedding D^-1/2 U Σ, rows normalised to length 1, k-means
 *
 * D. Huang, C.-D. Wang, J.-H. Lai: Locally weighted ensemble clustering, IEEE T. Cybernetics 48(5), 2018. (Reference:
 * all eigenvectors V of the P x P matrix Σ² = V' T V, O(P³). Here: the k leading ones on the side of the samples,
 * because e_c = ECI(c) |c| makes W diag(1/e) W' a product of memberships. The embedding is the same, with O(n m k) per
 * step of a block eigensolver and without a matrix.) D^-1/2 cancels when rows are normalised. Labels differ from the
 * reference only by the random draws of the last k-means, which has 3 starts and 100 iterations in both.
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
  { table }: MethodInput,
  { clusterCount: k, theta, restarts }: { clusterCount: number; theta: number; restarts: number },
  context: MethodContext,
): Promise<MethodFindings> {
  const { loops, seed, pauser, report } = context
  report('similarity', 0, 1)
  await findEntropies(table, pauser)
  const weights = clusterWeights(table, { kind: 'lwca', theta })

  report('embedding', 0, 1)
  const count = Math.min(k, table.rowCount)
  const product = createClusterProduct(loops, table, blockWidth(count))
  const found = await topEigenpairs(bipartiteOperator(table, weights, product), { count, loops, seed, pauser })

  report('labels', 0, 1)
  const labels = clusterRows(unitSpectralRows(table, found), table, { clusterCount: k, restarts }, context)
  report('labels', 1, 1)
  const eigenvalues = padded(found.values, k)
  return plainResult(labels, table.ensembleSize, {
    embedding: embeddingOfRows(table, found.vectors, count, k),
    eigenvalues,
    eigengap: eigenvalues[k - 1] - found.next,
    converged: found.converged,
  })
}

/** D^-1/2 B diag(ECI / |c|) B' D^-1/2 on distinct rows. */
function bipartiteOperator(table: LabelTable, weights: Float64Array, product: ClusterProduct): BlockOperator {
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
  return {
    size: rowCount,
    applyInto(y, x) {
      y.fill(0)
      product.add(y, x, rowScale, factor)
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
