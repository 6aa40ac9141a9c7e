import { describe, expect, it } from 'vitest'
import { adoptLabelings, PLAIN_KERNELS, sampleShape, toDataset } from '../../chorale/src/internal.js'
import { layOut } from '../worker/map/layout.js'
import { neighbourGraph } from '../worker/map/neighbour-graph.js'
import { nearestNeighbours } from '../worker/map/neighbours.js'
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
  return { input: { kind: 'features' as const, dataset: toDataset(rows) }, truth: Array.from(truth) }
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

describe('nearest neighbours', () => {
  it('are the nearest, in order, by hand', () => {
    const values = Float64Array.from([0, 1, 3, 7])
    const { indices, distances } = finished(nearestNeighbours({ count: 4, dimension: 1, values }, 2, PLAIN_KERNELS))
    expect([...indices]).toEqual([1, 2, 0, 2, 1, 0, 2, 1])
    expect([...distances]).toEqual([1, 3, 1, 2, 2, 3, 4, 6])
  })
})

describe('the graph of neighbours', () => {
  it('has each pair in both directions with the same weight', () => {
    const values = Float64Array.from({ length: 30 }, (_, i) => (i * i) % 17)
    const graph = neighbourGraph(finished(nearestNeighbours({ count: 15, dimension: 2, values }, 4, PLAIN_KERNELS)))
    const weights = new Map(Array.from(graph.from, (from, at) => [`${from} ${graph.to[at]}`, graph.weights[at]]))
    for (const [key, weight] of weights) {
      const [from, to] = key.split(' ')
      expect(weights.get(`${to} ${from}`)).toBe(weight)
      expect(weight).toBeGreaterThan(0)
      expect(weight).toBeLessThanOrEqual(1)
    }
  })

  it('has finite weights and places for samples that are all the same', () => {
    const graph = neighbourGraph(
      finished(nearestNeighbours({ count: 20, dimension: 2, values: new Float64Array(40) }, 5, PLAIN_KERNELS)),
    )
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

  it('takes base clusterings by the labels that samples share', () => {
    const truth = Array.from({ length: 90 }, (_, i) => i % 3)
    const labelings = Array.from({ length: 12 }, (_, t) =>
      truth.map((label, i) => ((i * 7 + t) % 11 === 0 ? 3 : label)),
    )
    const ensemble = adoptLabelings(labelings)
    const input = { kind: 'labelings', ensemble } as Parameters<typeof sampleMap>[0]
    expect(purity(finished(sampleMap(input, null, { seed: 1, loops: PLAIN_KERNELS })), truth, 1)).toBeGreaterThan(0.95)
  })
})
