import { checkOptionNames } from '../errors.js'
import type { Labeling } from '../labelings/adopt.js'
import { BlockAdopter } from '../labelings/block-adopter.js'
import { clusterCountsOf, type LabelStore, labelingsOf } from '../labelings/label-store.js'
import { Pauser } from '../pause.js'
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

/** Labelings stored with one or two bytes per label, for ensembles of millions of samples. */
export interface PackedLabelings {
  readonly sampleCount: number
  readonly names: readonly string[]
  /** The names of the clusters of each labeling. */
  readonly clusterNames: readonly (readonly (string | number)[])[]
  /** The labels, as {@link packLabelings} stores them. */
  readonly store: LabelStore
}

/** Options of {@link packLabelings}. */
export interface PackLabelingsOptions extends LongWork {
  /** One name per labeling, used in messages. */
  names?: readonly string[]
  /** The cluster names of each labeling, if the blocks contain numbers 0, 1, 2, ... instead of names. */
  clusterNames?: Ensemble['clusterNames']
}

const PACK_OPTIONS = {
  names: true,
  clusterNames: true,
  signal: true,
  onProgress: true,
} satisfies Record<keyof PackLabelingsOptions, true>

/**
 * Stores labelings compactly, reading them block by block. Each block is an array of labelings of the same samples; the
 * next block has the next samples. Chorale stores one or two bytes per label and equal label rows only once, and then
 * releases the block.
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
  const pauser = new Pauser(signal)
  for await (const block of blocks) {
    await pauser.pause()
    adopter.add(block)
    await pauser.pause()
    onProgress?.({ phase: 'load', done: adopter.sampleCount, total: adopter.sampleCount })
  }
  const store = adopter.finish()
  await pauser.pause()
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

/** Converts packed labelings to an ensemble, with four bytes per label. */
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
 * Combines labelings into one clustering, like {@link consensus}, for labelings that are read block by block or already
 * packed (see {@link packLabelings}).
 *
 * The result is bit for bit that of `consensus` on the whole ensemble. If it is fitted on a sample of the rows, only the
 * packed labels and the result grow with the number of samples.
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
  return consensusOfPrepared(METHODS, new Preparation(packed), given)
}
