import type { EnsembleExtent, MethodCost } from './method.js'

/** The cost of `ces2l` and `ces2q`. In its own file, because their code is loaded on demand. */
export function stabilityCost({ sampleCount, distinctRows = sampleCount }: EnsembleExtent): MethodCost {
  return { bytes: stabilityBytes(sampleCount, distinctRows), growth: 'n² memory' }
}

/** Bytes for n samples with r distinct label rows. */
export function stabilityBytes(n: number, r: number): number {
  return 8 * r * r + 4 * n * n
}
