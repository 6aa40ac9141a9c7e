import { AgreementTally } from './agreement.js'
import type { RuleKind } from './rule.js'

/** Chooses the cluster whose members agree most with the labels of the row; for methods without an embedding. */
export interface AgreementRule {
  readonly kind: 'agreement'
}

export const agreement: RuleKind<AgreementRule> = {
  check: () => {},
  reordered: rule => rule,
  assigner(_, { counts }) {
    const tally = new AgreementTally(counts)
    return (clusters, at) => tally.mostAgreeing(clusters, at)
  },
}
