import { type Sink, writeWhole } from '../node/files.js'
import { writeSquareNpy } from '../node/npy.js'
import { type ConsensusResult, consensusMatrix, type Ensemble, InputError, type ShapeSample } from '../src/index.js'

const LINES_PER_PIECE = 4096

/** A cell of a CSV file, quoted where it must be. */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function writeLines(sink: Sink, header: string, count: number, line: (i: number) => string): Promise<void> {
  await sink(`${header}\n`)
  for (let from = 0; from < count; from += LINES_PER_PIECE) {
    let piece = ''
    for (let i = from; i < Math.min(from + LINES_PER_PIECE, count); i++) piece += `${line(i)}\n`
    await sink(piece)
  }
}

/** How samples are called. Rows of the file that were left out are known by their place, from 0. */
export interface SampleNames {
  readonly ids: readonly string[] | null
  readonly droppedRows: readonly number[]
}

/** The name of every sample: its id, or its row in the file, from 1. */
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

/** id,cluster,confidence: one line per sample, in the order of the input. Rows that were left out follow, empty. */
export async function writeLabels(sink: Sink, result: ConsensusResult, names: SampleNames): Promise<void> {
  const { labels, confidence } = result
  const nameOf = sampleNamer(names)
  await writeLines(
    ...([sink, 'id,cluster,confidence', labels.length] as const),
    i => `${csvCell(nameOf(i))},${labels[i]},${Number(confidence[i].toFixed(6))}`,
  )
  for (const row of names.droppedRows) await sink(`${names.ids === null ? row + 1 : `row ${row + 1}`},,\n`)
}

/** x1,..,xd,class: generated samples. */
export async function writeSample(sink: Sink, { features, truth }: ShapeSample): Promise<void> {
  const { rowCount, columnCount: d, values } = features
  const header = [...Array.from({ length: d }, (_, j) => `x${j + 1}`), 'class'].join(',')
  await writeLines(sink, header, rowCount, i => {
    const cells = Array.from(values.subarray(i * d, i * d + d), value => Number(value.toPrecision(9)))
    return [...cells, truth[i]].join(',')
  })
}

/** id,z1,..,zk: the spectral embedding, one line per sample. */
export async function writeEmbedding(path: string, result: ConsensusResult, names: SampleNames) {
  const { embedding, method } = result
  if (embedding === null) throw new InputError(`--embedding: the method ${method} has no embedding`)
  const { rowCount, columnCount: k, values } = embedding
  const nameOf = sampleNamer(names)
  const header = ['id', ...Array.from({ length: k }, (_, q) => `z${q + 1}`)].join(',')
  await writeWhole(path, sink =>
    writeLines(sink, header, rowCount, i => [csvCell(nameOf(i)), ...values.subarray(i * k, i * k + k)].join(',')),
  )
}

/** Refuses a matrix whose file would be larger than the limit. */
export function checkMatrixSize(sampleCount: number, memoryLimit: number): void {
  const bytes = sampleCount * sampleCount * 8
  if (bytes <= memoryLimit) return
  const gib = (count: number) => `${(count / 2 ** 30).toFixed(1)} GiB`
  throw new InputError(
    `--matrix: ${sampleCount} x ${sampleCount} numbers take ${gib(bytes)}, more than the limit of ${gib(memoryLimit)}; raise it with --memory-limit`,
  )
}

/**
 * The co-association matrix as .npy, samples ordered by cluster and, within it, by falling confidence;
 * and beside it the order as CSV (row of the matrix, id, cluster).
 */
export async function writeMatrix(
  path: string,
  ensemble: Ensemble,
  result: ConsensusResult,
  names: SampleNames,
  signal: AbortSignal,
): Promise<string> {
  const { labels, confidence } = result
  const nameOf = sampleNamer(names)
  const order = Array.from(labels, (_, i) => i)
  order.sort((a, b) => labels[a] - labels[b] || confidence[b] - confidence[a] || a - b)
  const matrix = consensusMatrix(ensemble)
  const full = new Float64Array(matrix.sampleCount)
  const orderFile = orderPath(path)
  await writeWhole(orderFile, sink =>
    writeLines(sink, 'position,id,cluster', order.length, at => {
      return `${at + 1},${csvCell(nameOf(order[at]))},${labels[order[at]]}`
    }),
  )
  await writeWhole(path, sink =>
    writeSquareNpy(sink, matrix.sampleCount, (out, row) => {
      signal.throwIfAborted()
      matrix.rowInto(full, order[row])
      for (let column = 0; column < order.length; column++) out[column] = full[order[column]]
    }),
  )
  return orderFile
}

/** Where the order of a matrix goes: beside it. */
export function orderPath(matrixPath: string): string {
  return `${matrixPath.replace(/\.npy$/, '')}.order.csv`
}
