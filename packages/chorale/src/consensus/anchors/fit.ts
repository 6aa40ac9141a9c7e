import type { LabelExtent } from '../../labelings/label-store.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import type { Pauser } from '../../pause.js'
import type { Matrix } from '../../types.js'
import { type Solver, uniformWeights, type WeightStep } from '../embedding/weight-objective.js'
import { type FactorEvaluation, FactorSpace } from './factor-space.js'
import type { PassRunner } from './pass-runner.js'
import type { FeatureModel } from './row-features.js'

/** Facts about the clusters from a survey of all samples. */
export interface ClusterSurvey extends LabelExtent {
  readonly clusterSizes: Float64Array
  /** The number of samples that each labeling covers. */
  readonly coverage: Float64Array
  /** e_c */
  readonly clusterWeights: Float64Array
  /** The divisor of sums of weights. */
  readonly largest: number
}

export interface FitOptions {
  /** Whether both terms of the objective are degree-normalised, as in `balanced`, or not, as in `gpec`. */
  readonly isNormalised: boolean
  /** For normalised terms: what is added to degrees and cluster sizes. */
  readonly ridge?: number
  readonly clusterCount: number
  readonly alpha: number
  /** For normalised terms: equal weights, or weights that minimise the objective. Otherwise always learned. */
  readonly weights: 'uniform' | 'learned'
  readonly solver: Solver
  readonly loops: HotLoops
  readonly seed: number
  readonly pauser: Pauser
  readonly onStep?: (step: WeightStep) => void
}

export interface Anchors {
  /** The clusters of the anchors: p x m. */
  readonly clusters: Int32Array
  /** √a_l */
  readonly roots: Float64Array
}

/** An embedding that maps any label row. */
export interface AnchoredFit {
  readonly model: FeatureModel
  /** q x k: the embedding of a row is the product of its features with this. */
  readonly projection: Matrix
  readonly weights: Float64Array
  readonly eigenvalues: Float64Array
  readonly next: number
  readonly objective: number
  readonly objectiveTrace: readonly number[]
  readonly iterations: number
  readonly converged: boolean
  /** The share of samples without a confident link to any anchor. */
  readonly uncoveredShare: number
}

/**
 * Computes weights and embedding of `gpec` or `balanced` with K̃ ≈ Φ Φ'. Passes compute the sums over the samples; all
 * other work is in the space of the features.
 */
export async function fitAnchored(
  passes: PassRunner,
  sampleCount: number,
  survey: ClusterSurvey,
  anchors: Anchors,
  options: FitOptions,
): Promise<AnchoredFit> {
  const { isNormalised, ridge = 0, clusterCount } = options
  const { ensembleSize: m, clusterStarts } = survey
  // Extrapolates sums over some of the samples to all samples.
  const factor = survey.sampleCount / sampleCount
  const links = linkModel(survey, anchors, options.alpha)

  const spaceOf = async (model: FeatureModel) => {
    const { gram, uncovered } = await sumGram(passes, model, factor)
    const anchorCount = anchors.roots.length
    const { loops, seed, pauser } = options
    const space = new FactorSpace(gram, { clusterCount, anchorCount, clusterStarts, loops, seed, pauser })
    return { space, uncoveredShare: uncovered / sampleCount }
  }
  const found = (model: FeatureModel, uncoveredShare: number, top: FactorEvaluation) => ({
    model,
    uncoveredShare,
    projection: top.projection,
    eigenvalues: top.eigenvalues,
    next: top.next,
    objective: top.objective,
  })

  if (!isNormalised) {
    const model = { ...links, linkSums: null, indicators: indicatorsOf(survey, 1), shares: null }
    const { space, uncoveredShare } = await spaceOf(model)
    const { weights, objectiveTrace, iterations, converged } = await space.solve(options.solver, options.onStep)
    const top = await space.evaluate(weights)
    const isConverged = converged && top.converged
    return {
      ...found(model, uncoveredShare, top),
      weights,
      objectiveTrace,
      iterations,
      converged: isConverged,
    }
  }

  const linkSums = await sumLinks(passes, links, factor)
  const learned =
    options.weights === 'uniform'
      ? null
      : await (await spaceOf({ ...links, linkSums, indicators: indicatorsOf(survey, m), shares: null })).space.solve(
          options.solver,
          options.onStep,
        )
  const weights = learned?.weights ?? uniformWeights(m)
  const model = { ...links, linkSums, ridge, ...baseTerm(survey, weights, ridge) }
  const { space, uncoveredShare } = await spaceOf(model)
  const top = await space.evaluate(new Float64Array(m).fill(1))
  return {
    ...found(model, uncoveredShare, top),
    weights,
    objectiveTrace: learned?.objectiveTrace ?? [top.objective],
    iterations: learned?.iterations ?? 0,
    converged: (learned?.converged ?? true) && top.converged,
  }
}

function linkModel(survey: ClusterSurvey, anchors: Anchors, alpha: number) {
  const { ensembleSize, hasMissing, clusterWeights, largest } = survey
  return {
    ensembleSize,
    hasMissing,
    clusterWeights,
    largest,
    alpha,
    anchors: anchors.clusters,
    anchorRoots: anchors.roots,
  }
}

/**
 * √(factor n / (covered |c|)) for every cluster. This raises labelings that cover few samples to the level of the
 * others.
 */
function indicatorsOf({ sampleCount, clusterStarts, clusterSizes, coverage }: ClusterSurvey, factor: number) {
  const indicators = new Float64Array(clusterSizes.length)
  coverage.forEach((covered, t) => {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      indicators[c] = Math.sqrt((factor * sampleCount) / covered / clusterSizes[c])
    }
  })
  return indicators
}

/** The base term of `balanced`: √(cₜ e_c / (|c| + r)) for every cluster, and cₜ e_c, the terms of Δ. */
function baseTerm(
  { clusterStarts, clusterSizes, clusterWeights }: ClusterSurvey,
  weights: Float64Array,
  ridge: number,
) {
  const indicators = new Float64Array(clusterSizes.length)
  const shares = new Float64Array(clusterSizes.length)
  weights.forEach((weight, t) => {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      shares[c] = weight * clusterWeights[c]
      indicators[c] = Math.sqrt(shares[c] / (clusterSizes[c] + ridge))
    }
  })
  return { indicators, shares }
}

async function sumLinks(
  passes: PassRunner,
  links: ReturnType<typeof linkModel>,
  factor: number,
): Promise<Float64Array> {
  const sums = new Float64Array(links.anchorRoots.length)
  const none = new Float64Array(0)
  await passes.run('degrees', { model: { ...links, linkSums: null, indicators: none, shares: null } }, partial => {
    addInto(sums, partial)
  })
  return sums.map(sum => factor * sum)
}

async function sumGram(passes: PassRunner, model: FeatureModel, factor: number) {
  let total: Float64Array | null = null
  let uncovered = 0
  await passes.run('gram', { model }, partial => {
    uncovered += partial.uncovered
    if (total === null) total = partial.gram
    else addInto(total, partial.gram)
  })
  const gram: Float64Array = total!
  if (factor !== 1) for (let at = 0; at < gram.length; at++) gram[at] *= factor
  return { gram, uncovered }
}

function addInto(sums: Float64Array, partial: Float64Array): void {
  for (let at = 0; at < sums.length; at++) sums[at] += partial[at]
}
