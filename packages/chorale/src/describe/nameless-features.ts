import type { Dataset } from '../tables/features/to-dataset.js'

/** More numbered features than this are parts of something, not measurements that a name stands for. */
const MOST_NUMBERED = 30

/**
 * Whether a single feature says nothing to a reader: all are numbers of vectors, or there are many with one name and a number,
 * such as e1, e2, ...
 */
export function hasNamelessFeatures({ reading, featureNames }: Pick<Dataset, 'reading' | 'featureNames'>): boolean {
  const { columns } = reading
  if (columns.length > 0 && columns.every(({ size }) => size !== undefined)) return true
  const prefix = /^(.*?)\d+$/.exec(featureNames[0])?.[1]
  if (featureNames.length <= MOST_NUMBERED || prefix === undefined) return false
  return featureNames.every(name => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
}
