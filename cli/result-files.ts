import { type Sink, writeWhole } from '../node/files.js'
import { writeSquareNpy } from '../node/npy.js'
import { type ConsensusResult, consensusMatrix, type Ensemble, InputError } from '../src/index.js'

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

/** How a sample is called: its id, or its row number from 1. */
export function sampleName(ids: readonly string[] | null, i: number): string {
  return ids?.[i] ?? String(i + 1)
}

/** id,cluster,confidence: one line per sample, in the order of the input. */
export async function writeLabels(sink: Sink, result: ConsensusResult, ids: readonly string[] | null): Promise<void> {
  const { labels, confidence } = result
  await writeLines(
    ...([sink, 'id,cluster,confidence', labels.length] as const),
    i => `${csvCell(sampleName(ids, i))},${labels[i]},${Number(confidence[i].toFixed(6))}`,
  )
}

/** id,z1,..,zk: the spectral embedding, one line per sample. */
export async function writeEmbedding(path: string, result: ConsensusResult, ids: readonly string[] | null) {
  const { embedding, method } = result
  if (embedding === null) throw new InputError(`--embedding: the method ${method} has no embedding`)
  const { rowCount, columnCount: k, values } = embedding
  const header = ['id', ...Array.from({ length: k }, (_, q) => `z${q + 1}`)].join(',')
  await writeWhole(path, sink =>
    writeLines(sink, header, rowCount, i =>
      [csvCell(sampleName(ids, i)), ...values.subarray(i * k, i * k + k)].join(','),
    ),
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
  ids: readonly string[] | null,
  signal: AbortSignal,
): Promise<string> {
  const { labels, confidence } = result
  const order = Array.from(labels, (_, i) => i)
  order.sort((a, b) => labels[a] - labels[b] || confidence[b] - confidence[a] || a - b)
  const matrix = consensusMatrix(ensemble)
  const full = new Float64Array(matrix.sampleCount)
  const orderPath = `${path.replace(/\.npy$/, '')}.order.csv`
  await writeWhole(orderPath, sink =>
    writeLines(sink, 'position,id,cluster', order.length, at => {
      return `${at + 1},${csvCell(sampleName(ids, order[at]))},${labels[order[at]]}`
    }),
  )
  await writeWhole(path, sink =>
    writeSquareNpy(sink, matrix.sampleCount, (out, row) => {
      signal.throwIfAborted()
      matrix.rowInto(full, order[row])
      for (let column = 0; column < order.length; column++) out[column] = full[order[column]]
    }),
  )
  return orderPath
}
