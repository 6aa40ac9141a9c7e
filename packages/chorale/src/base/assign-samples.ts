import { invalid } from '../errors.js'
import { checkPoints } from '../numeric/k-means.js'
import { type LoopChoice, loadHotLoops } from '../numeric/loops/hot-loops.js'
import { Pauser } from '../pause.js'
import type { Labels, LongWork, Samples } from '../types.js'
import type { BaseModel } from './base-clustering.js'
import { labelInBlocks } from './row-labeler.js'

/**
 * Labels new samples in the base clusterings of an ensemble. The cluster numbers are those of the ensemble, so they may
 * appear in any order. No label is missing.
 */
export async function assignSamples(
  models: readonly BaseModel[],
  { sampleCount, featureCount, values }: Samples,
  options: LongWork & { loops?: LoopChoice } = {},
): Promise<Labels[]> {
  const samples = { sampleCount, featureCount, values }
  checkSamples('assignSamples', models, samples)
  const pauser = new Pauser(options.signal)
  const onDone = (done: number) => options.onProgress?.({ phase: 'assign', done, total: sampleCount })
  return pauser.run(labelInBlocks(models, samples, await loadHotLoops(options.loops), onDone))
}

/** Checks that samples are numbers and have the features of the base clusterings. */
export function checkSamples(
  caller: string,
  models: readonly BaseModel[],
  { sampleCount, featureCount, values }: Samples,
): void {
  checkPoints(caller, { rowCount: sampleCount, columnCount: featureCount, values })
  const other = models.find(model => model.featureCount !== featureCount)
  if (other === undefined) return
  throw invalid(caller, 'samples', `have the features of the ensemble (${other.featureCount})`, featureCount)
}
