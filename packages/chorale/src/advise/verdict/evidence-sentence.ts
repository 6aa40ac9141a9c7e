import { countText } from '../../count-text.js'

/**
 * What the evidence says about clusters, in the words that every summary, report, page and advice uses. `clusterCount` is
 * null if the question was whether there are any.
 */
export function evidenceSentence(clusterCount: number | null, level: 'clear' | 'weak' | 'none'): string {
  const clusters = countText(clusterCount ?? 0, 'cluster')
  if (level === 'clear') return `${clusters}, clearly separated.`
  if (level === 'weak') return `${clusters}, with weak evidence: some of them may be parts of one group.`
  const what =
    clusterCount === null ? 'No evidence of separated clusters' : `No evidence that these ${clusters} are groups`
  return `${what}: data without clusters can be cut like this, too.`
}
