import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import type { AgreementCounts } from './agreement.js'
import type { StoredRows } from './stored-rows.js'

/** The sizes of a model. */
export interface ModelShape {
  /** Number of consensus clusters. */
  readonly clusterCount: number
  /** Number of base clusters of all labelings that are used. */
  readonly clusterTotal: number
  /** Number of stored label rows. */
  readonly rowCount: number
  /** Whether a stored row has a missing label. */
  readonly hasMissing: boolean
  readonly counts: AgreementCounts
}

/**
 * The consensus cluster of a label row; -1 if it cannot be decided. The row is m clusters, numbered across all labelings,
 * at [at, at + m); -1 = no label.
 */
export type AssignRow = (clusters: Int32Array, at: number) => number

/** Assigns label rows that the model does not store to a consensus cluster. */
export interface RuleKind<Rule> {
  /** Throws if the parts of a rule do not fit together or do not fit the model. */
  check(rule: Rule, shape: ModelShape): void
  assigner(rule: Rule, shape: ModelShape, stored: StoredRows, loops: HotLoops): AssignRow
  /** The same rule with consensus cluster `order[C]` as cluster C. */
  reordered(rule: Rule, order: readonly number[]): Rule
}
