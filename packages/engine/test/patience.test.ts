import { describe, expect, it } from 'vitest'
import { EngineError } from '../src/engine-error.js'
import { Patience } from '../src/patience.js'
import { serverProblem } from '../src/server-problem.js'

/** An error reply, as the client of Redis reports it. */
function reply(message: string): Error {
  const error = new Error(message)
  error.name = 'ReplyError'
  return error
}

const OOM = reply("OOM command not allowed when used memory > 'maxmemory'.")

describe('an error of the server', () => {
  it.each([
    [OOM.message, 'the server is out of memory (maxmemory)', false],
    ["READONLY You can't write against a read only replica.", 'the server is a read-only replica', false],
    ['NOREPLICAS Not enough good replicas to write.', 'the server has too few replicas', false],
    ['LOADING Redis is loading the dataset in memory', 'the server is loading its data', false],
    ['EXECABORT Transaction discarded because of: OOM', 'the server is out of memory (maxmemory)', false],
    ['NOAUTH Authentication required.', 'the server now requires a password; set REDIS_PASSWORD', true],
    ['WRONGPASS invalid username-password pair', 'the user name or password is wrong', true],
    ["NOPERM User x has no permissions to run 'zadd'", 'the user is not allowed to run this command', true],
    ['ERR unknown command', 'the server refuses a command (ERR unknown command)', true],
  ])('is said in words: %s', (message, text, isFinal) => {
    expect(serverProblem(reply(message))).toEqual({ text, isFinal })
  })

  it('is told from other errors', () => {
    expect(serverProblem(new Error('something else'))).toBe(null)
    expect(serverProblem(undefined)).toBe(null)
  })
})

describe('a command to a server with problems', () => {
  it('is sent again until the problem is over, with one line', async () => {
    const notes: string[] = []
    const patience = new Patience('host:1', { onNote: note => notes.push(note) })
    let calls = 0
    const command = async () => {
      calls++
      if (calls < 3) throw OOM
      return 'answer'
    }
    expect(await patience.ask(command)).toBe('answer')
    expect(notes).toEqual(['Redis at host:1: the server is out of memory (maxmemory); trying again'])
  })

  it('fails at once where waiting does not help, and after the limit where it does not', async () => {
    const patience = new Patience('host:1', { limit: 300 })
    const refused = patience.ask(() => Promise.reject(reply('NOAUTH Authentication required.')))
    await expect(refused).rejects.toThrow('Redis at host:1: the server now requires a password; set REDIS_PASSWORD')
    await expect(refused).rejects.toThrow(EngineError)
    const always = new Patience('host:1', { limit: 300 }).ask(() => Promise.reject(OOM))
    await expect(always).rejects.toThrow(/has had a problem \(the server is out of memory \(maxmemory\)\) for 0 s/)
    const silent = new Patience('host:1', { limit: 300 }).ask(() => new Promise(() => {}))
    await expect(silent).rejects.toThrow(/Redis at host:1 has not answered for 0 s; run the same command again/)
  })

  it('is given up at once when the user stops the run, and passes on errors of another kind', async () => {
    const stop = new AbortController()
    const waiting = new Patience('host:1', { signal: stop.signal }).ask(() => new Promise(() => {}))
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    await expect(new Patience('host:1', {}).ask(() => Promise.reject(new Error('other')))).rejects.toThrow('other')
  })
})
