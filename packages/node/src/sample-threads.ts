import {
  createBlockLabeler,
  type LabelJob,
  type LabelSamplesOptions,
  Pauser,
  type SampleLabels,
} from 'chorale/internal'
import { sharedSamples } from './shared-samples.js'
import { ThreadTeam } from './thread-team.js'
import { workerFile } from './worker-file.js'

/** The start data of a thread that labels rows. */
export interface SampleStart {
  readonly kind: 'samples'
  /** Its samples are in shared memory. */
  readonly job: LabelJob
}

/** The call to label blocks of rows. */
export type SampleCalls = { label: { order: LabelOrder; answer: number } }

/** Blocks of rows. Threads take one after the other until none is left; the answer is the number of labeled rows. */
interface LabelOrder {
  /** One number in shared memory: how many rows have been taken. */
  readonly taken: Int32Array
  /** The result, in shared memory. */
  readonly found: SampleLabels
}

/** Labels the rows of a job in this thread and `helperCount` others. */
export async function samplesInThreads(
  given: LabelJob,
  helperCount: number,
  { signal, onDone }: LabelSamplesOptions,
): Promise<SampleLabels> {
  const job = { ...given, samples: sharedSamples(given.samples) }
  const { sampleCount: n } = job.samples
  const labels = new Int32Array(new SharedArrayBuffer(4 * n))
  const confidence = new Float64Array(new SharedArrayBuffer(8 * n))
  const outlier = job.model.base.noise ? new Float64Array(new SharedArrayBuffer(8 * n)) : undefined
  const order: LabelOrder = { taken: new Int32Array(new SharedArrayBuffer(4)), found: { labels, confidence, outlier } }
  let done = 0
  let complete = () => {}
  const completed = new Promise<void>(resolve => {
    complete = resolve
  })
  const hear = (count: number) => {
    done += count
    onDone(done)
    if (done === n) complete()
  }

  const start: SampleStart = { kind: 'samples', job }
  const team = new ThreadTeam<SampleCalls>(
    workerFile('thread-worker', import.meta.url),
    new Array(helperCount).fill(start),
  )
  try {
    await team.call('label', order, {
      hear,
      until: () => Promise.all([labelHere(job, order, signal, hear), completed]),
      signal,
    })
    // Of this thread alone, so that the result can be sent and written like any other.
    return { labels: labels.slice(), confidence: confidence.slice(), outlier: outlier?.slice() }
  } finally {
    // This thread's own part may still be running.
    Atomics.store(order.taken, 0, n)
    await team.close()
  }
}

/** Takes blocks until none is left. */
export async function labelHere(
  { model, samples, loops }: LabelJob,
  { taken, found }: LabelOrder,
  signal: AbortSignal | undefined,
  hear: (count: number) => void,
): Promise<void> {
  const pauser = new Pauser(signal)
  const { sampleCount: n } = samples
  const labeler = await createBlockLabeler(model, loops)
  for (let from = Atomics.add(taken, 0, labeler.size); from < n; from = Atomics.add(taken, 0, labeler.size)) {
    const to = Math.min(from + labeler.size, n)
    const { labels, confidence, outlier } = await labeler.label(samples, from, to)
    found.labels.set(labels, from)
    found.confidence.set(confidence, from)
    found.outlier?.set(outlier!, from)
    hear(to - from)
    await pauser.pause()
  }
}
