/**
 * What the other packages of this repository need of this one.
 *
 * @module chorale-engine/internal
 */

export type { ApartWork } from './apart-order.js'
export { EngineError } from './engine-error.js'
export { redisAddress } from './redis-address.js'
export { type Engine, redisEngine } from './redis-engine.js'
export { runWorker } from './worker.js'
