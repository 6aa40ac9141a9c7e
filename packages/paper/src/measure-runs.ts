import {
  agreementWithLabelings,
  type ConsensusResult,
  consensus,
  drawLabelings,
  type Ensemble,
  evaluate,
  prepareConsensus,
  repeatSeeds,
} from 'chorale/internal'
import type { ChildRequest } from './child.js'
import { weightDetails } from './record-weights.js'
import type { RunLine } from './results.js'

/** Runs a method in all requested repeats; every finished consensus is one result. */
export async function measureRuns(request: ChildRequest, onLine: (line: RunLine) => Promise<void>): Promise<void> {
  const { kind, pools, truth, clusterCount, method, options, ensembleSize, seed, jobs } = request
  for (const { repeat, alphas } of jobs) {
    const { ensembleSeed, methodSeed } = repeatSeeds(seed, repeat)
    const drawn = drawLabelings(pools[repeat % pools.length], ensembleSize, ensembleSeed)
    let prepared: Ensemble | null = null
    for (const alpha of alphas) {
      const clock = startClock()
      // The first threshold pays for what all thresholds share.
      prepared ??= prepareConsensus(drawn)
      const result = await consensus(prepared, {
        ...options,
        ...(alpha === null ? {} : { alpha }),
        clusterCount,
        method,
        seed: methodSeed,
      })
      const times = clock()
      const { nmi, ari, purity, fscore } = evaluate(result.labels, truth)
      await onLine({
        repeat,
        ...(alpha === null ? {} : { alpha }),
        nmi: round(nmi),
        ari: round(ari),
        purity: round(purity),
        fscore: round(fscore),
        agreement: round(agreementWithLabelings(result.labels, drawn.labelings)),
        clusters: new Set(result.labels).size,
        ...times,
        ...stopWords(result),
        ...(kind === 'weights' ? await weightDetails(drawn, result.weights, truth, clusterCount) : {}),
      })
    }
  }
}

function stopWords({ converged }: ConsensusResult): Pick<RunLine, 'converged'> {
  return converged ? {} : { converged }
}

/** Wall and CPU time of this process from now on. */
function startClock(): () => { seconds: number; cpu: number } {
  const wall = performance.now()
  const usage = process.cpuUsage()
  return () => {
    const seconds = (performance.now() - wall) / 1000
    const { user, system } = process.cpuUsage(usage)
    return { seconds: round(seconds, 4), cpu: round((user + system) / 1e6, 4) }
  }
}

function round(value: number, digits = 6): number {
  return Number(value.toFixed(digits))
}
