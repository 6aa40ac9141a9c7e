import type { BaseModel } from '../base/base-clustering.js'
import { type Distance, samplesForDistance } from '../base/distance.js'
import { type RowLabeler, rowLabelerSteps } from '../base/row-labeler.js'
import type { ConsensusModel } from '../consensus/rules/consensus-model.js'
import { predictLabels } from '../consensus/rules/predict-labels.js'
import { createRowVote } from '../consensus/rules/row-vote.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import type { Votes } from '../numeric/loops/vote.js'
import { Pauser } from '../pause.js'
import type { Labels, Samples } from '../types.js'
import { createKnownFinder, type KnownRows } from './known-rows.js'
import { markNoise, type NoiseModel } from './noise.js'

/** The cluster and the confidence of every sample. */
export interface SampleLabels {
  /** -1 for a sample that belongs to no cluster. */
  readonly labels: Labels
  readonly confidence: Float64Array
  /** The outlier score of every sample, if the model tells rows of no cluster. */
  readonly outlier?: Float64Array
}

/** Labels blocks of samples with a model of features. The labels of a sample do not depend on the block. */
export interface SampleLabeler {
  /** The number of samples of a block that keeps memory and overhead small. */
  readonly blockSize: number
  /** Whether rows get outlier scores. */
  readonly hasOutliers: boolean
  label(samples: Samples): Promise<SampleLabels>
}

/** Samples of a block: enough to sort them by the cells that they look at. */
const BLOCK = 8192
/** The same where equal label rows are collected, which takes a table for each block. */
const COLLECTED = 65536

/** What labels samples: the models of the base clusterings, and the consensus of their labels. */
export interface RowModel {
  readonly consensus: ConsensusModel
  readonly base: {
    readonly distance: Distance
    readonly models: readonly BaseModel[]
    readonly known?: KnownRows | null
    readonly noise?: NoiseModel | null
  }
}

/** Prepares a model, with pauses: a model of wide projections takes seconds. */
export async function createSampleLabeler(
  { consensus, base }: RowModel,
  loops: HotLoops,
  pauser = new Pauser(),
): Promise<SampleLabeler> {
  const labelRows: RowLabeler = await pauser.run(rowLabelerSteps(base.models, loops))
  const vote = createRowVote(consensus, loops)
  const { known = null, noise = null } = base
  const findKnown = known === null ? null : createKnownFinder(known)
  return {
    blockSize: vote === null ? COLLECTED : BLOCK,
    hasOutliers: noise !== null,
    async label(samples) {
      const { values, sampleCount } = samplesForDistance(samples, base.distance)
      const labelings = await pauser.run(labelRows(values, sampleCount))
      const found = await (vote === null ? predictLabels(consensus, labelings) : vote(labelings, sampleCount))
      if (known !== null && findKnown !== null) keepKnown(found, known, findKnown(samples))
      return noise === null ? found : { ...found, outlier: markNoise(noise, values, found, loops) }
    },
  }
}

/** Known rows keep their labels. */
function keepKnown({ labels, confidence }: Votes, known: KnownRows, places: Int32Array): void {
  for (let i = 0; i < places.length; i++) {
    if (places[i] < 0) continue
    labels[i] = known.labels[places[i]]
    confidence[i] = known.confidence[places[i]]
  }
}
