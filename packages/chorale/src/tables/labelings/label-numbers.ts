/** Integers below this are looked up in an array, all other values in a map. */
const SMALL = 4096
/** The initial length of that array. There may be very many labelings, most of them with few clusters. */
const FEW = 16

/** Numbers the clusters of one labeling by first appearance, over all pieces that are added. */
export class LabelNumbers {
  /** The cluster of each small integer, plus 1; 0 = none yet. */
  #small: Int32Array = new Int32Array(FEW)
  #others: Map<string | number, number> | null = null
  /** The name of each cluster. */
  readonly names: (string | number)[] = []

  /** The clusters of a piece; -1 = no label. */
  number(values: ArrayLike<number | string | null | undefined>): Int32Array {
    const labels = new Int32Array(values.length)
    this.numberInto(labels, values)
    return labels
  }

  /** The same for an array that is already there. */
  numberInto(labels: Int32Array, values: ArrayLike<number | string | null | undefined>): void {
    let small: Int32Array = this.#small
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (typeof value === 'number' && value >= 0 && value < SMALL && (value | 0) === value) {
        if (value >= small.length) small = this.#grow(value)
        // The name of -0 is 0.
        if (small[value] === 0) small[value] = this.names.push(value | 0)
        labels[i] = small[value] - 1
      } else labels[i] = isMissingLabel(value) ? -1 : this.#other(value)
    }
  }

  /** Makes room for a small integer. */
  #grow(value: number): Int32Array {
    let length = 4 * this.#small.length
    while (length <= value) length *= 4
    const small = new Int32Array(length)
    small.set(this.#small)
    this.#small = small
    return small
  }

  #other(value: string | number): number {
    this.#others ??= new Map()
    const known = this.#others.get(value)
    if (known !== undefined) return known
    this.#others.set(value, this.names.length)
    this.names.push(value)
    return this.names.length - 1
  }
}

/** Whether a value means that the sample has no label. */
export function isMissingLabel(value: number | string | null | undefined): value is null | undefined | -1 | '' {
  return value === null || value === undefined || value === -1 || value === '' || Number.isNaN(value)
}
