import { describe, expect, it } from 'vitest'
import { componentRows, floatComponents } from '../../src/base/graphs/float-components.js'
import { floatTable } from '../../src/base/graphs/float-table.js'
import { joinCells } from '../../src/base/graphs/join-cells.js'
import { linkGraph, linksBetween, walkOf } from '../../src/base/graphs/link-graph.js'
import { linkScore } from '../../src/base/graphs/link-score.js'
import { principalComponents } from '../../src/base/whitening/principal-components.js'
import { cluster, planCluster, runCluster } from '../../src/index.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { drawGaussian } from '../../src/numeric/gaussian.js'
import { loadHotLoops } from '../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../src/numeric/random.js'
import { loadModel } from '../../src/predict/load-model.js'
import { predict } from '../../src/predict/predict.js'
import { saveModel } from '../../src/predict/save-model.js'
import { hasOneUnit, isWide } from '../../src/tables/features/wide.js'

const loops = await loadHotLoops()

function resultOf<Result>(steps: Generator<unknown, Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Clusters of rows with many features, as directions. */
function drawnRows(n: number, { d = 60, k = 5, seed = 1, scales = [1] }) {
  const random = randomFor(seed, d)
  const centres = Array.from({ length: k }, () => Array.from({ length: d }, () => drawGaussian(random)))
  const truth = Array.from({ length: n }, (_, i) => (i * 7) % k)
  const rows = truth.map(c =>
    centres[c].map((value, f) => scales[f % scales.length] * (value + 1.5 * drawGaussian(random))),
  )
  return { rows, truth }
}

describe('links of nearest rows', () => {
  // 0 - 1 near each other; 2 looks at 1.
  const graph = linkGraph(Int32Array.of(1, 0, 1), 3)

  it('weigh 1 if both rows are near each other, else 1/2', () => {
    expect([...graph.starts]).toEqual([0, 1, 3, 4])
    expect([...graph.links]).toEqual([1, 0, 2, 1])
    expect([...graph.weights]).toEqual([1, 1, 0.5, 0.5])
  })

  it('are shares of 1 in a walk, and add up between clusters', () => {
    expect([...walkOf(graph).weights]).toEqual([1, Math.fround(2 / 3), Math.fround(1 / 3), 1])
    expect([...linksBetween(graph, Int32Array.of(0, 0, 1), 2)]).toEqual([2, 0.5, 0.5, 0])
  })
})

describe('the score of links', () => {
  // Two pairs, each linked within itself.
  const graph = linkGraph(Int32Array.of(1, 0, 3, 2), 4)

  it('is the information over the root of the entropy', () => {
    // Labels tell the other end for sure: I = H = ln 2.
    expect(linkScore(graph, Int32Array.of(0, 0, 1, 1), 2)).toBeCloseTo(Math.sqrt(Math.LN2), 14)
    // Every link is between the clusters: the same information.
    expect(linkScore(graph, Int32Array.of(0, 1, 0, 1), 2)).toBeCloseTo(Math.sqrt(Math.LN2), 14)
    expect(linkScore(graph, Int32Array.of(0, 0, 0, 0), 1)).toBe(0)
  })

  it('does not depend on how clusters are numbered', () => {
    const score = linkScore(graph, Int32Array.of(0, 1, 1, 2), 3)
    expect(linkScore(graph, Int32Array.of(2, 0, 0, 1), 3)).toBeCloseTo(score, 14)
  })
})

describe('joinCells', () => {
  it('joins cells with more links than expected', () => {
    // Cells 0 and 2 share most of their links; so do 1 and 3.
    const links = Float64Array.of(4, 0, 3, 1, 0, 4, 1, 3, 3, 1, 4, 0, 1, 3, 0, 4)
    expect([...joinCells(links, 4, 2)]).toEqual([0, 1, 0, 1])
    expect([...joinCells(links, 4, 4)]).toEqual([0, 1, 2, 3])
    expect([...joinCells(links, 4, 1)]).toEqual([0, 0, 0, 0])
  })
})

describe('components in 32 bits', () => {
  it.each([
    ['more rows than columns', 90, 20, 1],
    ['more columns than rows', 20, 90, 1],
    ['few numbers that are not 0', 80, 40, 0.2],
    ['few numbers, more columns than rows', 30, 90, 0.2],
  ])('are the principal components: %s', (_, n, d, share) => {
    const random = randomFor(n, d)
    const values = Float64Array.from({ length: n * d }, (_, at) =>
      random() < share ? drawGaussian(random) * (1 + 5 / (1 + (at % d))) : 0,
    )
    const samples = { sampleCount: n, featureCount: d, values }
    const table = floatTable(
      samples,
      Int32Array.from({ length: n }, (_, i) => i),
    )
    expect(table.kind).toBe(share < 1 ? 'sparse' : 'dense')
    const found = resultOf(floatComponents(table, 3, loops))
    const exact = principalComponents({ rowCount: n, columnCount: d, values }, 3)
    const rows = resultOf(componentRows(table, found, loops))
    for (let q = 0; q < 3; q++) {
      expect(found.variances[q] / exact.variances[q]).toBeCloseTo(1, 3)
      let same = 0
      for (let f = 0; f < d; f++) same += found.axes[f * 3 + q] * exact.axes[f * 3 + q]
      expect(Math.abs(same)).toBeCloseTo(1, 3)
      let score = 0
      for (let f = 0; f < d; f++) score += (values[5 * d + f] - exact.centre[f]) * found.axes[f * 3 + q]
      expect(rows.values[5 * rows.width + q]).toBeCloseTo(score, 4)
    }
  })
})

describe('wide tables', () => {
  it('have many features, and enough rows for few of them', () => {
    const isWideOf = (sampleCount: number, featureCount: number) => isWide({ sampleCount, featureCount })
    expect([isWideOf(1000, 23), isWideOf(1000, 24), isWideOf(351, 34), isWideOf(60, 2000)]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  it('have one unit if no few columns decide alone', () => {
    const { rows } = drawnRows(80, {})
    const variancesOf = (table: readonly number[][]) =>
      table[0].map((_, f) => {
        const mean = table.reduce((sum, row) => sum + row[f], 0) / table.length
        return table.reduce((sum, row) => sum + (row[f] - mean) ** 2, 0) / table.length
      })
    expect(hasOneUnit(variancesOf(rows))).toBe(true)
    expect(hasOneUnit(variancesOf(rows.map(row => row.map((value, f) => (f < 3 ? 1000 * value : value)))))).toBe(false)
  })
})

describe('the second round', () => {
  it('follows the first one with many rows, with links that the best clusterings of the first agree on', async () => {
    const { rows, truth } = drawnRows(5200, { d: 40, k: 4, seed: 6 })
    const phases: number[] = []
    const { labels, ensemble } = await cluster(rows, {
      clusterCount: 4,
      // Without the rival that normal clusters call for.
      base: 'auto',
      review: false,
      onProgress: ({ phase, done, total }) => {
        if (phase === 'ensemble') phases.push(done / total)
      },
    })
    expect(adjustedRandIndex(labels, truth)).toBeGreaterThan(0.93)
    expect(ensemble.labelings).toHaveLength(12)
    // Four tasks, and two more.
    expect(phases).toEqual([0, 1, 2, 3, 4, 5, 6].map(done => done / 6))
  })
})

describe('cluster on many features', () => {
  const { rows, truth } = drawnRows(300, {})

  it('finds the clusters by graphs of nearest rows, and says why', async () => {
    const { labels, plan, ensemble } = await cluster(rows, { clusterCount: 5 })
    expect(adjustedRandIndex(labels, truth)).toBeGreaterThan(0.98)
    expect(plan.runs[0].base.family).toBe('graphs')
    expect(plan.runs[0].consensus.method).toBe('vote')
    expect(plan.choices.map(({ option }) => option)).toContain('distance')
    expect(ensemble.labelings).toHaveLength(12)
  })

  it('scales columns of different units', async () => {
    const mixed = drawnRows(300, { scales: Array.from({ length: 60 }, (_, f) => 1.3 ** ((f * 7) % 60)) })
    const { labels, dataset } = await cluster(mixed.rows, { clusterCount: 5 })
    expect(dataset.scaling.scale).toBe('standard')
    expect(adjustedRandIndex(labels, mixed.truth)).toBeGreaterThan(0.98)
  })

  it('keeps to a scale and a distance that were asked for', async () => {
    const { plan, dataset } = await cluster(rows, { clusterCount: 5, scale: 'minmax', distance: 'correlation' })
    expect([dataset.scaling.scale, plan.distance]).toEqual(['minmax', 'correlation'])
  })

  it('gives the same labels in plain TypeScript, for another order of rows, and from a saved plan', async () => {
    const { labels, plan } = await cluster(rows, { clusterCount: 5, seed: 4 })
    const plain = await cluster(rows, { clusterCount: 5, seed: 4, loops: 'plain' })
    expect(plain.labels).toEqual(labels)
    const order = Array.from(rows.keys()).sort((a, b) => ((a * 131) % 300) - ((b * 131) % 300))
    const shuffled = await cluster(
      order.map(i => rows[i]),
      { clusterCount: 5, seed: 4 },
    )
    expect(
      adjustedRandIndex(
        shuffled.labels,
        Int32Array.from(order, i => labels[i]),
      ),
    ).toBe(1)
    expect((await runCluster(rows, JSON.parse(JSON.stringify(plan)))).labels).toEqual(labels)
    expect((await planCluster(rows, { clusterCount: 5, seed: 4 })).runs).toEqual(plan.runs)
  })

  it('predicts the labels of its own rows, and of new ones, also from a file', async () => {
    const noisy = drawnRows(400, { k: 3, seed: 9 })
    const known = noisy.rows.slice(0, 250).map(row => row.map(value => 0.4 * value))
    const found = await cluster(known, { clusterCount: 3 })
    const model = loadModel(saveModel(found.model))
    const own = await predict(model, known)
    expect(own.labels).toEqual(found.labels)
    expect(own.confidence).toEqual(found.confidence)
    const { labels } = await predict(model, noisy.rows.slice(250))
    expect(adjustedRandIndex(labels, noisy.truth.slice(250))).toBeGreaterThan(0.95)
  })

  it('labels the rows beyond the fit', async () => {
    const { labels, fit } = await cluster(rows, { clusterCount: 5, fitRows: 150 })
    expect(fit.rows).toBe(150)
    expect(adjustedRandIndex(labels, truth)).toBeGreaterThan(0.95)
  })

  it.each([
    ['hardly more rows than clusters', 16, 7],
    ['one cluster', 40, 1],
  ])('takes %s', async (_, n, clusterCount) => {
    const few = drawnRows(n, { k: 3, d: 50 })
    const { labels } = await cluster(few.rows, { clusterCount })
    expect(labels).toHaveLength(n)
    expect(new Set(labels).size).toBeLessThanOrEqual(clusterCount)
  })

  it('takes equal rows', async () => {
    const half = Array.from({ length: 60 }, (_, i) => Array.from({ length: 50 }, (_, f) => (i % 2 === 0 ? 1 : f % 3)))
    const { labels } = await cluster(half, { clusterCount: 2 })
    expect(
      adjustedRandIndex(
        labels,
        half.map((_, i) => i % 2),
      ),
    ).toBe(1)
  })
})
