import { availableParallelism } from 'node:os'
import {
  checkInteger,
  checkOptionNames,
  type EnsemblePlan,
  type Executor,
  spansOf,
  taskCountOf,
  thisThread,
  workOf,
} from 'chorale/internal'
import { labelRowsInThreads } from './label-threads.js'
import { linksInThreads } from './link-threads.js'
import { samplesInThreads } from './sample-threads.js'
import { tasksInThreads } from './task-threads.js'

/** Options of {@link threads}. */
export interface ThreadsOptions {
  /** Number of threads, including the calling thread; one per core by default. */
  count?: number
  /** Multiplications below which base clusterings run in the calling thread, because starting others would take longer. */
  smallWork?: number
}

/** Multiplications below which a thread (70 ms to start) costs more than it saves: about 100 ms of k-means. */
const SMALL_WORK = 1e9
/**
 * The same for cells on two cores: V8 compiles their code for each thread anew, on the same cores. Up to about 20,000
 * samples with 10 features, two threads are no faster than one.
 */
const SMALL_CELLS = 1.1e10

/** Labels of base clusterings per thread below which starting threads takes longer than labeling: about 0.2 s. */
const SMALL_LABELS = 1.5e6

/** Label rows per thread below which starting threads takes longer than finding the links. */
const SMALL_ROWS = 4096

/**
 * Runs the work of `cluster`, `consensus`, `advise` and `predict` in several threads. The same seed gives the same labels for
 * any number of threads. Work that is too small to gain from threads runs in the calling thread.
 *
 * Threads take base clusterings and spans of rows to label from a shared counter, so a slow core simply does less. The
 * links of a fit are divided by label rows. Threads end when their work is done; an aborted signal ends them at
 * once.
 *
 * @example
 * ```ts
 * import { buildEnsemble, consensus, sampleShape } from 'chorale'
 * import { threads } from 'chorale-node'
 *
 * const samples = sampleShape('blobs', { sampleCount: 2000, featureCount: 8 })
 * const executor = threads({ count: 2 })
 * const ensemble = await buildEnsemble(samples, { seed: 1, executor })
 * const { labels } = await consensus(ensemble, { clusterCount: 3, executor })
 * console.log(ensemble.labelings.length, labels.length) // 45 2000
 * ```
 */
export function threads(options: ThreadsOptions = {}): Executor {
  checkOptionNames('threads', options, ['count', 'smallWork'] satisfies (keyof ThreadsOptions)[])
  const { count, smallWork } = options
  if (count !== undefined) checkInteger('threads', 'count', count, 1, 1024)
  const most = count ?? availableParallelism()
  return {
    async runTasks(job, options) {
      const { plan, samples } = job
      const isSmall = workOf(plan, samples.featureCount) < (smallWork ?? smallWorkOf(plan, most))
      const threadCount = isSmall ? 1 : Math.min(most, taskCountOf(plan))
      if (threadCount === 1) return thisThread.runTasks(job, options)
      return tasksInThreads(job, threadCount - 1, options)
    },
    async labelSamples(job, options) {
      const { sampleCount } = job.samples
      const threadCount = Math.min(most, Math.floor((sampleCount * job.model.base.models.length) / SMALL_LABELS))
      if (threadCount <= 1) return thisThread.labelSamples(job, options)
      return samplesInThreads(job, threadCount - 1, options)
    },
    async openLinks(similarity, options) {
      const { rowCount } = similarity.table
      const threadCount = rowCount < SMALL_ROWS ? 1 : Math.min(most, Math.ceil(rowCount / SMALL_ROWS) + 1)
      if (threadCount === 1) return thisThread.openLinks(similarity, options)
      return linksInThreads(similarity, threadCount, options)
    },
    async labelRows(store, labeling, options) {
      const threadCount = Math.min(most, spansOf(store.sampleCount).length)
      if (threadCount === 1) return thisThread.labelRows(store, labeling, options)
      return labelRowsInThreads(store, labeling, threadCount - 1, options)
    },
  }
}

function smallWorkOf({ parts }: EnsemblePlan, threadCount: number): number {
  return threadCount === 2 && parts.every(({ part }) => part === 'cells') ? SMALL_CELLS : SMALL_WORK
}
