/**
 * What the other packages of this repository need of this one.
 *
 * @module chorale-node/internal
 */

export { type CsvRowsOptions, readCsvRows } from './csv-pieces.js'
export {
  checkFolderWritable,
  checkWritable,
  type FolderSink,
  makeFolder,
  namesInFolder,
  readableFileError,
  readInput,
  type Sink,
  standardOutput,
  temporaryName,
  writeFolder,
  writeTogether,
  writeWhole,
} from './files.js'
export { writeSquareNpy } from './npy.js'
export { openSource } from './open-source.js'
export { Pace } from './pace.js'
export { printable } from './printable.js'
export { type Bucket, openBucket, storeError } from './remote/bucket.js'
export { retrying } from './remote/retry.js'
export { isUrl, shownUrl } from './remote/url.js'
export { openRows, type RowReader, type RowSource, sizeOf } from './row-source.js'
export { openRowTable, type RowTable } from './row-table.js'
export type { LabeledBlock } from './row-worker.js'
export { readTenX } from './ten-x.js'
export { type OutputStream, setTerminal, type Terminal, terminal } from './terminal.js'
export { ThreadPool } from './thread-pool.js'
export { serveCalls } from './thread-team.js'
export { threads } from './threads.js'
export { workerFile } from './worker-file.js'
