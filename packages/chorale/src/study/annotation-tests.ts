import { randomFor } from '../numeric/random.js'
import type { Labels } from '../types.js'
import { fisherExact } from './fisher-exact.js'
import { logRankTest } from './log-rank.js'
import { adjustedPValues, kruskalWallis } from './rank-tests.js'

/** What is known about the samples besides their features. */
export type Annotation = CategoryAnnotation | NumberAnnotation

/** Groups of samples. */
export interface CategoryAnnotation {
  readonly kind: 'category'
  readonly name: string
  readonly values: readonly string[]
  /** For every sample the index of its value, or -1. */
  readonly codes: Int32Array
}

/** A number for each sample, NaN if it is missing. */
interface NumberAnnotation {
  readonly kind: 'number'
  readonly name: string
  readonly numbers: Float64Array
}

/** Times until an event, or until a sample was last seen without it. */
export interface Survival {
  readonly name: string
  /** NaN if it is missing. */
  readonly times: Float64Array
  /** 1 for an event, 0 for none, NaN if it is missing. */
  readonly events: Float64Array
}

/** Whether an annotation differs between the clusters. */
export interface AnnotationTest {
  readonly annotation: string
  readonly test: 'Fisher' | 'Kruskal-Wallis' | 'log-rank'
  /** Samples with a value. */
  readonly sampleCount: number
  /** χ² of the test; null for Fisher's exact test. */
  readonly statistic: number | null
  readonly degreesOfFreedom: number | null
  readonly p: number
  /** The p value adjusted by Benjamini and Hochberg over the annotations. */
  readonly adjustedP: number
  /** The number of simulated tables behind the p value; 0 if none was needed. */
  readonly simulated: number
}

/**
 * Tests annotations against the clusters: Fisher's exact test for categories, Kruskal-Wallis for numbers, the log-rank test
 * for survival. Samples without a value are left out.
 */
export function testAnnotations(
  labels: Labels,
  annotations: readonly Annotation[],
  survival: Survival | null,
  seed: number,
): AnnotationTest[] {
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const tests = annotations.map((annotation, at) =>
    annotation.kind === 'category'
      ? categoryTest(annotation, labels, clusterCount, seed, at)
      : numberTest(annotation, labels, clusterCount),
  )
  if (survival !== null) tests.push(survivalTest(survival, labels, clusterCount))
  const adjusted = adjustedPValues(tests.map(({ p }) => p))
  return tests.map((test, at) => ({ ...test, adjustedP: adjusted[at] }))
}

type Unadjusted = Omit<AnnotationTest, 'adjustedP'>

function categoryTest(
  { name, values, codes }: CategoryAnnotation,
  labels: Labels,
  clusterCount: number,
  seed: number,
  at: number,
): Unadjusted {
  const counts = Array.from({ length: clusterCount }, () => new Array<number>(values.length).fill(0))
  let sampleCount = 0
  for (const [i, code] of codes.entries()) {
    if (code < 0) continue
    counts[labels[i]][code]++
    sampleCount++
  }
  const none = { statistic: null, degreesOfFreedom: null }
  return { annotation: name, test: 'Fisher', sampleCount, ...none, ...fisherExact(counts, randomFor(seed, at)) }
}

function numberTest({ name, numbers }: NumberAnnotation, labels: Labels, clusterCount: number): Unadjusted {
  const known = Array.from(labels.keys()).filter(i => !Number.isNaN(numbers[i]))
  const found = kruskalWallis(
    known.map(i => numbers[i]),
    known.map(i => labels[i]),
    clusterCount,
  )
  return { annotation: name, test: 'Kruskal-Wallis', sampleCount: known.length, ...found, simulated: 0 }
}

function survivalTest({ name, times, events }: Survival, labels: Labels, clusterCount: number): Unadjusted {
  const known = Array.from(labels.keys()).filter(i => !Number.isNaN(times[i]) && !Number.isNaN(events[i]))
  const of = (values: ArrayLike<number>) => known.map(i => values[i])
  const found = logRankTest(of(times), of(events), of(labels), clusterCount)
  return { annotation: name, test: 'log-rank', sampleCount: known.length, ...found, simulated: 0 }
}
