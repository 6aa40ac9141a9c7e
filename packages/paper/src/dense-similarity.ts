import { coAssociation, collapseRows, type Ensemble } from 'chorale/internal'

/** A symmetric matrix of all samples, row after row: for drawings and small tables only. */
export type Dense = Float64Array

/** The NWCA similarity of every two samples, with unit diagonal. */
export function denseSimilarity(ensemble: Ensemble, lambda: number): Dense {
  const { sampleCount: n } = ensemble
  const table = collapseRows(ensemble)
  const similarity = coAssociation(table, { kind: 'nwca', lambda })
  const values = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    values[i * n + i] = 1
    for (let j = 0; j < i; j++) {
      values[i * n + j] = values[j * n + i] = similarity.entry(table.rowOf[i], table.rowOf[j])
    }
  }
  return values
}

/** H: the similarities of at least alpha. */
export function confidentPart(similarity: Dense, alpha: number): Dense {
  return similarity.map(value => (value >= alpha ? value : 0))
}

/** K̃ = H̄' H̄ with the columns of H scaled to length 1. */
export function denseSecondOrder(links: Dense): Dense {
  const n = Math.round(Math.sqrt(links.length))
  const scaled = new Float64Array(links.length)
  for (let j = 0; j < n; j++) {
    let square = 0
    for (let i = 0; i < n; i++) square += links[i * n + j] ** 2
    // H is symmetric: column j of H is row j of what is filled here.
    for (let i = 0; i < n; i++) scaled[j * n + i] = links[i * n + j] / Math.sqrt(square)
  }
  const values = new Float64Array(links.length)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0
      for (let a = 0; a < n; a++) sum += scaled[i * n + a] * scaled[j * n + a]
      values[i * n + j] = values[j * n + i] = sum
    }
  }
  return values
}
