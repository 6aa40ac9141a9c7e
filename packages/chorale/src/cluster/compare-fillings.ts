import { countText } from '../count-text.js'
import { contentHash } from '../numeric/content-hash.js'
import type { LoopChoice } from '../numeric/loops/hot-loops.js'
import { sampleRows } from '../numeric/sample-rows.js'
import type { Model } from '../predict/model.js'
import { predictSamples } from '../predict/predict.js'
import { datasetRows } from '../tables/features/dataset-rows.js'
import { nearestFill } from '../tables/features/nearest-fill.js'
import type { Dataset } from '../tables/features/to-dataset.js'
import type { LongWork } from '../types.js'

/** Rows with filled cells that are compared. */
const MOST_ROWS = 500
const STREAM = 27
/** A smaller share of them in other clusters is not worth a sentence. */
const LEAST_CHANGED = 0.1

/**
 * Whether the filled cells decide: how many rows would be labeled differently if their cells came from the nearest rows.
 * Null if the answer hardly changes, or if the cells come from there.
 */
export async function nearestFillNote(
  dataset: Dataset,
  model: Model,
  { signal, loops }: Pick<LongWork, 'signal'> & { loops?: LoopChoice },
): Promise<string | null> {
  const { filled, reading } = dataset
  if (filled.length === 0 || reading.impute === 'knn' || model.base === null) return null
  const incomplete = Int32Array.from(new Set(filled.flatMap(({ samples }) => [...samples]))).sort()
  const hashOf = contentHash(dataset)
  const options = { count: MOST_ROWS, seed: STREAM, hashOf: (at: number) => hashOf(incomplete[at]) }
  const rows = sampleRows(incomplete.length, options).map(at => incomplete[at])
  const values = nearestFill(dataset, rows)
  const given = await predictSamples(model, datasetRows(dataset, rows), { signal, loops })
  const nearest = await predictSamples(model, datasetRows({ ...dataset, values }, rows), { signal, loops })
  const changed = given.labels.filter((label, at) => label !== nearest.labels[at]).length
  if (changed < LEAST_CHANGED * rows.length) return null
  const which =
    rows.length === incomplete.length
      ? `${changed} of the ${countText(rows.length, 'row')}`
      : `about ${Math.round((100 * changed) / rows.length)} % of the rows`
  return `The filled cells matter: with \`impute: 'knn'\`, which takes them from the nearest rows, ${which} with missing values would be in another cluster.`
}
