import { canonicalOrder } from '../../base/canonical-order.js'
import { adjustedMutualInformation } from '../../metrics/adjusted-mutual-information.js'
import { contentHash } from '../../numeric/content-hash.js'
import { sampleRows } from '../../numeric/sample-rows.js'
import type { Dataset } from '../../tables/features/to-dataset.js'
import type { Labels, Samples } from '../../types.js'
import { neighbourLabels } from './neighbour-labels.js'

/** Operations for the comparison with neighbours, of which there are n² d. */
const WORK = 4e6
const LEAST_SAMPLES = 200
const MOST_SAMPLES = 600
const STREAM = 24

/** What is left of clusters in a part of the data: the agreement of labels and neighbours, near 0 if they are gone. */
export interface Remaining {
  readonly featureCount: number
  without(features: ReadonlySet<number>, labels: Labels): number
  /** In the proportions of the counts of each row, whatever their sum. */
  perSize(labels: Labels): number
}

/** Compares on some of the samples, in an order that does not depend on the order of the rows. */
export function remainingIn(dataset: Dataset): Remaining {
  const { sampleCount: n, featureCount: d } = dataset
  const count = Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, Math.floor(Math.sqrt(WORK / d))))
  const rows = sampleRows(n, { count, seed: STREAM, hashOf: contentHash(dataset) })
  const some = rowsOf(dataset, rows)
  const places = Int32Array.from(canonicalOrder(some), at => rows[at])
  const ordered = rowsOf(dataset, places)
  const agreement = (samples: Samples, labels: Labels) => {
    if (samples.featureCount === 0) return 0
    const own = Int32Array.from(places, row => labels[row])
    return adjustedMutualInformation(own, neighbourLabels(samples, own))
  }
  return {
    featureCount: d,
    without: (features, labels) => agreement(withoutFeatures(ordered, features), labels),
    perSize: labels => agreement(perSize(ordered, dataset), labels),
  }
}

function rowsOf({ featureCount: d, values }: Samples, rows: Int32Array): Samples {
  const some = new Float64Array(rows.length * d)
  rows.forEach((row, at) => {
    some.set(values.subarray(row * d, (row + 1) * d), at * d)
  })
  return { sampleCount: rows.length, featureCount: d, values: some }
}

function withoutFeatures({ sampleCount: n, featureCount: d, values }: Samples, gone: ReadonlySet<number>): Samples {
  const kept = Int32Array.from({ length: d }, (_, f) => f).filter(f => !gone.has(f))
  const count = kept.length
  const some = Float64Array.from(
    { length: n * count },
    (_, at) => values[Math.floor(at / count) * d + kept[at % count]],
  )
  return { sampleCount: n, featureCount: count, values: some }
}

/** The square roots of the shares of each row: the noise of counts is then the same for rare and frequent ones. */
function perSize({ sampleCount: n, featureCount: d, values }: Samples, { scaling, reading }: Dataset): Samples {
  const isVector = reading.columns.every(({ size }) => size !== undefined)
  const shares = new Float64Array(n * d)
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let f = 0; f < d; f++) {
      const value = scaling.centre[f] + scaling.spread[f] * values[i * d + f]
      shares[i * d + f] = value
      sum += isVector ? value * value : value
    }
    if (sum <= 0) continue
    for (let f = 0; f < d; f++) {
      const value = shares[i * d + f]
      shares[i * d + f] = isVector ? value / Math.sqrt(sum) : Math.sqrt(Math.max(0, value) / sum)
    }
  }
  return { sampleCount: n, featureCount: d, values: shares }
}
