import { checkClusterCount, checkOptionNames, checkSeed, InputError } from '../check.js'
import { adoptLabelings, type Labeling } from '../ensemble/adopt.js'
import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import { exp, log2 } from '../numeric/exp-log.js'
import { drawIndex, hash32, type Random, randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import { Pauser } from '../pause.js'
import type { Ensemble, LongWork } from '../types.js'
import { partitionsOf } from './partitions.js'

/** Options of {@link ensembleConvergence}. */
export interface ConvergenceOptions extends LongWork {
  clusterCount: number
  seed?: number
}

const OPTIONS = {
  clusterCount: true,
  seed: true,
  signal: true,
  onProgress: true,
} satisfies Record<keyof ConvergenceOptions, true>

/** How the consensus converges as base clusterings are added. */
export interface Convergence {
  readonly clusterCount: number
  readonly steps: readonly ConvergenceStep[]
  /** Disagreement ≈ factor · m^-rate, fitted to the steps; null if all consensus clusterings agree. */
  readonly fit: { readonly factor: number; readonly rate: number } | null
  /** Expected disagreement (1 - ARI) of two ensembles of this size, with 40 more base clusterings, and of twice the size. */
  readonly expected: { readonly now: number; readonly fortyMore: number; readonly doubled: number }
  readonly verdict: 'enough' | 'double' | 'no use'
  /** The verdict in a sentence. */
  readonly words: string
}

/** The agreement of consensus clusterings of subsets of one size. */
export interface ConvergenceStep {
  /** Base clusterings in each subset. */
  readonly ensembleSize: number
  /** Mean ARI of the consensus clusterings of two disjoint subsets; NaN if two such subsets do not fit. */
  readonly disjoint: number
  /** Mean ARI for two subsets drawn with replacement. */
  readonly bootstrap: number
}

const REPEATS = 4
const MOST_STEPS = 5
const SMALLEST = 3
/** Up to this disagreement a result counts as converged. */
const SETTLED = 0.02

/**
 * Checks whether there are enough base clusterings. It compares consensus clusterings of subsets of growing size; how
 * fast their agreement grows predicts the benefit of more base clusterings.
 *
 * @example
 * ```ts
 * import { buildEnsemble, ensembleConvergence, sampleShape } from 'chorale'
 *
 * const samples = sampleShape('blobs', { sampleCount: 150, seed: 1 })
 * const ensemble = await buildEnsemble(samples, { ensembleSize: 40 })
 * const { verdict } = await ensembleConvergence(ensemble, { clusterCount: 3 })
 * console.log(verdict) // enough
 * ```
 *
 * @group Advise
 */
export async function ensembleConvergence(
  input: Ensemble | readonly Labeling[],
  options: ConvergenceOptions,
): Promise<Convergence> {
  const caller = 'ensembleConvergence'
  checkOptionNames(caller, options, Object.keys(OPTIONS), 'clusterCount')
  const ensemble = 'labelings' in input ? input : adoptLabelings(input)
  const { clusterCount, seed = 1, signal, onProgress } = options
  checkClusterCount(caller, clusterCount, ensemble.sampleCount)
  checkSeed(caller, seed)
  const m = ensemble.labelings.length
  if (m < 2 * SMALLEST) {
    throw new InputError(`${caller}: the number of labelings must be at least ${2 * SMALLEST}; got ${m}`)
  }

  const pauser = new Pauser(signal)
  const labelsOf = async (members: readonly number[], draw: number) => {
    const [{ labels }] = await partitionsOf(membersOf(ensemble, members), [clusterCount], {
      seed: hash32(seed, draw),
      signal,
    })
    await pauser.pause()
    return labels
  }
  const sizes = stepSizes(m)
  const steps: ConvergenceStep[] = []
  for (const [at, size] of sizes.entries()) {
    onProgress?.({ phase: 'convergence', done: at, total: sizes.length })
    const random = randomFor(seed, at)
    const disjoint: number[] = []
    const bootstrap: number[] = []
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      if (2 * size <= m) {
        const drawn = shuffled(drawSubset(m, 2 * size, random), random)
        disjoint.push(adjustedRandIndex(await labelsOf(drawn.slice(0, size), 1), await labelsOf(drawn.slice(size), 2)))
      }
      const again = () => Array.from({ length: size }, () => drawIndex(m, random))
      bootstrap.push(adjustedRandIndex(await labelsOf(again(), 3), await labelsOf(again(), 4)))
    }
    steps.push({ ensembleSize: size, disjoint: mean(disjoint), bootstrap: mean(bootstrap) })
  }
  onProgress?.({ phase: 'convergence', done: sizes.length, total: sizes.length })
  return { clusterCount, steps, ...judged(steps, m) }
}

/** The fit over the disjoint subsets, and the verdict. */
function judged(steps: readonly ConvergenceStep[], m: number): Omit<Convergence, 'clusterCount' | 'steps'> {
  const fit = fitRate(steps.filter(({ disjoint }) => !Number.isNaN(disjoint)))
  const at = (size: number) => (fit === null ? 0 : Math.min(1, fit.factor * exp(-fit.rate * ln(size))))
  const expected = { now: at(m), fortyMore: at(m + 40), doubled: at(2 * m) }
  const score = (disagreement: number) => (1 - disagreement).toFixed(2)
  if (expected.now <= SETTLED) {
    const words = `There are enough base clusterings. The expected agreement of two ensembles of ${m} is ${score(expected.now)} (ARI); 40 more would hardly change the result.`
    return { fit, expected, verdict: 'enough', words }
  }
  if (expected.doubled <= 0.9 * expected.now) {
    const words = `Double the ensemble. The expected agreement of two ensembles of ${m} is only ${score(expected.now)} (ARI); of ${2 * m} it is ${score(expected.doubled)}.`
    return { fit, expected, verdict: 'double', words }
  }
  const words = `More base clusterings would help little. The expected agreement of two ensembles of ${m} is ${score(expected.now)} (ARI); of ${2 * m} it is ${score(expected.doubled)}. The remaining uncertainty comes from the data or from k.`
  return { fit, expected, verdict: 'no use', words }
}

/** log(1 - agreement) = log factor - rate log size, by least squares; an agreement of 1 counts as 0.999. */
function fitRate(steps: readonly ConvergenceStep[]): Convergence['fit'] {
  if (steps.every(({ disjoint }) => disjoint >= 1)) return null
  const x = steps.map(({ ensembleSize }) => ln(ensembleSize))
  const y = steps.map(({ disjoint }) => ln(Math.max(0.001, 1 - disjoint)))
  const xMean = mean(x)
  const yMean = mean(y)
  const square = x.reduce((sum, value) => sum + (value - xMean) * (value - xMean), 0)
  const slope = square === 0 ? 0 : x.reduce((sum, value, j) => sum + (value - xMean) * (y[j] - yMean), 0) / square
  // More base clusterings do not make a consensus worse; a slope that says so is noise.
  const rate = Math.max(0, -slope)
  return { factor: exp(yMean + rate * xMean), rate }
}

/** At most five sizes that double up to m/2, and m. */
function stepSizes(m: number): number[] {
  const sizes = [m]
  for (let size = Math.floor(m / 2); size >= SMALLEST && sizes.length <= MOST_STEPS; size = Math.floor(size / 2)) {
    sizes.unshift(size)
  }
  return sizes
}

function membersOf(ensemble: Ensemble, members: readonly number[]): Ensemble {
  return {
    sampleCount: ensemble.sampleCount,
    labelings: members.map(t => ensemble.labelings[t]),
    clusterCounts: members.map(t => ensemble.clusterCounts[t]),
    names: members.map(t => ensemble.names[t]),
  }
}

function shuffled(values: Int32Array, random: Random): number[] {
  const order = Array.from(values)
  for (let i = order.length - 1; i > 0; i--) {
    const j = drawIndex(i + 1, random)
    const value = order[i]
    order[i] = order[j]
    order[j] = value
  }
  return order
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length
}

function ln(x: number): number {
  return log2(x) * Math.LN2
}
