import { describe, expect, it } from 'vitest'
import { cluster, loadModel, predict, saveModel } from '../../src/index.js'
import { drawGaussian } from '../../src/numeric/gaussian.js'
import { loadHotLoops, PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../src/numeric/random.js'
import { markNoise, type NoiseModel, outlierScores } from '../../src/predict/noise.js'

/** Two references at 0 and 1 in one cluster, and one at 100 in another. */
const model: NoiseModel = {
  map: null,
  references: { rowCount: 3, columnCount: 1, values: Float64Array.of(0, 1, 100) },
  starts: Int32Array.of(0, 2, 3),
  centres: Float64Array.of(0, 1),
  width: 1,
  least: 1 / 16,
}

describe('outlierScores', () => {
  it('compares the logarithm of the distance to the last of few references with the centre of the cluster', () => {
    // Distances 1, 4, 32 of the first cluster: logarithms 0, 2, 5. Of the second: 1/4 at least, and 4: -2, 2.
    const rows = Float64Array.of(1, 4, 32, 100, 96)
    const scores = outlierScores(model, rows, 5, Int32Array.of(0, 0, 0, 1, 1), PLAIN_KERNELS)
    expect(Array.from(scores)).toEqual([0, 2 / 5, 5 / 8, 0, 1 / 4])
  })

  it('has no score for a row without a cluster, and none above 0 if distances cannot tell noise', () => {
    expect(outlierScores(model, Float64Array.of(5), 1, Int32Array.of(-1), PLAIN_KERNELS)[0]).toBeNaN()
    expect(outlierScores({ ...model, width: 0 }, Float64Array.of(500), 1, Int32Array.of(0), PLAIN_KERNELS)[0]).toBe(0)
  })

  it('counts what a map leaves out of a row', () => {
    // The map keeps the first of two features; the row is 3 from the reference in it, and 4 outside.
    const map = { inputCount: 2, outputCount: 1, centre: new Float64Array(2), matrix: Float64Array.of(1, 0) }
    const mapped = { ...model, map, starts: Int32Array.of(0, 1, 3) }
    const [score] = outlierScores(mapped, Float64Array.of(3, 4), 1, Int32Array.of(0), PLAIN_KERNELS)
    const beyond = Math.log2(5)
    expect(score).toBeCloseTo(beyond / (beyond + 3), 12)
  })
})

describe('markNoise', () => {
  it('takes rows with scores above 0.5 out of their clusters', () => {
    const found = { labels: Int32Array.of(0, 0, 1), confidence: Float64Array.of(0.9, 0.8, 0.7) }
    const scores = markNoise(model, Float64Array.of(4, 32, 100), found, PLAIN_KERNELS)
    expect(Array.from(scores)).toEqual([2 / 5, 5 / 8, 0])
    expect(Array.from(found.labels)).toEqual([0, -1, 1])
    expect(Array.from(found.confidence)).toEqual([0.9, 0, 0.7])
  })
})

/** Rows around centres, then a tenth of uniform background, with the centre of each, -1 for background. */
function draw(n: number, d: number, k: number, seed: number) {
  const random = randomFor(seed, 0)
  const normal = () => drawGaussian(random)
  const centres = Array.from({ length: k }, () => Array.from({ length: d }, () => 20 * random()))
  const truth = Array.from({ length: n }, (_, i) => (i % 10 === 9 ? -1 : i % k))
  const rows = truth.map(c => Array.from({ length: d }, (_, f) => (c < 0 ? 20 * random() : centres[c][f] + normal())))
  return { rows, truth }
}

function precisionAndRecall(labels: Int32Array, truth: readonly number[]) {
  const marked = truth.filter((_, i) => labels[i] < 0)
  const right = marked.filter(c => c < 0).length
  return { precision: right / marked.length, recall: right / truth.filter(c => c < 0).length }
}

describe('cluster with noise', () => {
  it.each([
    { d: 8, k: 4 },
    { d: 64, k: 6 },
  ])('finds uniform background among clusters in $d dimensions', async ({ d, k }) => {
    const { rows, truth } = draw(800, d, k, 5)
    const { labels, confidence, outlier } = await cluster(rows, { clusterCount: k, noise: true, review: false })
    const { precision, recall } = precisionAndRecall(labels, truth)
    expect(precision).toBeGreaterThan(0.9)
    expect(recall).toBeGreaterThan(0.9)
    expect(labels.every((label, i) => label < 0 === outlier![i] > 0.5)).toBe(true)
    expect(labels.every((label, i) => label >= 0 || confidence[i] === 0)).toBe(true)
  })

  it('marks hardly any row without background', async () => {
    const { rows, truth } = draw(1000, 8, 4, 6)
    const clustered = rows.filter((_, i) => truth[i] >= 0)
    const { labels } = await cluster(clustered, { clusterCount: 4, noise: true, review: false })
    expect(labels.filter(label => label < 0).length).toBeLessThan(0.01 * clustered.length)
  })

  it('has every row in a cluster and no scores by default', async () => {
    const { rows } = draw(200, 3, 2, 7)
    const { labels, outlier } = await cluster(rows, { clusterCount: 2, review: false })
    expect([labels.every(label => label >= 0), outlier]).toEqual([true, null])
  })

  it.each([8, 64])('does the same with rows beyond the fit, new rows and a saved model of %i features', async d => {
    const { rows, truth } = draw(1200, d, 4, 8)
    const options = { clusterCount: 4, noise: true, fitRows: 700, review: false } as const
    const { labels, outlier, model: own } = await cluster(rows, options)
    const { precision, recall } = precisionAndRecall(labels, truth)
    expect(precision).toBeGreaterThan(0.85)
    expect(recall).toBeGreaterThan(0.9)
    const found = await predict(loadModel(saveModel(own)), rows)
    expect(found.labels).toEqual(labels)
    expect(found.outlier).toEqual(outlier)
  })

  it('does not depend on the order of the rows or on the implementation of the loops', async () => {
    const { rows } = draw(300, 40, 3, 9)
    const options = { clusterCount: 3, noise: true, review: false } as const
    const first = await cluster(rows, options)
    const turned = await cluster(rows.toReversed(), { ...options, loops: 'plain' })
    expect(Array.from(turned.labels.toReversed(), label => label < 0)).toEqual(
      Array.from(first.labels, label => label < 0),
    )
    expect((await loadHotLoops()).kind).not.toBe('plain')
  })

  it('does not tell noise where most rows are equal', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => (i < 50 ? [i % 2, 0] : [i % 2, 1e-3 * i]))
    const { labels } = await cluster(rows, { clusterCount: 2, noise: true, review: false })
    expect(labels.every(label => label >= 0)).toBe(true)
  })

  it('rejects noise that is neither true nor false', async () => {
    // @ts-expect-error: a string
    await expect(cluster([[1], [2]], { clusterCount: 2, noise: 'yes' })).rejects.toThrow(
      'cluster: noise must be true or false; got yes',
    )
  })

  it('refuses a saved model whose noise does not fit', async () => {
    const { rows } = draw(100, 3, 2, 4)
    const { model: own } = await cluster(rows, { clusterCount: 2, noise: true, review: false })
    const noise = own.base!.noise!
    const broken = { ...own, base: { ...own.base!, noise: { ...noise, starts: Int32Array.of(0, 0, 3) } } }
    expect(() => loadModel(saveModel(broken))).toThrow('base.noise.starts must be the first reference of every cluster')
  })
})
