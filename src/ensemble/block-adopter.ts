import { InputError } from '../check.js'
import { isMissingLabel, type Labeling } from './adopt.js'
import { type LabelStore, LabelStoreBuilder } from './label-store.js'

/** Whole numbers below this are looked up in an array, all other values in a map. */
const SMALL = 4096

/** Takes labelings block by block: the clusters of each are numbered by first appearance, over all blocks. */
export class BlockAdopter {
  #builder: LabelStoreBuilder | null = null
  #columns: LabelNumbers[] = []

  /** Samples so far. */
  get sampleCount(): number {
    return this.#builder?.sampleCount ?? 0
  }

  /** Adds one block: for every labeling the labels of the same samples. */
  add(block: readonly Labeling[]): void {
    if (this.#builder === null) {
      if (block.length < 2) {
        throw new InputError(`consensusOfBlocks: every block must have at least 2 labelings; got ${block.length}`)
      }
      this.#builder = new LabelStoreBuilder(block.length)
      this.#columns = block.map(() => new LabelNumbers())
    }
    const where = `the block from sample ${this.sampleCount + 1} on`
    if (block.length !== this.#columns.length) {
      throw new InputError(
        `consensusOfBlocks: every block must have ${this.#columns.length} labelings, as the first; ${where} has ${block.length}`,
      )
    }
    const uneven = block.findIndex(labels => labels.length !== block[0].length)
    if (uneven >= 0) {
      throw new InputError(
        `consensusOfBlocks: the labelings of a block must have one length; in ${where} labeling 1 has ${block[0].length} and labeling ${uneven + 1} has ${block[uneven].length}`,
      )
    }
    if (block[0].length > 0) this.#builder.add(block.map((labels, t) => this.#columns[t].number(labels)))
  }

  /** What the clusters of each labeling are called. */
  get clusterNames(): (string | number)[][] {
    return this.#columns.map(column => column.names)
  }

  finish(): LabelStore {
    if (this.#builder === null) throw new InputError('consensusOfBlocks: there must be at least one block; got none')
    return this.#builder.finish()
  }
}

/** The clusters of one labeling, numbered by first appearance. */
class LabelNumbers {
  readonly #small = new Int32Array(SMALL).fill(-1)
  readonly #others = new Map<string | number, number>()
  /** What each cluster is called. */
  readonly names: (string | number)[] = []

  number(values: Labeling): Int32Array {
    const labels = new Int32Array(values.length)
    const small = this.#small
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (typeof value === 'number' && value >= 0 && value < SMALL && (value | 0) === value) {
        if (small[value] < 0) {
          small[value] = this.names.length
          this.names.push(value)
        }
        labels[i] = small[value]
      } else labels[i] = isMissingLabel(value) ? -1 : this.#other(value)
    }
    return labels
  }

  #other(value: string | number): number {
    const known = this.#others.get(value)
    if (known !== undefined) return known
    this.#others.set(value, this.names.length)
    this.names.push(value)
    return this.names.length - 1
  }
}
