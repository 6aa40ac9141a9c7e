import { buildEnsemble } from '../base/generate.js'
import type { TaskExecutor } from '../base/runner.js'
import { STANDARD_CONSENSUS } from '../base/standard-consensus.js'
import { consensus } from '../consensus/consensus.js'
import { checkClusterCount, checkOptionNames, checkSeed, InputError } from '../errors.js'
import { adoptLabelings, type Labeling } from '../labelings/adopt.js'
import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import { drawIndex, hash32, type Random, randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import type { Ensemble, Labels, LongWork, Samples } from '../types.js'
import { samplesAt } from './look.js'

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
  /** The number of base clusterings that the advice is about. */
  readonly ensembleSize: number
  /** At least four sizes, ascending. */
  readonly steps: readonly ConvergenceStep[]
  /**
   * - enough: consensus clusterings of other base clusterings hardly differ.
   * - more: they differ less, the more base clusterings there are.
   * - no use: they differ, but more base clusterings do not help.
   * - unknown: the measurements do not tell.
   */
  readonly verdict: 'enough' | 'more' | 'no use' | 'unknown'
  /** The verdict in a sentence or two. */
  readonly words: string
}

/** The agreement of consensus clusterings of disjoint sets of base clusterings of one size. */
interface ConvergenceStep {
  readonly ensembleSize: number
  /** Mean ARI of two of them. */
  readonly agreement: number
  /** Lowest and highest ARI of two of them. */
  readonly interval: readonly [number, number]
  /** The number of pairs. */
  readonly pairs: number
}

/** The least number of labelings that can be divided into parts of four sizes. */
const LEAST_LABELINGS = 12
/** Given labelings are divided into this many parts. */
const PARTS = [6, 4, 3, 2]
/** Independent ensembles of samples, and the shares of them that are compared. */
const ENSEMBLES = 3
const SHARES = [1 / 8, 1 / 4, 1 / 2, 1]
/** The most consensus clusterings of one size. */
const MOST_SETS = 6
/** The most samples: of features, and of given labelings. */
const MOST_SAMPLES = 800
const MOST_LABELED = 2000
/** An agreement from which a result counts as converged: the mean, and the lowest value. */
const SETTLED = { mean: 0.95, least: 0.9 }
/** A smaller gain by doubling is no gain. */
const LEAST_GAIN = 0.02
const STREAM = 13

/**
 * Checks whether there are enough base clusterings. It divides them into parts of four sizes and compares the consensus
 * clusterings of the parts.
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
  if (m < LEAST_LABELINGS) {
    throw new InputError(`${caller}: the number of labelings must be at least ${LEAST_LABELINGS}; got ${m}`)
  }
  const some = someSamples(ensemble, hash32(seed, STREAM))
  const order = shuffled(m, randomFor(seed, STREAM))
  const steps: ConvergenceStep[] = []
  for (const [at, parts] of PARTS.entries()) {
    onProgress?.({ phase: 'convergence', done: at, total: PARTS.length })
    const size = Math.floor(m / parts)
    const found: Labels[] = []
    for (let part = 0; part < parts; part++) {
      const members = membersOf(some, order.slice(part * size, (part + 1) * size))
      found.push((await consensus(members, { clusterCount, seed, signal })).labels)
    }
    steps.push(stepOf(size, found))
  }
  onProgress?.({ phase: 'convergence', done: PARTS.length, total: PARTS.length })
  return judged({ clusterCount, ensembleSize: m, steps })
}

/** Options of {@link measureEnsembleSize}. */
export interface EnsembleSizeOptions extends ConvergenceOptions {
  executor?: TaskExecutor
}

/**
 * Measures how much the result of `cluster` with its defaults depends on the seed, for several numbers of base clusterings.
 * It builds three ensembles with different seeds and compares the consensus clusterings of their parts. With more than 800
 * samples it uses 800 of them.
 */
export async function measureEnsembleSize(samples: Samples, options: EnsembleSizeOptions): Promise<Convergence> {
  const { clusterCount, seed = 1, executor, signal, onProgress } = options
  const { sampleCount: n } = samples
  const part = n <= MOST_SAMPLES ? samples : samplesAt(samples, drawSubset(n, MOST_SAMPLES, randomFor(STREAM, 0)))
  const ensembles: Ensemble[] = []
  const total = ENSEMBLES + SHARES.length
  for (let number = 0; number < ENSEMBLES; number++) {
    onProgress?.({ phase: 'convergence', done: number, total })
    const own = hash32(seed, number)
    ensembles.push(await buildEnsemble(part, { base: 'auto', clusterCount, seed: own, executor, signal }))
  }
  const m = ensembles[0].labelings.length
  const isKMeans = ensembles[0].names[0]?.startsWith('random-k') ?? false
  const how = isKMeans ? {} : STANDARD_CONSENSUS
  const steps: ConvergenceStep[] = []
  for (const [at, share] of SHARES.entries()) {
    onProgress?.({ phase: 'convergence', done: ENSEMBLES + at, total })
    const size = Math.max(2, Math.round(m * share))
    const perEnsemble = Math.max(1, Math.min(Math.floor(m / size), MOST_SETS / ENSEMBLES))
    const found: Labels[] = []
    for (const ensemble of ensembles) {
      for (let set = 0; set < perEnsemble; set++) {
        const members = Array.from({ length: size }, (_, t) => set * size + t)
        const options = { ...how, clusterCount, seed, signal }
        found.push((await consensus(membersOf(ensemble, members), options)).labels)
      }
    }
    steps.push(stepOf(size, found))
  }
  onProgress?.({ phase: 'convergence', done: total, total })
  return judged({ clusterCount, ensembleSize: m, steps })
}

function stepOf(ensembleSize: number, found: readonly Labels[]): ConvergenceStep {
  const scores = found.flatMap((a, at) => found.slice(0, at).map(b => adjustedRandIndex(a, b)))
  return {
    ensembleSize,
    agreement: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    interval: [Math.min(...scores), Math.max(...scores)],
    pairs: scores.length,
  }
}

function judged(measured: Pick<Convergence, 'clusterCount' | 'ensembleSize' | 'steps'>): Convergence {
  const { steps, ensembleSize } = measured
  const last = steps[steps.length - 1]
  const before = steps[steps.length - 2]
  const [least, most] = last.interval
  const scores = last.pairs === 1 || most - least < 0.005 ? score(last.agreement) : `${score(least)} to ${score(most)}`
  const sets = last.ensembleSize === ensembleSize ? `${ensembleSize}` : `${last.ensembleSize} of the ${ensembleSize}`
  const agreement = `Results from different sets of ${sets} base clusterings agree to ${scores} (ARI)`
  if (last.agreement >= SETTLED.mean && least >= SETTLED.least) {
    return { ...measured, verdict: 'enough', words: `There are enough base clusterings. ${agreement}.` }
  }
  const gain = last.agreement - before.agreement
  const grew = `from ${score(before.agreement)} with ${before.ensembleSize} to ${score(last.agreement)} with ${last.ensembleSize}`
  if (gain >= LEAST_GAIN && last.agreement > before.interval[1] - (before.interval[1] - before.interval[0]) / 2) {
    const words = `More base clusterings may help. ${agreement}; the mean rose ${grew}.`
    return { ...measured, verdict: 'more', words }
  }
  if (Math.abs(gain) < LEAST_GAIN) {
    const words = `More base clusterings would help little. ${agreement}; the mean changed little, ${grew}. The remaining uncertainty comes from the data or from k.`
    return { ...measured, verdict: 'no use', words }
  }
  const words = `Whether more base clusterings would help is unknown. ${agreement}; the mean changed ${grew}, within the spread of the measurements.`
  return { ...measured, verdict: 'unknown', words }
}

function score(value: number): string {
  return value.toFixed(2)
}

/** At most 2000 samples of the labelings. */
function someSamples(ensemble: Ensemble, seed: number): Ensemble {
  const { sampleCount: n, labelings, names } = ensemble
  if (n <= MOST_LABELED) return ensemble
  const rows = drawSubset(n, MOST_LABELED, randomFor(seed, 0))
  return adoptLabelings(
    labelings.map(labels => Array.from(rows, row => labels[row])),
    { names: [...names] },
  )
}

function membersOf(ensemble: Ensemble, members: readonly number[]): Ensemble {
  return {
    sampleCount: ensemble.sampleCount,
    labelings: members.map(t => ensemble.labelings[t]),
    clusterCounts: members.map(t => ensemble.clusterCounts[t]),
    names: members.map(t => ensemble.names[t]),
  }
}

function shuffled(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, i) => i)
  for (let i = order.length - 1; i > 0; i--) {
    const j = drawIndex(i + 1, random)
    const value = order[i]
    order[i] = order[j]
    order[j] = value
  }
  return order
}
