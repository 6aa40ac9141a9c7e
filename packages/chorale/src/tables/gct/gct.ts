import { InputError } from '../../errors.js'
import { type CsvOptions, readCsv } from '../csv/csv.js'
import { transposeGenes } from '../orientation/transpose-genes.js'
import { quoted, type Table } from '../table.js'

const LINE_FEED = 10

/**
 * Reads GCT, the format of GenePattern, GTEx and the Connectivity Map: genes in rows, with a name and a description (1.2),
 * or with any number of columns about genes and of lines about samples (1.3). The table has samples in rows.
 */
export async function readGct(bytes: Uint8Array, options: CsvOptions = {}): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const [version, sizes, header] = firstLines(bytes, 3)
  const isNew = version.text.startsWith('#1.3')
  const counts = sizes.text.trim().split(/\t/).map(Number)
  const areCounts = counts.length >= (isNew ? 4 : 2) && counts.every(count => Number.isInteger(count) && count >= 0)
  if (!areCounts)
    throw new InputError(
      `${caller}: damaged GCT: line 2 must have the numbers of genes and samples; got ${quoted(sizes.text)}`,
    )
  const [geneCount, sampleCount, factCount = 1, lineCount = 0] = isNew ? counts : counts.slice(0, 2)
  // The line of a header and its rows, without the two lines above.
  const table = await readCsv(bytes.subarray(header.start), { ...options, header: true })
  const { rowCount, columns } = table
  if (columns.length !== 1 + factCount + sampleCount || rowCount !== geneCount + lineCount) {
    throw new InputError(
      `${caller}: damaged GCT: line 2 announces ${geneCount} genes and ${sampleCount} samples; the file has ${rowCount - lineCount} and ${columns.length - 1 - factCount}`,
    )
  }
  const samples = Array.from({ length: sampleCount }, (_, s) => 1 + factCount + s)
  const annotations = Array.from({ length: lineCount }, (_, line) => line)
  const turned = transposeGenes(caller, table, { names: 0, samples, lines: annotations })
  return { ...turned, notes: ['genes are in rows (GCT): samples are the columns of the file', ...turned.notes] }
}

interface Line {
  readonly start: number
  readonly text: string
}

function firstLines(bytes: Uint8Array, count: number): Line[] {
  const lines: Line[] = []
  let start = 0
  for (let line = 0; line < count; line++) {
    const found = bytes.indexOf(LINE_FEED, start)
    const end = found < 0 ? bytes.length : found
    lines.push({ start, text: new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + 1000))).trimEnd() })
    start = Math.min(bytes.length, end + 1)
  }
  return lines
}
