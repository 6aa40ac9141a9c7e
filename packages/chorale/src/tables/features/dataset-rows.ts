import type { Dataset } from './to-dataset.js'

/** The dataset of some of the rows, in the given order. */
export function datasetRows(dataset: Dataset, rows: Int32Array): Dataset {
  const { featureCount: d, values, ids, truth, descriptions, aside, filled } = dataset
  const some = new Float64Array(rows.length * d)
  rows.forEach((row, at) => {
    some.set(values.subarray(row * d, (row + 1) * d), at * d)
  })
  const placeOf = new Int32Array(dataset.sampleCount).fill(-1)
  rows.forEach((row, at) => {
    placeOf[row] = at
  })
  return {
    ...dataset,
    sampleCount: rows.length,
    values: some,
    ids: ids && Array.from(rows, row => ids[row]),
    truth: truth && Array.from(rows, row => truth[row]),
    descriptions: descriptions.map(each => ({ ...each, codes: rows.map(row => each.codes[row]) })),
    aside: aside.map(each => ({ ...each, numbers: Float64Array.from(rows, row => each.numbers[row]) })),
    filled: filled.map(({ column, samples }) => ({
      column,
      samples: samples
        .map(sample => placeOf[sample])
        .filter(at => at >= 0)
        .sort(),
    })),
  }
}
