import type { Dataset } from './to-dataset.js'

/** The dataset of some of the rows, in the given order. */
export function datasetRows(dataset: Dataset, rows: Int32Array): Dataset {
  const { featureCount: d, values, ids, truth, descriptions } = dataset
  const some = new Float64Array(rows.length * d)
  rows.forEach((row, at) => {
    some.set(values.subarray(row * d, (row + 1) * d), at * d)
  })
  return {
    ...dataset,
    sampleCount: rows.length,
    values: some,
    ids: ids && Array.from(rows, row => ids[row]),
    truth: truth && Array.from(rows, row => truth[row]),
    descriptions: descriptions.map(each => ({ ...each, codes: rows.map(row => each.codes[row]) })),
  }
}
