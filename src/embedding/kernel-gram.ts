import type { LabelTable } from '../ensemble/label-table.js'
import { symmetricEigen } from '../numeric/symmetric-eigen.js'
import type { WeightObjective } from './weight-objective.js'

/**
 * J(w) of the base kernels alone, Σₜ wₜ² K⁽ᵗ⁾, in factor space: exact, and free of n once the Gram matrix is there.
 *
 *   U = [U⁽¹⁾ .. U⁽ᵐ⁾],  G = U'U  (P x P),  x = wₜ on the clusters of labeling t
 *   the non-zero eigenvalues of Σ wₜ² K⁽ᵗ⁾ are those of diag(x) G diag(x) = V diag(l) V'
 *   sₜ = |rows of block t of G diag(x) V diag(l^-1/2)|²
 *
 * This is the objective of SimpleMKKM, and of GPEC without its second-order term.
 */
export function kernelGramObjective(table: LabelTable, clusterCount: number): WeightObjective {
  const { ensembleSize: m, clusterStarts } = table
  const P = clusterStarts[m]
  const gram = kernelGram(table)
  const scaled = new Float64Array(P * P)
  const x = new Float64Array(P)
  return {
    ensembleSize: m,
    evaluate(weights) {
      for (let t = 0; t < m; t++) x.fill(weights[t], clusterStarts[t], clusterStarts[t + 1])
      for (let a = 0; a < P; a++) for (let b = 0; b < P; b++) scaled[a * P + b] = x[a] * gram[a * P + b] * x[b]
      const { values, vectors } = symmetricEigen(scaled, P)
      const spans = new Float64Array(m)
      let objective = 0
      for (let j = 0; j < Math.min(clusterCount, P); j++) {
        objective += values[j]
        if (values[j] <= 1e-14 * values[0]) continue
        for (let t = 0; t < m; t++) {
          for (let a = clusterStarts[t]; a < clusterStarts[t + 1]; a++) {
            let dot = 0
            for (let b = 0; b < P; b++) dot += gram[a * P + b] * x[b] * vectors[j * P + b]
            spans[t] += (dot * dot) / values[j]
          }
        }
      }
      return { objective, spans }
    },
  }
}

/** U'U: |c ∩ c'| / √(|c| |c'|) for all pairs of clusters. O(n m²). */
export function kernelGram(table: LabelTable): Float64Array {
  const { ensembleSize: m, rowCount, multiplicity, clusters, clusterStarts, clusterSizes } = table
  const P = clusterStarts[m]
  const gram = new Float64Array(P * P)
  for (let t = 0; t < m; t++) {
    for (let s = 0; s < m; s++) {
      for (let r = 0; r < rowCount; r++) {
        const a = clusters[t * rowCount + r]
        const b = clusters[s * rowCount + r]
        if (a >= 0 && b >= 0) gram[a * P + b] += multiplicity[r]
      }
    }
  }
  for (let a = 0; a < P; a++) {
    for (let b = 0; b < P; b++) gram[a * P + b] /= Math.sqrt(clusterSizes[a] * clusterSizes[b])
  }
  return gram
}
