import type { Labels } from 'chorale/internal'
import { cellText, type Table, uniqueNames } from 'chorale/internal'
import { csvCell, csvLines } from './csv-lines.js'

/** A clustering that is added to a table as columns. */
export interface AppendedLabels {
  /** The name of the column with the clusters, such as `cluster`. */
  readonly name: string
  readonly confidenceName: string
  readonly labels: Labels
  readonly confidence: Float64Array
}

/**
 * CSV in pieces: all columns and rows of a table, then cluster and confidence. Rows that were dropped have empty cells
 * there. If the table already has a column of that name, the new one is called cluster_2.
 */
export function* appendedCsv(
  { columns, rowCount }: Table,
  runs: readonly AppendedLabels[],
  droppedRows: readonly number[],
): Generator<string> {
  const added = runs.flatMap(({ name, confidenceName }) => [name, confidenceName])
  const { names } = uniqueNames([...columns.map(({ name }) => name), ...added])
  const dropped = new Set(droppedRows)
  let sample = 0
  yield* csvLines(names.map(csvCell).join(','), rowCount, row => {
    const cells = columns.map(column => csvCell(cellText(column, row) ?? ''))
    const at = dropped.has(row) ? null : sample++
    for (const { labels, confidence } of runs) {
      cells.push(at === null ? '' : String(labels[at]))
      cells.push(at === null ? '' : String(Number(confidence[at].toFixed(6))))
    }
    return cells.join(',')
  })
}
