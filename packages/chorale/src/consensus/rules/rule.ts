import type { LabelTable } from '../../labelings/label-table.js'
import type { AgreementCounts } from './agreement.js'

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

/** Assigns label rows that the model does not store to a consensus cluster. */
export interface RuleKind<Rule, Shape = ModelShape> {
  /** Throws if the parts of a rule do not fit together or do not fit the model. */
  check(rule: Rule, shape: ModelShape): void
  /**
   * A function from a row of the table to its cluster; -1 if the rule cannot decide. The first rows of the table are
   * the stored ones.
   */
  assigner(rule: Rule, shape: Shape, table: LabelTable): (row: number) => number
}
