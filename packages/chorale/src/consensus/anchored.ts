import { InputError } from '../errors.js'
import { type LabelExtent, type LabelStore, rowClustersInto } from '../labelings/label-store.js'
import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import { kMeans } from '../numeric/k-means.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { hash32 } from '../numeric/random.js'
import type { Labels, Matrix } from '../types.js'
import { anchorRoots, drawCheck, drawProbe, gatherProbe, labelColumns } from './anchors/anchors.js'
import { drawAnchors } from './anchors/draw-anchors.js'
import { type AnchoredFit, type Anchors, type ClusterSurvey, fitAnchored } from './anchors/fit.js'
import type { ConfidenceTable } from './anchors/label-passes.js'
import { type PassRunner, passesInThisThread, samplesOf, watchedPasses } from './anchors/pass-runner.js'
import { createRowLabeler, type LabelModel } from './anchors/row-labeler.js'
import { surveyClusters } from './anchors/survey.js'
import { chooseAlpha } from './choose-alpha.js'
import type { Solver } from './embedding/weight-objective.js'
import type { AnchoredResult, AnchorReport, MethodContext } from './method.js'
import type { ModelParts } from './rules/consensus-model.js'

/** Settings of a run with anchors, with all defaults filled in. */
export interface AnchoredOptions {
  readonly clusterCount: number
  readonly alpha: number | 'auto'
  readonly lambda: number
  readonly weights: 'uniform' | 'learned'
  readonly solver: Solver
  readonly restarts: number
  /** Whether both terms of the objective are degree-normalised. */
  readonly isNormalised: boolean
  /** For normalised terms: what is added to degrees and cluster sizes; 0 by default. */
  readonly ridge?: number
  readonly anchorCount: number
  /** Whether the result includes the embedding of every sample. */
  readonly withEmbedding: boolean
}

/** Below this agreement of two sets of anchors, a warning calls the approximation rough. */
const GOOD_AGREEMENT = 0.9

/** At least this share of the samples must be linked to an anchor; otherwise the run stops with an error. */
const LEAST_COVERED = 0.5

/**
 * A spectral consensus with K̃ ≈ Φ Φ' from p anchor samples, for ensembles of any size: it only makes passes over the
 * samples, block by block. The anchors, the centres of the final k-means and the threshold of `alpha: 'auto'` come from
 * a probe of 20,000 evenly spread samples, or from all samples if there are fewer. Weights, embedding and labels use
 * every sample. A second, independent set of anchors checks the result on up to 10,000 samples of the probe.
 */
export async function anchoredConsensus(
  extent: LabelExtent,
  runner: PassRunner,
  options: AnchoredOptions,
  context: MethodContext,
): Promise<AnchoredResult> {
  const { loops, seed, report } = context
  const { anchorCount, withEmbedding } = options
  const { passes, begin } = passProgress(runner, report)
  begin('similarity', 3)
  const survey = await surveyClusters(passes, extent, options.lambda)
  const probeSamples = drawProbe(extent.sampleCount, hash32(seed, 1))
  const probe = await gatherProbe(passes, extent, probeSamples)
  const fitOn = (runner: PassRunner, sampleCount: number, anchors: Anchors, alpha: number) =>
    fitAnchored(runner, sampleCount, survey, anchors, { ...options, ...context, alpha })
  const onProbe = async (samples: LabelStore, anchors: Anchors, alpha: number) => {
    const fit = await fitOn(await passesInThisThread(samples, {}), samples.sampleCount, anchors, alpha)
    const model = { ...centresOf(fit, samples, options, context), features: fit.model, projection: fit.projection }
    return { fit, model, labels: labelProbe(samples, model, loops), alpha }
  }

  const anchors = anchorsFrom(probe, survey, anchorCount, { loops, seed: hash32(seed, 2) })
  const { alpha, search } = await chooseThreshold(options.alpha, probe, report, value => onProbe(probe, anchors, value))

  begin('embedding', fitPasses(options))
  const fit = await fitOn(passes, extent.sampleCount, anchors, alpha)
  if (fit.uncoveredShare > LEAST_COVERED) throw tooFewLinks(alpha, anchors.roots.length, fit.uncoveredShare)
  begin('labels', 3)
  const model = { features: fit.model, projection: fit.projection, ...centresOf(fit, probe, options, context) }
  const checkSamples = drawCheck(probeSamples, hash32(seed, 4))
  const check = await gatherProbe(passes, extent, checkSamples)
  // Other threads label while this one fits to the second set of anchors.
  const [labeled, other] = await Promise.all([
    labelAll(passes, extent, model, withEmbedding),
    onProbe(check, anchorsFrom(check, survey, anchorCount, { loops, seed: hash32(seed, 3) }), alpha),
  ])
  const agreement = adjustedRandIndex(
    Int32Array.from(checkSamples, i => labeled.labels[i]),
    other.labels,
  )

  const { uncoveredShare, eigenvalues } = fit
  const anchored = { anchorCount: anchors.roots.length, uncoveredShare, agreement }
  return {
    labels: labeled.labels,
    confidence: labeled.confidence,
    embedding: labeled.embedding,
    anchored,
    alpha,
    alphaSearch: search,
    modelParts: modelPartsOf(extent, labeled.model, labeled.confidenceTable, loops),
    weights: fit.weights,
    eigenvalues,
    eigengap: eigenvalues[eigenvalues.length - 1] - fit.next,
    objective: fit.objective,
    objectiveTrace: fit.objectiveTrace,
    iterations: fit.iterations,
    converged: fit.converged,
    warnings: anchorWarnings(anchored),
  }
}

/** Reports every span of every pass; `begin` starts a phase of some passes. */
function passProgress(runner: PassRunner, report: MethodContext['report']) {
  let phase: Parameters<MethodContext['report']>[0] = 'similarity'
  let done = 0
  let total = 0
  const passes = watchedPasses(runner, () => {
    done++
    if (done < total) report(phase, done, total)
  })
  const begin = (name: typeof phase, passCount: number) => {
    phase = name
    done = 0
    total = passCount * runner.spans.length
    report(phase, 0, total)
  }
  return { passes, begin }
}

/** The number of passes of `fitAnchored`. */
function fitPasses({ isNormalised, weights }: AnchoredOptions): number {
  if (!isNormalised) return 1
  return weights === 'uniform' ? 2 : 3
}

function anchorsFrom(
  probe: LabelStore,
  survey: ClusterSurvey,
  count: number,
  { loops, seed }: { loops: HotLoops; seed: number },
): Anchors {
  const clusters = drawAnchors(probe, survey.clusterWeights, count, seed)
  const { ensembleSize, hasMissing, clusterWeights, largest } = survey
  const none = new Float64Array(0)
  const model = { ensembleSize, hasMissing, clusterWeights, largest, alpha: 0, anchors: clusters }
  return { clusters, roots: anchorRoots(probe, { ...model, linkSums: null, indicators: none, shares: null }, loops) }
}

/** The given threshold, or the one whose labels of the probe agree best with the base clusterings. */
async function chooseThreshold(
  alpha: number | 'auto',
  probe: LabelStore,
  report: MethodContext['report'],
  run: (alpha: number) => Promise<{ labels: Labels; fit: AnchoredFit; alpha: number }>,
) {
  if (alpha !== 'auto') return { alpha, search: null }
  const [block] = probe.blocks
  const rows = new Int32Array(block.rowCount * probe.ensembleSize)
  rowClustersInto(rows, block, probe, 0, block.rowCount)
  const labelings = labelColumns(rows, probe.clusterStarts).map(labels =>
    Int32Array.from(block.rowOf, row => labels[row]),
  )
  let done = 0
  const { best, search } = await chooseAlpha(labelings, async value => {
    report('similarity', done++, 10)
    const found = await run(value)
    return found.fit.uncoveredShare > LEAST_COVERED ? null : found
  })
  return { alpha: best.alpha, search }
}

function tooFewLinks(alpha: number, anchorCount: number, uncoveredShare: number): InputError {
  return new InputError(
    `consensus: alpha must be small enough to link half of the samples to one of the ${anchorCount} anchors; ` +
      `got ${alpha}, which leaves ${(100 * uncoveredShare).toFixed(0)} % without a link. Lower alpha or use more anchors`,
  )
}

/** k-means on the embedding rows of the probe, normalised to length 1. */
function centresOf(
  { model, projection }: AnchoredFit,
  probe: LabelStore,
  { clusterCount: k, restarts }: AnchoredOptions,
  { loops, seed, pauser }: MethodContext,
): { centres: Matrix } {
  const [block] = probe.blocks
  const m = probe.ensembleSize
  if (k === 1) return { centres: { rowCount: 1, columnCount: 1, values: new Float64Array(1) } }
  const none = { rowCount: 0, columnCount: k, values: new Float64Array(0) }
  const labeler = createRowLabeler({ features: model, projection, centres: none }, loops)
  const clusters = new Int32Array(block.rowCount * m)
  rowClustersInto(clusters, block, probe, 0, block.rowCount)
  const points = new Float64Array(block.rowCount * k)
  for (let r = 0; r < block.rowCount; r++) {
    labeler.label(clusters, r * m)
    points.set(labeler.direction, r * k)
  }
  const { centres } = kMeans(
    { rowCount: block.rowCount, columnCount: k, values: points },
    {
      clusterCount: Math.min(k, block.rowCount),
      restarts,
      seed,
      loops,
      weights: Float64Array.from(block.multiplicity),
      onIteration: () => pauser.check(),
    },
  )
  return { centres }
}

function labelProbe(probe: LabelStore, model: LabelModel, loops: HotLoops): Labels {
  const [block] = probe.blocks
  const m = probe.ensembleSize
  const labeler = createRowLabeler(model, loops)
  const clusters = new Int32Array(block.rowCount * m)
  rowClustersInto(clusters, block, probe, 0, block.rowCount)
  const perRow = Int32Array.from(block.multiplicity, (_, r) => labeler.label(clusters, r * m))
  return Int32Array.from(block.rowOf, row => perRow[row])
}

/** The labels of all samples, numbered by first appearance, and the confidence of each. */
async function labelAll(passes: PassRunner, extent: LabelExtent, model: LabelModel, withEmbedding: boolean) {
  const { sampleCount: n, ensembleSize: m, clusterStarts } = extent
  const { rowCount: centreCount, columnCount: k } = model.centres
  const P = clusterStarts[m]
  const labels = new Int32Array(n)
  const embedding = withEmbedding ? new Float64Array(n * k) : null
  const counts = new Float64Array(centreCount * P)
  const order: number[] = []
  await passes.run('label', { model, withEmbedding }, (partial, span) => {
    const { from } = samplesOf(span, n)
    labels.set(partial.labels, from)
    if (partial.embedding !== null) embedding?.set(partial.embedding, from * k)
    for (let at = 0; at < counts.length; at++) counts[at] += partial.counts[at]
    for (const label of partial.order) if (!order.includes(label)) order.push(label)
  })

  const numbers = new Int32Array(centreCount)
  order.forEach((label, number) => {
    numbers[label] = number
  })
  const sizes = new Float64Array(order.length)
  for (let i = 0; i < n; i++) {
    labels[i] = numbers[labels[i]]
    sizes[labels[i]]++
  }
  const confidenceTable = { sizes, counts: pickRows(counts, P, order) }
  const confidence = new Float64Array(n)
  await passes.run(
    'confidence',
    { table: confidenceTable },
    (partial, span) => confidence.set(partial, samplesOf(span, n).from),
    labels,
  )
  const centres = { rowCount: order.length, columnCount: k, values: pickRows(model.centres.values, k, order) }
  return {
    labels,
    confidence,
    confidenceTable,
    model: { ...model, centres },
    embedding: embedding === null ? null : { rowCount: n, columnCount: k, values: embedding },
  }
}

/** The model for new samples: the anchors as reference rows, and a rule that embeds samples from them. */
function modelPartsOf(
  extent: LabelExtent,
  model: LabelModel,
  { counts, sizes }: ConfidenceTable,
  loops: HotLoops,
): ModelParts {
  const { ensembleSize: m, clusterStarts } = extent
  const { features, projection, centres } = model
  const { anchors, anchorRoots: roots, clusterWeights, largest, alpha, linkSums, ridge, indicators, shares } = features
  const k = projection.columnCount
  const p = roots.length
  const P = clusterWeights.length
  const labeler = createRowLabeler(model, loops)
  const covered = new Int32Array(sizes.length * m)
  for (let C = 0; C < sizes.length; C++) {
    for (let t = 0; t < m; t++) {
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) covered[C * m + t] += counts[C * P + c]
    }
  }
  const labelings = new Int32Array(m * p)
  labelColumns(anchors, clusterStarts).forEach((labels, t) => {
    labelings.set(labels, t * p)
  })
  const none = new Float64Array(0)
  return {
    counts: { clusterCount: sizes.length, inCluster: Int32Array.from(counts), covered },
    rows: {
      rowCount: p,
      labelings,
      multiplicity: new Int32Array(p).fill(1),
      isWhole: false,
      labels: Int32Array.from({ length: p }, (_, l) => labeler.label(anchors, l * m)),
    },
    rule: {
      kind: 'spectral',
      alpha,
      clusterWeights,
      divisor: largest,
      largest: features.hasMissing ? largest : largest / m,
      roots,
      centres,
      projection: projection.values.subarray(0, p * k).map(value => Math.SQRT2 * value),
      base: projection.values.subarray(p * k).map((value, at) => indicators[Math.floor(at / k)] * value),
      degreeSums: linkSums ?? none,
      ridge: ridge ?? 0,
      clusterDegrees: shares ?? none,
      unitRows: true,
    },
  }
}

function pickRows(values: Float64Array, width: number, rows: readonly number[]): Float64Array {
  const picked = new Float64Array(rows.length * width)
  rows.forEach((row, at) => {
    picked.set(values.subarray(row * width, (row + 1) * width), at * width)
  })
  return picked
}

function anchorWarnings({ anchorCount, agreement, uncoveredShare }: AnchorReport): string[] {
  const warnings = [
    `Approximated with ${anchorCount} anchors. Two independent sets of anchors agree with an ARI of ${agreement.toFixed(3)}.`,
  ]
  if (agreement < GOOD_AGREEMENT) warnings.push('The approximation is rough. Use more anchors or a smaller alpha.')
  if (uncoveredShare > 0.01) {
    const percent = (100 * uncoveredShare).toFixed(1)
    warnings.push(`${percent} % of the samples are not linked to any anchor. Use more anchors or a smaller alpha.`)
  }
  return warnings
}
