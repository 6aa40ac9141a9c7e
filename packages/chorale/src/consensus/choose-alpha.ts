import { normalizedMutualInformation } from '../metrics/normalized-mutual-information.js'
import type { Labels } from '../types.js'

/** The thresholds that `alpha: 'auto'` tries. */
export const ALPHA_GRID: readonly number[] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

/** Mean NMI between a consensus and the base clusterings, each over the samples that the base clustering covers. */
export function agreementWithLabelings(labels: Labels, labelings: readonly Labels[]): number {
  let sum = 0
  for (const base of labelings) {
    const covered = (_: number, i: number) => base[i] >= 0
    sum += base.includes(-1)
      ? normalizedMutualInformation(labels.filter(covered), base.filter(covered))
      : normalizedMutualInformation(labels, base)
  }
  return sum / labelings.length
}

export interface AlphaChoice<Candidate> {
  readonly best: Candidate
  readonly search: { alpha: number; agreement: number }[]
}

/**
 * Runs every threshold of a grid and keeps the consensus that agrees best with the base clusterings. Ties go to the
 * smallest alpha. This does not need the truth. (Paper: alpha fixed at 0.1, or chosen with the truth.)
 */
export async function chooseAlpha<Candidate extends { labels: Labels }>(
  labelings: readonly Labels[],
  grid: readonly number[],
  run: (alpha: number, previous: Candidate | null) => Promise<Candidate>,
): Promise<AlphaChoice<Candidate>> {
  const search: { alpha: number; agreement: number }[] = []
  let best: Candidate | null = null
  let previous: Candidate | null = null
  let bestAgreement = Number.NEGATIVE_INFINITY
  for (const alpha of grid) {
    previous = await run(alpha, previous)
    const agreement = agreementWithLabelings(previous.labels, labelings)
    search.push({ alpha, agreement })
    if (agreement > bestAgreement) {
      bestAgreement = agreement
      best = previous
    }
  }
  return { best: best!, search }
}
