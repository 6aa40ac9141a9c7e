import { checkInteger, checkOneOf, InputError, invalid } from '../errors.js'
import { SEEDINGS, type Seeding } from '../numeric/seeding.js'
import type { Samples } from '../types.js'
import { type GeneratorKind, type KMeansPlan, kindsOf } from './k-means-plan.js'
import { largestClusterCount } from './random-k.js'
import { varyingFeatures } from './subspace.js'

/**
 * The generators of base clusterings, which differ in how they vary k-means; the first is the default.
 *
 * @example
 * ```ts
 * import { GENERATORS } from 'chorale'
 *
 * console.log(GENERATORS[0], GENERATORS.length) // random-k 6
 * ```
 *
 * @group Cluster
 */
export const GENERATORS = [
  'random-k',
  'fixed-k',
  'subsample',
  'subspace',
  'projection',
  'mixed',
] as const satisfies readonly (GeneratorKind | 'mixed')[]
/** The name of a generator. */
export type GeneratorName = (typeof GENERATORS)[number]

/** How k-means varies. */
export interface KMeansVariation {
  generator?: GeneratorName
  maxClusterCount?: number
  clusterCount?: number
  sampleShare?: number
  featureShare?: number
  seeding?: Seeding
}

const DEFAULTS = { generator: 'random-k', seeding: 'greedy', sampleShare: 0.8, featureShare: 0.5 } as const

/** Checks the options of k-means and fills in the defaults. */
export function planKMeans(
  caller: string,
  samples: Samples,
  options: KMeansVariation,
  { ensembleSize, seed }: { ensembleSize: number; seed: number },
): KMeansPlan {
  const { sampleCount: n, featureCount: d } = samples
  const { generator = DEFAULTS.generator, seeding = DEFAULTS.seeding } = options
  checkOneOf(caller, 'generator', generator, GENERATORS)
  checkOneOf(caller, 'seeding', seeding, SEEDINGS)
  const varying = varyingFeatures(samples)

  const kinds = kindsOf(generator)
  const checkUse = (name: keyof KMeansVariation, users: readonly GeneratorKind[]) => {
    if (options[name] === undefined || users.some(user => kinds.includes(user))) return
    throw invalid(caller, name, `be left out for generator ${generator}, which does not use it`, options[name])
  }
  checkUse('clusterCount', ['fixed-k'])
  checkUse('sampleShare', ['subsample'])
  checkUse('featureShare', ['subspace', 'projection'])
  checkUse('maxClusterCount', ['random-k', 'subsample', 'subspace', 'projection'])

  const { sampleShare = DEFAULTS.sampleShare, featureShare } = options
  checkShare(caller, 'sampleShare', sampleShare)
  if (featureShare !== undefined) checkShare(caller, 'featureShare', featureShare)
  const subsampleSize = Math.round(sampleShare * n)
  if (generator === 'subsample') checkCoverage(caller, sampleShare, n, ensembleSize)

  const covered = Math.min(...kinds.map(kind => coveredBy({ sampleCount: n, subsampleSize }, kind)))
  const { maxClusterCount = largestClusterCount(covered), clusterCount = 0 } = options
  checkInteger(caller, 'maxClusterCount', maxClusterCount, 2, covered)
  if (generator === 'fixed-k') {
    if (options.clusterCount === undefined) {
      throw invalid(caller, 'clusterCount', 'be an integer for generator fixed-k', undefined)
    }
    checkInteger(caller, 'clusterCount', clusterCount, 2, n)
  }
  const least = Math.min(2, varying.length)
  return {
    part: 'k-means',
    generator,
    seed,
    seeding,
    sampleCount: n,
    order: null,
    ensembleSize,
    kept: ensembleSize,
    clusterCount,
    maxClusterCount,
    subsampleSize,
    varying,
    subspaceSize: Math.max(least, Math.round((featureShare ?? DEFAULTS.featureShare) * varying.length)),
    projectionSize: Math.max(
      Math.min(2, d),
      featureShare === undefined ? Math.ceil(Math.sqrt(d)) : Math.round(featureShare * d),
    ),
  }
}

function checkShare(caller: string, name: string, share: number): void {
  if (share > 0 && share <= 1) return
  throw invalid(caller, name, 'be a number above 0 and at most 1', share)
}

/** Every sample must be in at least one base clustering, and every base clustering must have two samples. */
function checkCoverage(caller: string, sampleShare: number, n: number, ensembleSize: number): void {
  const size = Math.round(sampleShare * n)
  if (size >= Math.ceil(n / ensembleSize) && size >= 2) return
  throw new InputError(
    `${caller}: sampleShare must be large enough for ${ensembleSize} base clusterings to cover all ${n} samples, ` +
      `each with at least 2; got ${sampleShare}`,
  )
}

/** The samples that a base clustering of a kind covers. */
export function coveredBy(plan: Pick<KMeansPlan, 'sampleCount' | 'subsampleSize'>, kind: GeneratorKind): number {
  return kind === 'subsample' ? plan.subsampleSize : plan.sampleCount
}
