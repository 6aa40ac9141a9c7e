import { describe, expect, it } from 'vitest'
import {
  buildEnsemble,
  nearestPoints,
  PLAIN_KERNELS,
  paddedWidth,
  sampleShape,
  toDataset,
} from '../../chorale/src/internal.js'
import { layOut } from '../worker/map/layout.js'
import { neighbourGraph } from '../worker/map/neighbour-graph.js'
import { MOST_LANDMARKS, sampleMap } from '../worker/map/sample-map.js'

function finished<T>(steps: Generator<number, T>): T {
  let step = steps.next()
  let last = 0
  for (; !step.done; step = steps.next()) {
    expect(step.value).toBeGreaterThanOrEqual(last)
    expect(step.value).toBeLessThanOrEqual(1)
    last = step.value
  }
  return step.value
}

function blobs(sampleCount: number, featureCount: number) {
  const { values, truth } = sampleShape('blobs', { sampleCount, featureCount, clusterCount: 5, spread: 0.5, seed: 3 })
  const rows = Array.from({ length: sampleCount }, (_, i) =>
    Array.from(values.subarray(i * featureCount, (i + 1) * featureCount)),
  )
  return { input: { samples: toDataset(rows), ensemble: null }, truth: Array.from(truth) }
}

/** The share of samples whose nearest other sample on the map has the same class. */
function purity(places: Float32Array, truth: readonly unknown[], every: number): number {
  let right = 0
  let total = 0
  for (let i = 0; i < truth.length; i += every) {
    let best = -1
    let least = Infinity
    for (let j = 0; j < truth.length; j++) {
      const distance = (places[2 * i] - places[2 * j]) ** 2 + (places[2 * i + 1] - places[2 * j + 1]) ** 2
      if (j === i || distance >= least) continue
      least = distance
      best = j
    }
    if (truth[best] === truth[i]) right++
    total++
  }
  return right / total
}

/** Points as the library keeps them. */
function points(values: readonly number[], columns: number) {
  const width = paddedWidth(columns)
  const rowCount = values.length / columns
  const padded = new Float32Array(rowCount * width)
  values.forEach((value, at) => {
    padded[Math.floor(at / columns) * width + (at % columns)] = value
  })
  return { rowCount, width, values: padded }
}

describe('nearest neighbours', () => {
  it('are the nearest, in order, by hand', () => {
    const { indices, distances } = finished(nearestPoints(points([0, 1, 3, 7], 1), 2, PLAIN_KERNELS))
    expect([...indices]).toEqual([1, 2, 0, 2, 1, 0, 2, 1])
    expect([...distances]).toEqual([1, 3, 1, 2, 2, 3, 4, 6])
  })
})

describe('the graph of neighbours', () => {
  it('has each pair in both directions with the same weight', () => {
    const values = Array.from({ length: 30 }, (_, i) => (i * i) % 17)
    const graph = neighbourGraph(finished(nearestPoints(points(values, 2), 4, PLAIN_KERNELS)))
    const weights = new Map(Array.from(graph.from, (from, at) => [`${from} ${graph.to[at]}`, graph.weights[at]]))
    for (const [key, weight] of weights) {
      const [from, to] = key.split(' ')
      expect(weights.get(`${to} ${from}`)).toBe(weight)
      expect(weight).toBeGreaterThan(0)
      expect(weight).toBeLessThanOrEqual(1)
    }
  })

  it('has finite weights and places for samples that are all the same', () => {
    const graph = neighbourGraph(finished(nearestPoints(points(new Array(40).fill(0), 2), 5, PLAIN_KERNELS)))
    const places = new Float32Array(40)
    finished(layOut(graph, places, 20, 1))
    expect(graph.weights.every(Number.isFinite)).toBe(true)
    expect(places.every(Number.isFinite)).toBe(true)
    expect(new Set(places).size).toBeGreaterThan(10)
  })
})

describe('the map of the samples', () => {
  it('puts samples of a class together, the same way for the same seed', () => {
    const { input, truth } = blobs(300, 6)
    const places = finished(sampleMap(input, null, { seed: 1, loops: PLAIN_KERNELS }))
    expect(purity(places, truth, 1)).toBeGreaterThan(0.97)
    expect(finished(sampleMap(input, null, { seed: 1, loops: PLAIN_KERNELS }))).toEqual(places)
    expect(finished(sampleMap(input, null, { seed: 2, loops: PLAIN_KERNELS }))).not.toEqual(places)
  })

  it('places samples beside those most like them where there are very many', () => {
    const { input, truth } = blobs(MOST_LANDMARKS + 1000, 3)
    expect(purity(finished(sampleMap(input, null, { seed: 1, loops: PLAIN_KERNELS })), truth, 20)).toBeGreaterThan(0.97)
  })

  it('takes hundreds of features by their principal components', () => {
    const { input, truth } = blobs(80, 300)
    expect(purity(finished(sampleMap(input, null, { seed: 1, loops: PLAIN_KERNELS })), truth, 1)).toBeGreaterThan(0.97)
  })

  it('takes the components of the base clusterings where these have some', async () => {
    const { input, truth } = blobs(120, 60)
    const ensemble = await buildEnsemble(input.samples, { base: 'auto', clusterCount: 5 })
    expect(ensemble.components).not.toBeNull()
    const map = finished(sampleMap({ ...input, ensemble }, null, { seed: 1, loops: PLAIN_KERNELS }))
    expect(purity(map, truth, 1)).toBeGreaterThan(0.97)
    // Mirrored components give another map: they are the ones that are read.
    const [model] = ensemble.models
    if (!('map' in model) || model.map === null) throw new Error('the model has no components')
    const { matrix } = model.map
    const turned = { ...ensemble, models: [{ ...model, map: { ...model.map, matrix: matrix.map(value => -value) } }] }
    expect(finished(sampleMap({ ...input, ensemble: turned }, null, { seed: 1, loops: PLAIN_KERNELS }))).not.toEqual(
      map,
    )
  })

  it('takes base clusterings by the labels that samples share', () => {
    const truth = Array.from({ length: 90 }, (_, i) => i % 3)
    const labelings = Array.from({ length: 12 }, (_, t) =>
      truth.map((label, i) => ((i * 7 + t) % 11 === 0 ? 3 : label)),
    )
    const input = { labelings: labelings.map(labels => Int32Array.from(labels)) }
    expect(purity(finished(sampleMap(input, null, { seed: 1, loops: PLAIN_KERNELS })), truth, 1)).toBeGreaterThan(0.95)
  })
})
