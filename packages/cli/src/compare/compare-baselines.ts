import { setImmediate as nextTurn } from 'node:timers/promises'
import { kMeansBaseline, repeatSeeds } from 'chorale/internal'
import { type BaselineRun, type BaselineSummary, baselineRuns, summarizeBaselines } from 'chorale-report/data'
import type { CompareInput, CompareOptions } from './compare.js'

/** The baselines of every dataset, on the same ensembles and with the same seeds as the methods. */
export async function compareBaselines(
  inputs: readonly CompareInput[],
  { repeats, seed, concurrency, signal }: Pick<CompareOptions, 'repeats' | 'seed' | 'concurrency' | 'signal'>,
): Promise<BaselineSummary[][]> {
  const found: BaselineSummary[][] = []
  for (const { ensembleFor, samples, truth, clusterCount } of inputs) {
    const runs: BaselineRun[][] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const { ensembleSeed, methodSeed } = repeatSeeds(seed, repeat)
      const ensemble = await ensembleFor(ensembleSeed, concurrency, signal)
      const kMeans = samples === null ? null : await kMeansBaseline(samples, clusterCount, { seed: methodSeed, signal })
      runs.push(baselineRuns(ensemble, truth, kMeans))
      await nextTurn()
      signal.throwIfAborted()
    }
    found.push(summarizeBaselines(runs))
  }
  return found
}
