import {
  buildEnsemble,
  type Dataset,
  drawSubset,
  empiricalExcessRisk,
  type Labels,
  randomFor,
  repeatSeeds,
} from 'chorale/internal'
import { threads } from 'chorale-node/internal'

/** How the number of base clusterings grows with the samples. */
export const RISK_RULES = {
  'log log n': (n: number) => Math.max(1, Math.round(Math.log(Math.log(n)))),
  'log n': (n: number) => Math.round(Math.log(n)),
  '√n': (n: number) => Math.round(Math.sqrt(n)),
} as const
export type RiskRule = keyof typeof RISK_RULES

/** The loss of one subsample. */
export interface RiskLine {
  readonly repeat: number
  readonly n: number
  readonly rule: RiskRule
  readonly m: number
  /** k - tr(Ẑ' K_truth Ẑ). */
  readonly loss: number
}

const STEP = 100

export interface RecordRiskOptions {
  readonly seed: number
  readonly repeats: number
  readonly concurrency: number
  readonly signal: AbortSignal
  isKnown(repeat: number, n: number): boolean
}

/** The numbers of samples: every step up to the size of the dataset. */
export function riskSizes(sampleCount: number): number[] {
  return Array.from({ length: Math.floor(sampleCount / STEP) }, (_, at) => STEP * (at + 1))
}

/**
 * What Figure 3 shows: n samples drawn from the dataset, m base clusterings of them, and how much of the true classes
 * the embedding of their mean kernel misses. The rules share the base clusterings: the first m of them.
 */
export async function* recordRisk(
  dataset: Dataset,
  truth: Labels,
  { seed, repeats, concurrency, signal, isKnown }: RecordRiskOptions,
): AsyncGenerator<RiskLine[]> {
  const { featureCount: d, sampleCount } = dataset
  const executor = threads({ count: concurrency })
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const n of riskSizes(sampleCount)) {
      if (isKnown(repeat, n)) continue
      const { ensembleSeed } = repeatSeeds(seed, repeat)
      const rows = drawSubset(sampleCount, n, randomFor(ensembleSeed, n))
      const values = new Float64Array(n * d)
      rows.forEach((row, i) => {
        values.set(dataset.values.subarray(row * d, (row + 1) * d), i * d)
      })
      const ensembleSize = Math.max(2, RISK_RULES['√n'](n))
      const built = await buildEnsemble(
        { sampleCount: n, featureCount: d, values },
        { ensembleSize, seed: ensembleSeed + n, seeding: 'plain', signal, executor },
      )
      const classes = Array.from(rows, row => truth[row])
      yield (Object.keys(RISK_RULES) as RiskRule[]).map(rule => {
        const m = RISK_RULES[rule](n)
        const { value } = empiricalExcessRisk(built.labelings.slice(0, m), classes)
        return { repeat, n, rule, m, loss: Number(value.toFixed(6)) }
      })
    }
  }
}
