import { type Column, cellText, type Dataset, type Labels, type Table } from 'chorale/internal'
import { featureEffects } from 'chorale-report/data'
import type { ColumnDistribution, ColumnValues, RankedColumns } from './messages.js'
import { middleRange } from './middle-range.js'

/** The page gets at most this many letters of a text column, so that its memory is bounded. */
const MOST_LETTERS = 2e7
const LONGEST_TEXT = 120
const SHORTEST_TEXT = 16

/** Bars of a histogram, and values of a text column that are counted one by one. */
const MOST_BARS = 24
const MOST_VALUES = 8

/** Features and values in the ranking of a selection. */
const MOST_RANKED = 12
const MOST_RANKED_VALUES = 6
/** Columns with more different values have hardly any value twice. */
const MOST_COUNTED = 2000
/** A value that fewer selected samples have is chance. */
const LEAST_COUNT = 3

/** The values of a column for every sample. `rows` are the rows of the samples in the table. */
export function columnValues(column: Column, rows: Int32Array): ColumnValues {
  if (column.kind === 'text') {
    const letters = Math.min(LONGEST_TEXT, Math.max(SHORTEST_TEXT, Math.floor(MOST_LETTERS / column.texts.length)))
    const texts = column.texts.map(text => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text))
    return { kind: 'text', name: column.name, texts, codes: rows.map(row => column.codes[row]) }
  }
  const values = Float64Array.from(rows, row => (column.kind === 'number' ? column.numbers[row] : Number.NaN))
  return { kind: 'number', name: column.name, values, range: middleRange(values.filter(value => !Number.isNaN(value))) }
}

/**
 * The samples that have a text in a column, or in any text column if none is named. A column of numbers is searched for
 * the number as it is written.
 */
export function samplesWith(table: Table, rows: Int32Array, text: string, column: string | null): Int32Array {
  const words = text.trim().toLowerCase()
  const searched = table.columns.filter(({ name, kind }) => (column === null ? kind === 'text' : name === column))
  const isFound = new Uint8Array(rows.length)
  for (const each of searched) {
    if (each.kind === 'text') {
      const isMatch = each.texts.map(value => value.toLowerCase().includes(words))
      rows.forEach((row, i) => {
        if (isMatch[each.codes[row]]) isFound[i] = 1
      })
    } else {
      rows.forEach((row, i) => {
        if (cellText(each, row)?.toLowerCase() === words) isFound[i] = 1
      })
    }
  }
  const found = new Int32Array(rows.length)
  let count = 0
  for (let i = 0; i < isFound.length; i++) if (isFound[i] === 1) found[count++] = i
  return found.slice(0, count)
}

/** How the values of a column are distributed; null for vectors and columns without a value. */
export function distributionOfColumn(column: Column): ColumnDistribution | null {
  if (column.kind === 'vector') return null
  return column.kind === 'text' ? countsOf(column.texts, column.codes) : histogramOf(column.numbers)
}

function countsOf(texts: readonly string[], codes: Int32Array): ColumnDistribution | null {
  const counts = new Float64Array(texts.length)
  for (const code of codes) if (code >= 0) counts[code]++
  const order = [...counts.keys()].filter(code => counts[code] > 0).sort((a, b) => counts[b] - counts[a] || a - b)
  if (order.length === 0) return null
  const bars = order
    .slice(0, MOST_VALUES)
    .map(code => ({ text: texts[code].slice(0, LONGEST_TEXT), count: counts[code] }))
  const others = order.slice(MOST_VALUES).reduce((sum, code) => sum + counts[code], 0)
  return { kind: 'text', bars, others, valueCount: order.length }
}

function histogramOf(numbers: Float64Array): ColumnDistribution | null {
  const finite = numbers.filter(Number.isFinite).sort()
  if (finite.length === 0) return null
  const [from, to] = [finite[0], finite[finite.length - 1]]
  const median = finite[(finite.length - 1) >> 1]
  // Few whole numbers: one bar for each.
  const isCounted = to - from < MOST_BARS && finite.every(Number.isInteger)
  const barCount = isCounted ? to - from + 1 : from === to ? 1 : MOST_BARS
  const counts: number[] = new Array(barCount).fill(0)
  const width = isCounted ? 1 : (to - from) / barCount || 1
  for (const value of finite) counts[Math.min(barCount - 1, Math.floor((value - from) / width))]++
  return { kind: 'number', from, to, median, counts }
}

/**
 * What distinguishes a selection from all other samples: features by the share of their variance that lies between the
 * two, and values of text columns by the difference of their shares. Null if nothing is left to compare with.
 */
export function rankSelection(
  selected: Int32Array,
  { dataset, table, rows }: { readonly dataset: Dataset | null; readonly table: Table; readonly rows: Int32Array },
): RankedColumns | null {
  const n = rows.length
  if (selected.length === 0 || selected.length === n) return null
  const side: Labels = new Int32Array(n)
  for (const sample of selected) side[sample] = 1
  const effects = dataset === null ? null : featureEffects(dataset, side, MOST_RANKED)
  return {
    features: (effects?.features ?? []).map(({ name, feature, separation, effects: [, effect], means }) => ({
      name,
      feature,
      separation,
      effect,
      inside: means[1],
      outside: means[0],
    })),
    values: rankedValues(table, rows, side, selected.length),
  }
}

function rankedValues({ columns }: Table, rows: Int32Array, side: Labels, inside: number): RankedColumns['values'] {
  const outside = rows.length - inside
  const found: { name: string; value: string; inside: number; outside: number }[] = []
  for (const column of columns) {
    if (column.kind !== 'text' || column.texts.length > MOST_COUNTED) continue
    const counts = [new Float64Array(column.texts.length), new Float64Array(column.texts.length)]
    rows.forEach((row, i) => {
      const code = column.codes[row]
      if (code >= 0) counts[side[i]][code]++
    })
    const shares = column.texts.map((value, code) => ({
      name: column.name,
      value: value.slice(0, LONGEST_TEXT),
      count: counts[1][code],
      inside: counts[1][code] / inside,
      outside: counts[0][code] / outside,
    }))
    const [best] = shares
      .filter(({ count }) => count >= Math.min(LEAST_COUNT, inside))
      .sort((a, b) => b.inside - b.outside - (a.inside - a.outside))
    if (best !== undefined && best.inside > best.outside) {
      found.push({ name: best.name, value: best.value, inside: best.inside, outside: best.outside })
    }
  }
  return found.sort((a, b) => b.inside - b.outside - (a.inside - a.outside)).slice(0, MOST_RANKED_VALUES)
}
