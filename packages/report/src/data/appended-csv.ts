import { cellText, confidenceText, type Labels, type Table, uniqueNames } from 'chorale/internal'
import { csvCell, csvLines } from './csv-lines.js'

/** The outlier scores of a clustering, if there are any. */
export interface OutlierScores {
  readonly outlier?: Float64Array | null
}

/** A clustering that is added to a table as columns. */
export interface AppendedLabels extends OutlierScores {
  /** The name of the column with the clusters, such as `cluster`. */
  readonly name: string
  readonly confidenceName: string
  readonly outlierName?: string
  readonly labels: Labels
  readonly confidence: Float64Array
}

/** The names of the columns of a clustering. */
export function labelNames({ name, confidenceName, outlier, outlierName = 'outlier' }: AppendedLabels): string[] {
  return [name, confidenceName, ...(outlier ? [outlierName] : [])]
}

/** The cells of a sample: empty if it could not be labeled. */
export function labelCells(
  { labels, confidence, outlier }: Pick<AppendedLabels, 'labels' | 'confidence' | 'outlier'>,
  i: number,
): string[] {
  const score = outlier?.[i] ?? Number.NaN
  const isOpen = labels[i] < 0 && Number.isNaN(score)
  const cells = isOpen ? ['', ''] : [String(labels[i]), confidenceText(confidence[i])]
  return outlier ? [...cells, Number.isNaN(score) ? '' : confidenceText(score)] : cells
}

/**
 * CSV in pieces: all columns and rows of a table, then cluster, confidence and outlier score, if there is one. Rows that were dropped have empty cells
 * there. If the table already has a column of that name, the new one is called cluster_2.
 */
export function* appendedCsv(
  { columns, rowCount }: Table,
  runs: readonly AppendedLabels[],
  droppedRows: readonly number[],
): Generator<string> {
  const added = runs.flatMap(labelNames)
  const { names } = uniqueNames([...columns.map(({ name }) => name), ...added])
  const dropped = new Set(droppedRows)
  let sample = 0
  yield* csvLines(names.map(csvCell).join(','), rowCount, row => {
    const cells = columns.map(column => csvCell(cellText(column, row) ?? ''))
    const at = dropped.has(row) ? null : sample++
    for (const run of runs) cells.push(...(at === null ? labelNames(run).map(() => '') : labelCells(run, at)))
    return cells.join(',')
  })
}
