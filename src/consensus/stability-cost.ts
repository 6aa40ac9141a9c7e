import type { EnsembleExtent, MethodCost } from './method.js'

/** What `ces2l` and `ces2q` may take: apart from their code, which is loaded when they run. */
export function stabilityCost({ sampleCount, distinctRows = sampleCount }: EnsembleExtent): MethodCost {
  return { bytes: stabilityBytes(sampleCount, distinctRows), growth: 'n² memory' }
}

/** Bytes for n samples with r distinct label rows. */
export function stabilityBytes(n: number, r: number): number {
  return 8 * r * r + 4 * n * n
}
