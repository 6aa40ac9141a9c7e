import { InputError } from '../errors.js'
import { noLabel } from './codes.js'
import { clusterCountsOf, type LabelStore } from './label-store.js'

/** The number of samples that each labeling covers. */
export function coveredCounts({ sampleCount, ensembleSize: m, hasMissing, blocks }: LabelStore): number[] {
  const covered = new Array<number>(m).fill(hasMissing ? 0 : sampleCount)
  if (!hasMissing) return covered
  for (const { codes, rowCount, multiplicity } of blocks) {
    const none = noLabel(codes)
    for (let r = 0; r < rowCount; r++) {
      for (let t = 0; t < m; t++) if (codes[r * m + t] !== none) covered[t] += multiplicity[r]
    }
  }
  return covered
}

/** Throws an InputError if a labeling covers no sample, or if no labeling covers a sample. */
export function checkCoverage(caller: string, store: LabelStore, names: readonly string[]): void {
  if (!store.hasMissing) return
  const empty = coveredCounts(store).indexOf(0)
  if (empty >= 0) {
    throw new InputError(
      `${caller}: every labeling must cover at least one sample; '${names[empty]}' has only missing labels`,
    )
  }
  const uncovered = firstUncovered(store, Array.from(names.keys()))
  if (uncovered === null) return
  throw new InputError(
    `${caller}: every sample must be covered by at least one labeling; sample ${uncovered.sample + 1} has only missing labels`,
  )
}

/**
 * Indices of the labelings with at least two clusters. A labeling with one cluster has no information about which
 * samples belong together. Throws an InputError if there is none, or if none of them covers a sample.
 */
export function informativeLabelings(caller: string, store: LabelStore, names: readonly string[]): number[] {
  checkCoverage(caller, store, names)
  const kept = clusterCountsOf(store).flatMap((count, t) => (count > 1 ? [t] : []))
  if (kept.length === 0) {
    throw new InputError(
      `${caller}: labelings must include one with at least two clusters; all of them have one cluster`,
    )
  }
  const uncovered = kept.length === names.length ? null : firstUncovered(store, kept)
  if (uncovered === null) return kept
  const only = uncovered.coveredBy.map(t => `'${names[t]}'`)
  throw new InputError(
    `${caller}: every sample must be covered by a labeling with at least two clusters; sample ${uncovered.sample + 1} is covered only by ${only.join(', ')}`,
  )
}

/** The first sample that none of the given labelings covers, and the labelings that do; null if there is none. */
function firstUncovered(
  { ensembleSize: m, hasMissing, blocks }: LabelStore,
  labelings: readonly number[],
): { sample: number; coveredBy: number[] } | null {
  if (!hasMissing) return null
  let firstSample = 0
  for (const { sampleCount, codes, rowCount, rowOf } of blocks) {
    const none = noLabel(codes)
    // Rows are numbered by first appearance, so the first such row belongs to the first such sample.
    for (let r = 0; r < rowCount; r++) {
      if (labelings.some(t => codes[r * m + t] !== none)) continue
      const coveredBy = Array.from({ length: m }, (_, t) => t).filter(t => codes[r * m + t] !== none)
      return { sample: firstSample + rowOf.indexOf(r), coveredBy }
    }
    firstSample += sampleCount
  }
  return null
}
