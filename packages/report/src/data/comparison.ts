import type { Labels, Matrix, MethodName, Metrics } from 'chorale/internal'
import { adjustedRandIndex, type FriedmanTest, friedmanTest } from 'chorale/internal'

/** The result of one run of one method on one ensemble. */
export interface RunMeasures {
  /** Measures against the ground truth; null if there is none. */
  readonly metrics: Metrics | null
  /** Mean NMI with the base clusterings. */
  readonly baseAgreement: number
  readonly seconds: number
  readonly peakMemoryMb: number
  readonly warnings: readonly string[]
}

/** Why a run gave no result: the method rejected the input, or it failed. */
export interface RunFailure {
  readonly kind: 'refused' | 'failed'
  readonly reason: string
}

/** One run of a method on the ensemble of a repeat. */
export interface ComparedRun {
  readonly method: MethodName
  /** From 0. */
  readonly repeat: number
  readonly outcome: RunMeasures | RunFailure
}

/** The measures by which methods are compared, the most important first; the last needs no truth. */
export const COMPARISON_MEASURES = ['nmi', 'ari', 'purity', 'fscore', 'accuracy', 'baseAgreement'] as const
/** The name of a measure. */
export type ComparisonMeasure = (typeof COMPARISON_MEASURES)[number]

/** Mean and sample standard deviation (divided by count - 1) over runs; sd is null for a single run. */
export interface Spread {
  readonly mean: number
  readonly sd: number | null
}

/** The results of one method over all repeats on one dataset. */
export interface MethodSummary {
  readonly name: MethodName
  /** Number of runs with a result. */
  readonly runCount: number
  /** The values of every measure, by repeat; metrics only if there is truth. */
  readonly values: Partial<Record<ComparisonMeasure, readonly number[]>>
  readonly measures: Partial<Record<ComparisonMeasure, Spread>>
  readonly seconds: Spread | null
  readonly peakMemoryMb: Spread | null
  readonly failures: readonly (RunFailure & { readonly repeat: number })[]
  /** The warnings of the runs and how many runs had them. Warnings that differ only in numbers count as one; the first is kept. */
  readonly warnings: readonly { readonly text: string; readonly runCount: number }[]
}

/** The results of all methods on one dataset, and their agreement with each other. */
export interface DatasetComparison {
  readonly methods: readonly MethodSummary[]
  /** Mean ARI of every two methods over the repeats in which both gave a result; NaN if there is no such repeat. */
  readonly agreement: Matrix
}

/** Summarises the runs of one dataset; `agreements` has one matrix per repeat (see `methodAgreement`). */
export function summarizeRuns(
  methods: readonly MethodName[],
  runs: readonly ComparedRun[],
  agreements: readonly Matrix[],
): DatasetComparison {
  const ordered = [...runs].sort((a, b) => a.repeat - b.repeat)
  return {
    methods: methods.map(name =>
      summarizeMethod(
        name,
        ordered.filter(run => run.method === name),
      ),
    ),
    agreement: meanMatrix(agreements, methods.length),
  }
}

function summarizeMethod(name: MethodName, runs: readonly ComparedRun[]): MethodSummary {
  const failures = runs.flatMap(({ repeat, outcome }) => ('reason' in outcome ? [{ ...outcome, repeat }] : []))
  const done = runs.flatMap(({ outcome }) => ('reason' in outcome ? [] : [outcome]))
  const values: Partial<Record<ComparisonMeasure, number[]>> = {}
  for (const measure of COMPARISON_MEASURES) {
    const found = done.flatMap(({ metrics, baseAgreement }) => {
      const value = measure === 'baseAgreement' ? baseAgreement : metrics?.[measure]
      return value === undefined ? [] : [value]
    })
    if (found.length > 0) values[measure] = found
  }
  return {
    name,
    runCount: done.length,
    values,
    measures: Object.fromEntries(Object.entries(values).map(([measure, found]) => [measure, spreadOf(found)])),
    seconds: done.length > 0 ? spreadOf(done.map(({ seconds }) => seconds)) : null,
    peakMemoryMb: done.length > 0 ? spreadOf(done.map(({ peakMemoryMb }) => peakMemoryMb)) : null,
    failures,
    warnings: countWarnings(done),
  }
}

function countWarnings(runs: readonly RunMeasures[]): { text: string; runCount: number }[] {
  const counts = new Map<string, { text: string; runCount: number }>()
  for (const { warnings } of runs) {
    for (const text of warnings) {
      const key = text.replace(/\d+/g, '#')
      counts.set(key, { text: counts.get(key)?.text ?? text, runCount: (counts.get(key)?.runCount ?? 0) + 1 })
    }
  }
  return [...counts.values()]
}

/** Mean and sample standard deviation. */
export function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (values.length < 2) return { mean, sd: null }
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, sd: Math.sqrt(squares / (values.length - 1)) }
}

/**
 * ARI of every two labelings of the same samples, one row and column per method; NaN if a method has no labeling.
 * A generator, because a pair with a million samples takes so long that other work should run in between.
 */
export function* methodAgreement(labelings: readonly (Labels | null)[]): Generator<void, Matrix> {
  const count = labelings.length
  const values = new Float64Array(count * count).fill(Number.NaN)
  for (let a = 0; a < count; a++) {
    const one = labelings[a]
    if (one === null) continue
    values[a * count + a] = 1
    for (let b = 0; b < a; b++) {
      const other = labelings[b]
      if (other === null) continue
      values[a * count + b] = values[b * count + a] = adjustedRandIndex(one, other)
      yield
    }
  }
  return { rowCount: count, columnCount: count, values }
}

function meanMatrix(matrices: readonly Matrix[], size: number): Matrix {
  const values = new Float64Array(size * size)
  for (let at = 0; at < values.length; at++) {
    let sum = 0
    let count = 0
    for (const matrix of matrices) {
      if (Number.isNaN(matrix.values[at])) continue
      sum += matrix.values[at]
      count++
    }
    values[at] = count === 0 ? Number.NaN : sum / count
  }
  return { rowCount: size, columnCount: size, values }
}

/** The ranks of methods over several datasets by one measure. */
export interface MethodRanks extends FriedmanTest {
  readonly measure: ComparisonMeasure
  /** The ranked methods, in the order of `meanRanks`: those with a result on every dataset. */
  readonly methods: readonly MethodName[]
  /** Methods without a result on some dataset. */
  readonly leftOut: readonly MethodName[]
}

/** Ranks by every measure that all datasets have; empty for fewer than two datasets or two complete methods. */
export function rankMethods(datasets: readonly DatasetComparison[]): MethodRanks[] {
  if (datasets.length < 2) return []
  return COMPARISON_MEASURES.flatMap(measure => {
    if (!datasets.every(({ methods }) => methods.some(method => method.measures[measure] !== undefined))) return []
    const names = datasets[0].methods.map(({ name }) => name)
    const isComplete = names.map((_, j) => datasets.every(({ methods }) => methods[j].measures[measure] !== undefined))
    const ranked = names.flatMap((_, j) => (isComplete[j] ? [j] : []))
    if (ranked.length < 2) return []
    const values = datasets.flatMap(({ methods }) => ranked.map(j => methods[j].measures[measure]!.mean))
    const scores = { rowCount: datasets.length, columnCount: ranked.length, values: Float64Array.from(values) }
    return [
      {
        measure,
        methods: ranked.map(j => names[j]),
        leftOut: names.filter((_, j) => !isComplete[j]),
        ...friedmanTest(scores),
      },
    ]
  })
}
