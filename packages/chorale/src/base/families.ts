import type { Samples } from '../types.js'
import type { BaseDecision, FamilyName, FamilySizes } from './base-decision.js'
import { CALLER, largestInCells, smallestInCells, standardCellLabelings } from './base-sizes.js'
import type { CellsPlan } from './cells-plan.js'
import { NEIGHBOUR_GRAPHS } from './graphs-plan.js'
import type { CellClustererName } from './index.js'
import { type KMeansVariation, planKMeans } from './k-means-options.js'
import type { KMeansPlan } from './k-means-plan.js'
import { standardMixtures } from './mixture-cost.js'
import { type MixtureSpace, type MixturesPlan, mixtureRows } from './mixtures-plan.js'
import type { PartPlan } from './plan.js'
import { STANDARD_CONSENSUS, type StandardConsensus } from './standard-consensus.js'
import type { Study } from './study.js'

/** What a family knows when it decides its sizes. */
interface FamilyQuestion {
  /** The samples that the base clusterings come from. */
  readonly samples: Samples
  /** k, the number of clusters that are looked for. */
  readonly clusterCount: number
  /** What the caller set. */
  readonly ensembleSize?: number
  readonly maxClusterCount?: number
}

/** A family of base clusterings, with all facts about it. The default chooses one, see `chooseFamily`. */
export interface Family {
  readonly name: FamilyName
  /** What it does, in one plain sentence. */
  readonly summary: string
  /** How its base clusterings are combined, unless the caller says otherwise. */
  readonly consensus: StandardConsensus
  /** Decides the sizes. */
  sizes(question: FamilyQuestion): FamilySizes
  /** The base clusterings, with the coordinates that the study of the samples found. */
  parts(samples: Samples, decision: BaseDecision, study: Study, seed: number): PartPlan[]
}

const CELL_FAMILY: readonly CellClustererName[] = ['spectral-cells', 'genie-cells']
/** Base clusterings by k-means of the default, for features with very few values. */
const K_MEANS_COUNT = 100
/** Runs of k-means with k clusters that vote, and how many are built for each of them. */
const VOTES = { kept: 10, builtPerKept: 4 }
/** Clusterings of graphs of the default: the better half of three steps and two ways in each of four graphs. */
const GRAPH_COUNT = 12

/** To add a family, add a record here and its name in `base-decision.ts`, and choose it in `chooseFamily`. */
const FAMILIES: readonly Family[] = [
  {
    name: 'cells',
    summary: 'Spectral and Genie clusterings of small cells of samples; they find clusters of any shape.',
    consensus: STANDARD_CONSENSUS,
    sizes: ({ samples, clusterCount, ensembleSize, maxClusterCount }) => ({
      clusterers: CELL_FAMILY,
      ensembleSize: ensembleSize ?? standardCellLabelings(samples.sampleCount, clusterCount),
      clusterCounts: cellCounts(samples.sampleCount, maxClusterCount, clusterCount),
      kMeans: null,
    }),
    parts: (samples, { ensembleSize, clusterCounts }, { fitRows, whitened }, seed) => [
      cellsPart(samples, {
        clusterers: CELL_FAMILY,
        labelingCount: ensembleSize,
        fitRows,
        map: whitened,
        seed,
        minClusterCount: clusterCounts.from,
        maxClusterCount: clusterCounts.to,
      }),
    ],
  },
  {
    name: 'mixtures',
    summary: 'Mixtures of normal distributions; they find clusters in few samples with many features.',
    consensus: STANDARD_CONSENSUS,
    sizes: ({ samples, clusterCount, ensembleSize, maxClusterCount }) => {
      // The option is checked although mixtures do not use it.
      largestInCells(samples.sampleCount, { maxClusterCount, clusterCount })
      const clusterCounts = mixtureCounts(clusterCount)
      return {
        clusterers: ['gaussian-mixture'],
        ensembleSize: ensembleSize ?? standardMixtures(samples, (clusterCounts.from + clusterCounts.to) / 2),
        clusterCounts,
        kMeans: null,
      }
    },
    parts: (samples, { ensembleSize, clusterCounts }, { fitRows, spaces }, seed) => [
      mixturesPart(samples, { labelingCount: ensembleSize, clusterCounts, fitRows, spaces, seed }),
    ],
  },
  {
    name: 'k-means',
    summary: 'Runs of k-means with different numbers of clusters; for features with very few values.',
    consensus: STANDARD_CONSENSUS,
    sizes: ({ samples, ensembleSize = K_MEANS_COUNT, maxClusterCount }) =>
      kMeansSizes(planKMeans(CALLER, samples, { maxClusterCount }, { ensembleSize, seed: 0 })),
    parts: kMeansParts,
  },
  {
    name: 'votes',
    summary: 'The tightest of several runs of k-means with k clusters; for many clusters, or round ones.',
    consensus: { method: 'vote' },
    sizes: ({ samples, clusterCount, ensembleSize = VOTES.kept, maxClusterCount }) => {
      // The option is checked although it is not used.
      largestInCells(samples.sampleCount, { maxClusterCount, clusterCount })
      const count = Math.max(2, clusterCount)
      return {
        clusterers: ['k-means'],
        ensembleSize,
        clusterCounts: { from: count, to: count },
        kMeans: { generator: 'fixed-k', clusterCount: count, builtPerKept: VOTES.builtPerKept },
      }
    },
    parts: kMeansParts,
  },
  {
    name: 'graphs',
    summary: 'Clusterings of graphs of nearest rows in principal components; for tables with many features.',
    consensus: { method: 'vote' },
    sizes: ({ samples, clusterCount, ensembleSize, maxClusterCount }) => {
      // The option is checked although graphs do not use it.
      largestInCells(samples.sampleCount, { maxClusterCount, clusterCount })
      return {
        clusterers: [NEIGHBOUR_GRAPHS],
        ensembleSize: ensembleSize ?? GRAPH_COUNT,
        // Clusterings with one cluster say nothing.
        clusterCounts: { from: Math.max(2, clusterCount), to: Math.max(2, clusterCount) },
        kMeans: null,
      }
    },
    parts: ({ sampleCount }, { ensembleSize, clusterCounts }, { fitRows, graphs }, seed) => [
      {
        part: 'graphs',
        seed,
        sampleCount,
        clusterCount: clusterCounts.from,
        labelingCount: ensembleSize,
        fitRows,
        agreeing: [],
        ...graphs!,
      },
    ],
  },
]

export function familyNamed(name: FamilyName): Family {
  return FAMILIES.find(family => family.name === name)!
}

/** The numbers of clusters of labelings of cells. */
function cellCounts(sampleCount: number, maxClusterCount: number | undefined, clusterCount: number) {
  const to = largestInCells(sampleCount, { maxClusterCount, clusterCount })
  return { from: Math.min(to, smallestInCells(clusterCount)), to }
}

/** The numbers of components of mixtures for k clusters. */
export function mixtureCounts(clusterCount: number): { from: number; to: number } {
  const from = Math.max(2, clusterCount)
  return { from, to: 2 * from }
}

/** Runs of k-means on the samples in an order of their own. */
function kMeansParts(
  samples: Samples,
  { ensembleSize, kMeans }: BaseDecision,
  { fitRows }: Study,
  seed: number,
): PartPlan[] {
  const { builtPerKept = 1, ...variation } = kMeans ?? {}
  const plan = planKMeans(CALLER, samples, variation, { ensembleSize: builtPerKept * ensembleSize, seed })
  return [{ ...plan, kept: ensembleSize, order: fitRows.length === samples.sampleCount ? fitRows : null }]
}

/** The sizes of an ensemble of k-means runs. Options that its generator does not use are left out. */
export function kMeansSizes(plan: KMeansPlan, given: KMeansVariation = {}): FamilySizes {
  const { generator, seeding, ensembleSize, clusterCount, maxClusterCount } = plan
  const isFixed = generator === 'fixed-k'
  const { sampleShare, featureShare } = given
  return {
    clusterers: ['k-means'],
    ensembleSize,
    clusterCounts: isFixed ? { from: clusterCount, to: clusterCount } : { from: 2, to: maxClusterCount },
    kMeans: {
      generator,
      seeding,
      ...(isFixed ? { clusterCount } : { maxClusterCount }),
      ...(sampleShare === undefined ? {} : { sampleShare }),
      ...(featureShare === undefined ? {} : { featureShare }),
    },
  }
}

export function cellsPart({ sampleCount }: Samples, given: Omit<CellsPlan, 'part' | 'sampleCount'>): CellsPlan {
  return { part: 'cells', sampleCount, ...given }
}

export function mixturesPart(
  { sampleCount }: Samples,
  given: {
    readonly labelingCount: number
    readonly clusterCounts: { readonly from: number; readonly to: number }
    readonly fitRows: Int32Array
    readonly spaces: readonly MixtureSpace[]
    readonly seed: number
  },
): MixturesPlan {
  return { part: 'mixtures', sampleCount, ...given, fitRows: mixtureRows(given.fitRows) }
}
