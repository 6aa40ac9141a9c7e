/**
 * What the other packages of this repository need of this one.
 *
 * @module chorale-cli/internal
 */

export { addEngineOptions, type EngineFlags, withEngine } from './engine.js'
export { interruptSignal } from './interrupt.js'
export { createNarrator } from './narrator.js'
export { nameList, oneOf, wholeNumber } from './parse.js'
export { VERSION } from './version.js'
