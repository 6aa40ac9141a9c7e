/** Sentences for reports that several methods share. */

export const LINKS = 'Two samples are similar if many base clusterings put them into the same cluster'

export const STABLE = 'clusters that the other base clusterings split count less'

export const EMBEDDED =
  'Mapped the samples with the leading eigenvectors and clustered them with k-means, keeping the best of several starts.'

export const TREE =
  'Merged the two most similar groups repeatedly (average linkage) until the requested number was left.'

/** Explains the learned weights of `gpec` and `balanced`. */
export const BALANCING_WEIGHTS =
  'A weight is not a quality score. It balances the base clusterings: it is proportional to 1 / s, where s measures ' +
  'how much of the base clustering the consensus explains. Base clusterings that the consensus explains less have ' +
  'larger weights; often these are coarse ones with few clusters.'
