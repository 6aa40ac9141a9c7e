import type { TaskExecutor } from './base/runner.js'
import type { LabelExecutor } from './consensus/label-rows.js'
import { type LinkExecutor, linksInThisThread } from './consensus/similarity/link-holder.js'
import type { SampleExecutor } from './predict/label-samples.js'

/**
 * Runs the long computations of `cluster`, `consensus`, `advise` and `predict`: {@link thisThread}, or `threads` of `chorale-node` or
 * `redisEngine` of `chorale-engine`. The same seed gives the same labels with every executor. If an executor cannot run a
 * computation elsewhere, it runs it in this thread.
 */
export interface Executor extends TaskExecutor, LinkExecutor, LabelExecutor, SampleExecutor {}

/**
 * The default executor. It runs everything in the calling thread, with pauses for the event loop.
 *
 * @example
 * ```ts
 * import { consensus, thisThread } from 'chorale'
 *
 * const labelings = [[0, 0, 1, 1], [0, 0, 1, 2], [1, 1, 0, 0]]
 * const { labels } = await consensus(labelings, { clusterCount: 2, executor: thisThread })
 * console.log(labels.join()) // 0,0,1,1
 * ```
 *
 * @group Cluster
 */
export const thisThread: Executor = {
  // Loaded on demand: many consensus runs need neither.
  async runTasks(job, options) {
    const { runInThisThread } = await import('./base/runner.js')
    return runInThisThread(job, options)
  },
  openLinks: linksInThisThread,
  async labelSamples(job, options) {
    const { labelInThisThread } = await import('./predict/label-samples.js')
    return labelInThisThread(job, options)
  },
  async labelRows(store, labeling, options) {
    const { labelRowsInThisThread } = await import('./consensus/label-rows.js')
    return labelRowsInThisThread(store, labeling, options)
  },
}
