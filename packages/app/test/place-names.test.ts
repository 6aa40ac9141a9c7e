import { describe, expect, it } from 'vitest'
import { NAME_HEIGHT, placeNames } from '../draw/place-names.js'

const VIEW = { width: 400, height: 400, originLeft: 200, originTop: 200, unit: 184, radius: 5 }

/** Discs of samples around the given centres. */
function discs(centres: readonly (readonly [number, number])[], radius: number, each: number) {
  const places = new Float32Array(2 * centres.length * each)
  const labels = new Int32Array(centres.length * each)
  labels.forEach((_, i) => {
    const cluster = i % centres.length
    const at = Math.floor(i / centres.length)
    const angle = at * 2.399963
    const distance = radius * Math.sqrt(at / each)
    labels[i] = cluster
    places[2 * i] = centres[cluster][0] + distance * Math.cos(angle)
    places[2 * i + 1] = centres[cluster][1] + distance * Math.sin(angle)
  })
  return { places, labels }
}

const CENTRES = [
  [-0.6, 0.5],
  [0.6, 0.5],
  [0, -0.5],
] as const

describe('the names of the clusters in a plot', () => {
  it('cover no sample and no other name, and all are there', () => {
    const { places, labels } = discs(CENTRES, 0.4, 300)
    const names = [0, 1, 2].map(cluster => ({ cluster, text: `cluster number ${cluster}` }))
    const placed = placeNames(places, labels, new Uint8Array(labels.length), names, VIEW)
    expect(placed.map(name => name.cluster)).toEqual([0, 1, 2])
    for (const { left, top, width } of placed) {
      for (let i = 0; i < labels.length; i++) {
        const across = Math.abs(VIEW.originLeft + places[2 * i] * VIEW.unit - left)
        const up = Math.abs(VIEW.originTop - places[2 * i + 1] * VIEW.unit - top)
        expect(across > width / 2 + VIEW.radius - 1 || up > NAME_HEIGHT / 2 + VIEW.radius - 1).toBe(true)
      }
    }
  })

  it('leave out a name for which there is no room', () => {
    const { places, labels } = discs([[0, 0]], 1.6, 60_000)
    expect(placeNames(places, labels, new Uint8Array(labels.length), [{ cluster: 0, text: '0' }], VIEW)).toEqual([])
  })

  it('leave out clusters that are hidden or out of view', () => {
    const { places, labels } = discs([...CENTRES, [5, 5]], 0.2, 50)
    const states = Uint8Array.from(labels, label => (label === 1 ? 3 : 0))
    const names = [0, 1, 2, 3].map(cluster => ({ cluster, text: String(cluster) }))
    expect(placeNames(places, labels, states, names, VIEW).map(name => name.cluster)).toEqual([0, 2])
  })
})
