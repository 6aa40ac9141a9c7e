import { labelsFromEmbedding, unitRows } from '../consensus/labels-from-embedding.js'
import { embeddingOfRows } from '../consensus/row-clusters.js'
import { createClusterProduct } from '../consensus/similarity/cluster-product.js'
import { clusterWeights, findEntropies, NWCA_LAMBDA } from '../consensus/similarity/cluster-weights.js'
import { collapseRows, type LabelTable } from '../labelings/label-table.js'
import { type HotLoops, loadHotLoops } from '../numeric/loops/hot-loops.js'
import type { BlockOperator } from '../numeric/subspace.js'
import { blockWidth, topEigenpairs } from '../numeric/top-eigenpairs.js'
import { Pauser } from '../pause.js'
import type { Ensemble, Labels, Matrix } from '../types.js'
import { clusterOverlapSteps, type Overlap } from './overlap.js'

/** A clustering of an ensemble into k clusters, and how well separated they are. */
export interface Partition {
  readonly clusterCount: number
  readonly labels: Labels
  /** Eigenvalue k minus eigenvalue k + 1. */
  readonly eigengap: number
  readonly overlap: Overlap
}

export interface PartitionOptions {
  seed: number
  signal?: AbortSignal
}

/** Clusters an ensemble into any number of clusters up to a limit. */
export interface Partitioner {
  partition(clusterCount: number): Promise<Partition>
}

/** Starts of each k-means: half as many as for a consensus, because many clusterings are compared. */
const RESTARTS = 5
/** The criteria need eigenvectors with only a few digits; a consensus uses 1e-11, at about ten times the cost. */
const TOLERANCE = 1e-5
const MAX_PRODUCTS = 60

/**
 * Clusterings of one ensemble for several k at the cost of one: the embedding does not depend on k, so the embedding for
 * the largest k contains all others in its first columns. It is the base term of balanced GPEC,
 *
 *   K̂ = Δ^-1/2 Σₜ B⁽ᵗ⁾ diag(e_c / |c|) B⁽ᵗ⁾' Δ^-1/2,   e_c = NECI of cluster c,  Δ its degrees
 *
 * without the second-order term, which costs most and moves the borders of clusters but does not create them.
 */
export async function createPartitioner(
  ensemble: Ensemble,
  mostClusters: number,
  { seed, signal }: PartitionOptions,
): Promise<Partitioner> {
  const pauser = new Pauser(signal)
  const loops = await loadHotLoops('auto')
  const table = collapseRows(ensemble)
  // One more than the largest k, for the gap after it.
  const count = Math.min(mostClusters + 1, table.rowCount)
  await findEntropies(table, pauser)
  const operator = baseTerm(table, loops, blockWidth(count))
  const options = { count, loops, seed, pauser, tolerance: TOLERANCE, maxProducts: MAX_PRODUCTS }
  const { values, vectors } = await topEigenpairs(operator, options)
  const embedding = embeddingOfRows(table, vectors, values.length, mostClusters)

  return {
    async partition(clusterCount) {
      const points = unitRows(firstColumns(embedding, clusterCount))
      const settings = { clusterCount, restarts: RESTARTS, unitRows: false }
      const { labels } = await labelsFromEmbedding(points, table, true, settings, { loops, seed, pauser })
      await pauser.pause()
      return {
        clusterCount,
        labels,
        eigengap: (values[clusterCount - 1] ?? 0) - (values[clusterCount] ?? 0),
        overlap: await pauser.run(clusterOverlapSteps(points, labels)),
      }
    },
  }
}

/** The clusterings for several k. */
export async function partitionsOf(
  ensemble: Ensemble,
  clusterCounts: readonly number[],
  options: PartitionOptions,
): Promise<Partition[]> {
  const partitioner = await createPartitioner(ensemble, Math.max(...clusterCounts), options)
  const partitions: Partition[] = []
  for (const clusterCount of clusterCounts) partitions.push(await partitioner.partition(clusterCount))
  return partitions
}

function baseTerm(table: LabelTable, loops: HotLoops, width: number): BlockOperator {
  const { ensembleSize: m, rowCount, clusters, clusterSizes, multiplicity } = table
  const weights = clusterWeights(table, { kind: 'nwca', lambda: NWCA_LAMBDA })
  const degrees = new Float64Array(rowCount)
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c >= 0) degrees[r] += weights[c]
    }
  }
  const product = createClusterProduct(loops, table, width)
  // A sample that is covered only by base clusterings without weight is on its own.
  const rowScale = multiplicity.map((mu, r) => (degrees[r] > 0 ? Math.sqrt(mu / degrees[r]) : 0))
  const factor = weights.map((weight, c) => weight / clusterSizes[c])
  return {
    size: rowCount,
    *applySteps(y, x) {
      y.fill(0)
      yield* product.addSteps(y, x, rowScale, factor)
    },
  }
}

function firstColumns({ rowCount, columnCount, values }: Matrix, count: number): Matrix {
  const first = new Float64Array(rowCount * count)
  for (let i = 0; i < rowCount; i++) {
    for (let q = 0; q < count; q++) first[i * count + q] = values[i * columnCount + q]
  }
  return { rowCount, columnCount: count, values: first }
}
