import type { BaseModel } from '../base/base-clustering.js'
import { type CellsModel, labelByCells } from '../base/cells-model.js'
import { labelByMixture } from '../base/mixture-model.js'
import { viewRows } from '../base/view.js'
import { InputError } from '../check.js'
import { type HotLoops, type LoopChoice, loadHotLoops } from '../hot-loops/hot-loops.js'
import { checkPoints } from '../numeric/k-means.js'
import { nearestCentres } from '../numeric/nearest-centres.js'
import { Pauser } from '../pause.js'
import type { Labels, LongWork, Samples } from '../types.js'

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
  for (let from = 0; from < models.length; from = labelings.length) {
    const steps = labelTogether(models, from, samples, loops)
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pauser.pause()
    labelings.push(...step.value)
    options.onProgress?.({ phase: 'assign', done: labelings.length, total: models.length })
  }
  return labelings
}

/** The labels of the model at a place, and of those behind it that share its cells. */
function labelTogether(
  models: readonly BaseModel[],
  from: number,
  samples: Samples,
  loops: HotLoops,
): Generator<unknown, Labels[]> {
  const first = models[from]
  switch (first.kind) {
    case 'cells': {
      const shared: CellsModel[] = []
      for (const model of models.slice(from)) {
        if (model.kind !== 'cells' || model.cells !== first.cells) break
        shared.push(model)
      }
      return labelByCells(shared, samples, loops)
    }
    case 'mixture':
      return listed(labelByMixture(first, samples))
    default:
      return listed(nearestCentres(viewRows(samples, null, first), first.centres, loops))
  }
}

function* listed(steps: Generator<unknown, Labels>): Generator<unknown, Labels[]> {
  return [yield* steps]
}
