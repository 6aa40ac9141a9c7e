/**
 * What needs Node: files and threads.
 *
 * @module chorale/node
 */
export { type ReadTableFileOptions, readTableFile } from './read-table-file.js'
export { type RunInThreadsOptions, runInThreads } from './threads.js'
