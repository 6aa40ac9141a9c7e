import { InputError } from '../errors.js'
import { manyInt32Arrays } from '../numeric/many-arrays.js'
import { LabelNumbers } from '../tables/labelings/label-numbers.js'
import type { Labeling } from './adopt.js'
import { type LabelStore, LabelStoreBuilder } from './label-store.js'

/** Reads labelings block by block. Clusters are numbered by first appearance over all blocks. */
export class BlockAdopter {
  #builder: LabelStoreBuilder | null = null
  #columns: LabelNumbers[] = []

  /** The number of samples added so far. */
  get sampleCount(): number {
    return this.#builder?.sampleCount ?? 0
  }

  /** Adds one block: one array per labeling with the labels of the same samples. */
  add(block: readonly Labeling[]): void {
    if (this.#builder === null) {
      if (block.length < 2) {
        throw new InputError(`consensusOfBlocks: every block must have at least 2 labelings; got ${block.length}`)
      }
      this.#builder = new LabelStoreBuilder(block.length)
      this.#columns = block.map(() => new LabelNumbers())
    }
    const where = `the block that starts at sample ${this.sampleCount + 1}`
    if (block.length !== this.#columns.length) {
      throw new InputError(
        `consensusOfBlocks: every block must have ${this.#columns.length} labelings, like the first block; ${where} has ${block.length}`,
      )
    }
    const uneven = block.findIndex(labels => labels.length !== block[0].length)
    if (uneven >= 0) {
      throw new InputError(
        `consensusOfBlocks: the labelings of a block must have the same length; in ${where}, labeling 1 has ${block[0].length} and labeling ${uneven + 1} has ${block[uneven].length}`,
      )
    }
    if (block[0].length === 0) return
    const numbered = manyInt32Arrays(block.length, block[0].length)
    for (const [t, labels] of block.entries()) this.#columns[t].numberInto(numbered[t], labels)
    this.#builder.add(numbered)
  }

  /** The cluster names of each labeling. */
  get clusterNames(): (string | number)[][] {
    return this.#columns.map(column => column.names)
  }

  finish(): LabelStore {
    if (this.#builder === null) throw new InputError('consensusOfBlocks: input must have at least one block; got none')
    if (this.sampleCount === 0)
      throw new InputError('consensusOfBlocks: labelings must have at least one sample; got 0')
    return this.#builder.finish()
  }
}
