/**
 * What programs on Node need in addition to `chorale`: tables from files and URLs, and threads.
 *
 * @module chorale-node
 */

export { type ReadTableFileOptions, readTableFile } from './read-table-file.js'
export { type ThreadsOptions, threads } from './threads.js'
