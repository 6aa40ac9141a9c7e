import { describe, expect, it } from 'vitest'
import { buildEnsemble } from '../../src/base/generate.js'
import { consensus } from '../../src/consensus/consensus.js'
import { predictLabels } from '../../src/consensus/rules/predict-labels.js'
import { drawGaussian } from '../../src/numeric/gaussian.js'
import { randomFor } from '../../src/numeric/random.js'
import { denseBalanced } from '../reference/dense.js'
import { type Dense, jacobiEigen } from '../reference/jacobi.js'

/** Two clusters with heavy tails, which base clusterings cut into a large part and a few outliers. */
async function heavyTailed(sampleCount: number, seed: number) {
  const random = randomFor(seed, 0)
  const rows = Array.from({ length: sampleCount }, (_, i) => {
    const scale = 1 / Math.sqrt(drawGaussian(random) ** 2 + 0.02)
    return Array.from({ length: 6 }, () => (i % 2) * 2 + scale * drawGaussian(random))
  })
  return buildEnsemble(rows, { ensembleSize: 20, seed })
}

const sizesOf = (labels: ArrayLike<number>) => {
  const sizes = [0, 0]
  for (const label of Array.from(labels)) sizes[label]++
  return sizes.sort((a, b) => a - b)
}

/** Another λ, equal for all practical purposes, which the guard takes for a wish. */
const WITHOUT_GUARD = { lambda: 0.09 + 1e-9 }

/** The operator of the coarser view, written out: degrees and cluster sizes with r = 0.3 n / k more. */
function coarseOperator(labelings: number[][], clusterCount: number): Dense {
  const { secondOrder, clusterWeights } = denseBalanced(labelings, { clusterCount, alpha: 0.1, lambda: 1 })
  const n = labelings[0].length
  const m = labelings.length
  const r = (0.3 * n) / clusterCount
  const degrees = secondOrder.map(row => row.reduce((a, b) => a + b, 0) + r)
  const weight = (t: number, i: number) => clusterWeights[t].get(labelings[t][i])! / m
  const delta = Array.from({ length: n }, (_, i) => labelings.reduce((sum, _, t) => sum + weight(t, i), 0))
  return secondOrder.map((row, i) =>
    row.map((value, j) => {
      let base = 0
      labelings.forEach((labels, t) => {
        const size = labels.filter(label => label === labels[i]).length
        if (labels[i] === labels[j]) base += weight(t, i) / (size + r)
      })
      return (2 * value) / Math.sqrt(degrees[i] * degrees[j]) + base / Math.sqrt(delta[i] * delta[j])
    }),
  )
}

describe('the guard of balanced against arbitrary cuts', () => {
  it.each([
    [90, 4],
    [90, 6],
    // Two samples linked only to each other: the next cut is three times as expensive.
    [200, 16],
    [300, 17],
  ])('replaces a cluster of a few outliers by an even cut (%i samples, draw %i)', async (sampleCount, seed) => {
    const ensemble = await heavyTailed(sampleCount, seed)
    const cut = await consensus(ensemble, { clusterCount: 2, method: 'balanced', ...WITHOUT_GUARD })
    const found = await consensus(ensemble, { clusterCount: 2, method: 'balanced' })
    expect(sizesOf(cut.labels)[0]).toBeLessThan(5)
    expect(sizesOf(found.labels)[0]).toBeGreaterThan(sampleCount / 3)
  })

  it('embeds by the operator that is written out here, to 1e-9', async () => {
    const ensemble = await heavyTailed(90, 4)
    const found = await consensus(ensemble, { clusterCount: 2, method: 'balanced' })
    const dense = coarseOperator(
      ensemble.labelings.map(labels => Array.from(labels)),
      2,
    )
    const { values } = jacobiEigen(dense)
    expect(found.eigenvalues![0]).toBeCloseTo(values[0], 9)
    expect(found.eigenvalues![1]).toBeCloseTo(values[1], 9)
    expect(found.eigengap).toBeCloseTo(values[1] - values[2], 9)
  })

  it('predicts the labels of the samples themselves', async () => {
    const ensemble = await heavyTailed(90, 4)
    const { labels, model } = await consensus(ensemble, { clusterCount: 2, method: 'balanced' })
    const again = await predictLabels(model, ensemble.labelings)
    expect(again.labels).toEqual(labels)
  })

  it('holds after a fit on a sample too, and for the prediction of its model', async () => {
    const ensemble = await heavyTailed(90, 4)
    const options = { clusterCount: 2, method: 'balanced', fitRows: 80 } as const
    const { labels, model } = await consensus(ensemble, options)
    expect(sizesOf(labels)[0]).toBeGreaterThan(30)
    const again = await predictLabels(model, ensemble.labelings)
    expect(again.labels).toEqual(labels)
  })

  it('leaves separate clusters of uneven sizes alone', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => [i < 190 ? i / 1000 : 50 + i / 1000])
    const ensemble = await buildEnsemble(rows, { ensembleSize: 20, seed: 1 })
    const { labels } = await consensus(ensemble, { clusterCount: 2, method: 'balanced' })
    expect(sizesOf(labels)).toEqual([10, 190])
  })
})
