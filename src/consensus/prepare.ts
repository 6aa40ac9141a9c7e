import { InputError } from '../check.js'
import { adoptLabelings, type Labeling } from '../ensemble/adopt.js'
import { describeEnsemble, type EnsembleReport } from '../ensemble/describe.js'
import { collapseRows, type LabelTable } from '../ensemble/label-table.js'
import type { Pauser } from '../pause.js'
import { type CoAssociation, coAssociation } from '../similarity/co-association.js'
import { type SimilarityRows, similarityRows } from '../similarity/similarity-rows.js'
import type { Ensemble } from '../types.js'

/** What every consensus of an ensemble begins with, computed when it is first asked for. */
export class Preparation {
  readonly report: EnsembleReport
  /** Indices of the labelings with at least two clusters. */
  readonly kept: readonly number[]
  /** The ensemble of these alone. */
  readonly informative: Ensemble
  readonly table: LabelTable
  readonly #similarities = new Map<number, CoAssociation>()
  readonly #rows = new Map<CoAssociation, SimilarityRows>()

  constructor(ensemble: Ensemble) {
    this.report = describeEnsemble(ensemble)
    this.kept = informativeLabelings(ensemble)
    this.informative = {
      sampleCount: ensemble.sampleCount,
      labelings: this.kept.map(t => ensemble.labelings[t]),
      clusterCounts: this.kept.map(t => ensemble.clusterCounts[t]),
      names: this.kept.map(t => ensemble.names[t]),
    }
    this.table = collapseRows(this.informative)
  }

  /** The NWCA similarity for one λ. */
  similarity(lambda: number): CoAssociation {
    const known = this.#similarities.get(lambda)
    const similarity = known ?? coAssociation(this.table, { kind: 'nwca', lambda })
    this.#similarities.set(lambda, similarity)
    return similarity
  }

  /** Its rows, kept while they are few. */
  async rows(similarity: CoAssociation, pauser: Pauser): Promise<SimilarityRows> {
    const rows = this.#rows.get(similarity) ?? (await similarityRows(similarity, pauser))
    this.#rows.set(similarity, rows)
    return rows
  }
}

const prepared = new WeakMap<Ensemble, Preparation>()

/**
 * Keeps what all consensuses of an ensemble have in common (equal label rows, similarities; up to about 200 MB) as long as
 * the returned ensemble lives: for those who try several numbers of clusters or thresholds on it.
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
  const ensemble = 'labelings' in input ? { ...input } : adoptLabelings(input)
  prepared.set(ensemble, new Preparation(ensemble))
  return ensemble
}

/** The preparation of an ensemble: kept by `prepareConsensus`, or made for one use. */
export function preparationOf(ensemble: Ensemble): Preparation {
  return prepared.get(ensemble) ?? new Preparation(ensemble)
}

/** Indices of the labelings with at least two clusters: one cluster says nothing about which samples belong together. */
function informativeLabelings({ sampleCount, labelings, clusterCounts, names }: Ensemble): number[] {
  const kept = clusterCounts.flatMap((count, t) => (count > 1 ? [t] : []))
  if (kept.length === 0) {
    throw new InputError('consensus: labelings must hold at least one with two clusters; all of them have one cluster')
  }
  for (let i = 0; i < sampleCount; i++) {
    if (kept.some(t => labelings[t][i] >= 0)) continue
    const only = names.filter((_, t) => labelings[t][i] >= 0).map(name => `'${name}'`)
    throw new InputError(
      `consensus: every sample must be covered by a labeling with at least two clusters; sample ${i + 1} is covered only by ${only.join(', ')}`,
    )
  }
  return kept
}
