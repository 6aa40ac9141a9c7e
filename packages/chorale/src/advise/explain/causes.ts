import { isMostlyDiscrete } from '../../base/discrete.js'
import { contentHash } from '../../numeric/content-hash.js'
import { plainName } from '../../tables/columns/role-names.js'
import type { Dataset, FilledColumn } from '../../tables/features/to-dataset.js'
import type { Labels } from '../../types.js'

/** What can explain clusters other than groups of similar samples. */
export type ExplanationKind = 'column' | 'filled' | 'order' | 'id' | 'size' | 'duplicates'

/** Something that may have made the clusters. */
export interface Cause {
  readonly kind: ExplanationKind
  readonly name: string
  /** A value of few for every sample, -1 for none; null if its values are too many. */
  readonly codes: Int32Array | null
  /** Its values in words, by code. */
  readonly valueNames: readonly string[] | null
  /** A number for every sample, NaN for none; null if its values have no order. */
  readonly numbers: Float64Array | null
  /** The features that are made of it; null if it is no feature. */
  readonly features: ReadonlySet<number> | null
  /** Whether it has most of the variance of all features. */
  readonly isDominant: boolean
  /** The columns whose cells were filled in; empty for other causes. */
  readonly columns: readonly string[]
  /** Whether it names how samples were collected, which explains clusters even if it is no feature. */
  readonly isBatch: boolean
}

/** A cause and the clusters that it explains. */
export interface Match {
  readonly cause: Cause
  readonly agreement: number
  readonly clusters: readonly number[]
  /** Whether the clusters are the values of the cause, groups of its values, intervals of it, or each one of its values. */
  readonly how: 'values' | 'groups' | 'intervals' | 'cluster'
  /** Of one cluster: its value, and how many of its samples have it. */
  readonly value: number
  readonly count: number
  readonly clusterSize: number
}

/** A column with more values than this is compared by intervals only. */
const MOST_VALUES = 30
/** A value must have this many samples on average. */
const LEAST_PER_VALUE = 3
/** A continuous column can explain the clusters only if this share of its variance is between them. */
const LEAST_BETWEEN = 0.4
/** A feature with this share of the variance decides alone what is near. */
const DOMINANT = 0.8
/** With fewer samples the other features cannot show that the clusters are gone without a column. */
const LEAST_FOR_INTERVALS = 30
/** A row counts as copied if it occurs at least this often. */
const LEAST_COPIES = 5
/**
 * Row sums are library sizes if there are so many features, counts up to at least this, the sums vary so much, and no feature
 * alone has more than this share of their variance.
 */
const COUNTS = { features: 5, most: 20, variation: 0.25, alone: 0.5 }

/** Names of columns about how the samples were collected, not about what they are. */
const BATCH_NAME =
  /(^|_)(batch|batches|plate|run|lane|chip|site|lab|laboratory|centre|center|hospital|clinic|machine|instrument|device|sensor|operator|technician|scanner|session|array|platform|donor|cohort|experiment|protocol|kit|flowcell|library|file|round|wave|shift|study|replicate)($|_|\d)/

/** Everything that may have made the clusters, in the order in which equally good explanations are preferred. */
export function causesOf(dataset: Dataset | null, positions: Int32Array, labels: Labels): Cause[] {
  const order: Cause = { ...NOTHING, kind: 'order', name: 'order of the rows', numbers: Float64Array.from(positions) }
  if (dataset === null) return [order]
  return [
    ...filledCauses(dataset),
    ...featureCauses(dataset, labels),
    ...duplicateCauses(dataset),
    ...sizeCauses(dataset),
    ...categoryCauses(dataset),
    ...descriptionCauses(dataset),
    ...asideCauses(dataset),
    order,
  ]
}

const NOTHING = {
  codes: null,
  valueNames: null,
  numbers: null,
  features: null,
  columns: [],
  isDominant: false,
  isBatch: false,
}

/** The rows in which a column was filled in, and the rows in which any was. Columns filled in the same rows are one cause. */
function filledCauses({ sampleCount: n, filled, reading }: Dataset): Cause[] {
  const isSame = (a: FilledColumn, b: FilledColumn) =>
    a.samples.length === b.samples.length && a.samples.every((sample, at) => sample === b.samples[at])
  const different = filled.filter((column, at) => !filled.slice(0, at).some(before => isSame(before, column)))
  const groups = different.map(column => filled.filter(other => isSame(other, column)))
  if (different.length > 1) groups.push([...filled])
  return groups.map((columns): Cause => {
    const codes = new Int32Array(n)
    for (const { samples } of columns) for (const sample of samples) codes[sample] = 1
    const features = filled.filter(({ samples }) => 2 * samples.filter(i => codes[i] === 1).length >= samples.length)
    const names = new Set(features.map(({ column }) => column))
    return {
      ...NOTHING,
      kind: 'filled',
      name: columns.map(({ column }) => column).join(', '),
      columns: columns.map(({ column }) => column),
      codes,
      features: new Set(reading.columns.filter(({ column }) => names.has(column)).flatMap(column => column.features)),
    }
  })
}

/** The columns of numbers that are features. */
function featureCauses(dataset: Dataset, labels: Labels): Cause[] {
  const { sampleCount: n, featureCount: d, values, scaling, reading } = dataset
  const { between, variances } = variancesOf(dataset, labels)
  const total = variances.reduce((sum, variance) => sum + variance, 0)
  return reading.columns.flatMap(({ column, values: texts, features, size }): Cause[] => {
    if (texts !== null || size !== undefined) return []
    const [feature] = features
    const numbers = Float64Array.from({ length: n }, (_, i) => values[i * d + feature])
    const discrete = fewValues(numbers, scaling.centre[feature], scaling.spread[feature])
    const isTelling = n >= LEAST_FOR_INTERVALS && between[feature] >= LEAST_BETWEEN
    if (discrete === null && !isTelling) return []
    const ordered = isTelling ? numbers : null
    const isDominant = d > 2 && variances[feature] > DOMINANT * total
    return [
      {
        ...NOTHING,
        kind: 'column',
        name: column,
        ...discrete,
        numbers: ordered,
        isDominant,
        features: new Set([feature]),
      },
    ]
  })
}

/** The variance of each feature, and the share of it that is between the clusters. */
function variancesOf({ sampleCount: n, featureCount: d, values }: Dataset, labels: Labels) {
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const sums = new Float64Array(k * d)
  const sizes = new Float64Array(k)
  const total = new Float64Array(d)
  const squares = new Float64Array(d)
  for (let i = 0; i < n; i++) {
    sizes[labels[i]]++
    for (let f = 0; f < d; f++) {
      const value = values[i * d + f]
      sums[labels[i] * d + f] += value
      total[f] += value
      squares[f] += value * value
    }
  }
  const variances = squares.map((square, f) => square - (total[f] * total[f]) / n)
  const between = total.map((sum, f) => {
    const centre = (sum * sum) / n
    let between = -centre
    for (let c = 0; c < k; c++) if (sizes[c] > 0) between += (sums[c * d + f] * sums[c * d + f]) / sizes[c]
    return variances[f] > 0 ? between / variances[f] : 0
  })
  return { between, variances }
}

/** The values of a column that has few of them, numbered in increasing order; null if it has many. */
function fewValues(numbers: Float64Array, centre = 0, spread = 1): Pick<Cause, 'codes' | 'valueNames'> | null {
  const seen = new Set<number>()
  for (const number of numbers) {
    if (!Number.isNaN(number)) seen.add(number)
    if (seen.size > MOST_VALUES) return null
  }
  if (seen.size < 2 || LEAST_PER_VALUE * seen.size > numbers.length) return null
  const sorted = Float64Array.from(seen).sort()
  const codeOf = new Map(Array.from(sorted, (value, code) => [value, code]))
  return {
    codes: Int32Array.from(numbers, number => codeOf.get(number) ?? -1),
    valueNames: Array.from(sorted, value => String(Number((centre + spread * value).toPrecision(6)))),
  }
}

/** Rows that occur often, and all of them together. Tables of few values have equal rows anyway. */
function duplicateCauses(dataset: Dataset): Cause[] {
  const { sampleCount: n, featureCount: d, values, filled } = dataset
  if (d < 2 || isMostlyDiscrete({ rowCount: n, columnCount: d, values })) return []
  const hashOf = contentHash(dataset)
  // Filled cells make rows equal.
  const isFilled = new Uint8Array(n)
  for (const { samples } of filled) for (const sample of samples) isFilled[sample] = 1
  const counts = new Map<number, number>()
  for (let i = 0; i < n; i++) if (isFilled[i] === 0) counts.set(hashOf(i), (counts.get(hashOf(i)) ?? 0) + 1)
  const copied = new Map([...counts].filter(([, count]) => count >= LEAST_COPIES).map(([hash], at) => [hash, at]))
  if (copied.size === 0) return []
  const codes = Int32Array.from({ length: n }, (_, i) => (isFilled[i] === 1 ? -1 : (copied.get(hashOf(i)) ?? -1)))
  return [{ ...NOTHING, kind: 'duplicates', name: 'copies of rows', codes }]
}

/** The sums of rows of counts, and the lengths of vectors. */
function sizeCauses(dataset: Dataset): Cause[] {
  const { sampleCount: n, featureCount: d, values, scaling, reading } = dataset
  const numbers = new Float64Array(n)
  if (reading.columns.length > 0 && reading.columns.every(({ size }) => size !== undefined)) {
    for (let at = 0; at < n * d; at++) numbers[Math.floor(at / d)] += values[at] * values[at]
    return [{ ...NOTHING, kind: 'size', name: 'length of the vectors', numbers: numbers.map(Math.sqrt) }]
  }
  if (d < COUNTS.features) return []
  let most = 0
  const counts = Array.from({ length: d }, () => new Float64Array(n))
  for (let i = 0; i < n; i++) {
    for (let f = 0; f < d; f++) {
      const value = scaling.centre[f] + scaling.spread[f] * values[i * d + f]
      const count = Math.round(value)
      if (count < 0 || Math.abs(value - count) > 1e-6 * Math.max(1, count)) return []
      if (count > most) most = count
      counts[f][i] = count
      numbers[i] += count
    }
  }
  const { mean, variance } = momentsOf(numbers)
  const isVaried = mean > 0 && Math.sqrt(variance) >= COUNTS.variation * mean
  const isShared = counts.every(column => momentsOf(column).variance <= COUNTS.alone * variance)
  return most >= COUNTS.most && isVaried && isShared
    ? [{ ...NOTHING, kind: 'size', name: 'sum of the counts', numbers }]
    : []
}

function momentsOf(numbers: Float64Array): { mean: number; variance: number } {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const variance = numbers.reduce((sum, number) => sum + (number - mean) * (number - mean), 0) / numbers.length
  return { mean, variance }
}

/** Text columns that are features: the value whose feature is largest. */
function categoryCauses({ sampleCount: n, featureCount: d, values, encodings }: Dataset): Cause[] {
  return encodings.map(({ column, values: texts, features }): Cause => {
    const kept = features.filter(feature => feature >= 0)
    const codes = Int32Array.from({ length: n }, (_, i) => {
      const cells = features.map(feature => (feature < 0 ? Number.NEGATIVE_INFINITY : values[i * d + feature]))
      return cells.indexOf(cells.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY))
    })
    return { ...NOTHING, kind: 'column', name: column, codes, valueNames: texts, features: new Set(kept) }
  })
}

function descriptionCauses({ descriptions, sampleCount: n }: Dataset): Cause[] {
  return descriptions
    .filter(({ values }) => LEAST_PER_VALUE * values.length <= n)
    .map(({ column, values, codes }): Cause => {
      return { ...NOTHING, kind: 'column', name: column, codes, valueNames: values, isBatch: isBatchName(column) }
    })
}

/** Ids by their order, and other columns that are set aside. */
function asideCauses({ aside }: Dataset): Cause[] {
  return aside.map(({ column, numbers, type, role }): Cause => {
    const few = fewValues(numbers)
    const isId = role === 'id' || (type === 'number' && few === null && areAllDifferent(numbers))
    return {
      ...NOTHING,
      kind: isId ? 'id' : 'column',
      name: column,
      codes: few?.codes ?? null,
      valueNames: type === 'text' ? null : (few?.valueNames ?? null),
      numbers,
      isBatch: !isId && isBatchName(column),
    }
  })
}

function areAllDifferent(numbers: Float64Array): boolean {
  return new Set(numbers).size === numbers.length && numbers.every(Number.isInteger)
}

function isBatchName(column: string): boolean {
  return BATCH_NAME.test(plainName(column))
}
