import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { AgreementTally } from './agreement.js'
import { type ConsensusModel, clusterStartsOf, RULES, shapeOf } from './consensus-model.js'
import { likeRows } from './like-rows.js'
import type { AssignRow, RuleKind } from './rule.js'
import { findEqual, storedRows } from './stored-rows.js'

/** Decides label rows one at a time: m clusters, numbered across the labelings that the model uses; -1 = no label. */
export interface RowDecision {
  /** The consensus cluster of the row at [at, at + m); -1 for a row without labels. */
  label: AssignRow
  /** How clearly the base clusterings put the row into its cluster instead of the next best one. */
  confidence(clusters: Int32Array, at: number, label: number): number
}

/**
 * The one way in which a model labels rows, for `predict` and for the rows that a fit left out: a stored row keeps its
 * cluster; for other rows the rule decides; where it cannot, the cluster whose members agree most.
 */
export function createRowDecision(model: ConsensusModel, loops: HotLoops): RowDecision {
  const { rule, counts, rows } = model
  const shape = shapeOf(model)
  const stored = storedRows(rows, clusterStartsOf(model))
  const m = stored.labelingCount
  const equalTo = findEqual(stored)
  const tally = new AgreementTally(counts)
  const byRule = (RULES[rule.kind] as RuleKind<typeof rule>).assigner(rule, shape, stored, loops)
  const byLikeRows = shape.hasMissing && rows.isWhole ? likeRows(rows, stored, counts.clusterCount) : () => -1
  return {
    label(clusters, at) {
      const equal = equalTo(clusters, at)
      if (equal >= 0) return rows.labels[equal]
      let isKnown = false
      for (let t = at; t < at + m && !isKnown; t++) isKnown = clusters[t] >= 0
      if (!isKnown) return -1
      for (const find of [byLikeRows, byRule]) {
        const label = find(clusters, at)
        if (label >= 0) return label
      }
      return tally.mostAgreeing(clusters, at)
    },
    confidence: (clusters, at, label) => tally.confidence(clusters, at, label, { isMember: false }),
  }
}
