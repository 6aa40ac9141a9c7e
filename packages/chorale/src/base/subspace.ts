import type { Random } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import type { Samples } from '../types.js'

/** Draws the features that a base clustering uses from the features that vary. */
export function drawFeatures(varying: Int32Array, size: number, random: Random): Int32Array {
  return drawSubset(varying.length, size, random).map(at => varying[at])
}

/** Features with at least two different values. A constant feature cannot distinguish samples. */
export function varyingFeatures({ sampleCount, featureCount, values }: Samples): Int32Array {
  const varies = new Uint8Array(featureCount)
  for (let i = 1; i < sampleCount; i++) {
    for (let j = 0; j < featureCount; j++) if (values[i * featureCount + j] !== values[j]) varies[j] = 1
  }
  return Int32Array.from(varies.keys()).filter(j => varies[j] === 1)
}
