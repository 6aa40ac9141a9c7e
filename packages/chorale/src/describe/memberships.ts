import { samplesForDistance } from '../base/distance.js'
import { rowLabelerSteps } from '../base/row-labeler.js'
import { AgreementTally } from '../consensus/rules/agreement.js'
import { type ConsensusModel, informativeOf } from '../consensus/rules/consensus-model.js'
import type { LoopChoice } from '../numeric/loops/hot-loops.js'
import { loadHotLoops } from '../numeric/loops/hot-loops.js'
import { Pauser } from '../pause.js'
import type { Model } from '../predict/model.js'
import type { Ensemble, Labels, Samples } from '../types.js'

/** How much every row belongs to every cluster: a sparse matrix of n x k shares. The shares of a row sum to 1. */
export interface Memberships {
  readonly sampleCount: number
  readonly clusterCount: number
  /** The shares of row i are at starts[i] to starts[i + 1] - 1. */
  readonly starts: Int32Array
  /** The cluster of each share, ascending in a row. */
  readonly clusters: Int32Array
  readonly shares: Float64Array
}

/** Smaller shares are left out. */
const LEAST_SHARE = 0.01

/** What memberships come from: the parts of a result of `cluster`. */
export interface MembershipSource {
  readonly model: Model
  readonly dataset: Samples
  readonly ensemble: Ensemble
  /** The rows of the fit among all rows; null if they are all. */
  readonly fit: { readonly places: Int32Array | null }
}

/**
 * The memberships of all rows. Rows of the fit have those of their base clusterings; the models of these label the others.
 *
 *   membership(i, C) = share(i, C) / Σ share(i, ·)
 *
 * share(i, C) is the share of pairs (a base clustering, a member of C) in which i and the member are in one base cluster: what
 * the confidence compares, too.
 */
export async function memberships(
  { model, dataset, ensemble, fit: { places } }: MembershipSource,
  { signal, loops = 'auto' }: { signal?: AbortSignal; loops?: LoopChoice } = {},
): Promise<Memberships> {
  const rows = new MembershipRows(model.consensus)
  const { sampleCount: n, featureCount: d } = dataset
  const base = model.base
  if (places === null || base === null) {
    for (let i = 0; i < n; i++) rows.add(ensemble.labelings, i)
    return rows.result()
  }
  const pauser = new Pauser(signal)
  const label = await pauser.run(rowLabelerSteps(base.models, await loadHotLoops(loops)))
  const { values } = samplesForDistance(dataset, base.distance)
  let fitted = 0
  for (let from = 0; from < n; from += BLOCK) {
    const to = Math.min(n, from + BLOCK)
    const labelings = await pauser.run(label(values.subarray(from * d, to * d), to - from))
    for (let i = from; i < to; i++) {
      if (places[fitted] === i) rows.add(ensemble.labelings, fitted++)
      else rows.add(labelings, i - from)
    }
    await pauser.pause()
  }
  return rows.result()
}

const BLOCK = 8192

/** Collects the memberships of rows of base labels. */
class MembershipRows {
  readonly #informative: readonly number[]
  readonly #starts: number[] = []
  readonly #tally: AgreementTally
  readonly #clusterCount: number
  readonly #row: Int32Array
  readonly #found: { clusters: number[]; shares: number[]; starts: number[] } = {
    clusters: [],
    shares: [],
    starts: [0],
  }

  constructor(model: ConsensusModel) {
    this.#informative = informativeOf(model)
    let start = 0
    for (const t of this.#informative) {
      this.#starts.push(start)
      start += model.clusterCounts[t]
    }
    this.#tally = new AgreementTally(model.counts)
    this.#clusterCount = model.counts.clusterCount
    this.#row = new Int32Array(this.#informative.length)
  }

  /** Adds row i of some labelings. */
  add(labelings: readonly Labels[], i: number): void {
    this.#informative.forEach((t, at) => {
      const label = labelings[t][i]
      this.#row[at] = label < 0 ? -1 : this.#starts[at] + label
    })
    const { clusters, shares, starts } = this.#found
    const all = this.#tally.shares(this.#row, 0)
    const total = all.reduce((sum, share) => sum + share, 0)
    const kept = [...all.keys()].filter(cluster => all[cluster] > 0 && all[cluster] >= LEAST_SHARE * total)
    const sum = kept.reduce((sum, cluster) => sum + all[cluster], 0)
    for (const cluster of kept) {
      clusters.push(cluster)
      shares.push(all[cluster] / sum)
    }
    starts.push(clusters.length)
  }

  result(): Memberships {
    const { clusters, shares, starts } = this.#found
    return {
      sampleCount: starts.length - 1,
      clusterCount: this.#clusterCount,
      starts: Int32Array.from(starts),
      clusters: Int32Array.from(clusters),
      shares: Float64Array.from(shares),
    }
  }
}
