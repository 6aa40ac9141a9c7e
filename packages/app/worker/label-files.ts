import { cellText, type Table } from 'chorale/internal'
import {
  type AppendedLabels,
  appendedCsv,
  csvCell,
  csvLines,
  labelsCsv,
  type SampleNames,
  sampleNamer,
} from 'chorale-report/data'

/** Names that the user gave to clusters, by number. */
export type ClusterNames = ReadonlyMap<number, string>

interface Clustering {
  readonly labels: Int32Array
  readonly confidence: Float64Array
}

/** The labels as CSV: the file of the command line, with one more column if clusters have names. */
export function* namedLabelsCsv(clustering: Clustering, samples: SampleNames, names: ClusterNames): Generator<string> {
  if (names.size === 0) {
    yield* labelsCsv(clustering, samples)
    return
  }
  const { labels, confidence } = clustering
  const nameOf = sampleNamer(samples)
  yield* csvLines('id,cluster,confidence,name', labels.length, i =>
    [csvCell(nameOf(i)), labels[i], Number(confidence[i].toFixed(6)), csvCell(names.get(labels[i]) ?? '')].join(),
  )
  for (const row of samples.droppedRows) yield `${samples.ids === null ? row + 1 : `row ${row + 1}`},,,\n`
}

/** Some samples: id, cluster, confidence, name of the cluster, and all columns of the file. */
export function* selectionCsv(
  table: Table,
  clustering: Clustering,
  samples: Int32Array,
  rowNames: SampleNames,
  names: ClusterNames,
): Generator<string> {
  const nameOf = sampleNamer(rowNames)
  const rows = rowsOf(table.rowCount, rowNames.droppedRows)
  const { labels, confidence } = clustering
  const header = [
    'id',
    'cluster',
    'confidence',
    ...(names.size > 0 ? ['name'] : []),
    ...table.columns.map(({ name }) => csvCell(name)),
  ]
  yield* csvLines(header.join(), samples.length, at => {
    const i = samples[at]
    const named = names.size > 0 ? [csvCell(names.get(labels[i]) ?? '')] : []
    const cells = table.columns.map(column => csvCell(cellText(column, rows[i]) ?? ''))
    return [csvCell(nameOf(i)), labels[i], Number(confidence[i].toFixed(6)), ...named, ...cells].join()
  })
}

/** The row of each sample in the file. */
export function rowsOf(rowCount: number, droppedRows: readonly number[]): Int32Array {
  const dropped = new Set(droppedRows)
  return Int32Array.from({ length: rowCount }, (_, row) => row).filter(row => !dropped.has(row))
}

/** All columns of the file, then cluster and confidence, then the names of the clusters if there are any. */
export function* namedAppendedCsv(
  table: Table,
  clustering: Clustering,
  droppedRows: readonly number[],
  names: ClusterNames,
): Generator<string> {
  const run: AppendedLabels = {
    name: 'cluster',
    confidenceName: 'confidence',
    labels: clustering.labels,
    confidence: clustering.confidence,
  }
  if (names.size === 0) yield* appendedCsv(table, [run], droppedRows)
  else {
    const dropped = new Set(droppedRows)
    let sample = 0
    const named = Array.from({ length: table.rowCount }, (_, row) =>
      dropped.has(row) ? '' : (names.get(clustering.labels[sample++]) ?? ''),
    )
    const nameColumn = { name: 'cluster name', kind: 'text' as const, ...coded(named) }
    yield* appendedCsv({ ...table, columns: [...table.columns, nameColumn] }, [run], droppedRows)
  }
}

/** Strings as codes and the list of different strings. */
function coded(strings: readonly string[]): { codes: Int32Array; texts: string[] } {
  const numbers = new Map<string, number>()
  const codes = Int32Array.from(strings, text => {
    if (text === '') return -1
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  })
  return { codes, texts: [...numbers.keys()] }
}
