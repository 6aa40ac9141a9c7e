import type { Labels } from 'chorale/internal'
import type { EmbeddingPoints } from './embedding-points.js'

/** One or more samples of a cluster at the same position of the chart. */
export interface EmbeddingMark {
  readonly x: number
  readonly y: number
  readonly cluster: number
  /** Mean confidence of its samples. */
  readonly confidence: number
  readonly samples: readonly number[]
}

/** Positions per side of the chart. Samples closer than that look the same. */
const PLACES = 250

/**
 * The points along two directions as marks to draw. Samples of one cluster at the same position become one mark.
 * Marks with many samples come first, so that single samples are drawn on top.
 */
export function embeddingMarks(
  { samples, directionCount, coordinates }: EmbeddingPoints,
  labels: Labels,
  confidence: Float64Array,
  [across, up]: readonly [across: number, up: number],
): EmbeddingMark[] {
  const at = (point: number, q: number) => coordinates[point * directionCount + q]
  const step = widestRange(coordinates, directionCount) / PLACES
  const places = new Map<string, number[]>()
  samples.forEach((sample, point) => {
    const place = (q: number) => (step > 0 ? Math.round(at(point, q) / step) : 0)
    const key = `${labels[sample]} ${place(across)} ${place(up)}`
    const points = places.get(key)
    if (points === undefined) places.set(key, [point])
    else points.push(point)
  })
  const mean = (points: readonly number[], value: (point: number) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length
  return Array.from(places.values(), points => ({
    x: mean(points, point => at(point, across)),
    y: mean(points, point => at(point, up)),
    cluster: labels[samples[points[0]]],
    confidence: mean(points, point => confidence[samples[point]]),
    samples: points.map(point => samples[point]),
  })).sort((a, b) => b.samples.length - a.samples.length || a.samples[0] - b.samples[0])
}

function widestRange(coordinates: Float64Array, directionCount: number): number {
  let widest = 0
  for (let q = 0; q < directionCount; q++) {
    let least = Infinity
    let most = -Infinity
    for (let at = q; at < coordinates.length; at += directionCount) {
      least = Math.min(least, coordinates[at])
      most = Math.max(most, coordinates[at])
    }
    widest = Math.max(widest, most - least)
  }
  return widest
}
