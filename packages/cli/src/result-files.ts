import {
  type ConsensusResult,
  consensusMatrix,
  type Ensemble,
  InputError,
  type ShapeSample,
  type Table,
} from 'chorale/internal'
import { type Sink, writeSquareNpy, writeTogether, writeWhole } from 'chorale-node/internal'
import {
  type AppendedLabels,
  appendedCsv,
  csvCell,
  csvLines,
  labelsCsv,
  type SampleNames,
  sampleNamer,
  severalLabelsCsv,
} from 'chorale-report/data'
import type { Finding } from './finding.js'
import { interruptSignal } from './interrupt.js'

async function writeLines(sink: Sink, header: string, count: number, line: (i: number) => string): Promise<void> {
  await writePieces(sink, csvLines(header, count, line))
}

/** Writes the pieces of a file until the command is interrupted. */
async function writePieces(sink: Sink, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    interruptSignal().throwIfAborted()
    await sink(piece)
  }
}

/** Writes id,cluster,confidence, with --noise outlier, too: one line per sample, in the order of the input. Several numbers of clusters have columns of their own. */
export async function writeLabels(sink: Sink, findings: readonly Finding[], names: SampleNames): Promise<void> {
  const pieces = findings.length === 1 ? labelsCsv(findings[0], names) : severalLabelsCsv(columnsOf(findings), names)
  await writePieces(sink, pieces)
}

/** Writes all columns of the input, then cluster and confidence. */
export async function writeAppended(
  sink: Sink,
  table: Table,
  findings: readonly Finding[],
  { droppedRows }: SampleNames,
): Promise<void> {
  await writePieces(sink, appendedCsv(table, columnsOf(findings), droppedRows))
}

/** The columns of each number of clusters: cluster and confidence, or cluster_2, confidence_2, cluster_3, ... */
function columnsOf(findings: readonly Finding[]): AppendedLabels[] {
  return findings.map(({ clusterCount, labels, confidence, outlier }) => {
    const suffix = findings.length === 1 ? '' : `_${clusterCount}`
    const names = { name: `cluster${suffix}`, confidenceName: `confidence${suffix}`, outlierName: `outlier${suffix}` }
    return { ...names, labels, confidence, outlier }
  })
}

/** Writes generated samples as x1,..,xd,class. */
export async function writeSample(sink: Sink, sample: ShapeSample): Promise<void> {
  const { sampleCount, featureCount: d, values, truth } = sample
  const header = [...Array.from({ length: d }, (_, j) => `x${j + 1}`), 'class'].join(',')
  await writeLines(sink, header, sampleCount, i => {
    const cells = Array.from(values.subarray(i * d, i * d + d), value => Number(value.toPrecision(9)))
    return [...cells, truth[i]].join(',')
  })
}

/** Writes the spectral embedding as id,z1,..,zk: one line per sample. */
export async function writeEmbedding(path: string, result: ConsensusResult, names: SampleNames) {
  const { embedding, method } = result
  if (embedding === null) throw new InputError(`--embedding: method ${method} has no embedding`)
  const { rowCount, columnCount: k, values } = embedding
  const nameOf = sampleNamer(names)
  const header = ['id', ...Array.from({ length: k }, (_, q) => `z${q + 1}`)].join(',')
  await writeWhole(path, sink =>
    writeLines(sink, header, rowCount, i => [csvCell(nameOf(i)), ...values.subarray(i * k, i * k + k)].join(',')),
  )
}

/** Rejects a matrix whose file would exceed the limit. */
export function checkMatrixSize(sampleCount: number, memoryLimit: number): void {
  const bytes = sampleCount * sampleCount * 8
  if (bytes <= memoryLimit) return
  const gib = (count: number) => `${(count / 2 ** 30).toFixed(1)} GiB`
  throw new InputError(
    `--matrix: ${sampleCount} x ${sampleCount} numbers need ${gib(bytes)}, more than the limit of ${gib(memoryLimit)}; raise it with --memory-limit`,
  )
}

/**
 * Writes the co-association matrix as .npy, with samples ordered by cluster and then by decreasing confidence. A CSV
 * file beside it holds the order (row of the matrix, id, cluster).
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
  const writeOrder = (sink: Sink) =>
    writeLines(sink, 'position,id,cluster', order.length, at => {
      return `${at + 1},${csvCell(nameOf(order[at]))},${labels[order[at]]}`
    })
  const writeNumbers = (sink: Sink) =>
    writeSquareNpy(sink, matrix.sampleCount, (out, row) => {
      signal.throwIfAborted()
      matrix.rowInto(full, order[row])
      for (let column = 0; column < order.length; column++) out[column] = full[order[column]]
    })
  // The order of another matrix would be wrong data in silence.
  await writeTogether([
    { path: orderFile, write: writeOrder },
    { path, write: writeNumbers },
  ])
  return orderFile
}

/** The file for the order of a matrix, beside the matrix. */
export function orderPath(matrixPath: string): string {
  return `${matrixPath.replace(/\.npy$/, '')}.order.csv`
}
