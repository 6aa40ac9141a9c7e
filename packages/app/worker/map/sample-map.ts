import {
  type GeneratedEnsemble,
  type HotLoops,
  nearestPoints,
  type SamplePoints,
  type Samples,
  samplePoints,
} from 'chorale/internal'
import { someOf } from '../../some-of.js'
import { labelingPoints } from './labeling-points.js'
import { layOut } from './layout.js'
import { neighbourGraph } from './neighbour-graph.js'
import { placeRest } from './place-rest.js'

/** The map is laid out with at most this many samples; the others are placed beside those most like them. */
export const MOST_LANDMARKS = 4000

const NEIGHBOURS = 15
const ROUNDS = 400
/** Rounds with more than a thousand landmarks. */
const ROUNDS_OF_MANY = 200

/** Time of each part, in units of the layout of the landmarks. */
const NEIGHBOURS_TIME = 0.4
const REST_TIME = 4e-6

/** What a map shows. */
export type Mapped =
  /** Samples with features, and their base clusterings if they have some. */
  | { readonly samples: Samples; readonly ensemble: GeneratedEnsemble | null }
  /** Given labelings. */
  | { readonly labelings: readonly Int32Array[] }

/**
 * A map of the samples (UMAP): similar samples are close together. Takes the coordinates in which the samples are
 * clustered, or for base clusterings the labels. Yields the share that is done. The map does not depend on the clusters,
 * so it stays when the settings change.
 */
export function* sampleMap(
  mapped: Mapped,
  start: Float32Array | null,
  { seed, loops }: { seed: number; loops: HotLoops },
): Generator<number, Float32Array> {
  const sampleCount = 'samples' in mapped ? mapped.samples.sampleCount : mapped.labelings[0].length
  const landmarks = someOf(sampleCount, MOST_LANDMARKS)
  let all: SamplePoints
  if ('labelings' in mapped) all = labelingPoints(mapped.labelings)
  else all = yield* silent(samplePoints(mapped.samples, mapped.ensemble, landmarks, loops))
  const points = all.of(landmarks)
  const size = Math.min(NEIGHBOURS, landmarks.length - 1)
  const total = NEIGHBOURS_TIME + 1 + REST_TIME * (sampleCount - landmarks.length)
  const hasNeighbours = NEIGHBOURS_TIME / total
  const hasLayout = (NEIGHBOURS_TIME + 1) / total
  const neighbours = yield* partOf(nearestPoints(points, size, loops), 0, hasNeighbours)
  // Starting at the principal components keeps the large distances of the data.
  const places = Float32Array.from({ length: 2 * landmarks.length }, (_, at) =>
    start === null ? points.values[(at >> 1) * points.width + (at % 2)] : start[2 * landmarks[at >> 1] + (at % 2)],
  )
  const rounds = landmarks.length > 1000 ? ROUNDS_OF_MANY : ROUNDS
  yield* partOf(layOut(neighbourGraph(neighbours), places, rounds, seed), hasNeighbours, hasLayout)
  if (landmarks.length === sampleCount) return places
  return yield* partOf(placeRest(sampleCount, all, landmarks, places, loops), hasLayout, 1)
}

/** Runs a generator of steps that are not counted. */
function* silent<T>(steps: Generator<unknown, T>): Generator<number, T> {
  let step = steps.next()
  for (; !step.done; step = steps.next()) yield 0
  return step.value
}

/** Runs a generator of shares as a part of a longer one. */
function* partOf<T>(steps: Generator<number, T>, from: number, to: number): Generator<number, T> {
  let step = steps.next()
  for (; !step.done; step = steps.next()) yield from + (to - from) * step.value
  return step.value
}
