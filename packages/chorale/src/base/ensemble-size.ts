/** The default number of base clusterings: √n, but at least 20 and at most 100. */
export function standardEnsembleSize(sampleCount: number): number {
  return Math.min(100, Math.max(20, Math.round(Math.sqrt(sampleCount))))
}
