import { type LoopChoice, loadHotLoops } from '../numeric/loops/hot-loops.js'
import { Pauser } from '../pause.js'
import type { Samples } from '../types.js'
import { createSampleLabeler, type RowModel, type SampleLabels } from './sample-labeler.js'

/** A job that labels samples. Plain data that can be sent to another thread. */
export interface LabelJob {
  readonly model: RowModel
  readonly samples: Samples
  readonly loops: LoopChoice
}

/** Options of {@link SampleExecutor}. */
export interface LabelSamplesOptions {
  signal?: AbortSignal
  /** Called after each block with the number of samples that are labeled. */
  onDone: (done: number) => void
}

/** The part of an executor that labels samples by a model. */
export interface SampleExecutor {
  /** Labels the samples of a job, in any order and anywhere. The label of a sample depends on nothing but the sample. */
  labelSamples(job: LabelJob, options: LabelSamplesOptions): Promise<SampleLabels>
}

/** Labels all samples of a job in this thread, with pauses for the event loop. */
export async function labelInThisThread(
  { model, samples, loops }: LabelJob,
  { signal, onDone }: LabelSamplesOptions,
): Promise<SampleLabels> {
  const { sampleCount: n } = samples
  const pauser = new Pauser(signal)
  const labelBlock = await createBlockLabeler(model, loops, pauser)
  const labels = new Int32Array(n)
  const confidence = new Float64Array(n)
  const outlier = model.base.noise ? new Float64Array(n) : undefined
  for (let from = 0; from < n; from += labelBlock.size) {
    const to = Math.min(from + labelBlock.size, n)
    const found = await labelBlock.label(samples, from, to)
    labels.set(found.labels, from)
    confidence.set(found.confidence, from)
    outlier?.set(found.outlier!, from)
    onDone(to)
    await pauser.pause()
  }
  return { labels, confidence, outlier }
}

/** Labels the samples from one row to another, at most `size` at a time. */
interface BlockLabeler {
  readonly size: number
  label(samples: Samples, from: number, to: number): Promise<SampleLabels>
}

export async function createBlockLabeler(model: RowModel, loops: LoopChoice, pauser?: Pauser): Promise<BlockLabeler> {
  const labeler = await createSampleLabeler(model, await loadHotLoops(loops), pauser)
  return {
    size: labeler.blockSize,
    label({ featureCount, values }, from, to) {
      const rows = values.subarray(from * featureCount, to * featureCount)
      return labeler.label({ sampleCount: to - from, featureCount, values: rows })
    },
  }
}
