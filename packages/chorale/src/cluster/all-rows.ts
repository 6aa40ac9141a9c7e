import { datasetRows } from '../tables/features/dataset-rows.js'
import type { Dataset } from '../tables/features/to-dataset.js'
import { contentHashes, fittedRows, otherRows } from './fit-rows.js'

/** Some of all rows. */
export interface SomeRows {
  /** Their places among all rows, ascending; null if they are all rows. */
  readonly rows: Int32Array | null
  readonly dataset: Dataset
}

/** Rows of another fit, and rows of neither fit. */
interface OtherRows {
  readonly fit: Dataset
  readonly check: Dataset
}

/** All rows of the data, in memory or not. A fit looks at some of them. */
export interface AllRows {
  readonly sampleCount: number
  readonly featureCount: number
  /** The ground truth, if it is known. */
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  /** A random sample of so many rows. */
  fitted(count: number): Promise<SomeRows>
  /** Other random samples, disjoint from the first and from each other; smaller ones if there are too few rows. */
  others(fitted: Int32Array, counts: { readonly fit: number; readonly check: number }): Promise<OtherRows>
}

/** The rows of a dataset in memory. */
export function rowsInMemory(dataset: Dataset): AllRows {
  const { sampleCount, featureCount, truth, truthName } = dataset
  let hashes: Uint32Array | null = null
  const hashesHere = () => {
    hashes ??= contentHashes(dataset)
    return hashes
  }
  return {
    sampleCount,
    featureCount,
    truth,
    truthName,
    async fitted(count) {
      if (count >= sampleCount) return { rows: null, dataset }
      const rows = fittedRows(hashesHere(), count)
      return { rows, dataset: datasetRows(dataset, rows) }
    },
    async others(fitted, counts) {
      const { fit, check } = otherRows(hashesHere(), fitted, counts)
      return { fit: datasetRows(dataset, fit), check: datasetRows(dataset, check) }
    },
  }
}
