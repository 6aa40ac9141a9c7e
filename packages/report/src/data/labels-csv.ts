import type { ConsensusResult } from 'chorale/internal'
import { type AppendedLabels, labelCells, labelNames, type OutlierScores } from './appended-csv.js'
import { csvCell, csvLines } from './csv-lines.js'

/** The names of the samples, and the dropped rows of the file (0-based). */
export interface SampleNames {
  readonly ids: readonly string[] | null
  readonly droppedRows: readonly number[]
}

/** The name of every sample: its id, or its row in the file (1-based). */
export function sampleNamer({ ids, droppedRows }: SampleNames): (i: number) => string {
  if (ids !== null) return i => ids[i]
  if (droppedRows.length === 0) return i => String(i + 1)
  const dropped = new Set(droppedRows)
  const rows: number[] = []
  return i => {
    for (let row = (rows.at(-1) ?? -1) + 1; rows.length <= i; row++) if (!dropped.has(row)) rows.push(row)
    return String(rows[i] + 1)
  }
}

/**
 * CSV in pieces: id,cluster,confidence with one line per sample, in the order of the input; with outlier scores, those, too.
 * Cluster and confidence are empty for a sample that could not be labeled; a sample that belongs to no cluster has -1.
 * Dropped rows follow with empty cells.
 *
 * @example
 * ```ts
 * import { cluster } from 'chorale'
 * import { labelsCsv } from 'chorale-report'
 *
 * const found = await cluster([[1], [1.2], [0.9], [5], [5.1], [4.8]], { clusterCount: 2 })
 * const csv = [...labelsCsv(found, found.dataset)].join('')
 * console.log(csv.split('\n').length) // 8
 * ```
 */
export function* labelsCsv(
  { labels, confidence, outlier }: Pick<ConsensusResult, 'labels' | 'confidence'> & OutlierScores,
  names: SampleNames,
): Generator<string> {
  const nameOf = sampleNamer(names)
  const run = { labels, confidence, outlier }
  const header = ['id', 'cluster', 'confidence', ...(outlier ? ['outlier'] : [])].join(',')
  yield* csvLines(header, labels.length, i => `${csvCell(nameOf(i))},${labelCells(run, i).join(',')}`)
  const empty = ','.repeat(outlier ? 3 : 2)
  for (const row of names.droppedRows) yield `${names.ids === null ? row + 1 : `row ${row + 1}`}${empty}\n`
}

/** Like {@link labelsCsv}, for several clusterings of the same samples, each with its own columns. */
export function* severalLabelsCsv(runs: readonly AppendedLabels[], names: SampleNames): Generator<string> {
  const nameOf = sampleNamer(names)
  const header = ['id', ...runs.flatMap(labelNames)].join(',')
  yield* csvLines(header, runs[0].labels.length, i => {
    return [csvCell(nameOf(i)), ...runs.flatMap(run => labelCells(run, i))].join(',')
  })
  const empty = ','.repeat(runs.flatMap(labelNames).length)
  for (const row of names.droppedRows) yield `${names.ids === null ? row + 1 : `row ${row + 1}`}${empty}\n`
}
