import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'

describe('a unit test', () => {
  it('cannot start a program or a thread', () => {
    expect(() => spawn('true')).toThrow('a unit test must not start a program')
    expect(() => new Worker('nothing.js')).toThrow('a unit test must not start a thread')
  })

  it('cannot listen on a port or use the network', async () => {
    expect(() => createServer().listen(0)).toThrow('a unit test must not listen on a port')
    const cause = await fetch('http://127.0.0.1:59999').catch((error: Error) => error.cause)
    expect(cause).toMatchObject({ message: expect.stringContaining('a unit test must not use the network') })
  })
})
