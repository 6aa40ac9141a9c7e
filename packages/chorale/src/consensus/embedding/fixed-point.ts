import { symmetricEigen } from '../../numeric/loops/symmetric-eigen.js'
import {
  type SolverOptions,
  uniformWeights,
  type WeightEvaluation,
  type WeightObjective,
  type WeightSolution,
} from './weight-objective.js'

/** Stop when no weight moves by more than this. */
const TOLERANCE = 1e-8
const MAX_ITERATIONS = 100
const SMALLEST_STEP = 1e-8
/** If the fixed point moves no weight by more than this, the weights are at the optimum. */
const NO_PULL = 1e-6
/** Plain steps before the extrapolation begins. If the second-order term dominates, two or three are enough. */
const PLAIN_ITERATIONS = 50
/** Number of earlier steps that the extrapolation uses. */
const MEMORY = 5
/** The slope of J counts as zero below this share of J, the precision of J. */
const FLAT = 1e-14
/** J is known to about this share of itself; extrapolated steps may change it by less. */
const ROUNDING = 1e-13

/** A point that the search has visited. */
interface Place extends WeightEvaluation {
  readonly weights: Float64Array
  /** d = q - w: the direction in which the fixed point moves the weights. */
  readonly direction: Float64Array
}

type PlaceAt = (weights: Float64Array) => Promise<Place>

/**
 * Minimises J over the simplex by its fixed point wₜ ∝ 1/sₜ, with a halving line search.
 *
 *   q_t = (1/s_t) / Σ(1/s),  d = q - w,  g = 2 Σ w_t s_t d_t;   J(w + step d) <= J + 1e-4 step g
 *
 * (Paper: reduced gradient with line search. Here: the stationarity condition wₜ sₜ = const solved directly,
 * because it reaches the same optimum in about 3 evaluations instead of about 1,000.)
 *
 * If the second-order term is weak, w and s depend on each other and plain steps oscillate around the optimum. After fifty of
 * them, steps are extrapolated from the ones before (D. G. Anderson, 1965), and plain only when that does not descend.
 * If eigenvalues k and k + 1 of M(w) coincide, J has a kink and the search ends there without convergence.
 */
export async function solveByFixedPoint(
  objective: WeightObjective,
  { tolerance = TOLERANCE, start, pauser, onStep }: SolverOptions = {},
): Promise<WeightSolution> {
  let evaluations = 0
  const placeAt: PlaceAt = async weights => {
    evaluations++
    const evaluation = await objective.evaluate(weights)
    return { ...evaluation, weights, direction: fixedPointDirection(weights, evaluation.spans) }
  }

  let place = await placeAt(start ?? uniformWeights(objective.ensembleSize))
  let past = [place]
  const objectiveTrace = [place.objective]
  let iterations = 0
  let converged = false
  onStep?.({ iteration: 0, objective: place.objective, weights: place.weights })

  // With a tolerance below the default the search continues even if J is flat to its last digits.
  const patient = tolerance < TOLERANCE
  for (;;) {
    const target = place.weights.map((weight, t) => weight + place.direction[t])
    const isFlat = -slopeTowards(place, target) <= FLAT * Math.abs(place.objective)
    converged = patient ? place.direction.every(d => Math.abs(d) < tolerance) : isFlat
    if (converged || iterations === MAX_ITERATIONS) break
    await pauser?.pause()
    let next = iterations < PLAIN_ITERATIONS ? null : await extrapolatedStep(past, placeAt)
    if (next === null) {
      past = [place]
      next = await plainStep(place, placeAt, patient ? ROUNDING : 0)
    }
    if (next === null) break

    iterations++
    const isStill = next.weights.every((weight, t) => Math.abs(weight - place.weights[t]) < tolerance)
    place = next
    past = [...past.slice(-MEMORY), place]
    objectiveTrace.push(place.objective)
    onStep?.({ iteration: iterations, objective: place.objective, weights: place.weights })
    if (isStill && !patient) {
      // A tiny step ends the search, but it is an optimum only if the fixed point moves no weight.
      converged = place.direction.every(d => Math.abs(d) < NO_PULL)
      break
    }
  }
  const { weights, objective: J } = place
  return { weights, objective: J, objectiveTrace, iterations, converged, evaluations }
}

/** The longest of the steps 1, 1/2, 1/4, .. along d that descends; null when none does. */
async function plainStep(place: Place, placeAt: PlaceAt, rounding: number): Promise<Place | null> {
  for (let step = 1; step >= SMALLEST_STEP; step /= 2) {
    const next = await placeAt(place.weights.map((weight, t) => weight + step * place.direction[t]))
    if (descends(place, next, rounding)) return next
  }
  return null
}

function descends(from: Place, to: Place, rounding: number): boolean {
  return to.objective <= from.objective + 1e-4 * slopeTowards(from, to.weights) + rounding * Math.abs(from.objective)
}

/** 2 Σ w_t s_t (v_t - w_t): how J changes at first on the way from w to v. */
function slopeTowards({ weights, spans }: Place, target: Float64Array): number {
  let slope = 0
  for (let t = 0; t < weights.length; t++) slope += 2 * weights[t] * spans[t] * (target[t] - weights[t])
  return slope
}

/** The point where the directions of the last steps would cancel if they were linear; null if it does not descend. */
async function extrapolatedStep(past: readonly Place[], placeAt: PlaceAt): Promise<Place | null> {
  const last = past[past.length - 1]
  const target = last.weights.map((weight, t) => weight + last.direction[t])
  const differences = past.slice(1).map((place, i) => differenceOf(past[i], place))
  const coefficients = leastSquares(
    differences.map(({ direction }) => direction),
    last.direction,
  )
  coefficients.forEach((coefficient, i) => {
    const { weights, direction } = differences[i]
    for (let t = 0; t < target.length; t++) target[t] -= coefficient * (weights[t] + direction[t])
  })
  if (past.length === 1 || target.some(weight => !(weight > 0)) || slopeTowards(last, target) >= 0) return null
  const next = await placeAt(target)
  return descends(last, next, ROUNDING) ? next : null
}

/** From one point to the next, scaled so that the direction changes by 1. */
function differenceOf(from: Place, to: Place): { weights: Float64Array; direction: Float64Array } {
  const weights = to.weights.map((weight, t) => weight - from.weights[t])
  const direction = to.direction.map((d, t) => d - from.direction[t])
  const scale = 1 / Math.sqrt(direction.reduce((sum, d) => sum + d * d, Number.MIN_VALUE))
  return { weights: weights.map(value => scale * value), direction: direction.map(d => scale * d) }
}

/** The coefficients of the columns that come closest to a vector; nearly dependent columns share. */
function leastSquares(columns: readonly Float64Array[], vector: Float64Array): Float64Array {
  const count = columns.length
  const product = (x: Float64Array, y: Float64Array) => x.reduce((sum, value, t) => sum + value * y[t], 0)
  const gram = Float64Array.from({ length: count * count }, (_, at) =>
    product(columns[Math.floor(at / count)], columns[at % count]),
  )
  const right = columns.map(column => product(column, vector))
  const { values, vectors } = symmetricEigen(gram, count)
  const coefficients = new Float64Array(count)
  for (let j = 0; j < count && values[j] > 1e-12 * values[0]; j++) {
    let share = 0
    for (let i = 0; i < count; i++) share += vectors[j * count + i] * right[i]
    for (let i = 0; i < count; i++) coefficients[i] += (share / values[j]) * vectors[j * count + i]
  }
  return coefficients
}

/** d = q - w. A base clustering that the embedding does not span (s = 0) gets a tiny s. */
function fixedPointDirection(weights: Float64Array, spans: Float64Array): Float64Array {
  const floor = 1e-12 * spans.reduce((largest, span) => Math.max(largest, span), 0)
  if (floor === 0) return new Float64Array(weights.length)
  const inverses = spans.map(span => 1 / Math.max(span, floor))
  const total = inverses.reduce((sum, inverse) => sum + inverse, 0)
  return inverses.map((inverse, t) => inverse / total - weights[t])
}
