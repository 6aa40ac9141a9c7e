import { type ComparedRun, methodAgreement, rankMethods, summarizeRuns } from 'chorale-report/data'
import { type Labels, type Matrix, METHOD_NAMES, type MethodName } from '../../chorale/src/internal.js'
import { type ComparisonReport, writeComparison } from '../src/comparison.js'

export function agreementOf(labelings: (number[] | null)[]): Matrix {
  const steps = methodAgreement(labelings.map(labels => labels && (Int32Array.from(labels) as Labels)))
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** One run of a method whose metrics all follow from one number. */
export const run = (method: MethodName, repeat: number, nmi: number, warnings: string[] = []): ComparedRun => ({
  method,
  repeat,
  outcome: {
    metrics: { nmi, ari: nmi / 2, purity: nmi, fscore: nmi, accuracy: nmi },
    baseAgreement: nmi,
    seconds: 1 + repeat,
    peakMemoryMb: 60,
    warnings,
  },
})

/** All methods on some datasets, with these texts as names, notes and reasons. One method gives no result. */
export function comparison(texts: readonly string[], datasetCount: number, repeats: number): ComparisonReport {
  const text = (at: number) => texts[at % texts.length]
  const datasets = Array.from({ length: datasetCount }, (_, d) => {
    const runs = METHOD_NAMES.flatMap((method, j) =>
      Array.from({ length: repeats }, (_, repeat): ComparedRun => {
        if (j === 6) return { method, repeat, outcome: { kind: 'refused', reason: text(d) } }
        return run(method, repeat, 0.5 + 0.3 * Math.sin(17 * d + 5 * j + repeat), [text(d + 1)])
      }),
    )
    const labels = METHOD_NAMES.map((_, j) =>
      j === 6 ? null : Array.from({ length: 24 }, (_, i) => (i * (j + 3)) % 5),
    )
    return {
      name: text(d + 2),
      kind: d % 2 === 0 ? ('features' as const) : ('labelings' as const),
      sampleCount: 24,
      featureCount: 4,
      labelingCount: 30,
      ensembleSize: 20,
      clusterCount: 5,
      truthName: text(d + 3),
      comparison: summarizeRuns(
        METHOD_NAMES,
        runs,
        Array.from({ length: repeats }, () => agreementOf(labels)),
      ),
      baselines: [
        { name: 'k-means' as const, measures: { nmi: { mean: 0.4, sd: 0.1 } } },
        { name: 'best base clustering' as const, measures: { nmi: { mean: 0.6, sd: null } } },
      ],
      notes: [text(d + 4)],
    }
  })
  return {
    version: text(0),
    datasets,
    methods: METHOD_NAMES,
    repeats,
    warnings: [...texts],
    ranks: rankMethods(datasets.map(each => each.comparison)),
    settings: { seed: 1, [text(1)]: text(2), alpha: undefined },
    command: ['chorale', 'compare', ...texts],
  }
}

export async function render(report: ComparisonReport): Promise<string> {
  let page = ''
  await writeComparison(async piece => {
    page += piece
  }, report)
  return page
}
