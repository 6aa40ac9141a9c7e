import type { Samples } from 'chorale/internal'

/** Samples with their values in shared memory; copied once unless they are already there. */
export function sharedSamples({ sampleCount, featureCount, values }: Samples): Samples {
  if (values.buffer instanceof SharedArrayBuffer) return { sampleCount, featureCount, values }
  const shared = new Float64Array(new SharedArrayBuffer(values.byteLength))
  shared.set(values)
  return { sampleCount, featureCount, values: shared }
}
