import { InputError } from '../check.js'
import { type LoopChoice, loadHotLoops } from '../hot-loops/hot-loops.js'
import { checkPoints } from '../numeric/k-means.js'
import { nearestCentres } from '../numeric/nearest-centres.js'
import { Pauser } from '../pause.js'
import type { Labels, LongWork, Samples } from '../types.js'
import type { BaseModel } from './base-clustering.js'
import { viewRows } from './view.js'

/**
 * Labels new samples in the base clusterings of an ensemble: in each, the cluster of the nearest centre. The cluster
 * numbers are those of the ensemble, so they may appear in any order. No label is missing.
 */
export async function assignSamples(
  models: readonly BaseModel[],
  { sampleCount, featureCount, values }: Samples,
  options: LongWork & { loops?: LoopChoice } = {},
): Promise<Labels[]> {
  const samples = { sampleCount, featureCount, values }
  checkPoints('assignSamples', { rowCount: sampleCount, columnCount: featureCount, values })
  const other = models.find(model => model.featureCount !== featureCount)
  if (other !== undefined) {
    throw new InputError(
      `assignSamples: samples must have the features of the ensemble (${other.featureCount}); got ${featureCount}`,
    )
  }

  const pauser = new Pauser(options.signal)
  const loops = await loadHotLoops(options.loops)
  const labelings: Labels[] = []
  for (const model of models) {
    const steps = nearestCentres(viewRows(samples, null, model), model.centres, loops)
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pauser.pause()
    labelings.push(step.value)
    options.onProgress?.({ phase: 'assign', done: labelings.length, total: models.length })
  }
  return labelings
}
