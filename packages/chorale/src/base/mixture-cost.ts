import type { Samples } from '../types.js'

/** Samples that a mixture is fitted to. */
export const MIXTURE_SAMPLES = 3000

/** Samples x components x dimensions² that a mixture may have, so that tens of them take seconds. */
const MOST_WORK = 5e6

/** The most dimensions of a mixture with full covariances that does not take too long. */
export function affordableDimension(sampleCount: number, clusterCount: number): number {
  return Math.max(2, Math.floor(Math.sqrt(MOST_WORK / (sampleCount * clusterCount))))
}

/** The same of all mixtures of the default: where one takes long, few are enough. */
const MOST_WORK_OF_ALL = 1.5e8
/** On draws of 2,000 x 23 and 5,000 x 20, 12 mixtures were as accurate as 40; small tables need more. */
const MIXTURES = { least: 16, most: 40 }

/** The default for the number of mixtures with so many components on average. */
export function standardMixtures({ sampleCount, featureCount }: Samples, componentCount: number): number {
  const rows = Math.min(sampleCount, MIXTURE_SAMPLES)
  const dimension = Math.min(featureCount, affordableDimension(rows, componentCount))
  const each = rows * componentCount * dimension ** 2
  return Math.max(MIXTURES.least, Math.min(MIXTURES.most, Math.round(MOST_WORK_OF_ALL / each)))
}
