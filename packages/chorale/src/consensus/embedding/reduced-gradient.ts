import {
  type Cost,
  isBelow,
  OBJECTIVE_TOLERANCE,
  type SolverOptions,
  uniformWeights,
  type WeightEvaluation,
  type WeightObjective,
  type WeightSolution,
} from './weight-objective.js'

/** The stopping tolerance of SimpleMKKM. */
export const REDUCED_GRADIENT_TOLERANCE = 1e-5
/** Weights below this are set to zero. */
const ZERO = 1e-16
const GOLDEN_RATIO = (Math.sqrt(5) + 1) / 2
/** The reference has no limit. This one is far above all observed values and stops runaway searches. */
const MAX_ITERATIONS = 2000

/**
 * Minimises J over the simplex by the reduced gradient with golden-section search, as the paper describes and as
 * SimpleMKKM does it (X. Liu, TPAMI 2023): the same trajectory as its reference implementation, evaluation by
 * evaluation. The gradient of an iteration uses the Z of the last *assigned* evaluation, not of the new weights:
 * that is the reference's behaviour, and needed to repeat its numbers.
 */
export async function solveByReducedGradient(
  objective: WeightObjective,
  { tolerance = REDUCED_GRADIENT_TOLERANCE, start, pauser, onStep }: SolverOptions = {},
): Promise<ReducedGradientSolution> {
  let weights = start ?? uniformWeights(objective.ensembleSize)
  let current = await objective.evaluate(weights)
  let best = current.objective
  const objectiveTrace = [best]
  let precision = 1e-3
  let evaluations = 1
  let iterations = 0
  let converged = false
  onStep?.({ iteration: 0, objective: best, weights })

  while (!converged && iterations < MAX_ITERATIONS) {
    await pauser?.pause()
    const search = await searchAlongReducedGradient(objective, weights, current, best, precision)
    evaluations += search.evaluations
    iterations++
    const change = weights.reduce((most, weight, t) => Math.max(most, Math.abs(search.weights[t] - weight)), 0)
    // The reference also stops here if a search found nothing better at its coarse precision. With a smaller
    // tolerance the finer searches run first.
    const finer = change < Math.max(ZERO, tolerance) && precision > 1e-8
    if (finer) precision /= 10
    converged = change < tolerance && !(finer && tolerance < REDUCED_GRADIENT_TOLERANCE)
    weights = search.weights
    current = search.evaluation
    best = search.objective
    objectiveTrace.push(best)
    onStep?.({ iteration: iterations, objective: best, weights })
  }
  return { weights, objective: best, objectiveTrace, iterations, converged, evaluations, lastTrial: current }
}

export interface ReducedGradientSolution extends WeightSolution {
  /** The last trial of the last search, close to the weights: its Z is what the reference returns. */
  readonly lastTrial: WeightEvaluation
}

interface Search {
  weights: Float64Array
  /** The evaluation whose spans give the next gradient. */
  evaluation: WeightEvaluation
  objective: number
  evaluations: number
}

/** One outer iteration: direction, longest descending steps, golden section. */
async function searchAlongReducedGradient(
  objective: WeightObjective,
  start: Float64Array,
  previous: WeightEvaluation,
  previousObjective: number,
  precision: number,
): Promise<Search> {
  let weights = start
  let evaluation = previous
  let evaluations = 0
  const base = indexOfLargest(weights)
  const direction = reducedDirection(weights, previous.spans, base)
  let along = lineFrom(objective, weights, direction)
  const evaluateAt = async (step: number): Promise<WeightEvaluation> => {
    evaluations++
    return along(step)
  }

  let low = 0
  const startCost = costAtStart(objective, weights, direction, previousObjective)
  let lowCost = startCost
  let span = longestStep(weights, direction) ?? 0
  if (span === 0) return { weights, evaluation, objective: previousObjective, evaluations }
  let high = Math.min(span, 0.1)
  let highCost: Cost

  // Take the longest possible step as long as it descends; each one drives a weight to zero.
  for (;;) {
    evaluation = await evaluateAt(high)
    highCost = evaluation
    if (!isBelow(highCost, lowCost)) break
    lowCost = highCost
    weights = normalised(weights.map((weight, t) => weight + high * direction[t]))
    restrictDirection(direction, weights, base)
    along = lineFrom(objective, weights, direction)
    const longest = longestStep(weights, direction)
    span = longest ?? 0
    high = span
    if (longest === null) break
  }

  let candidates: Candidate[] = [
    [lowCost, low],
    [highCost, high],
  ]
  while (high - low > precision * Math.abs(span) && high > Number.EPSILON) {
    const right = low + (high - low) / GOLDEN_RATIO
    const left = low + (right - low) / GOLDEN_RATIO
    const atRight = await evaluateAt(right)
    const atLeft = await evaluateAt(left)
    candidates = [
      [lowCost, low],
      [atLeft, left],
      [atRight, right],
      [highCost, high],
    ]
    const winner = indexOfSmallest(candidates)
    if (winner <= 1) {
      evaluation = winner === 0 ? atLeft : atRight
      high = winner === 0 ? left : right
      highCost = evaluation
    } else {
      evaluation = winner === 2 ? atLeft : atRight
      low = winner === 2 ? left : right
      lowCost = evaluation
    }
  }

  const [cost, step] = candidates[indexOfSmallest(candidates)]
  const isBetter = cost !== startCost && isBelow(cost, startCost)
  if (isBetter) weights = weights.map((weight, t) => weight + step * direction[t])
  return { weights, evaluation, objective: cost.objective, evaluations }
}

type Candidate = [cost: Cost, step: number]

/** J at the start of a line: as precise as an objective, and from the line itself if that does not decide. */
function costAtStart(objective: WeightObjective, weights: Float64Array, direction: Float64Array, J: number): Cost {
  const { along } = objective
  if (along === undefined) return { objective: J }
  // An objective may be the rest of a larger sum, which is known to this share.
  const slack = 16 * OBJECTIVE_TOLERANCE * J
  const onLine = along(weights, direction.slice())
  let exact: Cost | null = null
  return {
    get objective() {
      return exact?.objective ?? J
    },
    get bounds() {
      return exact === null ? { low: J - slack, high: J + slack } : exact.bounds
    },
    narrow() {
      if (exact !== null) return exact.narrow?.() ?? false
      exact = onLine(0)
      return true
    },
  }
}

type Line = (step: number) => WeightEvaluation | Promise<WeightEvaluation>

/** Evaluations along a line. A golden section returns to the same points up to rounding, so each is evaluated once. */
function lineFrom(objective: WeightObjective, weights: Float64Array, direction: Float64Array): Line {
  const fixed = direction.slice()
  const evaluate =
    objective.along?.(weights, fixed) ??
    ((step: number) => objective.evaluate(weights.map((weight, t) => weight + step * fixed[t])))
  const known: { step: number; evaluation: ReturnType<Line> }[] = []
  return step => {
    const before = known.find(other => Math.abs(other.step - step) <= 8 * Number.EPSILON * step)
    if (before !== undefined) return before.evaluation
    const evaluation = evaluate(step)
    known.push({ step, evaluation })
    return evaluation
  }
}

/** -(gradient - its base component), kept where it does not push a zero weight below zero; sums to zero. */
function reducedDirection(weights: Float64Array, spans: Float64Array, base: number): Float64Array {
  const gradient = weights.map((weight, t) => 2 * weight * spans[t])
  const norm = Math.sqrt(gradient.reduce((sum, value) => sum + value * value, 0))
  const direction = gradient.map((value, t) => {
    const reduced = value / norm - gradient[base] / norm
    return weights[t] > 0 || reduced < 0 ? -reduced : 0
  })
  balanceDirection(direction, base)
  return direction
}

function restrictDirection(direction: Float64Array, weights: Float64Array, base: number): void {
  for (let t = 0; t < direction.length; t++) if (weights[t] <= ZERO && direction[t] <= 0) direction[t] = 0
  balanceDirection(direction, base)
}

function balanceDirection(direction: Float64Array, base: number): void {
  direction[base] = 0
  direction[base] = -direction.reduce((sum, value) => sum + value, 0)
}

/** The step that drives the first weight to zero, or null when none decreases. */
function longestStep(weights: Float64Array, direction: Float64Array): number | null {
  let longest: number | null = null
  for (let t = 0; t < weights.length; t++) {
    if (direction[t] >= 0) continue
    const step = -weights[t] / direction[t]
    if (longest === null || step < longest) longest = step
  }
  return longest
}

function normalised(weights: Float64Array): Float64Array {
  const positive = weights.map(weight => (weight < ZERO ? 0 : weight))
  const total = positive.reduce((sum, weight) => sum + weight, 0)
  return positive.map(weight => weight / total)
}

function indexOfLargest(values: Float64Array): number {
  return values.reduce((at, value, t) => (value > values[at] ? t : at), 0)
}

/** Ties go to the first. */
function indexOfSmallest(candidates: readonly Candidate[]): number {
  let smallest = 0
  for (let i = 1; i < candidates.length; i++) if (isBelow(candidates[i][0], candidates[smallest][0])) smallest = i
  return smallest
}
