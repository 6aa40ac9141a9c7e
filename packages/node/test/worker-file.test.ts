import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { workerFile } from '../src/worker-file.js'

const NAMES = ['thread-worker', 'engine-thread', 'compare-child', 'paper-child']

describe('workerFile', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each(NAMES)('gives code that runs from its sources a worker of these sources, never one of dist/: %s', name => {
    const path = fileURLToPath(workerFile(name, import.meta.url))
    expect(existsSync(path)).toBe(true)
    expect(dirname(path)).toBe(process.env.CHORALE_WORKERS)
    expect(dirname(path)).not.toBe(resolve('dist'))
  })

  it('refuses to guess where workers are for code that runs from its sources', () => {
    vi.stubEnv('CHORALE_WORKERS', undefined)
    expect(() => workerFile('thread-worker', import.meta.url)).toThrow(
      'thread-worker: to run from source, set CHORALE_WORKERS to a folder with built workers',
    )
  })
})
