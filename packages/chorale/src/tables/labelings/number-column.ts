import { type Column, distinctValues } from '../table.js'
import type { LabelNumbers } from './label-numbers.js'

/** Writes the clusters of a column of a table, in which the string -1 means no label, like the number. */
export function numberColumnInto(labels: Int32Array, column: Column, numbers: LabelNumbers): void {
  if (column.kind === 'number') {
    numbers.numberInto(labels, column.numbers)
    return
  }
  const { codes, texts } = distinctValues(column)
  const found = numbers.number(texts.map(text => (text === '-1' ? null : text)))
  for (let i = 0; i < codes.length; i++) labels[i] = codes[i] < 0 ? -1 : found[codes[i]]
}
