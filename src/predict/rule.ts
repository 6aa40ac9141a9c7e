import type { LabelTable } from '../ensemble/label-table.js'
import type { AgreementCounts } from './agreement.js'

/** The sizes that the parts of a model share. */
export interface ModelShape {
  /** Consensus clusters. */
  readonly clusterCount: number
  /** Base clusters of all labelings that count. */
  readonly clusterTotal: number
  /** Remembered label rows. */
  readonly rowCount: number
  /** Whether one of them lacks a label. */
  readonly hasMissing: boolean
  readonly counts: AgreementCounts
}

/** A way to give label rows that the model does not remember to a consensus cluster. */
export interface RuleKind<Rule> {
  /** Throws where the parts of a rule do not fit together or to the model. */
  check(rule: Rule, shape: ModelShape): void
  /**
   * A function from a row of the table to its cluster, -1 where the rule cannot tell. The first rows of the table are
   * the remembered ones.
   */
  assigner(rule: Rule, shape: ModelShape, table: LabelTable): (row: number) => number
}
