import { checkInteger, checkOneOf, checkOptionNames, checkSeed, invalid } from './errors.js'
import { drawGaussian } from './numeric/gaussian.js'
import { type Random, randomFor } from './numeric/random.js'
import type { Labels, Samples } from './types.js'

/**
 * The names of the shapes: example data with known clusters.
 *
 * @example
 * ```ts
 * import { SHAPES } from 'chorale'
 *
 * console.log(SHAPES.join()) // blobs,rings,moons,anisotropic,noise
 * ```
 *
 * @group Sample
 */
export const SHAPES = ['blobs', 'rings', 'moons', 'anisotropic', 'noise'] as const
/** The name of a shape. */
export type Shape = (typeof SHAPES)[number]

/** Options of {@link sampleShape}. */
export interface SampleShapeOptions {
  sampleCount?: number
  seed?: number
  /** Number of clusters of `blobs` and `anisotropic`, number of rings of `rings`; `moons` always has 2 and `noise` 1. */
  clusterCount?: number
  /** Number of features of `blobs`, `anisotropic` and `noise`; the other shapes have 2. */
  featureCount?: number
  /** Standard deviation of the noise around the shape; neighbouring clusters are about 1 to 4 apart. */
  spread?: number
}

const OPTIONS = {
  sampleCount: true,
  seed: true,
  clusterCount: true,
  featureCount: true,
  spread: true,
} satisfies Record<keyof SampleShapeOptions, true>

const DEFAULTS = { sampleCount: 300, seed: 1, clusterCount: 3, featureCount: 2 }

/** Samples of a shape and their true clusters: what {@link cluster} and {@link buildEnsemble} take. */
export interface ShapeSample extends Samples {
  /** The true cluster of each sample, numbered by first appearance. */
  readonly truth: Labels
}

/**
 * Draws samples of a shape. The same seed gives the same samples on every JavaScript runtime.
 *
 * - `blobs`: round normal clusters with the same spread and centres at least 4 apart.
 * - `anisotropic`: blobs sheared along one direction, so that they are long and parallel.
 * - `rings`: concentric circles with radius 1, 2, 3, ...
 * - `moons`: two interleaving half circles.
 * - `noise`: a uniform cube without clusters; the truth is one cluster.
 *
 * @example
 * ```ts
 * import { sampleShape } from 'chorale'
 *
 * const moons = sampleShape('moons', { sampleCount: 200, seed: 1 })
 * console.log(moons.sampleCount, moons.featureCount, new Set(moons.truth).size) // 200 2 2
 * ```
 *
 * @group Sample
 */
export function sampleShape(shape: Shape, options: SampleShapeOptions = {}): ShapeSample {
  const caller = 'sampleShape'
  checkOneOf(caller, 'shape', shape, SHAPES)
  checkOptionNames(caller, options, Object.keys(OPTIONS))
  const { sampleCount: n = DEFAULTS.sampleCount, seed = DEFAULTS.seed, spread = DRAWERS[shape].spread } = options
  const k = fixedOr(options, 'clusterCount', DRAWERS[shape].clusterCount, shape)
  const d = fixedOr(options, 'featureCount', DRAWERS[shape].featureCount, shape)
  checkInteger(caller, 'sampleCount', n, 1, 10_000_000)
  checkInteger(caller, 'clusterCount', k, 1, n)
  checkInteger(caller, 'featureCount', d, shape === 'anisotropic' ? 2 : 1, 100_000)
  checkSeed(caller, seed)
  if (!(spread >= 0 && Number.isFinite(spread))) {
    throw invalid(caller, 'spread', 'be a number of at least 0', spread)
  }

  const random = randomFor(seed, SHAPES.indexOf(shape))
  const draw = DRAWERS[shape].create(k, d, spread, random)
  const values = new Float64Array(n * d)
  // Clusters take turns, so that all have the same size and the truth is numbered by first appearance.
  const truth = Int32Array.from({ length: n }, (_, i) => i % k)
  for (let i = 0; i < n; i++) draw(truth[i], values, i * d)
  return { sampleCount: n, featureCount: d, values, truth }
}

/** Writes one sample of cluster c at `at`. */
type Draw = (c: number, out: Float64Array, at: number) => void

interface Drawer {
  /** Values that the shape fixes. */
  readonly clusterCount?: number
  readonly featureCount?: number
  readonly spread: number
  create(k: number, d: number, spread: number, random: Random): Draw
}

const DRAWERS: Record<Shape, Drawer> = {
  blobs: { spread: 0.6, create: blobs },
  rings: {
    featureCount: 2,
    spread: 0.1,
    create: (_k, _d, spread, random) => (c, out, at) => {
      const [x, y] = drawDirection(random)
      out[at] = (c + 1) * x + spread * drawGaussian(random)
      out[at + 1] = (c + 1) * y + spread * drawGaussian(random)
    },
  },
  moons: {
    clusterCount: 2,
    featureCount: 2,
    spread: 0.08,
    create: (_k, _d, spread, random) => (c, out, at) => {
      const [x, y] = drawDirection(random)
      const up = Math.abs(y)
      out[at] = (c === 0 ? x : 1 - x) + spread * drawGaussian(random)
      out[at + 1] = (c === 0 ? up : 0.5 - up) + spread * drawGaussian(random)
    },
  },
  anisotropic: {
    spread: 0.6,
    create: (k, d, spread, random) => {
      const draw = blobs(k, d, spread, random)
      return (c, out, at) => {
        draw(c, out, at)
        const x = out[at]
        const y = out[at + 1]
        out[at] = 0.6 * x - 0.6 * y
        out[at + 1] = -0.4 * x + 0.8 * y
      }
    },
  },
  noise: {
    clusterCount: 1,
    spread: 0,
    create: (_k, d, spread, random) => (_c, out, at) => {
      for (let j = 0; j < d; j++) out[at + j] = 4 * random() - 2 + spread * drawGaussian(random)
    },
  },
}

function blobs(k: number, d: number, spread: number, random: Random): Draw {
  const centres = drawCentres(k, d, random)
  return (c, out, at) => {
    for (let j = 0; j < d; j++) out[at + j] = centres[c][j] + spread * drawGaussian(random)
  }
}

const CENTRE_DISTANCE = 4

/** k centres at least 4 apart, in a cube that grows until they fit. */
function drawCentres(k: number, d: number, random: Random): number[][] {
  const centres: number[][] = []
  let side = 2 * CENTRE_DISTANCE
  while (centres.length < k) {
    const centre = Array.from({ length: d }, () => (random() - 0.5) * side)
    const apart = (other: number[]) =>
      centre.reduce((sum, x, j) => sum + (x - other[j]) ** 2, 0) >= CENTRE_DISTANCE ** 2
    if (centres.every(apart)) centres.push(centre)
    else side *= 1.02
  }
  return centres
}

/** A point on the unit circle: a point in the disk, scaled. Sine and cosine would differ between runtimes. */
function drawDirection(random: Random): [number, number] {
  for (;;) {
    const x = 2 * random() - 1
    const y = 2 * random() - 1
    const square = x * x + y * y
    if (square > 0.01 && square < 1) return [x / Math.sqrt(square), y / Math.sqrt(square)]
  }
}

function fixedOr(
  options: SampleShapeOptions,
  name: 'clusterCount' | 'featureCount',
  fixed: number | undefined,
  shape: Shape,
): number {
  const value = options[name]
  if (fixed === undefined) return value ?? DEFAULTS[name]
  if (value === undefined || value === fixed) return fixed
  throw invalid('sampleShape', name, `be ${fixed} for ${shape}`, value)
}
