/**
 * Several machines: jobs on BullMQ and Redis.
 *
 * @module chorale-engine
 */

export { type Engine, type RedisEngineOptions, redisEngine } from './redis-engine.js'
