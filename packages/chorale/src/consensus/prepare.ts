import { type Labeling, numberLabelings } from '../labelings/adopt.js'
import { informativeLabelings } from '../labelings/coverage.js'
import { describeStore, type EnsembleReport } from '../labelings/describe.js'
import { type DistinctRows, numberRows } from '../labelings/distinct-rows.js'
import { type LabelStore, labelingsOf, pickLabelings, storeOf } from '../labelings/label-store.js'
import { type LabelTable, tableOf } from '../labelings/label-table.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import type { Pauser } from '../pause.js'
import type { Ensemble, Labels } from '../types.js'
import { type CoAssociation, coAssociation } from './similarity/co-association.js'
import { type SimilarityRows, similarityRows } from './similarity/similarity-rows.js'

/** A label store with the names of the labelings and of their clusters. */
export interface NamedStore extends Pick<Ensemble, 'names' | 'clusterNames'> {
  readonly store: LabelStore
}

/**
 * The first step of every consensus: describes the ensemble, checks that every sample is covered, skips labelings with
 * one cluster, and collapses equal label rows. Everything else is computed on first access.
 */
export class Preparation {
  readonly report: EnsembleReport
  readonly names: readonly string[]
  readonly clusterNames: Ensemble['clusterNames']
  /** Indices of the labelings with at least two clusters. */
  readonly kept: readonly number[]
  /** The labels of the kept labelings. */
  readonly store: LabelStore
  readonly #given: readonly Labels[] | null
  #rows: DistinctRows | null = null
  #table: LabelTable | null = null
  #labelings: readonly Labels[] | null = null
  readonly #similarities = new Map<number, CoAssociation>()
  readonly #similarityRows = new Map<CoAssociation, SimilarityRows>()

  /** `labelings` are the same labels by sample, if they are already in memory. */
  constructor({ store, names, clusterNames }: NamedStore, labelings: readonly Labels[] | null = null) {
    this.kept = informativeLabelings('consensus', store, names)
    this.names = names
    this.clusterNames = clusterNames
    this.store = pickLabelings(store, this.kept)
    this.#given = labelings
    this.report = this.store === store ? describeStore(store, this.rowCount) : describeStore(store)
  }

  /** The distinct label rows of the kept labelings. */
  get distinctRows(): DistinctRows {
    this.#rows ??= numberRows(this.store)
    return this.#rows
  }

  /** The number of distinct label rows of the kept labelings. */
  get rowCount(): number {
    return this.distinctRows.rowCount
  }

  get table(): LabelTable {
    this.#table ??= tableOf(this.store, this.distinctRows)
    return this.#table
  }

  /** The kept labelings, by sample. */
  get labelings(): readonly Labels[] {
    const given = this.#given
    this.#labelings ??= given === null ? labelingsOf(this.store) : this.kept.map(t => given[t])
    return this.#labelings
  }

  /** The NWCA similarity for one λ. */
  similarity(lambda: number): CoAssociation {
    const known = this.#similarities.get(lambda)
    const similarity = known ?? coAssociation(this.table, { kind: 'nwca', lambda })
    this.#similarities.set(lambda, similarity)
    return similarity
  }

  /** The rows of a similarity without entries below `least`, cached if there are few. */
  async rows(
    similarity: CoAssociation,
    work: { loops: HotLoops; pauser: Pauser; least: number },
  ): Promise<SimilarityRows> {
    const known = this.#similarityRows.get(similarity)
    if (known !== undefined && known.least <= work.least) return known
    // A second, smaller threshold: others may follow.
    const rows = await similarityRows(similarity, known === undefined ? work : { ...work, least: 0 })
    this.#similarityRows.set(similarity, rows)
    return rows
  }
}

const prepared = new WeakMap<Ensemble, Preparation>()

/**
 * Caches what all consensus runs on an ensemble share (equal label rows and similarities, up to about 200 MB). Use it
 * to try several cluster counts or thresholds on the same ensemble. The cache lives as long as the returned ensemble.
 *
 * @example
 * ```ts
 * import { consensus, prepareConsensus } from 'chorale'
 *
 * const ensemble = prepareConsensus([[0, 0, 1, 1, 2], [0, 0, 1, 2, 2], [0, 1, 1, 2, 2]])
 * for (const clusterCount of [2, 3]) await consensus(ensemble, { clusterCount })
 * ```
 *
 * @group Consensus
 */
export function prepareConsensus(input: Ensemble | readonly Labeling[]): Ensemble {
  const ensemble = 'labelings' in input ? { ...input } : numberLabelings('consensus', input)
  prepared.set(ensemble, preparationFor(ensemble))
  return ensemble
}

/** The preparation of an ensemble: cached by `prepareConsensus`, or new. */
export function preparationOf(ensemble: Ensemble): Preparation {
  return prepared.get(ensemble) ?? preparationFor(ensemble)
}

function preparationFor(ensemble: Ensemble): Preparation {
  const { names, clusterNames, labelings } = ensemble
  return new Preparation({ store: storeOf(ensemble), names, clusterNames }, labelings)
}
