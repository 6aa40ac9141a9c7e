import { checkOptionNames } from '../check.js'
import type { Labeling } from '../ensemble/adopt.js'
import { BlockAdopter } from '../ensemble/block-adopter.js'
import { clusterCountsOf, type LabelStore, labelingsOf } from '../ensemble/label-store.js'
import type { Ensemble, LongWork } from '../types.js'
import {
  type ConsensusOptions,
  type ConsensusResult,
  checkNames,
  checkOptions,
  consensusOfPrepared,
  definedOptions,
} from './consensus.js'
import { METHODS } from './methods/index.js'
import { Preparation } from './prepare.js'

/** Blocks of labelings: in each, one array per labeling with the labels of the same samples. */
export type LabelingBlocks = AsyncIterable<readonly Labeling[]> | Iterable<readonly Labeling[]>

/** Labelings packed into one or two bytes per label, for ensembles of millions of samples. */
export interface PackedLabelings {
  readonly sampleCount: number
  readonly names: readonly string[]
  /** What the clusters of each labeling are called. */
  readonly clusterNames: readonly (readonly (string | number)[])[]
  /** The labels; made by {@link packLabelings}. */
  readonly store: LabelStore
}

/** Options of {@link packLabelings}. */
export interface PackLabelingsOptions extends LongWork {
  /** A name per labeling, for messages. */
  names?: readonly string[]
  /** What the clusters of each labeling are called, where the blocks hold numbers 0, 1, 2, ... in place of names. */
  clusterNames?: Ensemble['clusterNames']
}

const PACK_OPTIONS = {
  names: true,
  clusterNames: true,
  signal: true,
  onProgress: true,
} satisfies Record<keyof PackLabelingsOptions, true>

/**
 * Packs labelings that come block by block: an array of labelings of the same samples, then those of the next samples, and
 * so on. Every block is packed into one or two bytes per label, equal rows once, and let go.
 *
 * @example
 * ```ts
 * import { packLabelings } from 'chorale'
 *
 * const packed = await packLabelings([[[0, 0, 1], ['a', 'a', 'b']], [[1, 0], ['b', 'a']]])
 * console.log(packed.sampleCount) // 5
 * ```
 *
 * @group Consensus
 */
export async function packLabelings(
  blocks: LabelingBlocks,
  options: PackLabelingsOptions = {},
): Promise<PackedLabelings> {
  checkOptionNames('packLabelings', options, Object.keys(PACK_OPTIONS))
  const { names, clusterNames, signal, onProgress } = options
  const adopter = new BlockAdopter()
  for await (const block of blocks) {
    signal?.throwIfAborted()
    adopter.add(block)
    onProgress?.({ phase: 'load', done: adopter.sampleCount, total: adopter.sampleCount })
  }
  const store = adopter.finish()
  const { sampleCount, ensembleSize } = store
  return {
    sampleCount,
    store,
    clusterNames: adopter.clusterNames.map((values, t) =>
      values.map(value => clusterNames?.[t][Number(value)] ?? value),
    ),
    names: names ?? Array.from({ length: ensembleSize }, (_, t) => `labeling ${t + 1}`),
  }
}

/** Packed labelings as an ensemble, with four bytes for each label. */
export function unpackLabelings({ sampleCount, store, names, clusterNames }: PackedLabelings): Ensemble {
  return {
    sampleCount,
    labelings: labelingsOf(store),
    clusterCounts: clusterCountsOf(store),
    names: [...names],
    clusterNames,
  }
}

/**
 * One clustering from many, for labelings that come block by block or are packed already (see {@link packLabelings}).
 *
 * The result is that of `consensus` on the whole, to the bit. Where `gpec` or `balanced` go through anchors, nothing
 * larger than the packed labels grows with the number of samples, and the result has no embedding.
 *
 * @example
 * ```ts
 * import { consensusOfBlocks } from 'chorale'
 *
 * async function* blocks() {
 *   yield [[0, 0, 1], ['a', 'a', 'b']] // three samples in two labelings
 *   yield [[1, 0], ['b', 'a']] // two more
 * }
 * const { labels } = await consensusOfBlocks(blocks(), { clusterCount: 2 })
 * console.log(labels.join()) // 0,0,1,1,0
 * ```
 *
 * @group Consensus
 */
export async function consensusOfBlocks(
  input: LabelingBlocks | PackedLabelings,
  options: ConsensusOptions,
): Promise<ConsensusResult> {
  checkNames(METHODS, options)
  const given = definedOptions(options)
  const { signal, onProgress } = given
  const packed = 'store' in input ? input : await packLabelings(input, { signal, onProgress })
  checkOptions(METHODS, packed.sampleCount, given)
  return consensusOfPrepared(METHODS, new Preparation(packed), given, { withEmbedding: false })
}
