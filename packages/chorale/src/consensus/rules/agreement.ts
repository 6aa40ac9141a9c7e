import type { LabelTable } from '../../labelings/label-table.js'
import type { Labels } from '../../types.js'
import { relativeMargin } from '../similarity/relative-margin.js'

/** The number of members of each consensus cluster in each base cluster, and how many of them each labeling covers. */
export interface AgreementCounts {
  /** Number of consensus clusters. */
  readonly clusterCount: number
  /** Members of consensus cluster C in base cluster c, at [C * P + c]. */
  readonly inCluster: Int32Array
  /** Members of consensus cluster C that labeling t covers, at [C * m + t]. */
  readonly covered: Int32Array
}

export function agreementCounts(table: LabelTable, labels: Labels): AgreementCounts {
  const { sampleCount, ensembleSize: m, rowCount, rowOf, clusters, clusterStarts } = table
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const P = clusterStarts[m]
  const inCluster = new Int32Array(clusterCount * P)
  const covered = new Int32Array(clusterCount * m)
  for (let t = 0; t < m; t++) {
    for (let i = 0; i < sampleCount; i++) {
      const c = clusters[t * rowCount + rowOf[i]]
      if (c < 0) continue
      inCluster[labels[i] * P + c]++
      covered[labels[i] * m + t]++
    }
  }
  return { clusterCount, inCluster, covered }
}

/**
 * How often the base clusterings group a label row with each consensus cluster.
 *
 *   share(x, C) = agreeing / covered pairs of a labeling and a member of C
 *
 * A row is m clusters, numbered across all labelings, at [at, at + m) of an array; -1 = no label. The counts of all
 * consensus clusters are summed together, in O(m k) per row.
 */
export class AgreementTally {
  readonly #m: number
  readonly #clusterCount: number
  /** As in `AgreementCounts`, with the consensus clusters of one base cluster or labeling side by side. */
  readonly #inCluster: Int32Array
  readonly #covered: Int32Array
  readonly #agreeing: Float64Array
  readonly #pairs: Float64Array
  /** The pairs of a row with all labels. */
  readonly #allPairs: Float64Array

  constructor({ clusterCount, inCluster, covered }: AgreementCounts) {
    this.#m = covered.length / clusterCount
    this.#clusterCount = clusterCount
    this.#inCluster = transposed(inCluster, clusterCount)
    this.#covered = transposed(covered, clusterCount)
    this.#agreeing = new Float64Array(clusterCount)
    this.#pairs = new Float64Array(clusterCount)
    this.#allPairs = new Float64Array(clusterCount)
    this.#covered.forEach((count, at) => {
      this.#allPairs[at % clusterCount] += count
    })
  }

  /** The consensus cluster whose members agree most with a label row; ties go to the lowest; -1 for a row without labels. */
  mostAgreeing(clusters: Int32Array, at: number): number {
    this.#sum(clusters, at)
    let label = -1
    let most = 0
    for (let C = 0; C < this.#clusterCount; C++) {
      const share = this.#share(C, 0)
      if (share <= most) continue
      most = share
      label = C
    }
    return label
  }

  /**
   * The relative margin of the own cluster over the best other one; with one cluster, the share of that cluster. A row
   * that belongs to a member is not compared with itself. `ownShare` stands for the share of the own cluster.
   */
  confidence(
    clusters: Int32Array,
    at: number,
    own: number,
    { isMember, ownShare }: { isMember: boolean; ownShare?: number },
  ): number {
    const labelCount = this.#sum(clusters, at)
    const share = ownShare ?? this.#share(own, isMember ? labelCount : 0)
    if (this.#clusterCount === 1) return share
    let other = 0
    for (let C = 0; C < this.#clusterCount; C++) if (C !== own) other = Math.max(other, this.#share(C, 0))
    return relativeMargin(share, other)
  }

  /** The share of every consensus cluster. A row that belongs to a member is compared with itself, too. */
  shares(clusters: Int32Array, at: number): Float64Array {
    this.#sum(clusters, at)
    return Float64Array.from({ length: this.#clusterCount }, (_, C) => this.#share(C, 0))
  }

  /** Counts the agreeing and the covered pairs of a row; returns the number of its labels. */
  #sum(clusters: Int32Array, at: number): number {
    const m = this.#m
    const k = this.#clusterCount
    const inCluster = this.#inCluster
    const covered = this.#covered
    const agreeing = this.#agreeing.fill(0)
    const pairs = this.#pairs
    pairs.set(this.#allPairs)
    let labelCount = m
    for (let t = 0; t < m; t++) {
      const c = clusters[at + t]
      if (c >= 0) {
        for (let C = 0; C < k; C++) agreeing[C] += inCluster[c * k + C]
        continue
      }
      labelCount--
      for (let C = 0; C < k; C++) pairs[C] -= covered[t * k + C]
    }
    return labelCount
  }

  #share(C: number, without: number): number {
    const pairs = this.#pairs[C] - without
    return pairs > 0 ? (this.#agreeing[C] - without) / pairs : 0
  }
}

/** Lines of equal length, given one after the other, as columns. */
function transposed(values: Int32Array, lineCount: number): Int32Array {
  const length = values.length / lineCount
  const out = new Int32Array(values.length)
  for (let line = 0; line < lineCount; line++) {
    for (let at = 0; at < length; at++) out[at * lineCount + line] = values[line * length + at]
  }
  return out
}
