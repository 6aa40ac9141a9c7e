import { beforeAll, describe, expect, it } from 'vitest'
import { solveByFixedPoint } from '../../../src/consensus/embedding/fixed-point.js'
import { solveByReducedGradient } from '../../../src/consensus/embedding/reduced-gradient.js'
import { embedSamples, withinRowSpectrum } from '../../../src/consensus/embedding/spectrum.js'
import { weightedEmbedding } from '../../../src/consensus/embedding/weighted-embedding.js'
import { coAssociation } from '../../../src/consensus/similarity/co-association.js'
import { confidentLinks } from '../../../src/consensus/similarity/confident-links.js'
import { secondOrderSimilarity, secondOrderWithinRows } from '../../../src/consensus/similarity/second-order.js'
import { type HotLoops, loadHotLoops } from '../../../src/numeric/loops/hot-loops.js'
import { blockWidth } from '../../../src/numeric/top-eigenpairs.js'
import { Pauser } from '../../../src/pause.js'
import { expectClose, type Labelings, plantedEnsemble, unstructuredEnsemble } from '../../ensembles.js'
import { jacobiEigen } from '../../reference/jacobi.js'
import { cutAt, denseSecondOrder, similaritiesOf, tableOf } from '../similarity/samples.js'

let loops: HotLoops
beforeAll(async () => {
  loops = await loadHotLoops()
})

/** 2 K̃ + Σ wₜ² Kₜ on all samples, dense. */
function denseOperator(labelings: Labelings, secondOrder: number[][], weights: Float64Array): number[][] {
  const sizes = labelings.map(labels => labels.map(label => labels.filter(other => other === label).length))
  return secondOrder.map((row, i) =>
    row.map((value, j) => {
      let sum = 2 * value
      labelings.forEach((labels, t) => {
        if (labels[i] === labels[j]) sum += weights[t] ** 2 / sizes[t][i]
      })
      return sum
    }),
  )
}

async function embed(labelings: Labelings, k: number, alpha: number, solver = solveByFixedPoint, start?: Float64Array) {
  const table = tableOf(labelings)
  const similarity = coAssociation(table, { kind: 'nwca', lambda: 1 })
  const pauser = new Pauser()
  const links = await confidentLinks(similarity, {
    alpha,
    width: blockWidth(Math.min(k, table.rowCount)),
    loops,
    pauser,
  })
  const inside = secondOrderWithinRows(links).map(value => 2 * value)
  const within = withinRowSpectrum(table, inside, k + 1)
  const found = await weightedEmbedding(table, secondOrderSimilarity(links, { scale: 2 }), within, {
    clusterCount: k,
    solver,
    factors: new Float64Array(labelings.length).fill(1),
    loops,
    seed: 1,
    pauser,
    start: start && { values: start, columns: start.length / table.rowCount },
  })
  const secondOrder = denseSecondOrder(cutAt(similaritiesOf(similarity), alpha))
  const operator = denseOperator(labelings, secondOrder, found.weights)
  return { found, operator, embedding: embedSamples(table, found.vectors, found.top, within) }
}

/** Z has orthonormal columns, M Z = Z diag(values), and the values are the largest ones of M. */
function expectLeadingEigenvectors({ found, operator, embedding }: Awaited<ReturnType<typeof embed>>): void {
  const { columnCount: k, values: Z } = embedding
  const n = operator.length
  const column = (q: number) => Array.from({ length: n }, (_, i) => Z[i * k + q])
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0)
  for (let q = 0; q < k; q++) {
    for (let p = 0; p <= q; p++) expect(dot(column(p), column(q))).toBeCloseTo(p === q ? 1 : 0, 10)
    const image = operator.map(row => dot(row, column(q)))
    expectClose(
      image,
      column(q).map(value => value * found.top.values[q]),
      1e-9,
    )
  }
  expectClose(found.top.values, jacobiEigen(operator).values.slice(0, k), 1e-9)
}

describe('weightedEmbedding: corners', () => {
  it('has as many eigenvectors as there are samples when k = n', async () => {
    const labelings = unstructuredEnsemble(3, { sampleCount: 9, ensembleSize: 3 })
    expectLeadingEigenvectors(await embed(labelings, 9, 0.2))
  })

  it.each([0.1, 0.9, 1])('takes vectors inside rows when k exceeds the distinct rows, at alpha %d', async alpha => {
    // Three distinct rows of four samples each, k = 7.
    const labelings = [
      [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
      [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
    ]
    const run = await embed(labelings, 7, alpha)
    expect(run.found.top.acrossCount).toBeLessThanOrEqual(3)
    expectLeadingEigenvectors(run)
  })

  it('prefers the many equal samples of rows that are not linked to each other, near alpha 1', async () => {
    // Two rows of five samples whose clusters are broken up: not alike enough even to themselves.
    const labelings = [
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2],
      [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    ]
    const run = await embed(labelings, 6, 0.99)
    expect(run.found.top.acrossCount).toBeLessThan(6)
    expectLeadingEigenvectors(run)
  })

  it('ends soon where the weights are at a kink of J', { timeout: 10_000 }, async () => {
    // This ensemble took 500 rounds: the weights moved from round to round and the eigenvectors after them.
    const labelings = unstructuredEnsemble(113, { sampleCount: 57, ensembleSize: 7, largest: 5 })
    expectLeadingEigenvectors(await embed(labelings, 6, 0.9))
  })
})

describe('weightedEmbedding', () => {
  it.each([
    ['fewer rows than the basis holds', 60],
    ['more rows than the basis holds', 180],
  ])('finds the exact optimum and its eigenvectors: %s', async (_, sampleCount) => {
    const { labelings } = plantedEnsemble(5, { sampleCount, ensembleSize: 6, clusterCount: 4, noise: 0.4 })
    for (const alpha of [0.1, 0.4]) {
      const run = await embed(labelings, 4, alpha)
      expect(run.found.converged).toBe(true)
      expectLeadingEigenvectors(run)
      expect(run.found.objective).toBeCloseTo(
        run.found.top.values.reduce((a, b) => a + b),
        12,
      )
      expect(run.found.objectiveTrace.at(-1)).toBeCloseTo(run.found.objective, 8)
    }
  })

  it('finds the same weights by the reduced gradient', async () => {
    const { labelings } = plantedEnsemble(6, { sampleCount: 80, ensembleSize: 5, clusterCount: 3, noise: 0.3 })
    const quick = await embed(labelings, 3, 0.2)
    const patient = await embed(labelings, 3, 0.2, solveByReducedGradient)
    expectClose(patient.found.weights, quick.found.weights, 1e-5)
    expect(patient.found.objective).toBeCloseTo(quick.found.objective, 9)
    expect(patient.found.iterations).toBeGreaterThan(quick.found.iterations)
  })

  it('finds the same from a good start', async () => {
    const { labelings } = plantedEnsemble(7, { sampleCount: 150, ensembleSize: 6, clusterCount: 4, noise: 0.4 })
    const cold = await embed(labelings, 4, 0.1)
    const warm = await embed(labelings, 4, 0.1, solveByFixedPoint, (await embed(labelings, 4, 0.2)).found.vectors)
    expectClose(warm.found.weights, cold.found.weights, 1e-9)
    expectClose(warm.found.top.values, cold.found.top.values, 1e-9)
  })
})
