import { availableParallelism } from 'node:os'
import {
  type AllRows,
  type ColumnSurvey,
  type Dataset,
  fittedRows,
  joinSurveys,
  type Model,
  momentRows,
  otherRows,
  Pauser,
  type PlainTable,
  plainDataset,
  plainTable,
  type RowModel,
  scaleRows,
  type Table,
  type ToDatasetOptions,
} from 'chorale/internal'
import { openRows, type RowReader, type RowSource, sizeOf } from './row-source.js'
import {
  type BlockOrder,
  blockWork,
  type LabeledBlock,
  type RowCalls,
  type RowStart,
  takeBlocks,
} from './row-worker.js'
import { ThreadTeam } from './thread-team.js'
import { workerFile } from './worker-file.js'

/** Options of {@link openRowTable}. */
export interface RowTableOptions {
  /** The name of the table in messages. */
  readonly name: string
  readonly columnNames: readonly string[]
  readonly notes: readonly string[]
  /** Threads, this one included; one per core by default. */
  readonly threads?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (phase: 'survey' | 'sample', done: number, total: number) => void
}

/** Options of {@link RowTable.label}. */
interface LabelPassOptions {
  /** Whether the labels are wanted as lines of CSV, too. */
  readonly wantsLines: boolean
  /** Receives the labels of each block, in the order of the rows. */
  readonly accept: (block: LabeledBlock) => void | Promise<void>
  readonly onDone?: (rows: number) => void
  /** What this thread does first, while the others label. */
  readonly meanwhile?: Promise<unknown>
}

/**
 * A large table of numbers that is never in memory as a whole. Threads read blocks of its rows, once to survey them, once to
 * draw a sample, and once to label them; every block is dropped after its use. The result of a block depends on its rows
 * only, so labels are the same for any number of threads, and those of a table in memory.
 */
export interface RowTable extends AllRows {
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
  readonly source: RowSource
  /** The first rows. */
  readonly head: Table
  /** How rows become features. */
  readonly table: PlainTable
  /** Labels all rows with every model, in one pass. */
  label(models: readonly Model[], options: LabelPassOptions): Promise<void>
  close(): Promise<void>
}

/** Rows of the beginning of the table, by which columns are told apart that a survey cannot tell. */
const HEAD_ROWS = 2048

/** Rows that are labeled at a time. */
const LABEL_ROWS = 16_384

/**
 * Opens a large table: surveys all of its rows. Null if the table has to be read as a whole, because its columns could be
 * something else than features.
 */
export async function openRowTable(
  source: RowSource,
  options: ToDatasetOptions,
  { name, columnNames, notes, threads = availableParallelism(), signal, onProgress }: RowTableOptions,
): Promise<RowTable | null> {
  const passes = new RowPasses(source, threads, signal)
  try {
    const { rowCount, columnCount } = passes
    const survey: ColumnSurvey[][] = []
    await passes.run('survey', { blockRows: momentRows(columnCount) }, found => {
      survey.push(found)
      onProgress?.('survey', Math.min(survey.length * momentRows(columnCount), rowCount), rowCount)
    })
    const head = headOf(passes.reader, { name, columnNames, notes, rowCount })
    const table = plainTable(head, rowCount, joinSurveys(survey), options, rows => passes.readRows(rows))
    if (table !== null) return rowTable(passes, head, table, options, onProgress)
    await passes.close()
    return null
  } catch (error) {
    await passes.close()
    throw error
  }
}

function headOf(
  reader: RowReader,
  {
    name,
    columnNames,
    notes,
    rowCount,
  }: Pick<RowTableOptions, 'name' | 'columnNames' | 'notes'> & { rowCount: number },
): Table {
  const count = Math.min(HEAD_ROWS, rowCount)
  const values = reader.read(0, count)
  const d = columnNames.length
  const columns = columnNames.map((columnName, j) => ({
    name: columnName,
    kind: 'number' as const,
    numbers: Float64Array.from({ length: count }, (_, i) => values[i * d + j]),
  }))
  return { name, rowCount: count, columns, notes }
}

function rowTable(
  passes: RowPasses,
  head: Table,
  table: PlainTable,
  options: ToDatasetOptions,
  onProgress: RowTableOptions['onProgress'],
): RowTable {
  const { rowCount } = passes
  const { reading } = table
  let known: Promise<Uint32Array> | null = null
  const hashRows = async () => {
    const hashes = new Uint32Array(new SharedArrayBuffer(4 * rowCount))
    const blockRows = momentRows(reading.columnCount)
    let done = 0
    await passes.run('hash', { blockRows, reading, hashes }, () => {
      done += blockRows
      onProgress?.('sample', Math.min(done, rowCount), rowCount)
    })
    return hashes
  }
  const hashesHere = () => {
    known ??= hashRows()
    return known
  }
  const datasetOf = (rows: Int32Array): Dataset =>
    plainDataset(table, scaleRows(passes.readRows(rows), reading), options.impute)
  return {
    sampleCount: rowCount,
    featureCount: reading.columns.length,
    truth: null,
    truthName: null,
    notes: table.notes,
    warnings: table.warnings,
    source: passes.source,
    head,
    table,
    async fitted(count) {
      if (count >= rowCount) {
        return {
          rows: null,
          dataset: plainDataset(table, scaleRows(passes.reader.read(0, rowCount), reading), options.impute),
        }
      }
      const rows = fittedRows(await hashesHere(), count)
      return { rows, dataset: datasetOf(rows) }
    },
    async others(fitted, counts) {
      const { fit, check } = otherRows(await hashesHere(), fitted, counts)
      return { fit: datasetOf(fit), check: datasetOf(check) }
    },
    async label(models, { wantsLines, accept, onDone, meanwhile }) {
      const rowModels = models.map(({ consensus, base }): RowModel => ({ consensus, base: base! }))
      const order = { blockRows: LABEL_ROWS, reading, models: rowModels, wantsLines }
      const use = async (block: LabeledBlock) => {
        await accept(block)
        onDone?.(block.from + block.clusterings[0].labels.length)
      }
      await passes.run('label', order, use, meanwhile)
    },
    close: () => passes.close(),
  }
}

/** Passes over the rows of a source, in this thread and others. */
class RowPasses {
  readonly rowCount: number
  readonly columnCount: number
  /** Reads rows in this thread. */
  readonly reader: RowReader
  readonly #team: ThreadTeam<RowCalls>
  readonly #signal: AbortSignal | undefined

  constructor(
    readonly source: RowSource,
    threads: number,
    signal: AbortSignal | undefined,
  ) {
    const { rowCount, columnCount } = sizeOf(source)
    this.rowCount = rowCount
    this.columnCount = columnCount
    this.#signal = signal
    this.reader = openRows(source)
    const start: RowStart = { kind: 'rows', source }
    this.#team = new ThreadTeam(workerFile('thread-worker', import.meta.url), new Array(threads - 1).fill(start))
  }

  /** Rows in any order. */
  readRows(rows: Int32Array): Float64Array {
    const { columnCount: d } = this
    const values = new Float64Array(rows.length * d)
    rows.forEach((row, at) => {
      values.set(this.reader.read(row, row + 1), at * d)
    })
    return values
  }

  /**
   * Runs a pass; `accept` receives what is found in each block, in the order of the rows. This thread takes part after
   * `meanwhile`.
   */
  async run<Name extends keyof RowCalls>(
    name: Name,
    given: Omit<RowCalls[Name]['order'], 'progress'>,
    accept: (found: RowCalls[Name]['answer']['found']) => void | Promise<void>,
    meanwhile?: Promise<unknown>,
  ): Promise<void> {
    type Answer = RowCalls[Name]['answer']
    const progress = new Int32Array(new SharedArrayBuffer(8))
    const order = { ...given, progress } as RowCalls[Name]['order'] & BlockOrder
    const blockCount = Math.ceil(this.rowCount / order.blockRows)
    const waiting = new Map<number, Answer['found']>()
    let used = 0
    let isBusy = false
    let finish = () => {}
    let fail = (_: unknown) => {}
    const delivered = new Promise<void>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
    delivered.catch(() => {})
    const deliver = async () => {
      if (isBusy) return
      isBusy = true
      while (waiting.has(used)) {
        const found = waiting.get(used)!
        waiting.delete(used)
        await accept(found)
        used++
        Atomics.store(progress, 1, used)
        Atomics.notify(progress, 1)
      }
      isBusy = false
      if (used === blockCount) finish()
    }
    const hear = ({ block, found }: { block: number; found: Answer['found'] }) => {
      waiting.set(block, found)
      deliver().catch(fail)
    }
    try {
      await this.#team.call(name, order, {
        hear,
        until: () => Promise.all([this.#workHere(name, order, hear, meanwhile), delivered]),
        signal: this.#signal,
      })
    } finally {
      // Whoever still works stops after the block at hand.
      Atomics.store(progress, 0, blockCount)
      Atomics.store(progress, 1, blockCount)
      Atomics.notify(progress, 1)
    }
  }

  /** This thread's share, with pauses in which answers of other threads arrive. */
  async #workHere<Name extends keyof RowCalls>(
    name: Name,
    order: RowCalls[Name]['order'] & BlockOrder,
    hear: (answer: { block: number; found: RowCalls[Name]['answer']['found'] }) => void,
    meanwhile: Promise<unknown> | undefined,
  ): Promise<void> {
    await meanwhile
    const work = await blockWork(name, order, this.reader, this.columnCount)
    const wait = () => new Promise<void>(resolve => setTimeout(resolve, 1))
    await takeBlocks(this.rowCount, order, work, hear, wait, new Pauser(this.#signal))
  }

  async close(): Promise<void> {
    this.reader.close()
    await this.#team.close()
  }
}
