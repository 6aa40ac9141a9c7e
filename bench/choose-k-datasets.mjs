// The datasets of bench/choose-k.mjs, each drawn from its own seed: 160 blobs, 20 rings, 20 moons, and 100 without clusters.
import { sampleShape } from '../dist/index.js'

/** Blobs: k = 2..8 in 2, 5 or 10 dimensions; sizes to 1:5, spreads to 1:2; centres at least 4 standard deviations apart. */
function blobs(seed) {
  const random = stream(seed)
  const k = 2 + Math.floor(7 * random())
  const d = [2, 5, 10][Math.floor(3 * random())]
  const n = sampleCount(random)
  const sizes = Array.from({ length: k }, () => 1 + 4 * random())
  const spreads = Array.from({ length: k }, () => 1 + random())
  const centres = drawCentres(k, d, spreads, random)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const bounds = sizes.map((_, c) => sizes.slice(0, c + 1).reduce((sum, size) => sum + size, 0) / total)
  const truth = Int32Array.from({ length: n }, (_, i) => bounds.findIndex(bound => (i + 0.5) / n <= bound))
  const values = Float64Array.from({ length: n * d }, (_, at) => {
    const c = truth[Math.floor(at / d)]
    return centres[c][at % d] + spreads[c] * gaussian(random)
  })
  return { name: `blobs ${seed}`, k, truth, sampleCount: n, featureCount: d, values }
}

/** Standard deviations between two centres: 4 of their mean, that is 2 of one and 2 of the other. */
function drawCentres(k, d, spreads, random) {
  const centres = []
  let side = 8
  while (centres.length < k) {
    const centre = Array.from({ length: d }, () => (random() - 0.5) * side)
    const least = other => (2 * (spreads[centres.length] + spreads[other])) ** 2
    const apart = (other, c) => other.reduce((sum, x, j) => sum + (x - centre[j]) ** 2, 0) >= least(c)
    if (centres.every(apart)) centres.push(centre)
    else side *= 1.02
  }
  return centres
}

/** Two or three rings, or two moons, with scatter from half to the whole of the default. */
function shape(kind, seed) {
  const random = stream(seed)
  const clusterCount = kind === 'rings' ? 2 + Math.floor(2 * random()) : 2
  const spread = (kind === 'rings' ? 0.1 : 0.08) * (0.5 + 0.5 * random())
  const sample = sampleShape(kind, { seed, clusterCount, spread, sampleCount: sampleCount(random) })
  return { name: `${kind} ${seed}`, k: clusterCount, ...sample }
}

/** One Gaussian, a uniform cube, or a correlated Gaussian, in 2 to 50 dimensions. */
function noise(seed) {
  const random = stream(seed)
  const kind = ['gaussian', 'cube', 'correlated'][seed % 3]
  const d = [2, 3, 5, 10, 20, 50][Math.floor(6 * random())]
  const n = sampleCount(random)
  const draw = kind === 'cube' ? random : () => gaussian(random)
  let values = Float64Array.from({ length: n * d }, draw)
  if (kind === 'correlated') {
    const mix = Float64Array.from({ length: d * d }, () => gaussian(random))
    values = Float64Array.from(values, (_, at) => {
      const row = at - (at % d)
      let sum = 0
      for (let j = 0; j < d; j++) sum += values[row + j] * mix[j * d + (at % d)]
      return sum
    })
  }
  return { name: `${kind} ${seed}`, k: 1, truth: new Int32Array(n), sampleCount: n, featureCount: d, values }
}

/** 200 with clusters and 100 without; `first` is the seed of the first one. */
export function* datasets(first) {
  for (let i = 0; i < 200; i++) yield i < 160 ? blobs(first + i) : shape(i < 180 ? 'rings' : 'moons', first + i)
  for (let i = 200; i < 300; i++) yield noise(first + i)
}

/** 300 to 2,000, small ones as often as large ones. */
function sampleCount(random) {
  return Math.round(300 * (2000 / 300) ** random())
}

/** mulberry32 */
function stream(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function gaussian(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
