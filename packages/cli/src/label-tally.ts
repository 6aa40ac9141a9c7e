import type { ClusterRow } from 'chorale-report/data'

/** A row that is among the least certain. */
export interface DoubtfulRow {
  readonly row: number
  readonly confidence: number
}

/** What a summary needs of the labels of all rows, which are not kept. */
export class LabelTally {
  count = 0
  noiseCount = 0
  readonly #sizes: number[] = []
  readonly #sums: number[] = []
  #doubtful: DoubtfulRow[] = []

  constructor(readonly most: number) {}

  /** Adds the labels of the next rows. */
  add(labels: Int32Array, confidence: Float64Array): void {
    for (let i = 0; i < labels.length; i++) {
      const label = labels[i]
      if (label < 0) {
        this.noiseCount++
        continue
      }
      while (this.#sizes.length <= label) {
        this.#sizes.push(0)
        this.#sums.push(0)
      }
      this.#sizes[label]++
      this.#sums[label] += confidence[i]
      const limit = this.#doubtful[this.most - 1]
      if (limit === undefined || confidence[i] < limit.confidence) this.#insert(this.count + i, confidence[i])
    }
    this.count += labels.length
  }

  /** The rows with the lowest confidence, lowest first; ties in the order of the rows. */
  get doubtful(): readonly DoubtfulRow[] {
    return this.#doubtful
  }

  get meanConfidence(): number {
    return this.#sums.reduce((sum, value) => sum + value, 0) / (this.count - this.noiseCount)
  }

  clusters(): Omit<ClusterRow, 'medianConfidence'>[] {
    return this.#sizes.flatMap((size, cluster) =>
      size === 0 ? [] : [{ cluster, size, share: size / this.count, meanConfidence: this.#sums[cluster] / size }],
    )
  }

  #insert(row: number, confidence: number): void {
    let at = this.#doubtful.length
    while (at > 0 && confidence < this.#doubtful[at - 1].confidence) at--
    this.#doubtful = this.#doubtful.toSpliced(at, 0, { row, confidence }).slice(0, this.most)
  }
}
