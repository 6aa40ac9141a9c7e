/** Samples x components x dimensions² that a mixture may have, so that tens of them take seconds. */
const MOST_WORK = 5e6

/** The most dimensions of a mixture with full covariances that does not take too long. */
export function affordableDimension(sampleCount: number, clusterCount: number): number {
  return Math.max(2, Math.floor(Math.sqrt(MOST_WORK / (sampleCount * clusterCount))))
}
