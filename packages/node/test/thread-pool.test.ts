import { afterEach, describe, expect, it } from 'vitest'
import { folderWith } from '../../cli/test/run.js'
import type { EngineCalls } from '../../engine/src/engine-thread.js'
import { ThreadPool } from '../src/thread-pool.js'
import { ThreadTeam } from '../src/thread-team.js'
import { workerFile } from '../src/worker-file.js'

const never = new AbortController().signal

/** A call that a thread answers at once: there is no such order in the storage. */
const hopeless = () => ({
  data: { storage: folderWith({}), order: 'f'.repeat(64), task: 0 },
  answers: [],
  cached: new Map<string, Uint8Array>(),
})

describe('a pool of threads', () => {
  let pool: ThreadPool<EngineCalls>
  afterEach(() => pool.close())

  it('answers every call, also when there are more calls than threads', async () => {
    pool = new ThreadPool(workerFile('engine-thread', import.meta.url), 2)
    const answers = await Promise.all(Array.from({ length: 7 }, () => pool.call('task', hopeless(), never)))
    for (const answer of answers) expect(answer).toMatchObject({ isFinal: false })
  })

  it('stops a call with the reason of its signal, and goes on with another thread', async () => {
    pool = new ThreadPool(workerFile('engine-thread', import.meta.url), 1)
    const reason = new Error('enough')
    const stopped = new AbortController()
    const call = pool.call('task', hopeless(), stopped.signal)
    stopped.abort(reason)
    await expect(call).rejects.toBe(reason)
    expect(await pool.call('task', hopeless(), never)).toMatchObject({ isFinal: false })
  })

  it('rejects a call that cannot be sent, and goes on', async () => {
    pool = new ThreadPool(workerFile('engine-thread', import.meta.url), 1)
    const { data } = hopeless()
    const unsendable = new Map([['f', (() => {}) as unknown as Uint8Array]])
    await expect(pool.call('task', { data, answers: [], cached: unsendable }, never)).rejects.toThrow('cloned')
    expect(await pool.call('task', hopeless(), never)).toMatchObject({ isFinal: false })
  })
})

describe('a team of threads', () => {
  it('rejects when a thread ends by itself', async () => {
    // A child process has nobody to listen to in a thread, and ends.
    const team = new ThreadTeam<{ any: { order: null; answer: null } }>(workerFile('compare-child', import.meta.url), [
      null,
    ])
    const call = team.call('any', null, { hear: () => {}, until: () => new Promise(() => {}) })
    await expect(call).rejects.toThrow('a thread ended unexpectedly (exit code 0)')
    await team.close()
  })

  it('rejects with the error of a thread that fails', async () => {
    // Without anything to start with.
    const team = new ThreadTeam<{ any: { order: null; answer: null } }>(workerFile('thread-worker', import.meta.url), [
      null,
    ])
    const call = team.call('any', null, { hear: () => {}, until: () => new Promise(() => {}) })
    await expect(call).rejects.toThrow(TypeError)
    await team.close()
  })
})
