import type { LabelTable } from '../labelings/label-table.js'
import type { Labels } from '../types.js'
import type { KernelEvaluation } from './embedding/kernel-spectrum.js'
import { unitRows } from './labels-from-embedding.js'
import type { MethodContext, MethodResult } from './method.js'
import { clusterRows, embeddingOfRows } from './row-clusters.js'

export interface KernelLabelOptions {
  clusterCount: number
  restarts: number
  unitRows: boolean
  maxIterations?: number
}

/** The last step of SMKKM, MKKM and MKKC: k-means on the eigenvectors of the weighted kernel. */
export async function kernelLabels(
  table: LabelTable,
  { vectors: vectorsOf, values, next, converged }: KernelEvaluation,
  options: KernelLabelOptions,
  context: MethodContext,
): Promise<{ labels: Labels } & Pick<MethodResult, 'embedding' | 'eigenvalues' | 'eigengap' | 'converged'>> {
  const { clusterCount: k, restarts, maxIterations } = options
  const { rowCount, multiplicity } = table
  const vectors = vectorsOf()
  const rows = {
    rowCount,
    columnCount: k,
    values: vectors.map((z, at) => z / Math.sqrt(multiplicity[Math.floor(at / k)])),
  }
  const points = options.unitRows ? unitRows(rows) : rows
  return {
    labels: await clusterRows(points, table, { clusterCount: k, restarts, maxIterations }, context),
    embedding: embeddingOfRows(table, vectors, k, k),
    eigenvalues: values,
    eigengap: values[k - 1] - next,
    converged,
  }
}
