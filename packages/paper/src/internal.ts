/**
 * What the other packages of this repository need of this one.
 *
 * @module chorale-paper/internal
 */

export { addPaperCommand } from './command.js'
export { paperWork } from './paper-work.js'
