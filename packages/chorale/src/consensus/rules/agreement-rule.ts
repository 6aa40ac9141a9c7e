import { AgreementTally } from './agreement.js'
import type { RuleKind } from './rule.js'

/** Chooses the cluster whose members agree most with the labels of the row; for methods without an embedding. */
export interface AgreementRule {
  readonly kind: 'agreement'
}

export const agreement: RuleKind<AgreementRule> = {
  check: () => {},
  assigner(_, { counts }, table) {
    const tally = new AgreementTally(counts, table)
    return row => tally.mostAgreeing(row)
  },
}
