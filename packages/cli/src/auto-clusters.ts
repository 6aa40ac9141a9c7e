import { type Advice, type AdviseOptions, advise, type Ensemble, type Progress } from 'chorale/internal'
import { progressBars } from './progress.js'
import type { CommandContext } from './run-consensus.js'

/** The stages of the advice as the status line names them. */
const STAGES: Record<string, string> = {
  ensemble: 'building base clusterings',
  null: 'comparing with data without clusters',
  resamples: 'clustering resamples',
  convergence: 'checking the ensemble size',
}

/** Whether a phase of a run belongs to the advice. */
export function isAdvicePhase(phase: string): boolean {
  return phase in STAGES
}

/** A bar for each stage of the advice. */
export function adviceProgress({
  narrator,
  watch,
}: Pick<CommandContext, 'narrator' | 'watch'>): (progress: Progress) => void {
  const show = progressBars(narrator)
  return progress => {
    watch.enter('advice')
    show(STAGES[progress.phase] ?? progress.phase, progress)
  }
}

/** Finds the number of clusters for -k auto. */
export async function autoClusterCount(
  ensemble: Ensemble,
  options: Pick<AdviseOptions, 'seed'>,
  context: CommandContext,
): Promise<Advice> {
  const { narrator, watch, signal } = context
  const onProgress = adviceProgress(context)
  const advice = await advise(ensemble, { ...options, convergence: false, signal, onProgress })
  watch.enter(null)
  narrator.status('')
  return advice
}

/** The advice as plain data, for JSON. */
export function adviceJson(advice: Advice): Record<string, unknown> {
  const { criteria, stability, looked, ...rest } = advice
  return {
    ...rest,
    criteria: criteria.map(({ cdf, ...others }) => ({ ...others, cdf: Array.from(cdf) })),
    stability: {
      clusterCount: stability.clusterCount,
      labels: Array.from(stability.labels),
      clusters: Array.from(stability.clusters),
      samples: Array.from(stability.samples),
    },
    looked: {
      samples: Array.from(looked.samples),
      partitions: looked.partitions.map(({ clusterCount, labels }) => ({ clusterCount, labels: Array.from(labels) })),
    },
  }
}
