import type { Samples } from '../types.js'
import { datasetOf } from './features/to-dataset.js'
import { type Data, flatRows, numberRows, shapedValues } from './to-table.js'

/** Samples that were made of data, and what was assumed on the way. */
export interface FoundSamples {
  readonly samples: Samples
  readonly notes: readonly string[]
}

/**
 * Data in any form as samples. Numbers are taken as they are. Tables and objects become features by the rules of
 * `toDataset`, but are not scaled.
 */
export function toSamples(caller: string, data: Data): FoundSamples {
  const shaped = shapedValues(caller, data)
  if (shaped !== null) {
    const { sampleCount, featureCount, values } = shaped
    const numbers = values instanceof Float64Array ? values : new Float64Array(values)
    return { samples: { sampleCount, featureCount, values: numbers }, notes: [] }
  }
  const rows = numberRows(caller, data)
  if (rows !== null) return { samples: flatRows(caller, rows), notes: [] }
  const { sampleCount, featureCount, values, notes } = datasetOf(caller, data, { scale: 'none' })
  return { samples: { sampleCount, featureCount, values }, notes }
}
