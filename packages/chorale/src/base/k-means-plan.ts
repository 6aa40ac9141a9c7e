import { type Random, randomFor } from '../numeric/random.js'
import type { Seeding } from '../numeric/seeding.js'
import { drawClusterCount } from './random-k.js'
import { drawSamples } from './subsample.js'
import { drawFeatures } from './subspace.js'
import type { FeatureView } from './view.js'

/** The ways to vary base clusterings. */
export const GENERATOR_KINDS = ['random-k', 'fixed-k', 'subsample', 'subspace', 'projection'] as const
/** A way to vary base clusterings. */
export type GeneratorKind = (typeof GENERATOR_KINDS)[number]

/** The kinds that `mixed` uses in turn. */
const MIXED: readonly GeneratorKind[] = ['random-k', 'subsample', 'subspace', 'projection']

/** Base clusterings by k-means, as far as they are not random. A task is one of them. */
export interface KMeansPlan {
  readonly part: 'k-means'
  readonly generator: GeneratorKind | 'mixed'
  readonly seed: number
  readonly seeding: Seeding
  readonly sampleCount: number
  /** The order in which the samples are drawn and clustered; null as they come. */
  readonly order: Int32Array | null
  readonly ensembleSize: number
  /** The number of base clusterings that are kept: those with the smallest inertia. */
  readonly kept: number
  /** k of `fixed-k`. */
  readonly clusterCount: number
  /** Largest k of the other kinds. */
  readonly maxClusterCount: number
  /** The number of samples that a base clustering of kind `subsample` covers. */
  readonly subsampleSize: number
  /** The number of features of kind `subspace`, and the features they are drawn from. */
  readonly subspaceSize: number
  readonly varying: Int32Array
  /** The number of dimensions of kind `projection`. */
  readonly projectionSize: number
}

/** The choices of one base clustering. */
export interface BasePlan {
  readonly kind: GeneratorKind
  readonly clusterCount: number
  /** The samples it covers, in increasing order; null = all. */
  readonly rows: Int32Array | null
  readonly view: FeatureView
}

function kindOf({ generator }: KMeansPlan, t: number): GeneratorKind {
  return generator === 'mixed' ? MIXED[t % MIXED.length] : generator
}

/** The kinds that occur in an ensemble. */
export function kindsOf(generator: KMeansPlan['generator']): readonly GeneratorKind[] {
  return generator === 'mixed' ? MIXED : [generator]
}

/** Draws the choices of base clustering t from its stream; k comes first. */
export function drawBasePlan(plan: KMeansPlan, t: number, random: Random): BasePlan {
  const kind = kindOf(plan, t)
  const clusterCount = kind === 'fixed-k' ? plan.clusterCount : drawClusterCount(plan.maxClusterCount, random)
  const base = { kind, clusterCount, rows: null, view: { features: null, projection: null } }
  switch (kind) {
    case 'subsample':
      return { ...base, rows: drawSamples(plan.sampleCount, plan.subsampleSize, t, plan.ensembleSize, random) }
    case 'subspace': {
      const features = drawFeatures(plan.varying, plan.subspaceSize, random)
      return { ...base, view: { features, projection: null } }
    }
    case 'projection': {
      const projection = { seed: Math.floor(random() * 2 ** 32), dimension: plan.projectionSize }
      return { ...base, view: { features: null, projection } }
    }
    default:
      return base
  }
}

/** The number of clusters of every base clustering. */
export function clusterCountsOf(plan: KMeansPlan): number[] {
  return Array.from({ length: plan.ensembleSize }, (_, t) =>
    kindOf(plan, t) === 'fixed-k' ? plan.clusterCount : drawClusterCount(plan.maxClusterCount, randomFor(plan.seed, t)),
  )
}
