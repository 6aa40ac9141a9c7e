// Seeded draws of normal clusters for benchmarks, with the true cluster of every sample.

import { mulberry } from './random.mjs'

/**
 * k normal clusters in d features. `round`: unit covariances. `long`: standard deviations exp(N(0, 0.5)) along random
 * axes. `equal`: equal sizes; else shares from a Dirichlet(2). The centres are normal, with a mean distance of `apart`
 * to the nearest other centre, so that neighbours overlap a little.
 */
export function normalClusters({ shape = 'round', n, d, k, equal = false, apart = 5, seed = 1 }) {
  const random = mulberry(hash(`${shape} ${n} ${d} ${k} ${equal} ${seed}`))
  const normal = normalsOf(random)
  const centres = Array.from({ length: k }, () => Array.from({ length: d }, normal))
  const scale = k > 1 ? apart / meanNearest(centres) : 1
  const forms = centres.map(() => (shape === 'long' ? longForm(d, normal) : null))
  const shares = centres.map(() => (equal ? 1 : -Math.log(1 - random()) - Math.log(1 - random())))
  const ends = cumulated(shares)
  const values = new Float64Array(n * d)
  const truth = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    const at = random() * ends.at(-1)
    // The first k samples are one of each cluster, so that none is empty.
    const c = i < k ? i : ends.findIndex(end => at < end)
    truth[i] = c
    const draw = Array.from({ length: d }, normal)
    const point =
      forms[c] === null ? draw : forms[c].map(row => row.reduce((sum, value, f) => sum + value * draw[f], 0))
    for (let f = 0; f < d; f++) values[i * d + f] = scale * centres[c][f] + point[f]
  }
  return { sampleCount: n, featureCount: d, values, truth }
}

/** Two spirals, a ring and two dots in two features, of equal sizes. */
export function shapes({ n, seed = 1 }) {
  const random = mulberry(hash(`shapes ${n} ${seed}`))
  const normal = normalsOf(random)
  const values = new Float64Array(n * 2)
  const truth = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    const c = i % 5
    const [x, y, noise] = placeOn(c, random)
    truth[i] = c
    values[2 * i] = x + noise * normal()
    values[2 * i + 1] = y + noise * normal()
  }
  return { sampleCount: n, featureCount: 2, values, truth }
}

function placeOn(c, random) {
  if (c < 2) {
    const angle = Math.PI * (0.5 + 3 * Math.sqrt(random()))
    const radius = angle / 3
    return [radius * Math.cos(angle + c * Math.PI), radius * Math.sin(angle + c * Math.PI), 0.1]
  }
  if (c === 2) {
    const angle = 2 * Math.PI * random()
    return [10 + 2 * Math.cos(angle), 2 * Math.sin(angle), 0.1]
  }
  return c === 3 ? [10, 0, 0.3] : [10, -5, 0.3]
}

/** An orthogonal matrix times standard deviations exp(N(0, 0.5)). */
function longForm(d, normal) {
  const axes = []
  while (axes.length < d) {
    const axis = Array.from({ length: d }, normal)
    for (const other of axes) {
      const dot = axis.reduce((sum, value, f) => sum + value * other[f], 0)
      for (let f = 0; f < d; f++) axis[f] -= dot * other[f]
    }
    const length = Math.hypot(...axis)
    axes.push(axis.map(value => value / length))
  }
  const deviations = axes.map(() => Math.exp(0.5 * normal()))
  return axes.map((_, f) => axes.map((axis, q) => axis[f] * deviations[q]))
}

function meanNearest(centres) {
  const nearest = centres.map((a, i) =>
    Math.min(...centres.map((b, j) => (i === j ? Infinity : Math.hypot(...a.map((x, f) => x - b[f]))))),
  )
  return nearest.reduce((sum, distance) => sum + distance, 0) / nearest.length
}

function cumulated(values) {
  let sum = 0
  return values.map(value => {
    sum += value
    return sum
  })
}

function normalsOf(random) {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function hash(text) {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193)
  return value >>> 0
}
