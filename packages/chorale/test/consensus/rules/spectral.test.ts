import { describe, expect, it } from 'vitest'
import type { SpectralRule } from '../../../src/consensus/rules/spectral.js'
import { type ConsensusResult, consensus, predictLabels } from '../../../src/internal.js'
import { unstructuredEnsemble } from '../../ensembles.js'

const LAMBDA = { gpec: 1, balanced: 0.09 }

/** The formula of the embedding of new samples as it stands, sample by sample, with nothing collapsed or folded. */
function denseLabels(train: number[][], fresh: number[][], result: ConsensusResult): number[] {
  const { embedding, eigenvalues, weights, method, alpha } = result
  const rule = result.model.rule as SpectralRule
  const [n, k] = [train[0].length, result.clusterCount]
  const starts = result.model.clusterCounts.map((_, t, counts) => counts.slice(0, t).reduce((a, b) => a + b, 0))
  const numberOf = train.map(column => [...new Set(column.filter(label => label >= 0))])
  const e = (t: number, label: number) => rule.clusterWeights[starts[t] + numberOf[t].indexOf(label)]
  const size = (t: number, label: number) => train[t].filter(other => other === label).length
  const share = (t: number) => train[t].filter(label => label >= 0).length / n
  const rows = (columns: number[][]) => columns[0].map((_, i) => columns.map(column => column[i]))
  const covered = (x: number[]) => x.filter(label => label >= 0).length
  const weightOf = (x: number[], y: number[]) =>
    x.reduce((sum, label, t) => sum + (label >= 0 && label === y[t] ? e(t, label) : 0), 0)
  const old = rows(train)
  const largest = Math.max(...old.map(x => weightOf(x, x) / covered(x)))
  const S = (x: number[], y: number[]) => {
    const both = x.filter((label, t) => label >= 0 && y[t] >= 0).length
    return both === 0 ? 0 : Math.min(1, weightOf(x, y) / both / largest)
  }
  const cut = (value: number) => (value >= alpha! - 1e-12 ? value : 0)
  const unit = (column: number[]) => {
    const length = Math.sqrt(column.reduce((sum, value) => sum + value * value, 0))
    return column.map(value => (length > 0 ? value / length : 0))
  }
  const H = old.map((x, i) => unit(old.map((y, j) => (i === j ? 1 : cut(S(x, y))))))
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0)
  const G = H.map(a => H.reduce((sum, b) => sum + dot(a, b), 0))
  const delta = (x: number[]) => x.reduce((sum, label, t) => sum + (label >= 0 ? weights[t] * e(t, label) : 0), 0)

  return rows(fresh).map(x => {
    const phi = unit(old.map(y => cut(S(x, y))))
    const near = H.map(h => dot(phi, h))
    const degree = near.reduce((sum, value) => sum + value, 0)
    const z = new Float64Array(k)
    old.forEach((y, j) => {
      let entry: number
      if (method === 'gpec') {
        entry = 2 * near[j]
        x.forEach((label, t) => {
          if (label >= 0 && label === y[t]) entry += weights[t] ** 2 / share(t) / size(t, label)
        })
      } else {
        entry = degree > 0 ? (2 * near[j]) / Math.sqrt(degree * G[j]) : 0
        x.forEach((label, t) => {
          if (label < 0 || label !== y[t]) return
          entry += (weights[t] * e(t, label)) / size(t, label) / Math.sqrt(delta(x) * delta(y))
        })
      }
      for (let q = 0; q < k; q++) z[q] += (entry * embedding!.values[j * k + q]) / eigenvalues![q]
    })
    const direction = unit([...z])
    const distances = Array.from({ length: rule.centres.rowCount }, (_, C) =>
      direction.reduce((sum, value, q) => sum + (value - rule.centres.values[C * k + q]) ** 2, 0),
    )
    return distances.indexOf(Math.min(...distances))
  })
}

describe.each(['gpec', 'balanced'] as const)('the spectral rule of %s', method => {
  it.each([
    ['whole labelings', 0],
    ['missing labels', 0.15],
  ])('is the formula, written out sample by sample: %s', async (_, missing) => {
    for (const seed of [1, 2, 3]) {
      const options = { sampleCount: 50, ensembleSize: 6, largest: 4, repeated: 0.2, missing }
      const train = unstructuredEnsemble(seed, options)
      const fresh = unstructuredEnsemble(seed + 50, { ...options, sampleCount: 80 })
      const known = train.map(column => new Set(column))
      const clean = fresh.map((column, t) => column.map(label => (known[t].has(label) ? label : -1)))
      const result = await consensus(train, { clusterCount: 4, method, alpha: 0.3, lambda: LAMBDA[method] })
      expect(result.model.rule.kind).toBe('spectral')
      const { labels } = await predictLabels(result.model, clean)
      const dense = denseLabels(train, clean, result)
      const seen = new Set(train[0].map((_, i) => train.map(column => column[i]).join()))
      const isNew = (i: number) => !seen.has(clean.map(column => column[i]).join())
      const rest = [...labels.keys()].filter(isNew)
      expect(rest.length).toBeGreaterThan(40)
      // Samples that repeat others wherever those have labels are not embedded.
      const differing = rest.filter(i => labels[i] !== dense[i])
      const isLike = (i: number) =>
        train[0].some((_, j) => train.every((column, t) => column[j] < 0 || column[j] === clean[t][i]))
      expect(differing.filter(i => !isLike(i))).toEqual([])
    }
  })
})
