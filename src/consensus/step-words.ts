/** Sentences of the reports that several methods share. */

export const LINKS = 'Called two samples alike when many base clusterings put them into the same cluster'

export const STABLE = 'clusters that the other base clusterings break up count less'

export const EMBEDDED =
  'Placed every sample by the leading eigenvectors and grouped them with k-means, best of several starts.'

export const TREE = 'Merged the most alike groups again and again (average linkage) until the wanted number was left.'

/** Why learned weights of `gpec` and `balanced` are no marks. */
export const BALANCING_WEIGHTS =
  'A weight is not a score of quality. It balances: the weight of a base clustering is proportional to 1 / s, where s ' +
  'says how much of it the consensus spans. It is larger for base clusterings that the consensus spans less, often ' +
  'the coarse ones with few clusters.'
