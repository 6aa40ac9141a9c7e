import { type ConsensusResult, roughLabels } from '../../consensus/consensus.js'
import type { PackedLabelings } from '../../consensus/consensus-of-blocks.js'
import { numberLabelings } from '../../labelings/adopt.js'
import { labelingsAt } from '../../labelings/label-store.js'
import { adjustedRandIndex } from '../../metrics/adjusted-rand-index.js'
import { hash32, randomFor } from '../../numeric/random.js'
import { drawSubset } from '../../numeric/subset.js'
import { Pauser } from '../../pause.js'
import type { Ensemble, Labels } from '../../types.js'

/** Both halves are combined on at most this many samples, so that the cost does not grow with the data. */
const MOST_SAMPLES = 1000

/** A half needs at least this many labelings with two or more clusters; fewer say little about the ensemble. */
const LEAST_LABELINGS = 4

/**
 * ARI of the consensus clusterings of two halves of the base clusterings, with the method and threshold of the result.
 * The halves are every second labeling, so that both have the same mix; of base clusterings that were built here, the
 * first and the last half, which share nothing. With more than 1000 samples it is computed on
 * 1000 of them. Null if there is one cluster, or if a half is too small for a consensus.
 */
export async function halfAgreement(
  ensemble: Ensemble | PackedLabelings,
  { method, alpha, clusterCount }: Pick<ConsensusResult, 'method' | 'alpha' | 'clusterCount'>,
  { seed, signal }: { seed: number; signal?: AbortSignal },
): Promise<number | null> {
  if (clusterCount < 2) return null
  // With very many labelings, each of the following steps takes a while.
  const pauser = new Pauser(signal)
  const n = ensemble.sampleCount
  const drawn = drawSubset(n, Math.min(n, MOST_SAMPLES), randomFor(hash32(seed, 0), 0))
  const labelings = labelsOf(ensemble, drawn).filter(labels => new Set(labels.filter(label => label >= 0)).size > 1)
  await pauser.pause()
  const half = Math.ceil(labelings.length / 2)
  // Neighbouring labelings that were built here may share their cells; given ones are often sorted by their algorithm.
  const isFirst = 'models' in ensemble ? (t: number) => t < half : (t: number) => t % 2 === 0
  const halves = [true, false].map(first => labelings.filter((_, t) => isFirst(t) === first))
  if (halves.some(half => half.length < LEAST_LABELINGS)) return null

  // A half may not cover a sample; such samples are left out of both.
  const covered = Int32Array.from(drawn.keys()).filter(i => halves.every(half => half.some(labels => labels[i] >= 0)))
  if (covered.length < clusterCount) return null
  const found: Labels[] = []
  for (const half of halves) {
    await pauser.pause()
    const some = half.map(labels => Int32Array.from(covered, i => labels[i]))
    const informative = some.filter(labels => new Set(labels.filter(label => label >= 0)).size > 1)
    if (informative.length < LEAST_LABELINGS || isUncovered(informative)) return null
    const options = { clusterCount, method, alpha: alpha ?? undefined, seed, signal }
    await pauser.pause()
    const numbered = numberLabelings('reviewResult', informative)
    await pauser.pause()
    found.push(await roughLabels(numbered, options))
  }
  return adjustedRandIndex(found[0], found[1])
}

function labelsOf(ensemble: Ensemble | PackedLabelings, samples: Int32Array): Labels[] {
  if ('store' in ensemble) return labelingsAt(ensemble.store, samples)
  return ensemble.labelings.map(labels => Int32Array.from(samples, i => labels[i]))
}

/** Whether no labeling covers some sample. */
function isUncovered(labelings: readonly Labels[]): boolean {
  return labelings[0].some((_, i) => labelings.every(labels => labels[i] < 0))
}
