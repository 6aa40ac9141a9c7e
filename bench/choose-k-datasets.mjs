// The seeded draws of bench/choose-k.mjs: ten families without clusters, and seven with clusters.

/** Ten families of data without clusters, 100 to 5,000 samples, 2 to 100 features. */
const NULLS = {
  normal: ({ d, draw }) => fill(d, draw),
  t3: ({ d, draw, random }) => {
    const scale = Math.sqrt(3 / chiSquare(3, random))
    return fill(d, () => draw() * scale)
  },
  lognormal: ({ d, draw }) => fill(d, () => Math.exp(0.8 * draw())),
  uniform: ({ d, random }) => fill(d, random),
  correlated: ({ d, draw, once }) => {
    const mix = once(() => Float64Array.from({ length: d * d }, draw))
    const own = fill(d, draw)
    return fill(d, j => own.reduce((sum, value, q) => sum + value * mix[q * d + j], 0))
  },
  poisson: ({ d, random }) => fill(d, () => poisson(4, random)),
  binary: ({ d, random, once }) => {
    const shares = once(() => fill(d, () => 0.2 + 0.6 * random()))
    return shares.map(share => (random() < share ? 1 : 0))
  },
  'swiss roll': ({ random, draw }) => {
    const t = 1.5 * Math.PI * (1 + 2 * random())
    return [t * Math.cos(t) + 0.3 * draw(), 21 * random(), t * Math.sin(t) + 0.3 * draw()]
  },
  banana: ({ draw }) => {
    const x = draw()
    return [x, 0.5 * draw() + x * x]
  },
  'AR(1)': ({ d, draw }) => {
    let last = draw()
    return fill(d, j => {
      if (j > 0) last = 0.8 * last + 0.6 * draw()
      return last
    })
  },
}

/** Families with clusters. Distances between the nearest centres are in mean standard deviations. */
const CLUSTERED = {
  'blobs 3 to 4 sd apart': random => blobs(random, { apart: 3 + random() }),
  'blobs 5 to 7 sd apart': random => blobs(random, { apart: 5 + 2 * random() }),
  imbalance: random => blobs(random, { apart: 6, sizes: c => (c === 0 ? 10 : 1) }),
  spread: random => blobs(random, { apart: 6, spreads: () => 0.5 + 1.5 * random() }),
  anisotropic: random => blobs(random, { apart: 5, isStretched: true, most: 5 }),
  'many blobs': random =>
    blobs(random, { apart: 5 + random(), k: 12 + Math.floor(19 * random()), d: 2 + Math.floor(4 * random()), n: 3000 }),
  shapes: random => shapes(random),
}

export const NULL_FAMILIES = Object.keys(NULLS)
export const CLUSTERED_FAMILIES = Object.keys(CLUSTERED)

/** One draw without clusters. */
export function drawNull(family, seed) {
  const random = stream(hash(family, seed))
  const n = pick([100, 200, 300, 500, 1000, 2000, 5000], random)
  const sizes = { 'swiss roll': [3], banana: [2], binary: [10, 20, 50, 100], poisson: [5, 10, 20, 50] }
  const d = pick(sizes[family] ?? [2, 3, 5, 10, 20, 50, 100], random)
  const draw = () => gaussian(random)
  let kept
  const once = make => (kept ??= make())
  const rows = Array.from({ length: n }, () => NULLS[family]({ d, random, draw, once }))
  return { name: `${family} ${seed}`, family, k: 1, ...samplesOf(rows) }
}

/** One draw with clusters. */
export function drawClustered(family, seed) {
  return { name: `${family} ${seed}`, family, ...CLUSTERED[family](stream(hash(family, seed))) }
}

function blobs(
  random,
  { apart, k, d, n, sizes = () => 1 + random(), spreads = () => 1, isStretched = false, most = 8 },
) {
  const count = k ?? 2 + Math.floor((most - 1) * random())
  const width = d ?? pick([2, 3, 5, 10], random)
  const total = n ?? Math.round(300 * 5 ** random())
  const spread = fill(count, spreads)
  const weights = fill(count, sizes)
  const mixes = spread.map(() => (isStretched ? stretching(width, random) : null))
  const centres = drawCentres(count, width, (a, b) => (apart * (spread[a] + spread[b])) / 2, random)
  // The nearest two centres are exactly as far apart as asked for.
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const labels = weights.flatMap((weight, c) => new Array(Math.max(20, Math.round((total * weight) / sum))).fill(c))
  const rows = labels.map(c => {
    const own = fill(width, () => spread[c] * gaussian(random))
    const mixed =
      mixes[c] === null
        ? own
        : fill(width, j => own.reduce((all, value, q) => all + value * mixes[c][q * width + j], 0))
    return mixed.map((value, j) => centres[c][j] + value)
  })
  return { k: count, truth: Int32Array.from(labels), ...samplesOf(rows) }
}

/** A random linear map with standard deviations from 0.4 to 1. */
function stretching(d, random) {
  const axes = orthogonal(d, random)
  return Float64Array.from({ length: d * d }, (_, at) => {
    const q = Math.floor(at / d)
    return axes[at] * (q === 0 ? 1 : 0.4)
  })
}

/** Rows of an orthogonal matrix, by Gram and Schmidt. */
function orthogonal(d, random) {
  const rows = []
  while (rows.length < d) {
    let row = fill(d, () => gaussian(random))
    for (const other of rows) {
      const product = row.reduce((sum, value, j) => sum + value * other[j], 0)
      row = row.map((value, j) => value - product * other[j])
    }
    const length = Math.hypot(...row)
    rows.push(row.map(value => value / length))
  }
  return rows.flat()
}

/** Centres whose smallest distance, relative to the one wanted, is 1. */
function drawCentres(k, d, wanted, random) {
  const centres = fill(k, () => fill(d, () => random() - 0.5))
  const distance = (a, b) => Math.hypot(...centres[a].map((value, j) => value - centres[b][j]))
  // Push the nearest pairs apart first, so that the others do not lie much farther away.
  for (let step = 0; step < 200; step++) {
    const [a, b] = nearestPair(k, (x, y) => distance(x, y) / wanted(x, y))
    const direction = centres[a].map((value, j) => value - centres[b][j] + 1e-6 * (random() - 0.5))
    const length = Math.hypot(...direction)
    const push = (0.05 * 1) / length
    centres[a] = centres[a].map((value, j) => value + push * direction[j])
    centres[b] = centres[b].map((value, j) => value - push * direction[j])
  }
  const [a, b] = nearestPair(k, (x, y) => distance(x, y) / wanted(x, y))
  const scale = wanted(a, b) / distance(a, b)
  return centres.map(centre => centre.map(value => value * scale))
}

function nearestPair(k, measure) {
  let best = [0, 1]
  let least = Infinity
  for (let a = 0; a < k; a++) {
    for (let b = 0; b < a; b++) {
      const value = measure(a, b)
      if (value < least) [least, best] = [value, [a, b]]
    }
  }
  return best
}

/** Two moons, two or three rings, or two spirals. */
function shapes(random) {
  const kind = pick(['moons', 'rings', 'spirals'], random)
  const n = Math.round(400 * 3 ** random())
  const k = kind === 'rings' ? 2 + Math.floor(2 * random()) : 2
  const noise = () => 0.06 * gaussian(random)
  const rows = []
  const truth = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    const c = Math.floor((i * k) / n)
    truth[i] = c
    const t = random()
    if (kind === 'moons') {
      const angle = Math.PI * t
      const [x, y] = [Math.cos(angle), Math.sin(angle)]
      rows.push(c === 0 ? [x + noise(), y + noise()] : [1 - x + noise(), 0.4 - y + noise()])
    } else if (kind === 'rings') {
      const angle = 2 * Math.PI * t
      rows.push([(1 + c) * Math.cos(angle) + noise(), (1 + c) * Math.sin(angle) + noise()])
    } else {
      const angle = 1.5 * Math.PI * (0.4 + t) * 1.2
      const turn = angle + Math.PI * c
      rows.push([(angle / 4) * Math.cos(turn) + noise(), (angle / 4) * Math.sin(turn) + noise()])
    }
  }
  return { k, truth, ...samplesOf(rows) }
}

function samplesOf(rows) {
  return { sampleCount: rows.length, featureCount: rows[0].length, values: Float64Array.from(rows.flat()) }
}

function fill(count, make) {
  return Array.from({ length: count }, (_, at) => make(at))
}

function pick(list, random) {
  return list[Math.floor(list.length * random())]
}

function poisson(mean, random) {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count++
  return count
}

function chiSquare(degrees, random) {
  let sum = 0
  for (let at = 0; at < degrees; at++) sum += gaussian(random) ** 2
  return sum
}

function hash(text, seed) {
  let state = 2166136261
  for (const char of `${text} ${seed}`) state = Math.imul(state ^ char.charCodeAt(0), 16777619)
  return state >>> 0
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
